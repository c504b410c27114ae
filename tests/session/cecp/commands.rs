//! A transcript for each CECP command.

use std::collections::BTreeSet;

use zugi::engine::Engine;

use super::{Board, moved};

const START: &str = "setup (..........P...........p.) 6x6+0_lion \
                     pPpPpP/PpPpPp/pPpPpP/PpPpPp/pPpPpP/PpPpPp w - - 0 1";

/// Words in an `Illegal move` reply that make XBoard 4.9.1 ignore it, so that the move stays on its
/// board; the last ones have further effects.
const OVERLOOKED: [&str; 16] = [
    "name",
    "rating",
    "?",
    "result",
    "board",
    "bk",
    "computer",
    "variant",
    "hint",
    "random",
    "depth",
    "accepted",
    "protover",
    "draw",
    "analyze",
    "(no matching move)",
];

#[test]
fn xboard_is_the_first_line_of_a_session_only() {
    let mut client = crate::support::Client::start();
    client.send("\n  \nxboard\nping 1");
    client.expect("pong 1");
    client.quit();
    let mut client = crate::support::Client::start();
    assert!(client.refused("xboard").contains("too late"));
    client.quit();
}

#[test]
fn protover_is_answered_by_the_features() {
    let mut board = Board::bare();
    let features = board.say("protover 2");
    assert_eq!(features.first().unwrap(), "feature done=0");
    assert_eq!(features.last().unwrap(), "feature done=1");
    let text = features.join(" ");
    for feature in [
        "myname=\"zugi ",
        "variants=\"zola,zola4,zola8,zola10,",
        "ping=1",
        "setboard=1",
        "playother=1",
        "usermove=1",
        "highlight=1",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "analyze=1",
        "memory=1",
        "smp=1",
        "debug=1",
        "nps=0",
        "san=0",
    ] {
        assert!(text.contains(feature), "no {feature} in {text}");
    }
    let engine = Engine::new(&zugi::registry(), "zola-6").unwrap();
    for name in engine.declarations().map(|option| option.name) {
        let declared = text.contains(&format!("option=\"{name} -"));
        assert_eq!(
            declared,
            !["UGI_Variant", "PieRule", "Seed"].contains(&name.as_str()),
            "{name}"
        );
    }
    for option in ["Hash -spin 16 1 1048576", "Ponder -check 0", "Clear -button"] {
        assert!(text.contains(&format!("option=\"{option}\"")), "{option}");
    }
    assert_eq!(board.say("protover 3"), features);
    board.quit();
}

#[test]
fn nothing_is_asked_of_the_engine() {
    let mut board = Board::with("zola");
    board.quietly("xboard\naccepted ping\nrejected san\nrandom\nname A Person\nrating 1 2\nics -");
    board.quietly("computer\ndraw\nput a1\nhover a1\ntime 100\notim 100\nlevel 0 1 2\nst 5\nsd 3");
    board.quit();
}

#[test]
fn variants_are_set_up() {
    let mut board = Board::bare();
    let pieces = "piece P& mKcQ";
    assert_eq!(board.say("new\nvariant zola"), [START, pieces]);
    let setup = board.say("variant zola8");
    assert!(setup[0].contains(" 8x8+0_lion pPpPpPpP/"), "{setup:?}");
    let setup = board.say("variant zola10");
    assert!(setup[0].contains(" 10x10+0_lion pPpPpPpPpP/"), "{setup:?}");
    let setup = board.say("variant zvp");
    assert!(setup[0].ends_with(
        " 8x8+2_lion 5p1p/6p1/7p/P7/1P6/P1P5/1P1P4/P1P1P3[pppppppppqqqqqqqqq] w - - 0 1"
    ));
    assert_eq!(setup.len(), 3);
    // Our own variant names work too, and `new` starts the session's variant.
    assert!(board.say("variant zola-8")[0].contains("8x8"));
    board.quietly("new");
    assert_eq!(board.lift("a6"), "6/6/6/6/6/6");
    let error = board.one("variant normal");
    assert!(error.starts_with("Error (not played, expected one of zola, zola4, "), "{error}");
    assert!(error.ends_with("): variant normal"), "{error}");
    assert_eq!(board.one("lift b6"), "highlight 2R3/1R4/6/6/6/6");
    board.quit();
}

#[test]
fn the_sessions_variant_comes_first() {
    let mut client = crate::support::Client::with_args(&["--variant", "zvp"]);
    client.send("xboard\nprotover 2\nnew\nlift a1");
    let lines = client.lines_until(|line| line.starts_with("highlight"));
    let variants = lines.iter().find_map(|line| line.strip_prefix("feature variants=\""));
    let names: Vec<&str> = variants.expect("variants").trim_end_matches('"').split(',').collect();
    assert_eq!(names[0], "zvp");
    assert!(["zola", "zola4", "zola8", "zola10"].iter().all(|name| names.contains(name)));
    client.quit();
}

#[test]
fn force_takes_moves_of_both_sides_without_answering() {
    let mut board = Board::with("zola");
    board.quietly("force\nusermove b6c6\na6a5");
    assert_eq!(board.one("usermove b6c6"), "Illegal move (it is against the rules): b6c6");
    board.quit();
}

