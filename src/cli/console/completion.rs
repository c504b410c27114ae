use zugi_engine::Engine;
use zugi_protocol::{Dialect, Extent, LIMITS, Limit, QUESTIONS, Question, help, keywords_after};

use super::super::input_lines::{Completer, complete_word};
use super::short_forms;

/// Completes lines for the current state of an engine.
pub(super) fn completer(engine: &Engine) -> Completer {
    let game = engine.game().boxed_clone();
    let variants = engine.registry().names();
    let options: Vec<_> = engine.declarations(Dialect::Ugi).map(|option| option.name).collect();
    Box::new(move |typed| {
        complete_word(typed, |before| match (before, &*before.join(" ").to_lowercase()) {
            // An empty line completes to commands and moves, not to short forms.
            ([], _) if typed.trim().is_empty() => {
                owned(help::names()).into_iter().chain(game.move_texts()).collect()
            }
            ([], _) => owned(short_forms::known()).into_iter().chain(game.move_texts()).collect(),
            ([.., last], _) if is_before_moves(last) => game.move_texts(),
            (_, "variant") => owned(variants.iter().copied()),
            (_, "help" | "?") => owned(help::names()),
            (_, "setoption name") => options.clone(),
            (_, "position startpos") => owned(["moves"]),
            (_, "go infinite") => owned(["searchmoves"]),
            ([_], command) => owned(keywords_after(command)),
            _ => Vec::new(),
        })
    })
}

fn owned(words: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

fn is_before_moves(word: &str) -> bool {
    let asks = |question: &Question| question.word == word && question.argument.starts_with('M');
    let limits = |limit: &Limit| limit.word == word && limit.value.extent == Extent::UpToKey;
    ["moves", "legal"].contains(&word) || QUESTIONS.iter().any(asks) || LIMITS.iter().any(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn words_are_completed_by_what_can_follow() {
        let mut engine = Engine::new(&registry(), "zola-6").unwrap();
        for (typed, completed) in [
            ("pos", "position "),
            ("A1", "a1a2,a1b1"),
            ("help unde", ""),
            ("query leg", "legalmoves "),
            ("Go mo", "movetime "),
            ("debug o", "on,off"),
            ("query islegal a1a", "a1a2 "),
            ("go searchmoves a1a", "a1a2 "),
            ("setoption name ugi_e", "UGI_Elo "),
            ("position startpos m", "moves "),
            ("position startpos moves a1a", "a1a2 "),
            ("variant zola-4", "zola-4 "),
        ] {
            assert_eq!(completer(&engine)(typed).1.join(","), completed, "{typed}");
        }
        engine.set_option("UGI_Variant", Some("zola-4")).unwrap();
        assert_eq!(completer(&engine)("moves ").1, engine.game().move_texts());
    }
}
