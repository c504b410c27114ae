//! Time use of the engine in XBoard's protocol: thinking, pondering, clocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Board, moved};
use crate::support::referee::Referee;

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
        board.send("usermove b6c6");
        board.lines_until(is_thinking);
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
fn thinking_is_shown_only_on_request() {
    let mut board = Board::with("zola");
    let lines = board.say("post\nsd 5\nusermove b6c6");
    let (last, thinking) = lines.split_last().unwrap();
    assert!(last.starts_with("move "));
    assert!(thinking.len() >= 5);
    for line in thinking {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(is_thinking(line) && words.len() > 4 && !line.contains('('), "{line}");
    }
    assert_eq!(board.say("new\nnopost\nsd 3\nusermove b6c6").len(), 1);
    board.quit();
}

#[test]
fn the_engine_ponders_after_hard() {
    let (mut board, mut game) = (Board::with("zola"), Referee::new("zola-6"));
    board.send("hard\nst 0.1");
    let mut user = "b6c6".to_owned();
    for hit in [true, true, false, true] {
        board.send(&format!("usermove {user}"));
        game.play(&user);
        game.play(board.line().strip_prefix("move ").expect("a move"));
        let hint = board.line();
        let expected = hint.strip_prefix("Hint: ").expect("the expected move").to_owned();
        assert_eq!(board.one("hint"), hint);
        let mut moves = game.legal_moves().into_iter();
        user = moves.find(|mv| (*mv == expected) == hit).expect("a move");
    }
    board.send(&format!("usermove {user}"));
    assert!(board.line().starts_with("move "));
    board.say("easy");
    board.quit();
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
    board.send("force\npost\nanalyze");
    let first = board.line();
    assert!(is_thinking(&first), "{first}");
    board.send(".");
    let lines = board.lines_until(|line| line.starts_with("stat01: "));
    let status = lines.last().unwrap();
    assert_eq!(status.split(' ').count(), 6, "{status}");
    assert!(status.ends_with(" 36"), "{status}");
    board.send("hint");
    let lines = board.lines_until(|line| line.starts_with("Hint: "));
    let best = lines.last().unwrap()["Hint: ".len()..].to_owned();
    for command in [
        format!("usermove {best}"),
        "undo".into(),
        "new".into(),
        "setboard 6/6/6/2P3/2p3/6 w".into(),
    ] {
        board.send(&format!("ping 70\n{command}\nping 71"));
        board.lines_until(|line| line == "pong 71");
        assert!(is_thinking(&board.line()), "a new search after {command}");
    }
    board.say("exit");
    std::thread::sleep(Duration::from_millis(20));
    board.quietly(".");
    assert!(board.one("exit").starts_with("Error (not legal now, "));
    board.quit();
}

/// The milliseconds for which the whole machine was suspended, counted until the counter is
/// dropped: shared machines sometimes stall for seconds.
fn stalls() -> Arc<AtomicU64> {
    const TICK: Duration = Duration::from_millis(5);
    let counter = Arc::new(AtomicU64::new(0));
    let counted = Arc::downgrade(&counter);
    std::thread::spawn(move || {
        loop {
            let begun = Instant::now();
            std::thread::sleep(TICK);
            let late = begun.elapsed().saturating_sub(2 * TICK).as_millis() as u64;
            let Some(counter) = counted.upgrade() else { return };
            counter.fetch_add(late, Relaxed);
        }
    });
    counter
}

/// Two engines with a time control of 40 moves in this time.
fn sessions_of_forty_moves(base: Duration) -> [Board; 2] {
    let mut engines = [Board::with("zola10"), Board::with("zola10")];
    let level = format!("level 40 0:{:02} 0", base.as_secs());
    engines.iter_mut().for_each(|engine| engine.quietly(&level));
    engines
}

/// Lets an engine move with this time left for it and for its opponent; returns its output.
fn move_by_clock(engine: &mut Board, left: [Duration; 2], command: &str) -> Vec<String> {
    let [own, other] = left.map(|time| time.as_millis() / 10);
    engine.say(&format!("time {own}\notim {other}\n{command}"))
}

#[test]
fn an_engine_with_a_clock_moves() {
    let mut engines = sessions_of_forty_moves(Duration::from_secs(2));
    let mut command = "go".to_owned();
    for turn in 0..6 {
        let left = [2000, 1500, 1000, 500, 20, 0].map(Duration::from_millis)[turn];
        let lines = move_by_clock(&mut engines[turn % 2], [left; 2], &command);
        command = format!("usermove {}", moved(&lines).expect("a move"));
    }
}

/// The clock is kept as a GUI does; no game is lost on time.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn no_time_is_lost_in_sessions_of_forty_moves() {
    // 40 moves in 2 seconds, and a margin for a busy machine.
    let (base, margin) = (Duration::from_secs(2), Duration::from_millis(300));
    let mut engines = sessions_of_forty_moves(base);
    let mut left = [base; 2];
    let stalls = stalls();
    let mut command = "go".to_owned();
    for turn in 0..200 {
        let mover = turn % 2;
        let clocks = [left[mover], left[1 - mover]];
        let (begun, before) = (Instant::now(), stalls.load(Relaxed));
        let lines = move_by_clock(&mut engines[mover], clocks, &command);
        let stalled = Duration::from_millis(stalls.load(Relaxed) - before);
        let taken = begun.elapsed().saturating_sub(stalled);
        assert!(taken < left[mover] + margin, "turn {turn}: {taken:?} of {:?}", left[mover]);
        left[mover] = left[mover].saturating_sub(taken);
        if turn / 2 % 40 == 39 {
            left[mover] += base;
        }
        if lines.iter().any(|line| line.contains('{')) {
            assert!(turn > 80, "the second session did not begin");
            return;
        }
        command = format!("usermove {}", moved(&lines).expect("a move"));
    }
    panic!("the game does not end");
}