#[test]
fn go_playother_white_and_black_choose_the_engines_side() {
    let mut board = Board::with("zola");
    assert!(moved(&board.say("force\nsd 2\ngo")).is_some());
    // Now the engine plays White and answers Black's moves.
    let reply = board.one("lift a6").replace("highlight ", "");
    assert_ne!(reply, "6/6/6/6/6/6");
    let mut board = Board::with("zola");
    board.quietly("force\nsd 2\nplayother");
    assert!(moved(&board.say("usermove b6c6")).is_some());
    let mut board = Board::with("zola");
    board.quietly("force\nsd 2\nwhite");
    assert!(moved(&board.say("usermove b6c6")).is_some());
    assert!(board.one("black").starts_with("Error (not legal now, "));
    board.quit();
}

#[test]
fn new_lets_the_engine_play_black_without_a_depth_limit() {
    let mut board = Board::with("zola");
    assert!(moved(&board.say("sd 1\nusermove b6c6")).is_some());
    board.quietly("new\nst 9999\npost");
    board.send("usermove b6c6");
    board.lines_until(|line| line.starts_with("2 "));
    assert!(moved(&board.say("?")).is_some());
    board.quit();
}

#[test]
fn setboard_takes_positions_and_tells_of_bad_ones() {
    let mut board = Board::with("zola");
    board.quietly("force\nsetboard 6/6/6/2P3/3p2/6 b - - 0 1");
    assert_eq!(board.lift("d2"), "6/6/6/2R3/4Y1/2YYY1");
    board.quietly("setboard 6/6/6/2P3/3p2/6 w - - 3 17");
    let bad =
        ["x", "6/6/6/6/6/6 w", "8/8/8/8/8/8/8/8 w - - 0 1", "6/6/6/2P3/3p2/6", "6/6/6/2K3/3p2/6 w"];
    for fen in bad {
        assert_eq!(
            board.one(&format!("setboard {fen}")),
            format!("tellusererror Illegal position: {fen}")
        );
        assert_eq!(board.one("usermove c3d2"), "Illegal move (the position is not possible): c3d2");
        board.quietly("go");
    }
    board.quietly("force\nsetboard 6/6/6/2P3/3p2/6 w");
    assert_eq!(board.one("usermove c3d2"), "Illegal move (it is against the rules): c3d2");
    assert!(board.one("setboard").starts_with("Error (nothing after \"setboard\""));
    board.quit();
}

#[test]
fn a_game_that_is_over_is_claimed() {
    let mut board = Board::with("zola");
    board.quietly("force\nsetboard 6/6/6/1p4/P5/6 w - - 0 1");
    assert_eq!(board.say("usermove a2b3"), ["1-0 {White wins}"]);
    assert_eq!(board.one("usermove b3c3"), "Illegal move (the game is over): b3c3");
    assert_eq!(board.say("go"), ["1-0 {White wins}"]);
    board.quietly("result 1-0 {White wins}");
    board.quietly("force\nsetboard 6/6/6/1P4/p5/6 b - - 0 1\nst 0.05");
    assert_eq!(board.say("go"), ["move a2b3", "0-1 {Black wins}"]);
    board.quit();
}

#[test]
fn undo_and_remove_take_turns_back() {
    let mut board = Board::with("zola");
    let before = board.lift("b6");
    board.quietly("force\nusermove b6c6\nusermove a6a5");
    board.quietly("undo\nundo");
    assert_eq!(board.lift("b6"), before);
    assert_eq!(board.one("undo"), "Error (not legal now, there is nothing to take back): undo");
    board.quietly("sd 1\nplayother");
    assert!(moved(&board.say("usermove b6c6")).is_some());
    board.quietly("remove");
    assert_eq!(board.lift("b6"), before);
    assert!(moved(&board.say("usermove b6c6")).is_some(), "it plays on");
    board.quit();
}

#[test]
fn passes_are_made_and_understood() {
    // Blue has no move: its checker in the corner sees no enemy.
    let stuck = "setboard 6/6/6/6/2P3/p5 b - - 0 1";
    let mut board = Board::with("zola");
    board.quietly(&format!("force\n{stuck}"));
    let is_stuck = board.lift("a1");
    assert_eq!(is_stuck, "6/6/6/6/6/6");
    assert_eq!(board.one("usermove a1a2"), "Illegal move (it is against the rules): a1a2");
    board.quietly("usermove @@@@");
    assert_eq!(board.one("usermove @@@@"), "Illegal move (it is against the rules): @@@@");
    // During a game, after the pass, XBoard sets up the whole position again.
    board.quietly("setboard 6/6/6/6/2P3/p5 w - - 1 1");
    assert_ne!(board.lift("c2"), "6/6/6/6/6/6");
    board.quietly(&format!("{stuck}\nst 0.05"));
    assert_eq!(board.say("go"), ["move @@@@"]);
    board.quit();
}

