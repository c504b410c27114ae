//! Tests of the meaning of each command, and of the text of each reply.

use std::time::Duration;

use super::*;
use crate::UgiScore;

fn command(line: &str) -> XBoardCommand {
    match parse(line) {
        Ok(Some(command)) => command,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn square(text: &str) -> XBoardSquare {
    match command(&format!("lift {text}")) {
        XBoardCommand::Lift(Some(square)) => square,
        other => panic!("{text:?} gave {other:?}"),
    }
}

fn path(squares: &[&str], promotion: Option<char>) -> XBoardMove {
    XBoardMove::Path { squares: squares.iter().map(|text| square(text)).collect(), promotion }
}

#[test]
fn commands_without_arguments() {
    let cases = [
        ("xboard", XBoardCommand::Nothing),
        ("random", XBoardCommand::Nothing),
        ("computer", XBoardCommand::Computer),
        ("draw", XBoardCommand::Nothing),
        ("new", XBoardCommand::New),
        ("quit", XBoardCommand::Quit),
        ("force", XBoardCommand::Force),
        ("go", XBoardCommand::Go),
        ("playother", XBoardCommand::PlayOther),
        ("white", XBoardCommand::ToMove { first: true }),
        ("black", XBoardCommand::ToMove { first: false }),
        ("?", XBoardCommand::MoveNow),
        ("hint", XBoardCommand::Hint),
        ("bk", XBoardCommand::Book),
        ("undo", XBoardCommand::Undo),
        ("remove", XBoardCommand::Remove),
        ("hard", XBoardCommand::Ponder(true)),
        ("easy", XBoardCommand::Ponder(false)),
        ("post", XBoardCommand::Post(true)),
        ("nopost", XBoardCommand::Post(false)),
        ("analyze", XBoardCommand::Analyze),
        ("exit", XBoardCommand::Exit),
        (".", XBoardCommand::Status),
    ];
    for (line, expected) in cases {
        assert_eq!(command(line), expected, "{line}");
        assert_eq!(command(&format!(" \t{line}\r\n")), expected, "{line}");
        assert!(parse(&format!("{line} more")).is_err(), "{line}");
    }
}

#[test]
fn commands_with_arguments() {
    let seconds = Duration::from_secs;
    let cases = [
        ("protover 2", XBoardCommand::ProtocolVersion),
        ("accepted ping", XBoardCommand::Nothing),
        ("rejected option Hash -spin 1 2 3", XBoardCommand::Nothing),
        ("name a person", XBoardCommand::Nothing),
        ("rating 2600 1500", XBoardCommand::Nothing),
        ("ics -", XBoardCommand::Nothing),
        ("ping 18446744073709551615", XBoardCommand::Ping(u64::MAX)),
        ("variant zola8", XBoardCommand::Variant("zola8".into())),
        ("setboard 6/6 w - - 0 1", XBoardCommand::SetBoard("6/6 w - - 0 1".into())),
        ("result 1-0 {White mates}", XBoardCommand::Result),
        ("result *", XBoardCommand::Result),
        ("st 30", XBoardCommand::MoveTime(seconds(30))),
        ("st 0.5", XBoardCommand::MoveTime(Duration::from_millis(500))),
        ("sd 12", XBoardCommand::Depth(12)),
        ("depth 12", XBoardCommand::Depth(12)),
        ("time 567", XBoardCommand::Time(Duration::from_millis(5670))),
        ("time -3", XBoardCommand::Time(Duration::ZERO)),
        ("otim 1", XBoardCommand::OpponentTime(Duration::from_millis(10))),
        ("memory 64", XBoardCommand::Memory(64)),
        ("cores 2", XBoardCommand::Cores(2)),
        ("option Clear", XBoardCommand::Option { name: "Clear".into(), value: None }),
        (
            "option UGI_Elo=1200",
            XBoardCommand::Option { name: "UGI_Elo".into(), value: Some("1200".into()) },
        ),
        (
            "option a b = c=d ",
            XBoardCommand::Option { name: "a b".into(), value: Some("c=d".into()) },
        ),
        ("lift _8", XBoardCommand::Lift(None)),
        ("lift `10", XBoardCommand::Lift(None)),
        ("put a10", XBoardCommand::Put(XBoardSquare { file: 0, rank: 10 })),
        ("hover f0", XBoardCommand::Hover(XBoardSquare { file: 5, rank: 0 })),
    ];
    for (line, expected) in cases {
        assert_eq!(command(line), expected, "{line}");
    }
}

#[test]
fn the_three_forms_of_level() {
    let cases = [
        ("level 40 5 0", Some(40), 300_000, 0),
        ("level 40 0:30 0", Some(40), 30_000, 0),
        ("level 0 2 12", None, 120_000, 12_000),
        ("level 0 1:05 0.5", None, 65_000, 500),
        ("level 40 25+5 0", Some(40), 1_500_000, 0),
    ];
    for (line, moves, base, increment) in cases {
        let [base, increment] = [base, increment].map(Duration::from_millis);
        assert_eq!(command(line), XBoardCommand::Level(Level { moves, base, increment }), "{line}");
    }
}

#[test]
fn long_times_are_cut() {
    let longest = Duration::from_secs(1 << 32);
    for line in [
        "st 1e19",
        "st 1e400",
        "st 4294967297",
        "time 18446744073709551615",
        "time 99999999999999999999",
        "otim 429496729700",
    ] {
        let time = match command(line) {
            XBoardCommand::MoveTime(time)
            | XBoardCommand::Time(time)
            | XBoardCommand::OpponentTime(time) => time,
            other => panic!("{line:?} gave {other:?}"),
        };
        assert_eq!(time, longest, "{line}");
    }
    for line in [
        "level 4294967295 4294967295 1e19",
        "level 4294967295 4294967296 1e400",
        "level 4294967295 71582789:4294967295 1e10",
    ] {
        let level = Level { moves: Some(u32::MAX), base: longest, increment: longest };
        assert_eq!(command(line), XBoardCommand::Level(level), "{line}");
    }
}

#[test]
fn moves_of_every_form() {
    let drop = XBoardMove::Drop { piece: 'P', to: square("d4") };
    let cases = [
        ("a1b2", path(&["a1", "b2"], None)),
        ("a10j9", path(&["a10", "j9"], None)),
        ("a0b10", path(&["a0", "b10"], None)),
        ("e7e8q", path(&["e7", "e8"], Some('q'))),
        ("e7e8=Q", path(&["e7", "e8"], Some('q'))),
        ("e7e8+", path(&["e7", "e8"], Some('+'))),
        ("c3d4,d4e5", path(&["c3", "d4", "e5"], None)),
        ("c3d4,d4e5,e5f6q", path(&["c3", "d4", "e5", "f6"], Some('q'))),
        ("P@d4", drop.clone()),
        ("p@d4", drop),
        ("@@@@", XBoardMove::Pass),
        ("0000", XBoardMove::Pass),
    ];
    for (text, expected) in cases {
        assert_eq!(
            command(&format!("usermove {text}")),
            XBoardCommand::Move(expected.clone()),
            "{text}"
        );
        assert_eq!(command(text), XBoardCommand::Move(expected), "{text}");
    }
}

#[test]
fn bad_lines_are_refused() {
    let unknown =
        ["edit", "foo", "ugi", "go2", "a1", "a1b", "1a2b", "é", "c3d4,e5f6", "pause", "\0"];
    for line in unknown {
        let refused = parse(line);
        assert!(matches!(refused, Err(crate::ParseError::UnknownCommand(_))), "{line}");
    }
    for (command, wrong) in [
        ("ping", &["", "x", "-1", "1 2"][..]),
        ("protover", &[""]),
        ("variant", &["", "a b"]),
        ("setboard", &[""]),
        ("level", &["", "40", "40 5", "40 5 0 0", "x 5 0", "40 x 0", "40 5 x"]),
        ("st", &["", "-1", "x", "inf", "nan"]),
        ("sd", &["", "-1"]),
        ("time", &["", "x", "1.5"]),
        ("otim", &[""]),
        ("usermove", &["", "e4", "a1b2 c"]),
        ("memory", &["", "-1"]),
        ("cores", &["x"]),
        ("option", &[""]),
        ("lift", &["", "11", "a", "a100"]),
        ("put", &[""]),
        ("hover", &["A1"]),
        ("new", &["game"]),
    ] {
        for arguments in wrong {
            assert!(parse(&format!("{command} {arguments}")).is_err(), "{command} {arguments}");
        }
    }
    for line in ["", " \t", "\r\n", "\u{feff}"] {
        assert_eq!(parse(line), Ok(None));
    }
}

#[test]
fn plies_are_written_as_they_are_read() {
    for text in ["@@@@", "P@d4", "a1b2", "a10j9", "e7e8q", "c3d4,d4e5", "c3d4,d4e5q"] {
        let XBoardCommand::Move(mv) = command(text) else { panic!("{text}") };
        assert_eq!(mv.to_string(), text);
    }
}

fn check(reply: &XBoardReply, text: &str) {
    assert_eq!(reply.to_string(), text);
}

#[test]
fn answers() {
    check(&XBoardReply::Feature("done=1".into()), "feature done=1");
    check(
        &XBoardReply::Setup {
            pictures: "P.p.".into(),
            board: "6x6+0_lion".into(),
            fen: "6/6 w".into(),
        },
        "setup (P.p.) 6x6+0_lion 6/6 w",
    );
    check(&XBoardReply::Piece { id: "P&".into(), moves: "mKcQ".into() }, "piece P& mKcQ");
    check(&XBoardReply::Move(path(&["a1", "b2"], None)), "move a1b2");
    check(&XBoardReply::Move(path(&["a1", "b2", "c3"], Some('q'))), "move a1b2,\nmove b2c3q");
    check(&XBoardReply::Move(XBoardMove::Pass), "move @@@@");
    check(&XBoardReply::UserError("a\nb".into()), "tellusererror a b");
    check(&XBoardReply::Result { result: "1-0", comment: "White wins".into() }, "1-0 {White wins}");
    check(&XBoardReply::Pong(7), "pong 7");
    check(&XBoardReply::Hint(XBoardMove::Pass), "Hint: @@@@");
    check(&XBoardReply::NoBook, " there is no opening book\n");
    check(&XBoardReply::Highlight("R5/6".into()), "highlight R5/6");
    check(&XBoardReply::Choice('Q'), "choice Q");
    check(&XBoardReply::Remark("a\rb".into()), "# a b");
    let illegal = XBoardReply::IllegalMove { reason: "it is not".into(), text: "a1b2".into() };
    check(&illegal, "Illegal move (it is not): a1b2");
    let status = XBoardReply::Status {
        time: Duration::from_millis(12_345),
        nodes: 30_000,
        depth: 7,
        left: 5,
        moves: 30,
    };
    check(&status, "stat01: 1234 30000 7 5 30");
}

#[test]
fn errors_repeat_the_line_but_not_all_of_a_long_one() {
    let error =
        |line: &str| XBoardReply::Error { reason: "no".into(), line: line.into() }.to_string();
    assert_eq!(error("foo\tbar\n"), "Error (no): foo bar");
    assert_eq!(error(&"é".repeat(200)), format!("Error (no): {}…", "é".repeat(99)));
}

#[test]
fn thinking() {
    let line = |score| {
        let time = Duration::from_millis(10_849);
        let pv = "a1b2 @@@@".into();
        XBoardReply::Thinking { depth: 9, score, time, nodes: 48_000, pv }.to_string()
    };
    assert_eq!(line(UgiScore::Cp(-156)), "9 -156 1084 48000 a1b2 @@@@");
    // Plies to the end of the game; the winner makes the last one.
    for (plies, score) in [(1, 100_001), (2, 100_001), (3, 100_002), (-2, -100_001), (-3, -100_002)]
    {
        assert!(line(UgiScore::Mate(plies)).starts_with(&format!("9 {score} ")), "{plies}");
    }
}
