//! Properties of the whole crate: any input gives a value or an error, in a short time. The cases
//! of each command are beside its grammar.

use std::time::{Duration, Instant};

use proptest::option;
use proptest::prelude::*;

use super::*;

/// Tokens that are not words of the grammar: similar words, numbers, all kinds of blanks, and
/// invalid characters.
const OTHER_TOKENS: &[&str] = &[
    "Go",
    "goo",
    "a1a2",
    "0000",
    "rb/br",
    "r",
    "-",
    "0",
    "1",
    "-1",
    "+7",
    "4294967296",
    "18446744073709551616",
    "1e3",
    "\0",
    "\u{fffd}",
    "\u{feff}",
    "é",
    "\"",
    "\\",
    "\t",
    "\r",
    "  ",
];

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select([&keywords()[..], OTHER_TOKENS].concat())
}

/// An example of every form of every command: those of the grammar's tests, of the help, and of
/// each row of the tables.
fn examples() -> Vec<String> {
    let filled = |line: String| {
        let words: Vec<&str> = line.split(' ').collect();
        let words = words.into_iter().map(|word| match word {
            "N" | "MS" => "5",
            "M" | "M..." => "a1a2",
            word => word,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let questions = QUESTIONS.iter().map(|question| format!("query {}", question.form()));
    let limits = LIMITS.iter().map(|limit| format!("go {}", limit.form()));
    let known = parser::tests::with_arguments().into_iter().chain(parser::tests::PLAIN);
    let known = known.map(|(line, _)| line).chain(help::names().filter_map(help::example));
    known.map(str::to_owned).chain(questions).chain(limits).map(filled).collect()
}

/// Parses, and checks the properties that hold for all input.
fn checked(line: &str) -> Result<Option<Line>, ParseError> {
    let result = parse_line(line);
    match &result {
        Err(error) => check_text(&error.to_string()),
        Ok(Some(line)) => complaint(&line.skipped).iter().for_each(|text| check_text(text)),
        Ok(None) => {}
    }
    result
}

fn check_text(text: &str) {
    assert!(text.chars().count() <= 400, "long: {text}");
    assert!(!text.contains(char::is_control), "not one line: {text:?}");
    assert!(!text.contains("something else"), "nothing expected: {text}");
    let reply = Reply::Error(text.into()).to_string();
    assert_eq!(reply, format!("info string error: {text}"));
}

fn soup() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(token(), 0..12)
}

fn example() -> impl Strategy<Value = String> {
    prop::sample::select(examples())
}

/// Words that are not keywords at their place.
fn some_words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-w][a-z0-9-]{0,3}[0-9]", 1..4)
}

fn limits() -> impl Strategy<Value = GoLimits> {
    let one = || (any::<bool>(), any::<u64>(), some_words());
    prop::collection::vec(one(), LIMITS.len()).prop_map(|values| {
        let mut limits = GoLimits::default();
        let given = LIMITS.iter().zip(values).filter(|(_, (is_given, ..))| *is_given);
        for (limit, (_, number, moves)) in given {
            let number = number.to_string();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let arguments =
                if limit.details.unit.is_some() { &[number.as_str()] } else { &moves[..] };
            (limit.value.set)(&mut limits, arguments).expect("as expected");
        }
        limits.moves_to_go = limits.moves_to_go.filter(|&moves| moves > 0);
        limits
    })
}

fn commands() -> impl Strategy<Value = Command> {
    let text = || some_words().prop_map(|words| words.join(" "));
    let query = (prop::sample::select(QUESTIONS), some_words())
        .prop_map(|(question, words)| (question.ask)(words.concat()));
    let start = prop_oneof![Just(Start::StartPos), text().prop_map(Start::Fen)];
    let moves = || option::of(some_words()).prop_map(Option::unwrap_or_default);
    prop_oneof![
        prop::sample::select(parser::tests::PLAIN.to_vec()).prop_map(|(_, command)| command),
        (text(), option::of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        any::<bool>().prop_map(Command::Debug),
        (start, moves()).prop_map(|(start, moves)| Command::Position { start, moves }),
        moves().prop_map(Command::Moves),
        limits().prop_map(Command::Go),
        any::<u32>().prop_map(Command::Perft),
        any::<u32>().prop_map(Command::GoPerft),
        any::<u32>().prop_map(Command::Divide),
        query.prop_map(Command::Query),
        any::<Option<u32>>().prop_map(Command::Bench),
        option::of(some_words()).prop_map(|words| Command::Help(words.map(|words| words.concat()))),
        any::<u32>().prop_map(Command::Undo),
        any::<(Option<u64>, Option<u64>)>().prop_map(|(nodes, millis)| {
            Command::Solve { nodes, move_time: millis.map(Duration::from_millis) }
        }),
    ]
}

/// Whether trailing text is another argument, so that a longer line is another command and not an
/// error.
fn takes_more(line: &str) -> bool {
    line.starts_with("setoption")
        || line.starts_with("position fen")
        || line.contains("moves")
        || line.starts_with("query why")
        || line.starts_with("query text")
        || (line.starts_with("go") && !line.contains("perft"))
        || ["bench", "help", "undo"].contains(&line)
}

#[test]
fn the_examples_are_understood_completely_and_read_back() {
    for line in &examples() {
        let read = checked(line).expect(line).expect("not blank");
        assert_eq!(read.skipped, [], "{line}");
        assert_eq!(checked(&read.command.to_string()), Ok(Some(read)), "{line}");
    }
}

#[test]
fn the_examples_cover_every_command() {
    for name in help::names() {
        let examples = examples();
        let mut first = examples.iter().filter_map(|line| line.split(' ').next());
        assert!(first.any(|first| first == name), "no example of {name}");
    }
}

#[test]
fn the_words_are_all_and_none_twice() {
    let words = keywords();
    for word in ["ucinewgame", "on", "value", "moves", "fen", "perft", "wtime", "shown", "movetime"]
    {
        assert!(words.contains(&word), "{word}");
    }
    let distinct: std::collections::BTreeSet<_> = words.iter().collect();
    assert_eq!(distinct.len(), words.len());
    assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric())));
}

