//! Converts squares and moves of a variant to XBoard's notation.

use zugi_game::AnyGame;
use zugi_game::board::Square;
use zugi_protocol::xboard::{XBoardMove, XBoardSquare};
use zugi_show::{Action, BoardView, XBoardNotation, XBoardTurn};

pub(super) fn square(notation: &XBoardNotation, square: Square) -> XBoardSquare {
    let files = notation.board_spec.board.files.max(1);
    XBoardSquare { file: square.file(files), rank: square.rank(files) + notation.first_rank() }
}

/// The turns of a move in the GUI, see [`XBoardNotation::turns`].
pub(super) fn turns(
    notation: &XBoardNotation,
    scene: &BoardView,
    actions: &[Action],
) -> Vec<XBoardMove> {
    let xboard_move = |turn| match turn {
        XBoardTurn::Pass => XBoardMove::Pass,
        XBoardTurn::Drop { piece, to } => {
            XBoardMove::Drop { piece, to: square(notation, to.square()) }
        }
        XBoardTurn::Path { squares, promotion, .. } => {
            let squares = squares.into_iter().map(|at| square(notation, at.square())).collect();
            XBoardMove::Path { squares, promotion }
        }
    };
    notation.turns(scene, actions).into_iter().map(xboard_move).collect()
}

/// The moves of `pv` from the position of `game`, each as the squares where it lifts and puts
/// pieces.
pub(super) fn variation(notation: &XBoardNotation, game: &dyn AnyGame, pv: &[String]) -> String {
    let mut end = game.boxed_clone();
    let played = |text: &String| {
        end.play_text(text).ok()?;
        let mut squares = notation.appearance.picture(end.as_ref()).last;
        squares.dedup();
        let names: String = squares.iter().map(|&at| square(notation, at).to_string()).collect();
        Some(if names.is_empty() { XBoardMove::Pass.to_string() } else { names })
    };
    pv.iter().map_while(played).collect::<Vec<_>>().join(" ")
}
