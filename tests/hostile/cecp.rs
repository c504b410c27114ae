//! Random input in XBoard's protocol.

use fastrand::Rng;

use crate::{limited, lines, run, runs, seeds, some_limit, words};

/// `ZUGI_BOARDS` is the number of runs.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn board_programs_are_answered() {
    let cache = tempfile::tempdir().expect("a directory");
    let words = words::CECP_WORDS.split_ascii_whitespace();
    // Input after the end of a session is not read.
    let words: Vec<&str> = words.filter(|&word| word != "quit").collect();
    for seed in seeds("XBoard sequences", runs("ZUGI_BOARDS", 1_000)) {
        let mut rng = Rng::with_seed(seed);
        let limit = some_limit(&mut rng, 400);
        let what = format!("sequence {seed} within {limit:?} MiB");
        let mut text = "xboard\nprotover 2\n".to_owned();
        for line in lines(&mut rng, &words, 40) {
            text += &line;
            text.push('\n');
        }
        text += "?\nforce\nexit\nnew\nforce\nping 7654321\nquit\n";
        let folder = cache.path().join(seed.to_string());
        let mut command = limited(&folder, env!("CARGO_BIN_EXE_zugi").as_ref(), limit);
        let end = run(&mut command, text.as_bytes(), &what);
        end.assert_orderly(&[0], &format!("{what}: {text}"));
        let pong = end.stdout.lines().any(|line| line == "pong 7654321");
        assert!(pong, "{what}: {text}\n{}", end.stdout);
        drop(std::fs::remove_dir_all(folder));
    }
}
