//! The screen output at several window sizes, Tab completion, and short commands.
#![cfg(unix)]

use std::fs::File;
use std::io::Write;
use std::process::Stdio;

use crate::support::terminal::Terminal;
use nix::pty::openpty;

/// What follows from the last occurrence of this text on, and its number of lines.
fn last_from(text: &str, begin: &str) -> (String, usize) {
    let at = text.rfind(begin).unwrap_or_else(|| panic!("no {begin:?} in\n{text}"));
    let last = text[at..].replace('\r', "");
    let rows = last.lines().count();
    (last, rows)
}

#[test]
fn header_board_turn_and_prompt_fit_into_the_window() {
    let fits = |[rows, columns]: [u16; 2], variant: &str, has_rules: bool| {
        let args = ["play", "--variant", variant, "--side", "both"];
        let mut terminal = Terminal::sized([rows, columns], &args);
        terminal.enter("board");
        terminal.expect(" to move.");
        terminal.expect("> ");
        let text = terminal.text();
        let (shown, taken) = last_from(&text, &format!("{variant}: two people."));
        assert!(taken <= usize::from(rows), "{taken} rows\n{shown}");
        assert!(shown.contains("┌") && shown.contains(" to move."), "{shown}");
        assert_eq!(shown.contains('├'), has_rules, "{shown}");
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(columns.into()), "{shown}");
        terminal.press("quit\r");
        terminal.expect_end();
    };
    fits([40, 100], "zoka-4", true);
    fits([26, 100], "zoka-4", false);
    fits([24, 80], "zola-10", false);
    fits([24, 60], "zoka", false);
}

#[test]
fn a_narrow_window_shows_the_width_that_the_board_needs() {
    let too_small = "The window is too small for the board: it has 60 columns";
    for args in [&["play", "--variant", "zoka-4", "--side", "both"][..], &["--variant", "zoka-4"]] {
        let mut terminal = Terminal::sized([20, 60], args);
        if args[0] != "play" {
            terminal.enter("d");
        }
        terminal.expect(too_small);
        terminal.expect("65 columns");
        terminal.enter("quit");
        let text = terminal.text();
        assert!(!text.contains('│') && !text.contains('┌'), "{text}");
        terminal.expect_end();
    }
}

#[test]
fn tab_completes_moves_commands_and_paths_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("the saved game.txt");
    let name = path.to_str().expect("UTF-8");
    let mut terminal = Terminal::start(&["play", "--side", "both"]);
    terminal.enter("B6c\t");
    terminal.expect("Blue ○ to move.");
    terminal.enter(&format!("sav\t{name}"));
    terminal.expect("The game is in ");
    terminal.enter(&format!("lo\t{}/the\t", folder.path().display()));
    terminal.expect("zola-6: two people.");
    terminal.expect("Blue ○ to move.");
    // All completions, moves and commands, at once.
    terminal.expect("> ");
    terminal.press("\t");
    for word in ["a2a3", "undo", "side"] {
        terminal.expect(word);
    }
    terminal.expect("> ");
    terminal.press("un\t\r");
    terminal.expect("One move is taken back.");
    terminal.quit();
}

#[test]
fn output_to_a_pipe_has_the_form_for_programs() {
    let pty = openpty(None, None).expect("a terminal");
    let mut command = crate::support::zugi();
    let child = command.stdin(pty.slave).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut keys = File::from(pty.master);
    keys.write_all(b"eval\nquit\n").expect("the terminal takes keys");
    let output = child.expect("it starts").wait_with_output().expect("our process");
    let text = String::from_utf8_lossy(&output.stdout);
    let value = text.strip_prefix("evaluation ").and_then(|rest| rest.split(' ').next());
    assert!(value.is_some_and(|value| value.parse::<i32>().is_ok()), "{text}");
    assert!(text.ends_with(" for p1, to move\n"), "{text}");
}

#[test]
fn long_lines_are_broken_between_moves() {
    let mut terminal = Terminal::sized([50, 70], &[]);
    for (typed, end, goes_on) in [
        ("go depth 9", "bestmove ", "              "),
        ("query legalmoves", "f6f5", "c"),
        ("moves", "f6f5", "c"),
    ] {
        terminal.enter(typed);
        let printed = terminal.expect(end);
        for line in printed.split(['\r', '\n']) {
            assert!(line.chars().count() <= 70, "{line:?} in\n{printed}");
        }
        assert!(printed.lines().any(|line| line.starts_with(goes_on)), "{printed}");
    }
    // A position stays on one line, so that it can be copied.
    terminal.enter("variant zoka");
    terminal.enter("fen");
    let fen = terminal.expect("0:0:-");
    assert!(fen.contains("response ........"), "{fen}");
    terminal.quit();
}
