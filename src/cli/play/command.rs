//! The commands that a person types during a game.

use std::path::PathBuf;

use super::super::files::{Overwrite, typed_path};

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// Play the move that this text stands for.
    Move(String),
    /// Take back the last move.
    Undo,
    /// Show a good move.
    Hint,
    /// List the legal moves.
    Moves,
    /// Show the rules.
    Rules,
    /// Show the board again.
    Board,
    /// Show the board from the other side.
    Flip,
    /// Save the game to a file.
    Save(PathBuf, Overwrite),
    /// Continue the game of a file.
    Load(PathBuf),
    /// Resign.
    Resign,
    /// Start a new game.
    New,
    /// Say the level, or set it.
    Level(Option<String>),
    /// List the variants, or start a new game of one.
    Variant(Option<String>),
    /// Say who plays which side, or change it.
    Side(Option<String>),
    /// List the commands.
    Help,
    /// End the program.
    Quit,
}

/// What follows a command word.
#[derive(Clone, Copy)]
enum Argument {
    /// No argument.
    None(fn() -> PlayCommand),
    /// A file path.
    File(fn(&str) -> PlayCommand),
    /// A name, which may be missing.
    Name(fn(Option<String>) -> PlayCommand),
}

/// A row of the command table.
struct Row {
    word: &'static str,
    /// Other names of the command.
    aliases: &'static [&'static str],
    argument: Argument,
    help: &'static str,
}

const fn alone(
    word: &'static str,
    aliases: &'static [&'static str],
    make: fn() -> PlayCommand,
    help: &'static str,
) -> Row {
    Row { word, aliases, argument: Argument::None(make), help }
}

const fn with_file(word: &'static str, make: fn(&str) -> PlayCommand, help: &'static str) -> Row {
    Row { word, aliases: &[], argument: Argument::File(make), help }
}

const fn with_name(
    word: &'static str,
    make: fn(Option<String>) -> PlayCommand,
    help: &'static str,
) -> Row {
    Row { word, aliases: &[], argument: Argument::Name(make), help }
}

/// All commands, in the order of `help`.
static COMMANDS: [Row; 15] = [
    alone("undo", &[], || PlayCommand::Undo, "take back your last move, and the answer to it"),
    alone("hint", &[], || PlayCommand::Hint, "a good move, and what it is worth"),
    alone("moves", &[], || PlayCommand::Moves, "all moves that you can play"),
    alone("rules", &[], || PlayCommand::Rules, "the rules of the game in short"),
    alone("board", &["d"], || PlayCommand::Board, "the board once more"),
    alone("flip", &[], || PlayCommand::Flip, "the board from the other side"),
    with_file(
        "save",
        save,
        "keep the game in a file, which zugi replay can show; --force FILE: over it",
    ),
    with_file("load", |path| PlayCommand::Load(typed_path(path)), "go on with the game of a file"),
    alone("resign", &[], || PlayCommand::Resign, "give up"),
    alone("new", &[], || PlayCommand::New, "a new game"),
    with_name("level", PlayCommand::Level, "play at this level; alone: the level, and all levels"),
    with_name("variant", PlayCommand::Variant, "a new game of this variant; alone: all variants"),
    with_name("side", PlayCommand::Side, "play this side, or both; alone: the sides"),
    alone("help", &["?"], || PlayCommand::Help, "this list"),
    alone("quit", &["exit", "q"], || PlayCommand::Quit, "leave"),
];

/// All command words, including aliases.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|row| row.word)
}

/// The command words that take a file path.
pub(super) fn words_before_path() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|row| matches!(row.argument, Argument::File(_))).map(|row| row.word)
}

/// The help: first these moves with explanations, then the commands.
pub(super) fn help(moves: impl Iterator<Item = (Option<String>, &'static str)>) -> String {
    let moves = moves.filter_map(|(mv, does)| mv.map(|mv| (mv, does)));
    let words = COMMANDS.iter().map(|row| match row.argument {
        Argument::None(_) => (row.word.to_owned(), row.help),
        Argument::File(_) => (format!("{} FILE", row.word), row.help),
        Argument::Name(_) => (format!("{} NAME", row.word), row.help),
    });
    let line = |(word, does): (String, &str)| format!("  {word:12} {does}\n");
    let lines: String = moves.chain(words).map(line).collect();
    lines.trim_end().to_owned()
}

/// Parses a line; `None` if it is blank.
///
/// # Errors
/// A command has too many or too few words; the text says what was expected.
pub(super) fn parse(line: &str) -> Result<Option<PlayCommand>, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (lower, rest) = (word.to_lowercase(), rest.trim_start());
    let is_meant = |row: &&Row| row.word == lower || row.aliases.contains(&&*lower);
    let command = match (COMMANDS.iter().find(is_meant).map(|row| row.argument), rest) {
        (None, _) => PlayCommand::Move(line.to_owned()),
        (Some(Argument::File(_)), "") => return Err(format!("{word} what? Type {word} FILE")),
        (Some(Argument::File(make)), path) => make(path),
        (Some(Argument::Name(make)), name) => {
            make(Some(name.to_owned()).filter(|it| !it.is_empty()))
        }
        (Some(Argument::None(make)), "") => make(),
        (Some(Argument::None(_)), _) => return Err(format!("{word} stands alone")),
    };
    Ok(Some(command))
}

/// Parses `FILE` or `--force FILE`.
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
                "level" | "variant" | "side" => assert_ne!(command, parse(word), "{word}"),
                _ => assert!(command.unwrap_err().contains("alone")),
            }
            let alone = parse(word);
            assert!(!matches!(alone, Ok(None | Some(PlayCommand::Move(_)))), "{word}: {alone:?}");
            assert!(help([].into_iter()).contains(word));
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
