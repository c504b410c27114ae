//! `zugi table`: tables are built, interrupted, continued, verified, and read by another program.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::learn::python;
use crate::support::{DEADLINE, has, in_utf8, run, text, zugi};

/// The error line of the program.
#[track_caller]
fn complaint(args: &[&str]) -> String {
    let (code, stdout, stderr) = run(args);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1), "{stderr}");
    stderr
}

fn args<'a>(command: &'a str, folder: &'a Path) -> Vec<&'a str> {
    let words = ["table"].into_iter().chain(command.split_whitespace());
    words.chain(["--dir", in_utf8(folder)]).collect()
}

#[test]
fn tables_are_built_listed_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("tables");
    let built = text(&args("build --variant zola-4 --checkers 6 --threads 2", &tables));
    let listed = text(&args("info --variant zola-4", &tables));
    assert!(built.starts_with(&listed), "{built}{listed}");
    assert!(built.lines().last().is_some_and(|it| it.starts_with("6 tables of zola-4 with ")));
    assert!(listed.starts_with(" 1 pieces               6 entries"), "{listed}");
    let checked = text(&args("verify --variant zola-4 --samples 500", &tables));
    assert_eq!(checked.lines().count(), 6);
    assert!(checked.lines().last().is_some_and(|it| it.contains("  500 checked by moves, ")));
    // Existing tables are kept.
    let six = tables.join("zola-4.6.table");
    let before = fs::metadata(&six).and_then(|data| data.modified()).expect("a time");
    assert_eq!(text(&args("build --variant zola-4 --pieces 6", &tables)), built);
    assert_eq!(fs::metadata(&six).and_then(|data| data.modified()).expect("a time"), before);
}

#[test]
fn a_game_with_draws_has_tables_too() {
    let folder = tempfile::tempdir().expect("a folder");
    text(&args("build --variant zvp --pieces 4", folder.path()));
    let checked = text(&args("verify --variant zvp --samples 20000", folder.path()));
    assert_eq!(checked.lines().count(), 4);
}

/// Builds a table and those with fewer pieces; their bytes must be those that version 0.2 made.
#[track_caller]
fn check_bytes(command: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    text(&args(&format!("build {command}"), folder.path()));
    for entry in fs::read_dir(folder.path()).expect("the folder").flatten() {
        let digest = Sha256::digest(fs::read(entry.path()).expect("a file"));
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let line = format!("{digest}  {}", entry.file_name().display());
        assert!(include_str!("tables.sha256").lines().any(|it| it == line), "{line}");
    }
}

