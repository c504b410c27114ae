//! From a variant in XBoard's letters to the types of the protocol.

use zugi_game::board::SquareName;
use zugi_game::{Action, AnyGame, BoardView, RawMove, XboardNotation, XboardTurn};
use zugi_protocol::xboard::{Ply, XBoardSquare};

/// A square in XBoard's coordinates.
pub(super) fn square(notation: &XboardNotation, name: SquareName) -> XBoardSquare {
    let files = notation.equipment().board.files.max(1);
    let square = name.square();
    XBoardSquare { file: square.file(files), rank: square.rank(files) + notation.first_rank() }
}

/// The piece on a square.
pub(super) fn piece(
    notation: &XboardNotation,
    scene: &BoardView,
    square: XBoardSquare,
) -> Option<char> {
    let files = usize::from(notation.equipment().board.files);
    let rank = usize::from(square.rank.checked_sub(notation.first_rank())?);
    let index = rank * files + usize::from(square.file);
    scene.pieces.get(index).copied().flatten()
}

/// All squares, each rank from the left, from the top down.
pub(super) fn ranks(notation: &XboardNotation) -> impl Iterator<Item = Vec<XBoardSquare>> {
    let (files, first) = (notation.equipment().board.files, notation.first_rank());
    let ranks = first..first + notation.equipment().board.ranks;
    ranks.rev().map(move |rank| (0..files).map(|file| XBoardSquare { file, rank }).collect())
}

/// A move as turns in the GUI, see [`XboardNotation::turns`].
pub(super) fn plies(notation: &XboardNotation, scene: &BoardView, actions: &[Action]) -> Vec<Ply> {
    let ply = |turn| match turn {
        XboardTurn::Pass => Ply::Pass,
        XboardTurn::Drop { piece, to } => Ply::Drop { piece, to: square(notation, to) },
        XboardTurn::Path { squares, promotion, .. } => {
            let squares = squares.into_iter().map(|name| square(notation, name)).collect();
            Ply::Path { squares, promotion }
        }
    };
    notation.turns(scene, actions).into_iter().map(ply).collect()
}

/// A line of moves from the position of this game, each as the squares that its pieces leave and
/// reach.
pub(super) fn variation(notation: &XboardNotation, game: &dyn AnyGame, pv: &[String]) -> String {
    let mut end = game.boxed_clone();
    let mut play = |text: &String| {
        let mv = end.legal_move(text).ok()?;
        end.play_text(text).ok()?;
        Some(mv)
    };
    let moves: Vec<RawMove> = pv.iter().map_while(&mut play).collect();
    let text = |actions: Vec<Action>| {
        let mut squares: Vec<XBoardSquare> = Vec::new();
        for action in actions {
            if let Action::Lift(at) | Action::Put(at) = action {
                squares.push(square(notation, at));
            }
        }
        squares.dedup();
        let names: String = squares.iter().map(XBoardSquare::to_string).collect();
        if names.is_empty() { Ply::Pass.to_string() } else { names }
    };
    notation.variation(game, &moves).into_iter().map(text).collect::<Vec<_>>().join(" ")
}