#[test]
fn hint_and_book() {
    let mut board = Board::with("zola");
    board.send("force\nhint");
    let hint = board.line();
    let mv = hint.strip_prefix("Hint: ").unwrap().to_owned();
    board.quietly(&format!("usermove {mv}"));
    assert_eq!(board.say("bk"), [" there is no opening book", ""]);
    board.quit();
}

#[test]
fn settings_of_the_machine() {
    let mut board = Board::with("zola");
    board.quietly(
        "memory 64\ncores 2\noption Hash=4\noption UGI_LimitStrength=1\noption UGI_Elo=800",
    );
    board.quietly(
        "option Ponder=0\noption Clear\noption MultiPV=1\noption PieRule=0\nmemory 0\ncores 0",
    );
    let refused = [
        ("option PieRule=1", "the pie rule cannot be shown"),
        ("option UGI_Variant=zola-8", "expected the command \"variant\" instead"),
        ("option Foo=1", "unknown option \"Foo\""),
        ("option UGI_Elo=7", "option \"UGI_Elo\" has no value \"7\""),
        ("option Hash=x", "option \"Hash\" has no value \"x\""),
        ("option Hash", "option \"Hash\" needs a value"),
    ];
    for (line, reason) in refused {
        let answer = board.one(line);
        assert!(answer.starts_with(&format!("Error ({reason}")), "{answer}");
        assert!(answer.ends_with(&format!("): {line}")), "{answer}");
    }
    assert!(moved(&board.say("sd 4\nusermove b6c6")).is_some());
    board.quit();
}

#[test]
fn edit_and_what_was_not_asked_for_are_refused() {
    let mut board = Board::with("zola");
    for line in
        ["edit", "pause", "resume", "nps 10", "exclude a1a2", "setscore 1 2", "ugi", "isready"]
    {
        assert_eq!(board.one(line), format!("Error (unknown command): {line}"));
    }
    board.quit();
}

#[test]
fn quit_ends_the_process_without_a_word() {
    let mut board = Board::with("zola");
    board.send("st 9999\nusermove b6c6");
    board.quit();
}

#[test]
fn xboard_sees_that_a_move_is_illegal() {
    let mut reasons = BTreeSet::new();
    let mut board = Board::with("zola");
    let mut refuse = |board: &mut Board, line: &str| {
        let answer = board.one(line);
        assert!(answer.starts_with("Illegal move ("), "{answer}");
        assert!(!OVERLOOKED.iter().any(|word| answer.contains(word)), "{answer}");
        reasons.insert(answer.split(')').next().unwrap().to_owned());
    };
    refuse(&mut board, "usermove a1b2");
    refuse(&mut board, "usermove @@@@");
    refuse(&mut board, "usermove P@a1");
    board.quietly("force\nsetboard 6/6/6/6/6/P5 b - - 0 1");
    refuse(&mut board, "usermove a1b2");
    board.say("setboard 6/6/6/6/6/6 b - - 0 1");
    refuse(&mut board, "usermove a1b2");
    let mut board = Board::with("zvp");
    board.quietly("force\nsetboard 8/8/8/4p3/3P4/8/8/8 b - - 0 1\nusermove e5d4");
    refuse(&mut board, "usermove d4c3");
    let mut board = Board::with("zola");
    board.send("st 9999\nusermove b6c6\nusermove a6a5");
    let answer = board.line();
    assert!(!OVERLOOKED.iter().any(|word| answer.contains(word)), "{answer}");
    assert_eq!(answer, "Illegal move (it is not your turn): a6a5");
    board.send("?");
    assert!(board.line().starts_with("move "));
    assert_eq!(reasons.len(), 4, "{reasons:?}");
}

#[test]
fn a_user_is_told_once_a_game_how_a_capture_goes_on() {
    let mut board = Board::with("zvp");
    let capture = "force\nsetboard 8/8/8/4p3/3P4/8/8/P7 b - - 0 1\nsd 1";
    board.quietly(capture);
    let lines = board.say("go");
    assert_eq!(lines[0], "move e5d4");
    assert!(lines[1].starts_with("telluser ") && lines[1].contains("click"), "{lines:?}");
    assert_eq!(lines.len(), 2);
    assert_eq!(board.say("usermove @@@@"), ["move P@c3"]);
    board.quietly(capture);
    assert_eq!(board.say("go"), ["move e5d4"]);
    board.say("new\nvariant zvp");
    board.quietly(capture);
    assert_eq!(board.say("go").len(), 2, "another game");
    // A program as opponent gets no messages for users.
    board.say("new\nvariant zvp\ncomputer");
    board.quietly(capture);
    assert_eq!(board.say("go"), ["move e5d4"]);
    board.quit();
}

#[test]
fn a_user_is_told_once_a_game_to_pass() {
    let mut board = Board::with("zola4");
    board.quietly("force\nsetboard Pp2/4/3P/4 b - - 0 1\nsd 1");
    let lines = board.say("go");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    assert_eq!(lines[1], "telluser You have no move: click on the opponent's clock to pass.");
    assert_eq!(lines.len(), 2);
    let lines = board.say("usermove @@@@");
    assert!(lines[0].starts_with("move ") && lines.len() == 1, "{lines:?}");
    board.quit();
}
