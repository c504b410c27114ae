//! What a person's line means: bare moves, command words in any case, and short forms of commands.

use zugi_engine::Engine;
use zugi_game::GameError;
use zugi_protocol::{
    Command, Line, ParseError, Start, help, keywords_after, nearest, parse_line, quote,
};

use super::super::commands::{CommandRow, CommandTable};
use super::super::files::typed_path;

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Commands for the session, and whether to show the board after them.
    Commands(Vec<Line>, bool),
    /// The answer, which needs no session.
    Text(String),
}

/// What a word stands for.
enum ShortForm {
    /// The beginning of a line of the protocol.
    Stands(&'static str),
    /// The same, and the board after it.
    ThenBoard(&'static str),
    NewGame,
    LegalMoves,
    Variants,
    /// Several commands are possible; a hint.
    Unclear(&'static str),
}

use ShortForm::{LegalMoves, NewGame, Stands, ThenBoard, Unclear, Variants};

const fn row(
    words: &'static [&'static str],
    arguments: &'static str,
    command: ShortForm,
    help: &'static str,
) -> CommandRow<ShortForm> {
    CommandRow { words, arguments, help, command }
}

const SETOPTION: &str = "did you mean setoption name NAME value VALUE?";

static SHORT_FORMS: CommandTable<ShortForm> = CommandTable(&[
    row(&["new"], "", NewGame, "a new game"),
    row(&["moves", "legalmoves"], "", LegalMoves, "the legal moves"),
    row(&["legal"], "", LegalMoves, ""),
    row(&["legal"], "MOVE", Stands("query islegal"), "whether a move is legal"),
    row(&["fen"], "", Stands("query fen"), "the position as text"),
    row(&["fen"], "FEN", ThenBoard("position fen"), "set the position"),
    row(&["startpos"], "[moves M...]", ThenBoard("position startpos"), "go to the start position"),
    row(&["takeback"], "[N]", Stands("undo"), "take back one move, or N"),
    row(&["variants", "variant"], "", Variants, "the variants"),
    row(
        &["variant"],
        "NAME",
        ThenBoard("setoption name UGI_Variant value"),
        "change to another variant",
    ),
    row(
        &["analyse", "analyze", "search", "think"],
        "[LIMIT...]",
        Stands("go"),
        "search; a limit alone does the same: depth N",
    ),
    row(&["evaluate"], "", Stands("eval"), "show the static evaluation"),
    row(&["show", "board"], "", Stands("d"), "draw the board"),
    row(&["options"], "", Stands("ugi"), "list the options"),
    row(&["?"], "[COMMAND]", Stands("help"), ""),
    row(&["exit", "q"], "", Stands("quit"), ""),
    row(&["set", "option"], "[]", Unclear(SETOPTION), ""),
    row(&["hint"], "[]", Unclear("did you mean go movetime 1000?"), ""),
    row(
        &["play"],
        "[]",
        Unclear("did you mean go movetime 1000? zugi play is a game for people"),
        "",
    ),
    row(&["save"], "[]", Unclear("games are kept in zugi play; did you mean fen?"), ""),
    row(
        &["load"],
        "[]",
        Unclear("games are kept in zugi play; did you mean position fen FEN?"),
        "",
    ),
    row(&["rules"], "[]", Unclear("zugi play tells the rules; did you mean moves?"), ""),
]);

/// Commands whose name may be omitted: `depth 5` is `go depth 5`, and `result` is `query result`.
const SILENT: [&str; 2] = ["go", "query"];

/// Commands whose arguments are case-sensitive, and their keywords, which are not.
const WITH_TEXT: [(&str, &[&str]); 2] =
    [("position", &["startpos", "fen", "moves"]), ("setoption", &["name", "value"])];

/// The meaning of a line.
///
/// # Errors
/// It is no command of the protocol.
pub(super) fn understand(engine: &Engine, line: &str) -> Result<Meaning, ParseError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(word) = words.first() else { return Ok(Meaning::Commands(Vec::new(), false)) };
    let first = word.to_lowercase();
    let short_form = SHORT_FORMS.find(line.trim());
    let is_command = help::names().any(|name| name == first);
    match (short_form, SILENT.iter().find(|it| keywords_after(it).contains(&&*first))) {
        (Ok(Some((short_form, rest))), _) => meaning(engine, short_form, word, rest),
        _ if is_command => parsed(line, false),
        (_, Some(command)) => parsed(&format!("{command} {line}"), false),
        (Err(complaint), None) => Ok(Meaning::Text(complaint)),
        (Ok(None), None) => {
            let moves: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            match engine.game().boxed_clone().play_texts(&moves) {
                // The first word is not a move in any position.
                Err(GameError::MoveText { number: 1, .. }) => Ok(Meaning::Text(unknown(word))),
                _ => Ok(commands([Command::Moves(moves)], true)),
            }
        }
    }
}

fn meaning(
    engine: &Engine,
    short_form: &ShortForm,
    word: &str,
    rest: &str,
) -> Result<Meaning, ParseError> {
    Ok(match short_form {
        Stands(command) => return parsed(&format!("{command} {rest}"), false),
        ThenBoard(command) => return parsed(&format!("{command} {rest}"), true),
        NewGame => {
            let position = Command::Position { start: Start::StartPos, moves: Vec::new() };
            commands([Command::NewGame, position], true)
        }
        LegalMoves => Meaning::Text(match engine.game().move_texts() {
            moves if moves.is_empty() => "The game is over: there are no moves.".to_owned(),
            moves => moves.join(" "),
        }),
        Variants => Meaning::Text(variants(engine)),
        Unclear(hint) => Meaning::Text(format!("unknown command {}: {hint}", quote(word))),
    })
}

fn commands<const N: usize>(commands: [Command; N], shows_board: bool) -> Meaning {
    let lines = commands.map(|command| Line { command, skipped: Vec::new() });
    Meaning::Commands(lines.into(), shows_board)
}

fn parsed(line: &str, shows_board: bool) -> Result<Meaning, ParseError> {
    let line = parse_line(&in_protocol_case(line))?;
    Ok(Meaning::Commands(line.into_iter().collect(), shows_board))
}

/// A line with command words in lower case and paths expanded.
fn in_protocol_case(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let command = words.first().map(|first| first.to_lowercase());
    let keywords = WITH_TEXT.iter().find(|(with, _)| Some(*with) == command.as_deref());
    let words = words.iter().enumerate().map(|(number, word)| {
        let lower = word.to_lowercase();
        match keywords {
            Some((_, known)) if number > 0 && !known.contains(&&*lower) => match command.as_deref()
            {
                Some("setoption") => typed_path(word).to_string_lossy().into_owned(),
                _ => (*word).to_owned(),
            },
            _ => lower,
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The variants, with the current one in brackets.
fn variants(engine: &Engine) -> String {
    let current = engine.game().variant();
    let names = engine.registry().names().into_iter().map(|name| match name == current {
        true => format!("[{name}]"),
        false => name.to_owned(),
    });
    format!("{}\nvariant NAME changes it.", names.collect::<Vec<_>>().join(" "))
}

/// The help on what is not in the protocol.
pub(super) fn additional_help(engine: &Engine) -> String {
    let mv = engine.game().move_texts().into_iter().next();
    let example = mv.map(|mv| format!(", such as {mv},")).unwrap_or_default();
    format!(
        "Here a move alone{example} is played, and the board shown. Tab completes words and moves. \
         Short forms are known, too:\n{}",
        SHORT_FORMS.help([])
    )
}

/// The message for a word that is neither a command nor a move.
fn unknown(word: &str) -> String {
    match nearest(word, known()) {
        Some(name) => format!("unknown command {}: did you mean {name}?", quote(word)),
        None => format!("{} is neither a command nor a move: type help", quote(word)),
    }
}

/// All words that can start a line, each once.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let rows = SHORT_FORMS.0.iter().filter(|row| !matches!(row.command, Unclear(_)));
    let short = rows.flat_map(|row| row.words).copied();
    let silent = SILENT.into_iter().flat_map(keywords_after);
    let mut words: Vec<&str> = help::names().chain(short).chain(silent).collect();
    let mut seen = Vec::new();
    words.retain(|word| {
        !seen.contains(word) && {
            seen.push(*word);
            true
        }
    });
    words.into_iter()
}
