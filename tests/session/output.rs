//! The content and timing of output.

use std::time::{Duration, Instant};

use crate::support::referee::Referee;
use crate::support::{Answer, Client, session, zugi};

#[test]
fn nothing_is_said_before_being_asked() {
    session("").assert_clean();
    let mut client = Client::start();
    client.expect_silence();
    client.quit();
}

#[test]
fn what_changes_the_state_is_silent() {
    let mut client = Client::start();
    client.send(
        "uginewgame\nucinewgame\nposition startpos moves a1b1\nmoves a2b1\nundo\nstop\nponderhit\n\
         setoption name Hash value 4\nsetoption name Clear\ndebug off",
    );
    client.expect_silence();
    client.quit();
}

#[test]
fn debug_tells_what_a_command_led_to_until_it_is_off() {
    let mut client = Client::start();
    client.send("debug on");
    let line = client.ask("position startpos moves a1b1");
    assert!(line.starts_with("info string position: zola-6 brbrbr/"), "{line:?}");
    assert!(line.ends_with(" b -"), "{line:?}");
    client.send("debug off\nposition startpos");
    client.expect_silence();
    for bad in ["debug", "debug maybe", "debug on off"] {
        assert!(client.refused(bad).contains("expected "), "{bad}");
    }
    client.quit();
}

#[test]
fn bestmove_is_two_words_and_comes_after_all_info() {
    // `answer` rejects any other output in between; here nothing may follow.
    let mut client = Client::start();
    for limits in ["depth 4", "movetime 10", "nodes 1", "p1time 100 p2time 100"] {
        let answer = client.go(limits);
        answer.assert_complete();
        assert_eq!(answer.ponder, None);
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn depths_and_nodes_only_grow() {
    let mut client = Client::start();
    let answer = client.go("depth 5");
    for key in ["depth", "nodes", "time"] {
        let values: Vec<u64> = answer.infos.iter().map(|info| info.number(key)).collect();
        assert!(values.is_sorted(), "{key}: {values:?}");
    }
    assert!(answer.infos.iter().all(|info| info.number("seldepth") >= info.number("depth")));
    assert!(answer.infos.iter().all(|info| info.has_score() && !info.pv.is_empty()));
    client.quit();
}

#[test]
fn every_line_has_all_figures_and_a_whole_legal_variation() {
    let mut client = Client::start();
    for (options, limits) in [
        ("", "depth 6"),
        ("setoption name MultiPV value 3", "depth 4"),
        ("", "nodes 20000"),
        ("setoption name UGI_LimitStrength value true", "movetime 60000"),
    ] {
        client.send(options);
        let answer = client.go(limits);
        answer.assert_complete();
        Referee::new("zola-6").assert_legal(&answer);
        for info in &answer.infos {
            for key in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                assert!(info.get(key).is_some(), "no {key} in {info:?} of go {limits}");
            }
            assert!(info.has_score(), "{info:?}");
            // No win is possible this early, so each PV is as long as the depth.
            assert!(info.pv.len() as u64 >= info.number("depth"), "{info:?} of go {limits}");
        }
    }
    client.quit();
}

#[test]
fn after_three_seconds_the_root_moves_are_told() {
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zola-10");
    let legal = Referee::new("zola-10");
    let (begun, mut lines) = (Instant::now(), Vec::new());
    client.send("go infinite");
    for number in 0..2 {
        lines.extend(client.lines_until(|line| line.contains(" currmove ")));
        // At most four per second; fewer on a slow machine.
        let soonest = Duration::from_secs(3) + number * Duration::from_millis(250);
        assert!(begun.elapsed() >= soonest, "number {number} after {:?}", begun.elapsed());
    }
    client.send("stop");
    lines.extend(client.lines_until(|line| line.starts_with("bestmove ")));
    let answer = Answer::read(&lines);
    for info in &answer.current {
        assert!(legal.allows(info.currmove.as_ref().unwrap()), "{info:?}");
        assert!((1..=100).contains(&info.number("currmovenumber")), "{info:?}");
        assert!(info.number("depth") >= 1 && !info.has_score() && info.pv.is_empty());
    }
    assert!(answer.infos.iter().all(|info| info.get("nps").is_some()));
    // The last line belongs to the best move, as always.
    answer.assert_complete();
    client.quit();
}

#[test]
fn the_log_goes_to_stderr_never_to_stdout() {
    let mut client = Client::spawn(zugi().env("RUST_LOG", "trace"));
    client.expect_silence();
    client.send("go depth 2\nquit");
    let exit = client.wait();
    assert!(exit.rest.iter().all(|l| l.starts_with("info ") || l.starts_with("bestmove ")));
    assert!(exit.stderr.contains("isready"), "{:?}", exit.stderr);
    assert_eq!(exit.code, Some(0));
}

#[test]
fn two_processes_side_by_side_leave_no_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let start = || {
        let path = directory.path();
        Client::spawn(zugi().current_dir(path).env("TMPDIR", path).env("HOME", path))
    };
    let (mut one, mut two) = (start(), start());
    let (first, second) = (one.go("depth 3"), two.go("depth 3"));
    assert_eq!(first.best, second.best);
    one.quit();
    two.quit();
    let left = std::fs::read_dir(&directory).expect("the directory").count();
    assert_eq!(left, 0, "a session left files");
}
