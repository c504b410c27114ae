//! Resolves typed text to a legal move, or explains why it is not one.

use zugi_game::{AnyGame, GameError};
use zugi_protocol::{nearest, quote};

use super::move_words::{PASS_WORD, all_words};
use super::session::PASS;
use super::typed_command::COMMANDS;

const FEWEST_LETTERS: usize = 2;

/// The most candidates listed for an ambiguous text.
const MOST_MOVES: usize = 8;

/// The canonical text of the legal move that the typed text stands for: any form of it, also with
/// blanks between squares, or an unambiguous prefix.
///
/// # Errors
/// No move or several moves match; the text is for people.
pub(super) fn resolve_move(game: &dyn AnyGame, text: &str) -> Result<String, String> {
    let mut tried = game.boxed_clone();
    // `help` mentions this word wherever a pass is one of the legal moves, even if the game has
    // another word for it.
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
    let moves = game.move_texts();
    let words = all_words(game, &moves);
    let mut found: Vec<(&String, &String)> = moves.iter().zip(&words).collect();
    if let Some((mv, _)) = found.iter().find(|(_, words)| simplified(words) == begin) {
        return Ok((*mv).clone());
    }
    // A whole move that is illegal is no beginning: `e9e1` does not mean `e9e10`.
    let is_move = matches!(error, GameError::IllegalMove { .. });
    let begins = |it: &str| {
        let it = simplified(it);
        let rest = it.strip_prefix(&begin);
        rest.is_some_and(|rest| !is_move || !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    found.retain(|(mv, words)| [mv, words].iter().any(|it| begins(it)));
    match found.as_slice() {
        _ if begin.len() < FEWEST_LETTERS => Err(complaint(&error)),
        [] => Err(complaint(&error)),
        [(one, _)] => Ok((*one).clone()),
        several => {
            let more = if several.len() > MOST_MOVES { " …" } else { "" };
            let listed = several.iter().take(MOST_MOVES).map(|(_, words)| words.as_str());
            let listed: Vec<&str> = listed.collect();
            Err(format!("{} could be {}{more}: which one?", quote(text), listed.join(", ")))
        }
    }
}

/// Whether the text looks like a move, legal or not.
pub(super) fn is_like_a_move(game: &dyn AnyGame, text: &str) -> bool {
    let read = game.boxed_clone().play_text(text);
    begins_with_a_square(text) || !matches!(read, Err(GameError::MoveText { .. }))
}

/// The text of a move without case and separators.
fn simplified(text: &str) -> String {
    text.to_lowercase().replace(['-', 'x', ' '], "")
}

fn begins_with_a_square(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// Why a text is not a playable move, for people.
pub(super) fn complaint(error: &GameError) -> String {
    match error {
        GameError::MoveText { error, .. } if begins_with_a_square(&error.text) => {
            let expected = error.expected.replace(PASS, PASS_WORD);
            format!("{} is no move here: expected {expected}.", quote(&error.text))
        }
        GameError::MoveText { error, .. } => {
            let meant = nearest(&error.text, COMMANDS.words());
            let meant = meant.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
            format!(
                "{} is neither a move nor a command: type moves for the moves, help for the \
                 commands.{meant}",
                quote(&error.text)
            )
        }
        GameError::IllegalMove { text, reason, .. } => {
            let reason = reason.as_deref().unwrap_or("type moves for those that are");
            format!("{} is not legal: {reason}.", quote(&text.replace(PASS, PASS_WORD)))
        }
        GameError::GameOver { .. } => OVER.to_owned(),
        other => other.to_string(),
    }
}

pub(super) const OVER: &str = "The game is over.";
