//! The visible state of a game as JSON: the answers to `query board` and `query state`.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::{Appearance, BoardSpec, BoardView, BoardViewMove, OffBoardView};
use zugi_game::board::SquareName;
use zugi_game::{AnyGame, MissingCapability, Player, shown_text};

/// The visible part of a game, as JSON in one line.
///
/// ```
/// use zugi_game::{Of, Variant, toy::Hexapawn};
/// use zugi_show::{Appearance, scene_json};
///
/// let variant = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new());
/// let json = scene_json(variant.game().as_ref())?;
/// assert!(json.starts_with(r#"{"variant":"hexapawn","players":["White","Black"],"board":"#));
/// assert!(json.contains(r#""pieces":{"a1":"w","b1":"w","#));
/// assert!(json.contains(r#"{"move":"a1a2","actions":[{"lift":"a1"},{"put":"a2"}]}"#));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub fn scene_json(game: &dyn AnyGame) -> Result<String, MissingCapability> {
    Ok(json_of(&scene_view(game)?))
}

/// The state of a game, as JSON in one line: text, turn, result, last move, legal moves and board.
///
/// ```
/// use zugi_game::{Variant, toy::Corridor};
/// use zugi_show::state_json;
///
/// let game = Variant::new::<Corridor>().game();
/// let state = r#"{"variant":"corridor","text":"x......o x 0","shown":"x......o x 0","turn":"p1","#;
/// let json = state_json(game.as_ref());
/// assert!(json.starts_with(state), "{json}");
/// assert!(json.contains(r#""result":null,"ended":null,"last":null,"moves":["b""#) && json.ends_with(r#""board":null}"#));
/// ```
#[must_use]
pub fn state_json(game: &dyn AnyGame) -> String {
    json_of(&StateView {
        variant: game.variant(),
        text: game.text(),
        shown: shown_text(game),
        turn: game.to_move(),
        result: game.outcome().map(|outcome| outcome.to_string()),
        ended: game.ended(),
        last: game.last_move_text(),
        moves: game.move_texts(),
        board: scene_view(game).ok(),
    })
}

/// The answer to `query state`; `None` is written as `null`.
#[derive(Serialize)]
struct StateView {
    variant: &'static str,
    text: String,
    shown: String,
    turn: Player,
    result: Option<String>,
    ended: Option<String>,
    last: Option<String>,
    moves: Vec<String>,
    board: Option<SceneView>,
}

/// Serialization cannot fail: all keys are texts, and all numbers are integers.
fn json_of(view: &impl Serialize) -> String {
    serde_json::to_string(view).unwrap_or_default()
}

fn scene_view(game: &dyn AnyGame) -> Result<SceneView, MissingCapability> {
    let appearance: &dyn Appearance = game.capability()?;
    Ok(SceneView::of(game.variant(), appearance.board_spec(), appearance.scene(game)))
}

/// The answer to `query board`.
#[derive(Serialize)]
pub(super) struct SceneView {
    variant: &'static str,
    #[serde(flatten)]
    board_spec: BoardSpec,
    #[serde(serialize_with = "as_map")]
    pieces: Vec<(SquareName, char)>,
    hands: [BTreeMap<char, u32>; 2],
    #[serde(flatten)]
    off_board: Option<OffBoardView>,
    turn: Player,
    last: Vec<SquareName>,
    moves: Vec<BoardViewMove>,
}

impl SceneView {
    pub fn of(variant: &'static str, board_spec: BoardSpec, scene: BoardView) -> SceneView {
        let board = &board_spec.board;
        let named = |(square, piece): (usize, &Option<char>)| {
            piece.map(|piece| (board.name(square), piece))
        };
        let pieces = scene.pieces.iter().enumerate().filter_map(named).collect();
        let last = scene.last.iter().map(|&square| board.name(square.into())).collect();
        let BoardView { hands, off_board, turn, moves, .. } = scene;
        SceneView { variant, board_spec, pieces, hands, off_board, turn, last, moves }
    }
}

fn as_map<S: Serializer>(pieces: &[(SquareName, char)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pieces.iter().copied())
}
