//! Resolves typed lines: bare moves, command words in any case, and short forms of commands.

use zugi_engine::Engine;
use zugi_game::GameError;
use zugi_protocol::{Line, ParseError, help, keywords_after, nearest, parse_line, quote};

use super::super::commands::{CommandTable, row};
use super::super::files::typed_path;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Commands for the session, and whether to show the board after them.
    Commands(Vec<Line>, bool),
    /// An answer that needs no session.
    Text(String),
}

/// The expansion of a word.
enum ShortForm {
    /// The beginning of a line of the protocol.
    Prefix(&'static str),
    /// The same, with the board after it.
    PrefixThenBoard(&'static str),
    /// A question with this answer.
    Answer(fn(&Engine) -> String),
}

use ShortForm::{Answer, Prefix, PrefixThenBoard};

const ANALYSE: &[&str] = &["analyse", "analyze", "search", "think"];
const SET_VARIANT: &str = "setoption name UGI_Variant value";

static SHORT_FORMS: CommandTable<ShortForm> = CommandTable(&[
    row(&["new"], "", PrefixThenBoard("uginewgame\nposition startpos"), "a new game"),
    row(&["moves", "legal", "legalmoves"], "", Answer(legal_moves), "the legal moves"),
    row(&["legal"], "MOVE", Prefix("query islegal"), "whether a move is legal"),
    row(&["fen"], "", Prefix("query fen"), "the position as text"),
    row(&["fen"], "FEN", PrefixThenBoard("position fen"), "set the position"),
    row(&["startpos"], "[moves M...]", PrefixThenBoard("position startpos"), "the start position"),
    row(&["takeback"], "[N]", Prefix("undo"), "take back one move, or N"),
    row(&["variants", "variant"], "", Answer(variants), "the variants"),
    row(&["variant"], "NAME", PrefixThenBoard(SET_VARIANT), "change to another variant"),
    row(ANALYSE, "[LIMIT...]", Prefix("go"), "search; a limit alone is enough: depth N"),
    row(&["show", "board"], "", Prefix("d"), "draw the board"),
    row(&["evaluate"], "", Prefix("eval"), "show the static evaluation"),
    row(&["options"], "", Prefix("ugi"), "list the options"),
    row(&["?"], "[COMMAND]", Prefix("help"), ""),
    row(&["exit", "q"], "", Prefix("quit"), ""),
]);

/// Words that people may try here and that are no commands, each with a hint.
const HINTS: [(&str, &str); 7] = [
    ("set", "did you mean setoption name NAME value VALUE?"),
    ("option", "did you mean setoption name NAME value VALUE?"),
    ("hint", "did you mean go movetime 1000?"),
    ("play", "did you mean go movetime 1000? zugi play is a game for people"),
    ("save", "games are kept in zugi play; did you mean fen?"),
    ("load", "games are kept in zugi play; did you mean position fen FEN?"),
    ("rules", "zugi play tells the rules; did you mean moves?"),
];

/// Commands whose name may be omitted: `depth 5` is `go depth 5`, and `result` is `query result`.
const OMITTED_WORDS: [&str; 2] = ["go", "query"];

/// # Errors
/// It begins like a line of the protocol, but is not a valid one.
pub(super) fn understand(engine: &Engine, line: &str) -> Result<Meaning, ParseError> {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let first = word.to_lowercase();
    let is_command = line.is_empty() || help::names().any(|name| name == first);
    let silent = OMITTED_WORDS.iter().find(|command| keywords_after(command).contains(&&*first));
    match (SHORT_FORMS.find(line), silent) {
        (Ok(Some((Prefix(begin), rest))), _) => parsed(&format!("{begin} {rest}"), false),
        (Ok(Some((PrefixThenBoard(begin), rest))), _) => parsed(&format!("{begin} {rest}"), true),
        (Ok(Some((Answer(answer), _))), _) => Ok(Meaning::Text(answer(engine))),
        _ if is_command => parsed(line, false),
        (_, Some(command)) => parsed(&format!("{command} {line}"), false),
        (Err(complaint), None) => Ok(Meaning::Text(complaint)),
        (Ok(None), None) => {
            let moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            match engine.game().boxed_clone().play_texts(&moves) {
                // The first word is not a move in any position.
                Err(GameError::MoveText { number: 1, .. }) => Ok(Meaning::Text(unknown(word))),
                _ => {
                    let played = parse_line(&format!("moves {line}"))?;
                    Ok(Meaning::Commands(played.into_iter().collect(), true))
                }
            }
        }
    }
}

fn parsed(lines: &str, shows_board: bool) -> Result<Meaning, ParseError> {
    let lines = lines.lines().map(|line| parse_line(&in_protocol_case(line)));
    let commands: Vec<Option<Line>> = lines.collect::<Result<_, _>>()?;
    Ok(Meaning::Commands(commands.into_iter().flatten().collect(), shows_board))
}

/// A line with command words in lower case and paths expanded.
fn in_protocol_case(line: &str) -> String {
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default().to_lowercase();
    // These commands also take text that is not a keyword.
    let keywords: Option<&[&str]> = match &*command {
        "position" => Some(&["startpos", "fen", "moves"]),
        "setoption" => Some(&["name", "value"]),
        _ => None,
    };
    let rest = words.enumerate().map(|(at, word)| {
        let lower = word.to_lowercase();
        match keywords {
            Some(keywords) if keywords.contains(&&*lower) => lower,
            Some(_) if command == "setoption" => typed_path(word).to_string_lossy().into_owned(),
            Some(_) => word.to_owned(),
            // The argument of a query may have capital letters.
            None if command == "query" && at > 0 => word.to_owned(),
            None => lower,
        }
    });
    [command.clone()].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

fn legal_moves(engine: &Engine) -> String {
    match engine.game().move_texts() {
        moves if moves.is_empty() => "The game is over: there are no moves.".to_owned(),
        moves => moves.join(" "),
    }
}

/// The variants, with the current one in brackets.
fn variants(engine: &Engine) -> String {
    let current = engine.game().variant();
    let names = engine.registry().names().join(" ");
    // The blanks keep this from changing a part of another name.
    let names = format!(" {names} ").replace(&format!(" {current} "), &format!(" [{current}] "));
    format!("{}\nvariant NAME changes it.", names.trim())
}

/// The help on lines that are not in the protocol.
pub(super) fn additional_help(engine: &Engine) -> String {
    let mv = engine.game().move_texts().into_iter().next();
    let example = mv.map(|mv| format!(", such as {mv},")).unwrap_or_default();
    format!(
        "Here a move alone{example} is played, and the board shown. Tab completes words and \
         moves. Short forms are known, too:\n{}",
        SHORT_FORMS.help([])
    )
}

fn unknown(word: &str) -> String {
    let known: Vec<&str> = known().collect();
    let hint = HINTS.iter().find(|(it, _)| word.eq_ignore_ascii_case(it));
    let nearest = || nearest(word, known.into_iter()).map(|it| format!("did you mean {it}?"));
    match hint.map(|(_, hint)| (*hint).to_owned()).or_else(nearest) {
        Some(hint) => format!("unknown command {}: {hint}", quote(word)),
        None => format!("{} is neither a command nor a move: type help", quote(word)),
    }
}

/// All words that can start a line, without duplicates.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let short = SHORT_FORMS.0.iter().flat_map(|row| row.words).copied();
    let silent = OMITTED_WORDS.into_iter().flat_map(keywords_after);
    let mut seen = Vec::new();
    help::names().chain(short).chain(silent).filter(move |word| {
        let is_new = !seen.contains(word);
        seen.push(*word);
        is_new
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    fn engine() -> Engine {
        Engine::new(&registry(), "zola-6").unwrap()
    }

    fn text(typed: &str) -> String {
        match understand(&engine(), typed) {
            Ok(Meaning::Text(text)) => text,
            other => panic!("{typed}: {other:?}"),
        }
    }

    #[test]
    fn short_forms_and_words_in_any_case_are_commands() {
        let home = typed_path("~").to_string_lossy().into_owned();
        let set_path = format!("setoption name TablePath value {home}/tables");
        for (typed, meant, shows_board) in [
            ("D", "d", false),
            ("Go Depth 3", "go depth 3", false),
            ("POSITION STARTPOS Moves a1b1", "position startpos moves a1b1", false),
            ("Position FEN 7W/8 w", "position fen 7W/8 w", false),
            ("SetOption Name Hash Value 8", "setoption name Hash value 8", false),
            ("setoption name TablePath value ~/tables", &set_path, false),
            ("? GO", "help go", false),
            ("analyze depth 5", "go depth 5", false),
            ("Depth 5", "go depth 5", false),
            ("mate 3", "go mate 3", false),
            ("variant zola-8", "setoption name UGI_Variant value zola-8", true),
            ("legal a1b1", "query islegal a1b1", false),
            ("islegal a1b1", "query islegal a1b1", false),
            ("result", "query result", false),
            ("fen", "query fen", false),
            ("fen 8/8 w", "position fen 8/8 w", true),
            ("moves A1B1", "moves a1b1", false),
            ("a1b1 A2xA1", "moves a1b1 A2xA1", true),
            // For text that looks like a move, the session reports the error.
            ("a1f6", "moves a1f6", true),
            ("New", "uginewgame\nposition startpos", true),
            ("exit", "quit", false),
            (" \t", "", false),
        ] {
            let lines = meant.lines().filter_map(|line| parse_line(line).unwrap()).collect();
            let meant = Ok(Meaning::Commands(lines, shows_board));
            assert_eq!(understand(&engine(), typed), meant, "{typed}");
        }
        assert!(text("Moves").starts_with("a1a2 a1b1 "));
        assert!(text("variants").contains(" [zola-6] "));
        assert_eq!(text("new game"), "new stands alone");
    }

    #[test]
    fn every_short_form_begins_a_command() {
        for row in SHORT_FORMS.0 {
            let (Prefix(begin) | PrefixThenBoard(begin)) = row.command else { continue };
            let first = begin.split(' ').next().unwrap();
            assert!(begin.lines().count() > 1 || help::names().any(|name| name == first));
            assert!(!help::names().any(|name| row.words.contains(&name)), "{begin}");
        }
    }

    #[test]
    fn unknown_words_are_told_what_they_may_have_been() {
        assert_eq!(text("postion x"), "unknown command \"postion\": did you mean position?");
        assert_eq!(text("analize"), "unknown command \"analize\": did you mean analyze?");
        assert!(text("xyzzy").contains("neither a command nor a move"));
        assert!(text("Set Hash 64").contains("did you mean setoption name NAME"));
        assert!(text("\u{1b}[2J").contains("\"\\u{1b}[2J\""));
        for (word, hint) in HINTS {
            assert_eq!(text(word), format!("unknown command \"{word}\": {hint}"));
        }
    }
}
