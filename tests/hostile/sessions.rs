//! Sessions with random lines.

use fastrand::Rng;
use zugi::protocol::{self, Command};

use crate::words::{VALID, words};
use crate::{End, limited, lines, run, runs, seeds, some_limit};

/// Valid lines, and random sequences of the grammar's words.
fn input(rng: &mut Rng) -> Vec<String> {
    let mut all = lines(rng, &words(), 30);
    for _ in 0..rng.usize(..12) {
        let line = *rng.choice(VALID).expect("lines");
        all.insert(rng.usize(..=all.len()), line.to_owned());
    }
    all
}

/// Checks for one `bestmove` per `go`, and an answer at the end.
fn check(end: &End, lines: &[String], what: &str) {
    let is_go = |line: &&String| matches!(protocol::parse(line), Ok(Some(Command::Go(_))));
    let asked = lines.iter().filter(is_go).count();
    let answers = end.stdout.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, asked, "{what}: {lines:#?}\n{}", end.stdout);
    let awake = end.stdout.lines().any(|line| line == "readyok");
    assert!(awake, "{what}: {lines:#?}\n{}", end.stdout);
}

/// `ZUGI_SESSIONS` is the number of runs.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn sessions_end_in_order() {
    let cache = tempfile::tempdir().expect("a directory");
    let mut refused = 0;
    for seed in seeds("sessions", runs("ZUGI_SESSIONS", 3_000)) {
        let mut rng = Rng::with_seed(seed);
        let folder = cache.path().join(seed.to_string());
        let limit = some_limit(&mut rng, 150);
        let lines = input(&mut rng);
        let what = format!("session {seed} within {limit:?} MiB");
        let text = lines.join("\n") + "\nstop\nponderhit\nstop\nisready\nquit\n";
        let mut command = limited(&folder, env!("CARGO_BIN_EXE_zugi").as_ref(), limit);
        let end = run(&mut command, text.as_bytes(), &what);
        if limit.is_some() && end.status.code() == Some(1) && end.stdout.is_empty() {
            // Not enough memory for the threads of a session.
            refused += 1;
            continue;
        }
        end.assert_orderly(&[0], &what);
        check(&end, &lines, &what);
        // If tables were built.
        drop(std::fs::remove_dir_all(folder));
    }
    println!("{refused} did not start for want of memory");
}
