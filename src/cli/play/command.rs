//! What a person who plays may type.

use std::path::PathBuf;

use super::super::files::{Overwrite, typed_path};

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// To play this move, or whatever the text means.
    Move(String),
    /// To have the last move back.
    Undo,
    /// To be told a good move.
    Hint,
    /// To see the legal moves.
    Moves,
    /// To be told the rules.
    Rules,
    /// To see the board again.
    Board,
    /// To see the board from the other side.
    Flip,
    /// To keep the game in a file.
    Save(PathBuf, Overwrite),
    /// To go on with the game of a file.
    Load(PathBuf),
    /// To give the game up.
    Resign,
    /// To begin again.
    New,
    /// To be told what can be typed.
    Help,
    /// To leave.
    Quit,
}

/// The words, with what they do.
const HELP: [(&str, &str); 12] = [
    ("undo", "take back your last move, and the answer to it"),
    ("hint", "a good move, and what it is worth"),
    ("moves", "all moves that you can play"),
    ("rules", "the rules of the game in short"),
    ("board", "the board once more"),
    ("flip", "the board from the other side"),
    ("save FILE", "keep the game in a file, which zugi replay can show; --force FILE: over it"),
    ("load FILE", "go on with the game of a file"),
    ("resign", "give up"),
    ("new", "a new game"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// The words that are no moves.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    HELP.into_iter().filter_map(|(usage, _)| usage.split(' ').next())
}

/// Those of them after which there is the path of a file.
pub(super) fn words_before_path() -> impl Iterator<Item = &'static str> {
    HELP.into_iter().filter_map(|(usage, _)| usage.strip_suffix(" FILE"))
}

/// What can be typed: first these moves, those that there are, each with what it does.
pub(super) fn help(moves: impl Iterator<Item = (Option<String>, &'static str)>) -> String {
    let moves = moves.filter_map(|(mv, does)| mv.map(|mv| (mv, does)));
    let words = HELP.map(|(usage, does)| (usage.to_owned(), does));
    let line = |(word, does): (String, &str)| format!("  {word:10} {does}\n");
    let lines: String = moves.chain(words).map(line).collect();
    lines.trim_end().to_owned()
}

/// Reads a line; `None` if it is blank.
///
/// # Errors
/// A word with too much or too little after it: what was expected.
pub(super) fn parse(line: &str) -> Result<Option<PlayCommand>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    let command = match word.to_lowercase().as_str() {
        "" => return Ok(None),
        "save" | "load" if rest.is_empty() => return Err(format!("{word} what? Type {word} FILE")),
        "save" => return Ok(Some(save(rest))),
        "load" => return Ok(Some(PlayCommand::Load(typed_path(rest)))),
        "undo" => PlayCommand::Undo,
        "hint" => PlayCommand::Hint,
        "moves" => PlayCommand::Moves,
        "rules" => PlayCommand::Rules,
        "board" | "d" => PlayCommand::Board,
        "flip" => PlayCommand::Flip,
        "resign" => PlayCommand::Resign,
        "new" => PlayCommand::New,
        "help" | "?" => PlayCommand::Help,
        "quit" | "exit" | "q" => PlayCommand::Quit,
        _ => return Ok(Some(PlayCommand::Move(line.to_owned()))),
    };
    if rest.is_empty() { Ok(Some(command)) } else { Err(format!("{word} stands alone")) }
}

/// `FILE` or `--force FILE`.
fn save(rest: &str) -> PlayCommand {
    let forced = rest.strip_prefix("--force").filter(|file| file.starts_with(char::is_whitespace));
    let overwrite = Overwrite { force: forced.is_some() };
    PlayCommand::Save(typed_path(forced.unwrap_or(rest).trim_start()), overwrite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for word in words() {
            let command = parse(&format!(" {} game.txt ", word.to_uppercase()));
            match word {
                "save" => assert_eq!(command, Ok(Some(save("game.txt")))),
                "load" => assert_eq!(command, Ok(Some(PlayCommand::Load("game.txt".into())))),
                _ => assert!(command.unwrap_err().contains("alone")),
            }
            let alone = parse(word);
            assert!(!matches!(alone, Ok(None | Some(PlayCommand::Move(_)))), "{word}: {alone:?}");
            assert!(help([].into_iter()).contains(word));
        }
    }

    #[test]
    fn a_file_may_be_written_over() {
        for (rest, file, force) in [
            ("a b", "a b", false),
            ("--force a b", "a b", true),
            ("--forced", "--forced", false),
            ("--force", "--force", false),
        ] {
            let overwrite = Overwrite { force };
            assert_eq!(
                parse(&format!("save {rest}")),
                Ok(Some(PlayCommand::Save(file.into(), overwrite)))
            );
        }
    }

    #[test]
    fn everything_else_may_be_a_move() {
        assert_eq!(parse("  "), Ok(None));
        for text in ["a1b1", "c3 e5", "undoing", "\u{0}"] {
            assert_eq!(parse(text), Ok(Some(PlayCommand::Move(text.to_owned()))));
        }
    }
}
