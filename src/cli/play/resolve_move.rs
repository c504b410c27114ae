//! Resolves typed text to a legal move, or explains why it is not one.

use zugi_game::{AnyGame, GameError};
use zugi_protocol::quote;

use super::super::closest_match::nearest;
use super::command;
use super::session::PASS;

/// How people call a pass.
const PASS_WORD: &str = "pass";

/// The fewest letters that stand for the one move that begins so.
const FEWEST_LETTERS: usize = 2;

/// The most moves that are listed where one was meant.
const MOST_MOVES: usize = 8;

/// The canonical text of the move that is meant: its text in any form, also with blanks
/// between its squares, or the beginning of no other one's.
///
/// # Errors
/// There is none, or several, in words.
pub(super) fn resolve_move(game: &dyn AnyGame, text: &str) -> Result<String, String> {
    let mut tried = game.boxed_clone();
    // Some games have other words for it, and this one is in the help of all.
    let text = if text.eq_ignore_ascii_case(PASS_WORD) { PASS } else { text };
    let error = match tried.play_text(text) {
        Ok(mv) => return Ok(mv),
        Err(error @ GameError::MoveText { .. }) => {
            let squeezed: String = text.split_whitespace().collect();
            match tried.play_text(&squeezed) {
                Ok(mv) => return Ok(mv),
                Err(GameError::MoveText { .. }) => error,
                Err(better) => better,
            }
        }
        Err(error) => error,
    };
    let begin = simplified(text);
    let mut moves = game.move_texts();
    moves.retain(|mv| simplified(mv).starts_with(&begin));
    match moves.as_slice() {
        _ if begin.len() < FEWEST_LETTERS => Err(complaint(&error)),
        [] => Err(complaint(&error)),
        [one] => Ok(one.clone()),
        several => {
            let more = if several.len() > MOST_MOVES { " …" } else { "" };
            let listed: Vec<&str> = several.iter().take(MOST_MOVES).map(String::as_str).collect();
            Err(format!("{} could be {}{more}: which one?", quote(text), listed.join(", ")))
        }
    }
}

/// The text of a move as it is said to people.
pub(super) fn spoken(mv: &str) -> &str {
    if mv == PASS { PASS_WORD } else { mv }
}

/// Whether a text is meant as a move, legal or not.
pub(super) fn is_like_a_move(game: &dyn AnyGame, text: &str) -> bool {
    let read = game.boxed_clone().play_text(text);
    begins_with_a_square(text) || !matches!(read, Err(GameError::MoveText { .. }))
}

/// What counts in the text of a move: not case, nor what may stand between squares.
fn simplified(text: &str) -> String {
    text.to_lowercase().replace(['-', 'x', ' '], "")
}

/// Whether a text begins like the name of a square.
fn begins_with_a_square(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// Why a text is not played, in words for people.
pub(super) fn complaint(error: &GameError) -> String {
    match error {
        GameError::MoveText { error, .. } if begins_with_a_square(&error.text) => {
            format!("{} is no move here: expected {}.", quote(&error.text), error.expected)
        }
        GameError::MoveText { error, .. } => {
            let meant = nearest(&error.text, command::words());
            let meant = meant.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
            format!(
                "{} is neither a move nor a command: type moves for the moves, help for the \
                 commands.{meant}",
                quote(&error.text)
            )
        }
        GameError::IllegalMove { text, reason, .. } => {
            let reason = reason.as_deref().unwrap_or("type moves for those that are");
            format!("{} is not legal: {reason}.", quote(text))
        }
        GameError::GameOver { .. } => OVER.to_owned(),
        other => other.to_string(),
    }
}

/// What is said to who goes on after the end.
pub(super) const OVER: &str = "The game is over.";
