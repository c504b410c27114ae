//! The completions of a session's lines.

use zugi_engine::Engine;
use zugi_game::AnyGame;
use zugi_protocol::{
    Dialect, LIMITS, Limit, LimitValue, QUESTIONS, Question, help, keywords_after,
};

use super::super::input_lines::{Completer, complete_word};
use super::short_forms;

/// Completions of the third word except moves; the tables of the protocol have those after a
/// command word.
const CONTINUATIONS: [(&str, &str); 2] =
    [("position startpos", "moves"), ("go infinite", "searchmoves")];

/// Completes lines for an engine in its present state.
pub(super) fn completer(engine: &Engine) -> Completer {
    let game = engine.game().boxed_clone();
    let variants = engine.registry().names();
    let options: Vec<_> = engine.declarations(Dialect::Ugi).map(|option| option.name).collect();
    Box::new(move |typed| {
        complete_word(typed, |before| {
            let is_begun = !typed.ends_with(char::is_whitespace) && !typed.is_empty();
            following(game.as_ref(), &variants, &options, before, is_begun)
        })
    })
}

/// The words that can follow these; `is_begun` if a part of the next one is typed.
fn following(
    game: &dyn AnyGame,
    variants: &[&str],
    options: &[String],
    before: &[&str],
    is_begun: bool,
) -> Vec<String> {
    let command = before.join(" ").to_lowercase();
    let words: Vec<&str> = match before {
        [] => {
            // Short forms are completed only where requested.
            let names = if is_begun {
                short_forms::known().collect()
            } else {
                help::names().collect::<Vec<_>>()
            };
            return names.into_iter().map(str::to_owned).chain(game.move_texts()).collect();
        }
        [.., last] if is_before_moves(last) => return game.move_texts(),
        _ => match &*command {
            "variant" => variants.to_vec(),
            "help" | "?" => help::names().collect(),
            "setoption name" => return options.to_vec(),
            _ if before.len() == 1 => keywords_after(&command),
            _ => CONTINUATIONS.iter().filter(|(it, _)| *it == command).map(|it| it.1).collect(),
        },
    };
    words.into_iter().map(str::to_owned).collect()
}

/// Whether moves follow the word.
fn is_before_moves(word: &str) -> bool {
    let asks = |question: &Question| question.word == word && question.takes_move;
    let limits = |limit: &Limit| limit.word == word && matches!(limit.value, LimitValue::Moves(..));
    ["moves", "legal"].contains(&word) || QUESTIONS.iter().any(asks) || LIMITS.iter().any(limits)
}
