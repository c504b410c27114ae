use std::time::Duration;

use super::*;

fn filter() -> CommandFilter {
    let options = [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 8 min 1 max 256",
        "option name Contempt type spin default 50 min 0 max 1000",
        "option name Style type combo default calm var calm var wild",
        "option name Ponder type check default false",
        "option name TablePath type string default <empty>",
        "option name Clear type button",
    ];
    CommandFilter::new(limits(), &options.map(declared))
}

fn limits() -> VisitorLimits {
    VisitorLimits {
        hash: 64,
        threads: 2,
        search: Duration::from_secs(60),
        ..VisitorLimits::default()
    }
}

fn declared(line: &str) -> OptionDeclaration {
    match parse_reply(line) {
        Ok(Some(Reply::OptionDeclaration(option))) => option,
        other => panic!("{line}: {other:?}"),
    }
}

/// The line for the engine, and the notes for the visitor.
fn admit(line: &str) -> (String, Vec<String>) {
    let admitted = filter().admit(line).unwrap().unwrap();
    (admitted.line, admitted.notes)
}

fn refuse(line: &str) -> String {
    filter().admit(line).unwrap_err()
}

#[test]
fn commands_of_a_board_program_are_admitted_unchanged() {
    for line in [
        "ugi",
        "uci",
        "isready",
        "uginewgame",
        "position startpos",
        "position startpos moves a1b1 b2c2",
        "position fen 4/4/4/r3 b",
        "moves a1b1",
        "undo 2",
        "stop",
        "ponderhit",
        "query board",
        "query islegal a1b1",
        "query sheet",
        "query why a1b1",
        "query ended",
        "query puzzles",
        "query extensions",
        "d",
        "eval",
        "go infinite",
        "go movetime 100 searchmoves a1b1",
        "go p1time 300000 p2time 300000 p1inc 2000 p2inc 2000",
        "setoption name Contempt value 0",
        "setoption name Clear",
        "setoption name Style value wild",
    ] {
        assert_eq!(admit(line), (line.to_owned(), Vec::new()));
    }
    // A page that has sent `uci` uses the names of UCI.
    assert_eq!(admit("setoption name Clear Hash").0, "setoption name Clear");
    assert_eq!((&*ugi_name("UCI_Elo"), &*ugi_name("Hash")), ("UGI_Elo", "Hash"));
    let search = |line| filter().admit(line).unwrap().unwrap().kind == LineKind::Search;
    assert!(search("go depth 3") && !search("isready"));
    assert_eq!(admit("\tisready \r\n").0, "isready");
    assert_eq!(admit("setoption name ponder value true").0, "setoption name Ponder value true");
    assert_eq!(filter().admit("  "), Ok(None));
}

#[test]
fn other_commands_and_control_characters_are_refused() {
    for line in [
        "quit",
        "xboard",
        "debug on",
        "perft 9",
        "divide 9",
        "go perft 9",
        "solve",
        "bench",
        "help",
    ] {
        let expected = format!("{} is not for visitors: expected ugi, uci, isready,", quote(line));
        assert!(refuse(line).starts_with(&expected), "{}", refuse(line));
    }
    for line in ["nonsense", "isready now", "position", "query", "setoption Hash", "GO", "\u{7f}"] {
        assert!(filter().admit(line).is_err(), "{line}");
    }
    for line in ["isready\nquit", "isready\0", "setoption name Style value calm\nquit", "d\u{85}"] {
        let problem = refuse(line);
        assert!(problem.starts_with("control character in \""), "{problem}");
    }
}

#[test]
fn a_refusal_names_what_is_admitted() {
    let refusal = refuse("quit");
    let listed = refusal.rsplit("expected ").next().unwrap().replace(" or ", ", ");
    let admitted: Vec<&str> = help::names()
        .filter(|name| match help::example(name).map(|line| filter().admit(line)) {
            Some(Err(refusal)) if refusal.contains(" is not for visitors: expected ugi,") => false,
            other => other.is_some(),
        })
        .collect();
    assert_eq!(listed.split(", ").collect::<Vec<_>>(), admitted);
    assert!(admitted.contains(&"eval") && !admitted.contains(&"bench"));
}

#[test]
fn options_of_files_and_unknown_ones_are_refused() {
    for line in [
        "setoption name TablePath value /etc",
        "setoption name Log value /tmp/x",
        "setoption name table path",
    ] {
        let problem = refuse(line);
        assert!(
            problem.ends_with(
                "not for visitors: expected Hash, Threads, Contempt, Style, Ponder, Clear"
            ),
            "{problem}"
        );
    }
    assert_eq!(
        refuse("setoption name Style value evil"),
        "option \"Style\" cannot be \"evil\": expected one of calm, wild"
    );
    assert!(refuse("setoption name Hash value many").contains("expected an integer from 1 to 64"));
    assert!(refuse("setoption name Hash").contains("expected an integer from 1 to 64"));
    let nothing = CommandFilter::new(limits(), &[]);
    let problem = nothing.admit("setoption name X value 1").unwrap_err();
    assert_eq!(problem, "option \"X\" is not for visitors: expected none at all");
}

#[test]
fn numbers_are_lowered_and_the_visitor_is_told() {
    for (line, sent) in [
        ("setoption name Hash value 65", "setoption name Hash value 64"),
        (
            "setoption name hash value 99999999999999999999999999999999999999999999",
            "setoption name Hash value 64",
        ),
        (
            "setoption name Hash value -99999999999999999999999999999999999999999999",
            "setoption name Hash value 1",
        ),
        ("setoption name Threads value 256", "setoption name Threads value 2"),
        ("setoption name Contempt value 1001", "setoption name Contempt value 1000"),
        ("go movetime 60001", "go movetime 60000"),
        ("go p1time 86400001", "go p1time 86400000"),
        ("go binc 99999999999999999999", "go p2inc 86400000"),
        ("go depth 4294967295", "go depth 1000"),
        ("go mate 1001", "go mate 1000"),
        ("go movestogo 1001", "go movestogo 1000"),
        ("go nonsense movetime 100", "go movetime 100"),
    ] {
        let (line, notes) = admit(line);
        assert_eq!((line.as_str(), notes.len()), (sent, 1), "{notes:?}");
    }
    assert_eq!(
        admit("setoption name Hash value 65").1,
        ["option \"Hash\" cannot be \"65\": expected 1 to 64, 64 is used"]
    );
    assert_eq!(
        admit("go movetime 60001").1,
        ["movetime cannot be 60001: expected up to 60000, 60000 is used"]
    );
    assert_eq!(admit("setoption name Hash value 64").1, Vec::<String>::new());
}

#[test]
fn options_start_within_the_limits_of_visitors() {
    let options = [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 8 min 1 max 256",
    ];
    assert_eq!(filter().setup(&options.map(declared)), ["setoption name Threads value 2"]);
}

#[test]
fn options_are_shown_as_they_may_be_set() {
    let show = |line: &str| filter().show(line.to_owned());
    assert_eq!(
        show("option name Hash type spin default 128 min 1 max 1048576").unwrap(),
        "option name Hash type spin default 64 min 1 max 64"
    );
    assert_eq!(show("option name TablePath type string default <empty>"), None);
    for line in ["option name Clear type button", "optional", "", "info depth 1", "option nonsense"]
    {
        assert_eq!(show(line).unwrap(), line);
    }
    assert_eq!(show("serve ended by me").unwrap(), "info string serve ended by me");
}
