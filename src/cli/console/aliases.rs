//! Short forms of commands for people at a terminal.

use zugi_protocol::{help, keywords_after};

use super::super::files::typed_path;

/// Words that stand for the start of a command; further words are appended.
const ALIASES: [(&str, &str); 13] = [
    ("exit", "quit"),
    ("q", "quit"),
    ("?", "help"),
    ("show", "d"),
    ("board", "d"),
    ("evaluate", "eval"),
    ("analyse", "go"),
    ("analyze", "go"),
    ("search", "go"),
    ("think", "go"),
    ("startpos", "position startpos"),
    ("takeback", "undo"),
    ("options", "ugi"),
];

/// Commands whose name may be omitted: `depth 5` is `go depth 5`, and `result` is `query result`.
const SILENT: [&str; 2] = ["go", "query"];

/// The command of [`SILENT`] that this word continues.
fn silent(word: &str) -> Option<&'static str> {
    SILENT.into_iter().find(|command| keywords_after(command).contains(&word))
}

/// Commands of the console itself.
const OWN: [&str; 7] = ["moves", "legal", "legalmoves", "variant", "variants", "new", "fen"];

/// Words that are ambiguous, each with a hint.
const HINTS: [(&str, &str); 7] = [
    ("set", "did you mean setoption name NAME value VALUE?"),
    ("option", "did you mean setoption name NAME value VALUE?"),
    ("hint", "did you mean go movetime 1000?"),
    ("play", "did you mean go movetime 1000? zugi play is a game for people"),
    ("save", "games are kept in zugi play; did you mean fen?"),
    ("load", "games are kept in zugi play; did you mean position fen FEN?"),
    ("rules", "zugi play tells the rules; did you mean moves?"),
];

/// Commands whose arguments are case-sensitive, and their keywords, which are not.
const WITH_TEXT: [(&str, &[&str]); 2] =
    [("position", &["startpos", "fen", "moves"]), ("setoption", &["name", "value"])];

/// The meaning of a line in short form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ConsoleCommand {
    /// Lines for the session, and whether to show the board after them.
    Lines(Vec<String>, bool),
    /// List the legal moves.
    LegalMoves,
    /// List the variants.
    Variants,
    /// Ambiguous; a hint.
    Unclear(&'static str),
}

/// The meaning of a lower-case first word followed by these words.
pub(super) fn console_command(first: &str, rest: &[String]) -> Option<ConsoleCommand> {
    let go_on = |text: &str, board| {
        let words: Vec<&str> = [text].into_iter().chain(rest.iter().map(String::as_str)).collect();
        ConsoleCommand::Lines(vec![words.join(" ")], board)
    };
    Some(match (first, rest) {
        ("moves" | "legal" | "legalmoves", []) => ConsoleCommand::LegalMoves,
        ("legal", _) => go_on("query islegal", false),
        ("variant" | "variants", []) => ConsoleCommand::Variants,
        ("variant", _) => go_on("setoption name UGI_Variant value", true),
        ("new", []) => ConsoleCommand::Lines(
            ["uginewgame", "position startpos"].map(str::to_owned).to_vec(),
            true,
        ),
        ("fen", []) => go_on("query fen", false),
        ("fen", _) => go_on("position fen", true),
        _ => {
            let alias = ALIASES.iter().find(|(alias, _)| *alias == first);
            let hint = || HINTS.iter().find(|(word, _)| *word == first);
            match (alias, silent(first)) {
                (Some((_, command)), _) => go_on(command, first == "startpos"),
                (None, Some(command)) => go_on(&format!("{command} {first}"), false),
                (None, None) => ConsoleCommand::Unclear(hint()?.1),
            }
        }
    })
}

/// A line with command words in lower case and paths expanded.
pub(super) fn in_protocol_case(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else { return String::new() };
    let first = first.to_lowercase();
    let keywords = WITH_TEXT.iter().find(|(command, _)| *command == first);
    let sets_option = first == "setoption";
    let lower = |word: &&str| {
        let lower = word.to_lowercase();
        match keywords {
            Some((_, known)) if !known.contains(&&*lower) => match sets_option {
                true => typed_path(word).to_string_lossy().into_owned(),
                false => (*word).to_owned(),
            },
            _ => lower,
        }
    };
    let words = [first.clone()].into_iter().chain(rest.iter().map(lower));
    words.collect::<Vec<_>>().join(" ")
}

/// All words that can start a line.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let own = OWN.into_iter().filter(|own| help::names().all(|name| name != *own));
    let silent = SILENT.into_iter().flat_map(keywords_after).filter(|word| !OWN.contains(word));
    let aliases = ALIASES.map(|(alias, _)| alias);
    help::names()
        .chain(own)
        .chain(aliases)
        .chain(silent.filter(move |word| !aliases.contains(word)))
}

#[cfg(test)]
mod tests {
    use zugi_protocol::parse;

    use super::*;

    fn lines(typed: &str) -> Vec<String> {
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        match console_command(&words[0], &words[1..]) {
            Some(ConsoleCommand::Lines(lines, _)) => lines,
            other => panic!("{typed}: {other:?}"),
        }
    }

    #[test]
    fn short_words_are_commands() {
        for (typed, command) in [
            ("analyse", "go"),
            ("analyze depth 5", "go depth 5"),
            ("depth 5", "go depth 5"),
            ("variant zola-8", "setoption name UGI_Variant value zola-8"),
            ("legal a1b1", "query islegal a1b1"),
            ("islegal a1b1", "query islegal a1b1"),
            ("result", "query result"),
            ("shown", "query shown"),
            ("mate 3", "go mate 3"),
            ("fen", "query fen"),
            ("fen 8/8 w", "position fen 8/8 w"),
            ("show", "d"),
        ] {
            assert_eq!(lines(typed), [command]);
        }
        assert_eq!(lines("new"), ["uginewgame", "position startpos"]);
        assert_eq!(console_command("moves", &[]), Some(ConsoleCommand::LegalMoves));
        assert_eq!(console_command("moves", &["a1b1".to_owned()]), None);
    }

    #[test]
    fn every_word_begins_a_command_or_is_explained() {
        let commands: Vec<&str> = help::names().collect();
        for (alias, command) in ALIASES {
            assert!(!commands.contains(&alias), "{alias}");
            let first = command.split(' ').next().unwrap();
            assert!(commands.contains(&first), "{command}");
            let needs_more = command.contains(' ') && parse(command).is_err();
            assert!(needs_more || matches!(parse(command), Ok(Some(_))), "{command}");
        }
        for (word, hint) in HINTS {
            assert_eq!(console_command(word, &[]), Some(ConsoleCommand::Unclear(hint)));
        }
        for word in OWN {
            assert!(console_command(word, &[]).is_some(), "{word}");
        }
    }
}
