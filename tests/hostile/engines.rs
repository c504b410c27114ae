//! Matches with every fault of `examples/bad_engine`.

use std::path::PathBuf;
use std::process::Command;

use crate::{run, zugi};

fn bad_engine() -> PathBuf {
    // The folder where cargo puts examples.
    let program = PathBuf::from(env!("CARGO_BIN_EXE_zugi"));
    program.with_file_name("examples").join("bad_engine")
}

/// The fault names, as listed by the engine.
fn faults() -> Vec<String> {
    let output =
        Command::new(bad_engine()).arg("no-such-fault").output().expect("cargo builds examples");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let name = |line: &str| Some(line.strip_prefix("  ")?.split_once(':')?.0.to_owned());
    text.lines().filter_map(name).collect()
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn matches_against_hostile_engines_end() {
    let faults = faults();
    assert!(faults.len() >= 25, "{faults:?}");
    let folder = tempfile::tempdir().expect("a directory");
    let mut unable = 0;
    for fault in &faults {
        let mut command = zugi(&folder.path().join("cache"));
        command.args(["match", "--variant", "zola-4", "--games", "2", "--each", "movetime=200"]);
        for (name, arguments) in [("bad", format!("--after 2 {fault} 50")), ("good", String::new())]
        {
            let program = format!("cmd={} --variant zola-4 {arguments}", bad_engine().display());
            command.args(["--engine", &format!("name={name}"), &program]);
        }
        command.arg("--out").arg(folder.path().join(fault));
        let end = run(&mut command, b"", fault);
        // 3 and 4: games that do not count, and an engine that is out.
        end.assert_orderly(&[0, 1, 2, 3, 4], fault);
        let words = end.stdout.len() + end.stderr.len();
        println!("{fault}: {}, {words} bytes of report", end.status);
        assert!(words > 0, "{fault}: nothing is said");
        unable += usize::from(end.status.code() == Some(2));
    }
    // Engines that fail before a game.
    assert!(unable < faults.len() / 3, "{unable} of {} did not play", faults.len());
}