#[test]
fn tables_have_the_same_bytes_as_ever() {
    check_bytes("--variant zola-6 --checkers 7");
    // With so little memory the shards of the last table are made in files, not in memory.
    check_bytes("--variant zola-6 --checkers 7 --memory 116");
    check_bytes("--variant zola-8 --checkers 4");
    check_bytes("--variant zvp --pieces 4");
    check_bytes("--variant zvp --pieces 4 --memory 100");
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn large_tables_have_the_same_bytes_as_ever() {
    check_bytes("--variant zola-6 --checkers 8");
    check_bytes("--variant zola-6 --checkers 8 --memory 256");
    check_bytes("--variant zola-8 --checkers 6");
    check_bytes("--variant zvp --pieces 5");
    check_bytes("--variant zvp --pieces 5 --memory 160");
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing");
    let far = missing.join("farther");
    for (command, folder, said) in [
        ("info --variant zvp", folder.path(), "no tables of zvp"),
        ("build --variant zvp --checkers 8", folder.path(), "expected 1 to 7"),
        ("build --variant zvp --checkers 6 --memory 200", folder.path(), "6 pieces takes"),
        ("verify", &missing, "missing\": No such file"),
        ("info", folder.path(), "has no tables of zola-6: expected files such as"),
        ("build --checkers 3", &far, "cannot use"),
        ("build --checkers 3 --shard 1/2", folder.path(), "3 pieces of zola-6 has no shards"),
    ] {
        let complaint = complaint(&args(command, folder));
        assert!(complaint.starts_with("error: ") && complaint.contains(said), "{complaint}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn a_damaged_file_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    text(&args("build --checkers 4", folder.path()));
    let path = folder.path().join("zola-6.4.table");
    let whole = fs::read(&path).expect("a file");
    fs::write(&path, &whole[..whole.len() - 7]).expect("writable");
    for command in ["verify", "info", "build --checkers 5"] {
        let said = complaint(&args(command, folder.path()));
        assert!(said.contains("zola-6.4.table\" is truncated: expected"), "{said}");
    }
    let mut bytes = whole;
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).expect("writable");
    let (code, _, stderr) = run(&args("verify", folder.path()));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("zola-6.4.table\" is damaged in block 0"), "{stderr}");
}

/// Two processes make the shards of a table.
#[test]
fn builds_in_files_of_shards_that_are_killed_go_on() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let command = "build --variant zola-4 --threads 1 --checkers";
    text(&args(&format!("{command} 10"), whole.path()));
    text(&args(&format!("{command} 9"), killed.path()));
    let folder = killed.path().join("zola-4.10.table.shards");
    let there = || {
        let names = fs::read_dir(&folder).into_iter().flatten().flatten();
        names.filter(|name| name.path().extension().is_some_and(|it| it == "shard")).count()
    };
    let [one, two] = ["1/2", "2/2"].map(|share| format!("{command} 10 --shard {share}"));
    let spawn = |command: &str| {
        let mut child = zugi();
        child.args(args(command, killed.path())).stdout(Stdio::null());
        child.spawn().expect("the program starts")
    };
    let (mut kills, mut before) = (0, 0);
    loop {
        let mut children = [&one, &two].map(|command| spawn(command));
        let begun = Instant::now();
        let mut have_ended = false;
        // As soon as there is another shard.
        while there() <= before && !have_ended {
            assert!(begun.elapsed() < DEADLINE, "no shard after {before} of them");
            thread::sleep(Duration::from_millis(1));
            have_ended = children.iter_mut().all(|it| it.try_wait().expect("a process").is_some());
        }
        for child in &mut children {
            kills += u32::from(child.try_wait().expect("a process").is_none());
            child.kill().expect("a process");
            child.wait().expect("a process");
        }
        if have_ended && kills > 0 {
            break;
        }
        if have_ended {
            // They finished before they could be killed: start again.
            fs::remove_dir_all(&folder).expect("a folder");
        }
        before = there();
    }
    text(&args(&one, killed.path()));
    text(&args(&two, killed.path()));
    text(&args(&format!("{command} 10"), killed.path()));
    for pieces in 1..=10 {
        let name = format!("zola-4.{pieces}.table");
        let [whole, killed] = [&whole, &killed].map(|folder| fs::read(folder.path().join(&name)));
        assert!(whole.expect("a file") == killed.expect("a file"), "{name}");
    }
    assert_eq!(fs::read_dir(killed.path()).expect("the folder").count(), 10, "nothing is left");
}

/// The same for a table that is built in memory by one process and is so large that its shards are
/// saved meanwhile.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn a_long_build_that_is_killed_at_any_moment_gives_the_same_bytes() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let command = "build --variant zola-6 --checkers 8";
    let start = Instant::now();
    text(&args(command, whole.path()));
    let took = start.elapsed();
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut kills, mut in_shards) = (0, 0);
    for _ in 0..12 {
        let mut child = zugi();
        child.args(args(command, killed.path())).stdout(Stdio::null());
        let mut child = child.spawn().expect("the program starts");
        thread::sleep(took.mul_f64(0.02 + 0.12 * rng.f64()));
        kills += u32::from(child.try_wait().expect("a process").is_none());
        child.kill().expect("a process");
        child.wait().expect("a process");
        in_shards += u32::from(killed.path().join("zola-6.8.table.shards").exists());
    }
    println!("{took:?}, killed {kills} times, {in_shards} times with shards of the last table");
    assert!(kills > 0);
    text(&args(command, killed.path()));
    for pieces in 1..=8 {
        let name = format!("zola-6.{pieces}.table");
        let [whole, killed] = [&whole, &killed].map(|folder| fs::read(folder.path().join(&name)));
        assert!(whole.expect("a file") == killed.expect("a file"), "{name}");
    }
    let left = fs::read_dir(killed.path()).expect("the folder").count();
    assert_eq!(left, 8, "nothing else is left");
}

#[test]
fn the_script_in_the_docs_reads_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = python("docs/reference/tables.md", folder.path()).filter(|_| has("zstd"));
    let Some(path) = script else { return };
    let script = fs::read_to_string(&path).expect("the script");
    assert!(script.lines().count() <= 25, "twenty lines or so");
    text(&args("build --checkers 5", folder.path()));
    for (pieces, said) in [(3, "zola-6 3 8664 3838\n"), (5, "zola-6 5 1627104 701182\n")] {
        let table = folder.path().join(format!("zola-6.{pieces}.table"));
        let printed = Command::new("python3").arg(&path).arg(&table).output().expect("python3");
        assert_eq!(String::from_utf8_lossy(&printed.stderr), "");
        assert_eq!(String::from_utf8_lossy(&printed.stdout), said);
    }
}
