//! A position given by its pieces instead of its text, for `query text`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Appearance;
use zugi_game::board::Square;
use zugi_game::{AnyGame, HasSeats, Player, Setup};

/// The most characters of the JSON that an error repeats.
const MOST_REPEATED: usize = 100;

/// An example of the JSON form, for errors.
const FORM: &str = r#"{"squares":{"a1":"w"},"places":[{"hand":{"w":2}}],"turn":0}"#;

/// The pieces of a position and its turn. The position may be impossible.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionSetup {
    /// The letters of the pieces, by the names of their squares.
    pub squares: BTreeMap<String, char>,
    /// For each seat: the number of pieces of each letter, by the names of the places beside the
    /// board.
    #[serde(default)]
    pub places: Vec<BTreeMap<String, BTreeMap<char, u32>>>,
    /// The seat to move, or the player in games without seats, from 0.
    pub turn: usize,
}

impl PositionSetup {
    /// The letter of the piece on a square of a board with this many files.
    #[must_use]
    pub fn piece(&self, square: Square, files: u8) -> Option<char> {
        self.squares.get(&square.name(files).to_string()).copied()
    }
}

/// The text of the position that this JSON describes; the JSON has the form of [`PositionSetup`].
/// Everything else, such as scores, is as in the current position if the game keeps it, see
/// [`Presentation::text_with`](crate::Presentation::text_with).
///
/// # Errors
/// The JSON is not of this form; it has a square, a piece on a square or a turn that the variant
/// does not have; or the variant cannot be drawn. An impossible position is no error: the result is
/// a text that cannot be set up.
///
/// ```
/// use zugi_game::{Of, Variant, toy::Hexapawn};
/// use zugi_show::{Appearance, text_of_setup};
///
/// let game = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new()).game();
/// let json = r#"{"squares":{"a1":"w","b4":"b"},"turn":1}"#;
/// assert_eq!(text_of_setup(game.as_ref(), json)?, "1b2/4/4/w3 b");
/// assert!(text_of_setup(game.as_ref(), r#"{"squares":{"z1":"w"},"turn":0}"#).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn text_of_setup(game: &dyn AnyGame, json: &str) -> Result<String, String> {
    let appearance: &dyn Appearance = game.capability().map_err(|missing| format!("{missing}"))?;
    let wrong =
        |error: serde_json::Error| format!("{}: expected {FORM}", shortened(&error.to_string()));
    let setup: PositionSetup = serde_json::from_str(json).map_err(wrong)?;
    let board_spec = appearance.board_spec();
    let squares = 0..board_spec.board.squares.len();
    let names: Vec<String> =
        squares.map(|square| board_spec.board.name(square).to_string()).collect();
    for (name, letter) in &setup.squares {
        if !names.contains(name) {
            return Err(format!(
                "no square \"{}\": expected a square of the board",
                shortened(name)
            ));
        }
        if board_spec.kind(*letter).is_none() {
            return Err(format!("no piece {letter:?} on {name}: expected a letter of \"kinds\""));
        }
    }
    let seats = game.capability::<dyn HasSeats>().map_or(Player::BOTH.len(), HasSeats::count);
    if setup.turn >= seats {
        return Err(format!("turn {}: expected 0 to {}", setup.turn, seats - 1));
    }
    let text = appearance.text_with(game, &setup);
    let mut game = game.boxed_clone();
    let is_possible = game.set_up(Setup::Text(&text), &[]).is_ok();
    Ok(if is_possible { game.text() } else { text })
}

/// The beginning of a text, with special characters escaped.
fn shortened(text: &str) -> String {
    text.chars().take(MOST_REPEATED).flat_map(char::escape_debug).collect()
}
