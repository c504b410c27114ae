//! The commands that a person types during a game. The lines come from `input_lines.rs`, and
//! `resolve_move.rs` finds the move that a line means.

use std::path::PathBuf;

use super::super::commands::{CommandTable, row};
use super::super::files::{Overwrite, typed_path};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    Move(String),
    Undo,
    Hint,
    Moves,
    Rules,
    Board,
    Flip,
    Save(PathBuf, Overwrite),
    Load(PathBuf),
    Resign,
    New,
    /// Show the level, or set it.
    Level(Option<String>),
    /// List the variants, or start a new game of one.
    Variant(Option<String>),
    /// Show who plays which side, or change it.
    Side(Option<String>),
    Help,
    Quit,
}

/// Each row builds its command from the text after the word.
pub(super) static COMMANDS: CommandTable<fn(&str) -> PlayCommand> = CommandTable(&[
    row(&["undo"], "", |_| PlayCommand::Undo, "take back your last move, and the answer to it"),
    row(&["hint"], "", |_| PlayCommand::Hint, "a good move, and what it is worth"),
    row(&["moves"], "", |_| PlayCommand::Moves, "all moves that you can play"),
    row(&["rules"], "", |_| PlayCommand::Rules, "the rules of the game in short"),
    row(&["board", "d"], "", |_| PlayCommand::Board, "the board once more"),
    row(&["flip"], "", |_| PlayCommand::Flip, "the board from the other side"),
    row(
        &["save"],
        "FILE",
        save,
        "keep the game in a file, which zugi replay can show; --force FILE: over it",
    ),
    row(
        &["load"],
        "FILE",
        |path| PlayCommand::Load(typed_path(path)),
        "go on with the game of a file",
    ),
    row(&["resign"], "", |_| PlayCommand::Resign, "give up"),
    row(&["new"], "", |_| PlayCommand::New, "a new game"),
    row(&["level"], "", |_| PlayCommand::Level(None), ""),
    row(
        &["level"],
        "NAME",
        |name| PlayCommand::Level(Some(name.to_owned())),
        "play at this level; alone: the level, and all levels",
    ),
    row(&["variant"], "", |_| PlayCommand::Variant(None), ""),
    row(
        &["variant"],
        "NAME",
        |name| PlayCommand::Variant(Some(name.to_owned())),
        "a new game of this variant; alone: all variants",
    ),
    row(&["side"], "", |_| PlayCommand::Side(None), ""),
    row(
        &["side"],
        "NAME",
        |name| PlayCommand::Side(Some(name.to_owned())),
        "play this side, or both; alone: the sides",
    ),
    row(&["help", "?"], "", |_| PlayCommand::Help, "this list"),
    row(&["quit", "exit", "q"], "", |_| PlayCommand::Quit, "leave"),
]);

/// Parses a line; `None` if it is blank.
///
/// # Errors
/// A command has too many or too few words; the text says what was expected.
pub(super) fn parse(line: &str) -> Result<Option<PlayCommand>, String> {
    let line = line.trim();
    let command = COMMANDS.find(line)?.map(|(make, rest)| make(rest));
    Ok(command.or_else(|| (!line.is_empty()).then(|| PlayCommand::Move(line.to_owned()))))
}

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
        for word in COMMANDS.words() {
            let command = parse(&format!(" {} game.txt ", word.to_uppercase()));
            match word {
                "save" => assert_eq!(command, Ok(Some(save("game.txt")))),
                "load" => assert_eq!(command, Ok(Some(PlayCommand::Load("game.txt".into())))),
                "level" | "variant" | "side" => assert_ne!(command, parse(word), "{word}"),
                _ => assert!(command.unwrap_err().contains("alone")),
            }
            let alone = parse(word);
            assert!(!matches!(alone, Ok(None | Some(PlayCommand::Move(_)))), "{word}: {alone:?}");
            assert!(COMMANDS.help([]).contains(word));
        }
        assert_eq!(parse("Q"), parse("quit"));
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
