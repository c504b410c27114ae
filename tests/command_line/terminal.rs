//! The program in a pseudo-terminal, with typed keys.
#![cfg(unix)]

use std::fs;

use crate::support::terminal::Terminal;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
const LEFT: &str = "\u{1b}[D";
const END: &str = "\u{1b}[F";

#[test]
fn a_session_plays_bare_moves_and_understands_people() {
    let mut terminal = Terminal::start(&[]);
    terminal.expect("type help");
    terminal.enter("B6c6");
    terminal.enter("Query P2turn");
    terminal.expect("response true\r\n");
    terminal.enter("postion");
    terminal.expect("unknown command \"postion\": did you mean position?");
    // The board follows a bare move, and only that.
    let all = terminal.text();
    assert_eq!(all.matches('┌').count(), 1, "{all}");
    assert!(all.contains("│[○]│[ ]│") || all.contains("│[ ]│[○]│") || all.contains("[●]"), "{all}");
    terminal.enter("?");
    terminal.expect("A first session");
    terminal.expect("Here a move alone, such as a");
    terminal.enter("isready");
    terminal.expect("readyok\r\n");
    for (typed, answer) in [
        ("variant zvp", "┌"),
        ("depth 1", "bestmove "),
        ("show", "to move  White"),
        ("set Hash 64", "did you mean setoption name NAME value VALUE?"),
        ("analyse", "  line\r\n"),
        ("stop", "bestmove "),
    ] {
        terminal.enter(typed);
        terminal.expect(answer);
    }
    terminal.enter("exit");
    terminal.expect_end();
}

#[test]
fn lines_are_completed_and_remembered() {
    let mut terminal = Terminal::start(&[]);
    terminal.enter("quer\t variant");
    terminal.expect("response zola-6\r\n");
    terminal.enter(UP);
    terminal.expect("response zola-6\r\n");
    terminal.enter("moves b6c\t");
    terminal.expect("moves b6c6");
    // All continuations are listed at once, and a blank follows a unique word.
    for (typed, listed) in [
        ("go \t", ["movetime", "infinite"]),
        ("setoption name \t", ["MultiPV", "UGI_Elo"]),
        ("moves b\t", ["b1b2", "b5c5"]),
    ] {
        terminal.expect("> ");
        terminal.press(typed);
        for word in listed {
            terminal.expect(word);
        }
        terminal.expect("> ");
        terminal.press("\u{3}");
        terminal.expect("quit leaves)");
    }
    terminal.enter("quer\tp2\t");
    terminal.expect("query p2turn");
    terminal.expect("response true\r\n");
    terminal.enter("query p2turn");
    terminal.expect("response true\r\n");
    // The end of the input, as a key.
    terminal.expect("> ");
    terminal.press("\u{4}");
    terminal.expect_end();
}

#[test]
fn output_keeps_out_of_the_line_being_typed() {
    let mut terminal = Terminal::start(&[]);
    // This proof reports its progress each second and never ends.
    terminal.enter("solve");
    terminal.expect("  table\r\n");
    terminal.expect("> ");
    terminal.press("quer");
    // Some output comes while the word is being typed.
    let mut printed = String::new();
    for _ in 0..3 {
        printed += &terminal.expect("> quer");
        printed += "> quer";
    }
    terminal.press("y p1turn\r");
    printed += &terminal.expect("response true\r\n");
    for line in printed.split(['\r', '\n']) {
        let typed = line.strip_prefix("> ").unwrap_or(line);
        let is_whole = !line.contains("quer") || "query p1turn".starts_with(typed);
        assert!(is_whole, "{line:?} in\n{printed}");
    }
    // Ctrl-C stops the job, and the session continues.
    terminal.expect("> ");
    terminal.press("\u{3}");
    terminal.expect("result unknown ");
    terminal.enter("go infinite");
    terminal.expect("  line\r\n");
    terminal.expect("> ");
    terminal.press("\u{3}");
    terminal.expect("bestmove ");
    terminal.enter("q");
    terminal.expect_end();
}

#[test]
fn ctrl_c_clears_a_line_and_a_second_one_leaves_the_game() {
    let mut terminal = Terminal::start(&["play", "--side", "both"]);
    for _ in 0..2 {
        terminal.expect("> ");
        terminal.press("a1b");
        terminal.expect("a1b");
        terminal.press("\u{3}");
    }
    let hint = "Type quit or press Ctrl-D to leave, or Ctrl-C once more.";
    terminal.expect("> ");
    terminal.press("\u{3}");
    terminal.expect(hint);
    // A command in between cancels the confirmation.
    terminal.enter("a1b2\u{7f}1");
    terminal.expect("Blue ○ to move.");
    terminal.expect("> ");
    terminal.press("\u{3}");
    terminal.expect(hint);
    terminal.expect("> ");
    terminal.press("\u{3}");
    terminal.expect("The game is not finished. Goodbye.");
    assert!(terminal.seen.contains(&0x1b), "no colours at a terminal");
    terminal.expect_end();
}

#[test]
fn ctrl_c_while_the_engine_thinks_says_that_the_game_is_not_saved() {
    let args = ["play", "--side", "second", "--level", "full", "--movetime", "600000"];
    let mut terminal = Terminal::start(&args);
    terminal.expect("zugi is to move.");
    terminal.expect("b   a");
    let id = Pid::from_raw(terminal.child.id().try_into().expect("a number"));
    kill(id, Signal::SIGINT).expect("our process");
    terminal.expect("The game ends here; it is not saved. Goodbye.");
    assert_eq!(terminal.child.wait().expect("our process").code(), Some(130));
}

