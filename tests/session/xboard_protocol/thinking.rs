//! Time use of the engine in XBoard's protocol: thinking, pondering, clocks.

use std::time::Duration;

use super::{Board, moved};
use crate::support::referee::Referee;
use crate::support::session;

/// Whether a line begins with the four numbers of thinking output.
fn is_thinking(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').take(4).collect();
    words.len() == 4 && words.iter().all(|word| word.parse::<i64>().is_ok())
}

#[test]
fn aborted_searches_print_nothing() {
    let mut board = Board::with("zola");
    for end in [
        "force",
        "new",
        "undo",
        "result *",
        "setboard 6/6/6/2P3/3p2/6 w",
        "variant zola8",
        "variant zola",
    ] {
        board.say("new\nvariant zola\npost\nst 9999");
        board.client.send("usermove b6c6");
        board.client.lines_until(is_thinking);
        board.say(end);
        board.quietly("");
        // Searches end in order: after this one, the first has no more output.
        let lines = board.say("new\nvariant zola\nnopost\nsd 1\nusermove b6c6");
        let moves = lines.iter().filter(|line| line.starts_with("move ")).count();
        assert!(moves == 1 && !lines.iter().any(|line| is_thinking(line)), "{end}: {lines:?}");
    }
    board.quit();
}

#[test]
fn the_engine_ponders_after_hard() {
    let (mut board, mut game) = (Board::with("zola"), Referee::new("zola-6"));
    board.client.send("hard\nst 0.1");
    let mut user = "b6c6".to_owned();
    for hit in [true, true, false, true] {
        board.client.send(&format!("usermove {user}"));
        game.play(&user);
        game.play(board.client.line().strip_prefix("move ").expect("a move"));
        let hint = board.client.line();
        let expected = hint.strip_prefix("Hint: ").expect("the expected move").to_owned();
        assert_eq!(board.one("hint"), hint);
        let mut moves = game.legal_moves().into_iter();
        user = moves.find(|mv| (*mv == expected) == hit).expect("a move");
    }
    board.client.send(&format!("usermove {user}"));
    assert!(board.client.line().starts_with("move "));
    board.say("easy");
    board.quit();
}

#[test]
fn the_end_of_input_ends_pondering() {
    let exit = session("xboard\nnew\nvariant zola\nhard\nst 0.1\nusermove b6c6");
    assert!(exit.rest.iter().any(|line| line.starts_with("move ")), "{:?}", exit.rest);
}

/// Pondering would show the user better moves than the engine may play.
#[test]
fn an_engine_of_limited_strength_does_not_ponder() {
    let mut board = Board::with("zola");
    board.say("hard\npost\noption UGI_LimitStrength=1\noption UGI_Elo=600\nst 0.1");
    let lines = board.say("usermove b6c6");
    assert!(moved(&lines).is_some(), "{lines:?}");
    std::thread::sleep(Duration::from_millis(100));
    board.quietly("");
    board.quit();
}

#[test]
fn an_analysis_follows_the_board() {
    let mut board = Board::with("zola");
    board.client.send("force\npost\nanalyze");
    let first = board.client.line();
    assert!(is_thinking(&first) && first.split_whitespace().count() > 4, "{first}");
    board.client.send(".");
    let lines = board.client.lines_until(|line| line.starts_with("stat01: "));
    let status = lines.last().unwrap();
    assert_eq!(status.split(' ').count(), 6, "{status}");
    assert!(status.ends_with(" 36"), "{status}");
    board.client.send("hint");
    let lines = board.client.lines_until(|line| line.starts_with("Hint: "));
    let best = lines.last().unwrap()["Hint: ".len()..].to_owned();
    for command in [
        format!("usermove {best}"),
        "undo".into(),
        "new".into(),
        "setboard 6/6/6/2P3/2p3/6 w".into(),
    ] {
        board.client.send(&format!("ping 70\n{command}\nping 71"));
        board.client.lines_until(|line| line == "pong 71");
        assert!(is_thinking(&board.client.line()), "a new search after {command}");
    }
    board.say("exit");
    std::thread::sleep(Duration::from_millis(20));
    board.quietly(".");
    assert!(board.one("exit").starts_with("Error (not legal now, "));
    board.quit();
}

/// `crates/xboard/src/clock.rs` tests the moves left in a session of 40.
#[test]
fn an_engine_with_a_clock_moves() {
    let mut engines = [Board::with("zola10"), Board::with("zola10")];
    engines.iter_mut().for_each(|engine| engine.quietly("level 40 0:02 0"));
    let mut command = "go".to_owned();
    for (turn, left) in [200, 150, 100, 50, 2, 0].into_iter().enumerate() {
        let lines = engines[turn % 2].say(&format!("time {left}\notim {left}\n{command}"));
        command = format!("usermove {}", moved(&lines).expect("a move"));
    }
}