#[test]
fn what_is_completed_is_understood() {
    for (command, words) in [
        ("position", &["startpos", "fen"][..]),
        ("setoption", &["name"]),
        ("debug", &["on", "off"]),
        ("solve", &["nodes", "movetime"]),
        ("moves", &[]),
        ("xyzzy", &[]),
    ] {
        assert_eq!(keywords_after(command), words, "{command}");
    }
    assert!(keywords_after("query").contains(&"shown"));
    assert!(
        keywords_after("go").contains(&"searchmoves") && !keywords_after("go").contains(&"p1time")
    );
    for command in help::names() {
        for word in keywords_after(command) {
            let enough = format!("{command} {word} 1");
            let lines = [format!("{command} {word}"), enough];
            assert!(lines.iter().any(|line| parse(line).is_ok()), "{lines:?}");
        }
    }
}

#[test]
fn no_suffix_is_silently_ignored() {
    for line in &examples() {
        for suffix in ["x", "0", "stop", "moves", "\0"] {
            let longer = format!("{line} {suffix}");
            let result = checked(&longer);
            // `moves` without a move means nothing.
            if longer != "position startpos moves"
                && !(line.starts_with("position fen")
                    && suffix == "moves"
                    && !line.contains("moves"))
            {
                assert_ne!(result, checked(line), "{longer:?}");
            }
            if !takes_more(line) && longer != "position startpos moves" {
                assert!(result.is_err(), "{longer:?} gave {result:?}");
            }
        }
    }
}

#[test]
fn megabyte_lines_take_no_time() {
    let long_word = "x".repeat(1 << 20);
    let many = |word: &str| format!("{word} ").repeat(300_000);
    let blanks = " ".repeat(1 << 20);
    for line in [
        long_word.clone(),
        format!("go {long_word}"),
        format!("go depth {}", "9".repeat(1 << 20)),
        format!("perft {}", "9".repeat(1 << 20)),
        format!("isready {}", many("now")),
        format!("setoption name {}", many("a")),
        format!("setoption name x value {}", many("value")),
        format!("position startpos moves {}", many("a1a2")),
        format!("position fen {}", many("rb/br")),
        format!("moves {}", many("a1a2")),
        format!("go searchmoves {}", many("a1a2")),
        format!("go {}", many("foo")),
        format!("go {}", many("depth")),
        format!("go {}", many("depth x")),
        format!("{blanks}isready{blanks}now{blanks}"),
        format!("{blanks}isready{blanks}"),
    ] {
        let start = Instant::now();
        let _ = checked(&line);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(300), "{:.30} took {taken:?}", line);
    }
}

proptest! {
    #[test]
    fn any_line_is_a_command_or_a_short_error(
        text in any::<String>(),
        line in example(),
        more in "\\PC{0,30}|[ \\ta-z0-9-]{0,30}",
        tokens in soup(),
        (token, at, insert) in (token(), any::<prop::sample::Index>(), any::<bool>()),
        command in commands(),
    ) {
        prop_assert_eq!(parse(&command.to_string()), Ok(Some(command)));
        let mut mangled: Vec<_> = line.split(' ').collect();
        let at = at.index(mangled.len());
        if insert {
            mangled.insert(at, token);
        } else {
            mangled.remove(at);
        }
        let with_more = [format!("{line}{more}"), format!("{line} {more}"), mangled.join(" ")];
        for line in with_more.iter().chain([&text]) {
            let _ = checked(line);
        }
        let line = tokens.join(" ");
        let result = checked(&line);
        // White space between words never matters, except inside a value.
        if let Ok(read) = result
            && !matches!(&read, Some(Line { command: Command::SetOption { .. }, .. }))
        {
            let wide = format!("\u{feff} {}\t\r\n", tokens.join(" \t "));
            if !line.starts_with('\u{feff}') {
                prop_assert_eq!(parse(&wide), Ok(read.map(|line| line.command)));
            }
        }
        if let Ok(Some(Line { command: Command::Go(limits), skipped })) =
            checked(&format!("go {line}"))
        {
            let is_unknown = |error: &ParseError| matches!(error, ParseError::UnknownText { .. });
            prop_assert!(
                skipped.iter().all(is_unknown)
                    || limits.is_bounded()
                    || limits.infinite
                    || limits.ponder,
                "a search with a broken limit has no end"
            );
        }
    }
}
