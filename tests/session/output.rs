//! The content and timing of output.

use std::time::{Duration, Instant};

use crate::support::referee::Referee;
use crate::support::{Answer, Client, output_of, zugi};

#[test]
fn lines_end_with_a_line_feed_and_nothing_else() {
    let output = output_of(&mut zugi(), "isready\r\nquery p1turn");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "readyok\nresponse true\n");
}

#[test]
fn info_lines_have_growing_figures_and_complete_legal_variations() {
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
        for key in ["depth", "nodes", "time"] {
            let values: Vec<u64> = answer.infos.iter().map(|info| info.number(key)).collect();
            assert!(values.is_sorted(), "{key}: {values:?} of go {limits}");
        }
        for info in &answer.infos {
            assert!(info.number("seldepth") >= info.number("depth"), "{info:?}");
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
fn root_moves_are_reported_after_three_seconds() {
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zola-10");
    let legal = Referee::new("zola-10");
    let begun = Instant::now();
    client.send("go infinite");
    let mut lines = client.lines_until(|line| line.contains(" currmove "));
    assert!(begun.elapsed() >= Duration::from_secs(3), "{:?}", begun.elapsed());
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
