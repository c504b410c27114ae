//! All that is to be seen of a game in progress, as JSON: the answer to `query board`.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::{
    AnyGame, Appearance, BoardSpec, BoardView, BoardViewMove, MissingCapability, OffBoardView,
    Player,
};
use crate::board::SquareName;

/// All that is to be seen of a game, as JSON in one line.
///
/// # Errors
/// The variant has no [`Appearance`](super::Appearance).
///
/// ```
/// use zugi_game::{Appearance, Variant, scene_json, toy::Hexapawn};
///
/// let variant = Variant::new::<Hexapawn>().with(Appearance::of::<Hexapawn>());
/// let json = scene_json(variant.game().as_ref())?;
/// assert!(json.starts_with(r#"{"variant":"hexapawn","players":["White","Black"],"board":"#));
/// assert!(json.contains(r#""pieces":{"a1":"w","b1":"w","#));
/// assert!(json.contains(r#"{"move":"a1a2","actions":[{"lift":"a1"},{"put":"a2"}]}"#));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub fn scene_json(game: &dyn AnyGame) -> Result<String, MissingCapability> {
    let appearance: &Appearance = game.capability()?;
    let view = SceneView::of(game.variant(), appearance.equipment(), appearance.scene(game));
    // Nothing in it can fail: all keys are texts, and all numbers whole.
    Ok(serde_json::to_string(&view).unwrap_or_default())
}

/// What is written of a scene.
#[derive(Serialize)]
pub(super) struct SceneView {
    variant: &'static str,
    #[serde(flatten)]
    equipment: BoardSpec,
    #[serde(serialize_with = "as_map")]
    pieces: Vec<(SquareName, char)>,
    hands: [BTreeMap<char, u32>; 2],
    #[serde(flatten)]
    around: Option<OffBoardView>,
    turn: Player,
    last: Vec<SquareName>,
    moves: Vec<BoardViewMove>,
}

impl SceneView {
    /// A scene of a variant that is played with this.
    pub fn of(variant: &'static str, equipment: BoardSpec, scene: BoardView) -> SceneView {
        let board = &equipment.board;
        let named = |(square, piece): (usize, &Option<char>)| {
            piece.map(|piece| (board.name(square), piece))
        };
        let pieces = scene.pieces.iter().enumerate().filter_map(named).collect();
        let last = scene.last.iter().map(|&square| board.name(square.into())).collect();
        let BoardView { hands, around, turn, moves, .. } = scene;
        SceneView { variant, equipment, pieces, hands, around, turn, last, moves }
    }
}

fn as_map<S: Serializer>(pieces: &[(SquareName, char)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pieces.iter().copied())
}
