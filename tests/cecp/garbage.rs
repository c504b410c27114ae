//! Bad input gets at most an error reply, and changes nothing.

use fastrand::Rng;

use crate::words::CECP_WORDS;
use crate::{Board, moved};

/// Lines of random words; none ends the session or takes long.
fn lines(rng: &mut Rng) -> String {
    let words: Vec<&str> = CECP_WORDS.split_ascii_whitespace().collect();
    let mut text = String::new();
    for _ in 0..rng.usize(1..30) {
        let count = rng.usize(1..5);
        let line: Vec<&str> = (0..count).map(|_| *rng.choice(&words).unwrap()).collect();
        let line = line.join(" ");
        let is_slow = line.starts_with("memory") || line.starts_with("option Hash");
        if line != "quit" && !is_slow {
            text += &line;
            text.push('\n');
        }
    }
    text
}

#[test]
fn random_lines_break_nothing() {
    let mut rng = Rng::with_seed(6);
    let mut board = Board::with("zola");
    for round in 0..150 {
        board.send(&lines(&mut rng));
        // A new game works in any state of the session. Output before the ping belongs to the lines
        // above.
        board.send(&format!("?\nforce\nnew\nnopost\neasy\nexit\nforce\nping 7{round:03}"));
        board.lines_until(|line| line == format!("pong 7{round:03}"));
        board.say("new\nvariant zola\noption MultiPV=1");
        let answer = board.say("sd 2\nusermove b6c6");
        assert!(moved(&answer).is_some(), "{answer:?}");
    }
    board.quit();
}

#[test]
fn random_bytes_break_nothing() {
    let mut rng = Rng::with_seed(7);
    let mut board = Board::with("zola");
    let before = board.lift("b6");
    for _ in 0..200 {
        let length = rng.usize(1..60);
        let mut bytes: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
        bytes.retain(|&byte| byte != b'\n');
        bytes.insert(0, b'#');
        bytes.push(b'\n');
        board.send_bytes(&bytes);
        let line = board.line();
        assert!(line.starts_with("Error ("), "{line}");
    }
    assert_eq!(board.lift("b6"), before);
    board.quit();
}

#[test]
fn each_refused_line_has_one_answer_and_changes_nothing() {
    let mut board = Board::with("zola");
    let before = board.lift("b6");
    let refused = [
        "edit",
        "level",
        "level 40 5",
        "sd x",
        "usermove",
        "usermove zz",
        "usermove a1b2",
        "ping",
        "setboard",
        "variant chess",
        "option",
        "option Nope=1",
        "lift",
        "undo 3",
        "go 4",
        "# x",
        "memory much",
        "cores many",
        "st now",
        "time out",
        "protover",
        "undo",
        "remove",
        "exit",
    ];
    for line in refused {
        let answer = board.one(line);
        let is_refusal = answer.starts_with("Error (") || answer.starts_with("Illegal move (");
        assert!(is_refusal && answer.ends_with(line.trim_start_matches("usermove ")), "{answer}");
        assert_eq!(board.lift("b6"), before, "{line}");
    }
    board.quit();
}

#[test]
fn the_largest_numbers_are_times_like_others() {
    let mut board = Board::with("zola");
    for line in [
        "level 40 5 1e19",
        "level 4294967295 4294967295 1e19",
        "level 1 4294967295:4294967295 1e19",
        "level 4294967295 0 0",
        "time 18446744073709551615",
        "otim 18446744073709551615",
        "sd 4294967295",
        "st 1e19",
    ] {
        for next in ["go\n?", "hard\nsd 2\ngo", "easy\nundo\nsd 2\ngo"] {
            assert!(moved(&board.say(&format!("force\n{line}\n{next}"))).is_some(), "{line}");
        }
        board.say("new");
    }
    // The amount of memory depends on the machine; no machine has so many cores.
    board.say("memory 18446744073709551615\ncores 18446744073709551615");
    board.quietly("memory 64\ncores 1");
    assert!(moved(&board.say("sd 2\nusermove b6c6")).is_some());
    board.quit();
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut board = Board::with("zola");
    let mut line = vec![b'x'; 5 << 20];
    line.push(b'\n');
    board.send_bytes(&line);
    assert!(board.line().starts_with("# too long: "));
    board.quietly("force\nusermove b6c6");
    board.quit();
}