#[test]
fn the_end_of_the_time_is_shown_while_a_line_is_typed() {
    let mut terminal = Terminal::start(&["play", "--side", "both", "--clock", "0.02"]);
    terminal.expect("Red ● to move");
    terminal.expect("> ");
    terminal.press("a1");
    terminal.expect("Red ● has no time left: press Enter.\r\n");
    terminal.expect("> a1");
    terminal.press("b1\r");
    terminal.expect("Red ● has no time left. Blue ○ wins.");
    terminal.enter("quit");
    terminal.expect("Goodbye.");
    terminal.expect_end();
}

#[test]
fn lists_are_broken_between_words() {
    let mut terminal = Terminal::sized([50, 40], &["play", "--side", "both"]);
    for command in ["moves", "rules", "help"] {
        terminal.enter(command);
        let printed = terminal.expect("> ");
        terminal.read -= 2;
        for line in printed.lines().map(str::trim_end) {
            assert!(line.chars().count() <= 40, "{line:?} in\n{printed}");
        }
        assert!(printed.lines().count() > 5, "{printed}");
    }
    terminal.quit();
}

#[test]
fn boards_evaluations_searches_and_proofs_are_shown_to_people() {
    let mut terminal = Terminal::start(&[]);
    terminal.enter("b6c6");
    terminal.enter("d");
    terminal.expect("to move  Blue ○");
    // An evaluation reads as the scores of a search do.
    terminal.enter("eval");
    terminal.expect("evaluation ");
    let value = terminal.expect(" for Blue ○, to move");
    let (whole, hundredths) = value.split_once('.').expect("a point");
    assert!(whole.starts_with(['+', '-']) && hundredths.len() == 2, "{value}");
    terminal.enter("go depth 2");
    terminal.expect(" #  depth    score    time   nodes     nps  line\r\n 1    1/");
    terminal.expect("bestmove ");
    terminal.enter("c6b6");
    terminal.expect("that is Red's checker");
    terminal.enter("solve nodes 500");
    terminal.expect("   lost    time   nodes     nps  table\r\n");
    let rows = terminal.expect("result unknown after ");
    assert!(!rows.contains("info"), "{rows}");
    terminal.quit();
}

#[test]
fn recorded_games_are_stepped_through_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let game = |number, first| {
        format!(
            "[number {number}]\n[variant zola-4]\n[p1 Ann]\n[p2 Bob]\n[result p2win]\n\
             [reason time-loss]\n1 {first} {{time 1}}\n2 a2b2 {{time 1}}\n\n"
        )
    };
    fs::write(&path, game(1, "a1b1") + &game(2, "c1b1")).expect("a file");
    let mut terminal = Terminal::start(&["replay", path.to_str().expect("UTF-8")]);
    terminal.expect("game 1, zola-4: Ann (p1) - Bob (p2)");
    terminal.expect("[1 of 3]");
    for (key, shown) in [
        (RIGHT, "1. p1 a1b1"),
        (LEFT, "[1 of 3]"),
        (LEFT, "[1 of 3]"),
        (END, "p2win (time-loss)"),
        ("x", ""),
        (RIGHT, "[3 of 3]"),
        (DOWN, "game 2"),
        (DOWN, "[1 of 3]"),
        (" ", "1. p1 c1b1"),
        (UP, "game 1"),
        (UP, "[1 of 3]"),
    ] {
        terminal.press(key);
        terminal.expect(shown);
    }
    // It moves the cursor up to redraw the frame.
    let raw = String::from_utf8_lossy(&terminal.seen);
    assert!(raw.contains("\u{1b}[2K"), "{raw:?}");
    terminal.press("q");
    terminal.expect_end();
}

#[test]
fn a_large_board_fits_on_a_small_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let game = "[number 1]\n[variant zola-10]\n[p1 Ann]\n[p2 Bob]\n1 a1b1 {time 1}\n";
    fs::write(&path, game).expect("a file");
    let path = path.to_str().expect("UTF-8");
    for (rows, is_whole) in [(24, false), (50, true)] {
        let mut terminal = Terminal::sized([rows, 80], &["replay", path]);
        terminal.expect("[1 of 2]");
        terminal.press(RIGHT);
        let begin = terminal.read;
        terminal.expect("[2 of 2]");
        let frame = terminal.text()[begin..].to_owned();
        let frame = &frame[frame.find("game 1, zola-10").expect("a header")..];
        assert!(frame.contains("1. p1 a1b1   1.0 ms") && frame.contains("\n 10 │"), "{frame}");
        assert_eq!(frame.contains('├'), is_whole, "{frame}");
        assert!(frame.lines().count() < rows.into(), "{frame}");
        terminal.press("q");
        terminal.expect_end();
    }
}

#[test]
fn openings_show_their_progress_at_a_terminal() {
    let args = "openings 2 --variant zola-4 --plies 2 --depth 1 --games 0";
    let mut terminal = Terminal::start(&args.split(' ').collect::<Vec<_>>());
    terminal.expect("/2 openings");
    terminal.expect_end();
}
