//! `zugi solve`: proofs, their files, and errors in them.

mod draws;
mod jobs;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{DEADLINE, zugi};
use serde_json::Value;

/// Eight checkers on 6x6, and twenty-two.
const EASY: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r -";
const HARD: &str = "brb1rb/r1b1r1/1rbr1b/b1rb1r/1r1bb1/r1b1r1 r -";
/// Ten checkers, and fifteen, whose proof takes seconds.
const TEN: &str = "b4r/5r/rb3r/6/b1rb1b/6 r -";
const FIFTEEN: &str = "4br/1r4/b1r2r/b2br1/bbb3/2r1br r -";

fn run(args: &[&str]) -> Output {
    let mut command: Command = zugi();
    command.arg("solve").args(args).stdin(Stdio::null());
    command.output().expect("the program starts")
}

#[track_caller]
fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    // On a busy machine a long proof may report its progress.
    assert!(stderr.lines().all(|line| line.contains(" moves lose, ")), "{stderr}");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn complaint(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn path(directory: &tempfile::TempDir, name: &str) -> String {
    directory.path().join(name).to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn certificates_are_verified_by_another_process() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = path(&directory, "proof.zugi");
    let solved = text(&[EASY, "--certificate", &path]);
    let certificate = solved.lines().last().expect("a last line");
    assert!(certificate.starts_with("certificate "), "{solved}");
    let winner = solved.lines().nth(1).and_then(|line| line.split(':').next()).expect("a winner");
    let verified = format!("position {EASY}\n{winner}, by the rules\n{certificate}\n");
    assert_eq!(text(&["--verify", &path]), verified);
    assert_eq!(text(&[EASY, "--verify", &path]), verified);
    assert!(complaint(&[HARD, "--verify", &path], 2).contains(EASY));
    assert!(complaint(&["--verify", &path, "--variant", "zola-8"], 2).contains("zola-6"));
    let mut bytes = fs::read(&path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).expect("writable");
    assert!(complaint(&["--verify", &path], 2).contains("is not a valid certificate"));
    let again = [EASY, "--certificate", &path];
    assert!(complaint(&again, 2).contains("exists already: expected another name, or --force"));
    let too_long = [EASY, "--certificate", &path, "--certificate-moves", "3", "--force"];
    assert!(complaint(&too_long, 2).contains("more than 3 moves"));
    assert_eq!(fs::read(&path).expect("a file"), bytes, "what was there stays");
    // The result is told, with and without a checkpoint that cannot be written.
    let result = |output: Output| String::from_utf8(output.stdout).expect("UTF-8");
    assert!(result(run(&too_long)).contains(&format!("{winner}: ")));
    let nowhere = directory.path().join("no/folder");
    let nowhere = [EASY, "--checkpoint", nowhere.to_str().expect("UTF-8"), "--hash", "4"];
    assert!(complaint(&nowhere, 2).contains("no/folder"));
    assert!(result(run(&nowhere)).contains(&format!("{winner}: ")));
}

#[test]
fn what_is_not_solved_goes_on_from_its_checkpoint() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = path(&directory, "checkpoint");
    let args = [HARD, "--checkpoint", &path, "--nodes", "20000", "--hash", "4"];
    let nodes = |expected: &str| {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(expected), "{text}");
    };
    nodes("unknown after 20001 nodes");
    nodes("unknown after 40002 nodes");
    let other = [EASY, "--checkpoint", &path, "--hash", "4"];
    assert!(complaint(&other, 2).contains("has another position"));
    let mut bytes = fs::read(&path).expect("a file");
    bytes.truncate(bytes.len() - 5);
    fs::write(&path, &bytes).expect("writable");
    assert!(complaint(&args, 2).contains("damaged"));
    // The checkpoint of a solved position has the result.
    fs::remove_file(&path).expect("a file");
    let first = text(&other);
    let again = text(&other);
    let line = |text: &str| text.lines().nth(1).map(|line| line[..7].to_owned());
    assert_eq!(line(&first), line(&again));
}

/// The nodes and seconds in a checkpoint.
fn spent(checkpoint: &str) -> (u64, f64) {
    let bytes = fs::read(checkpoint).unwrap_or_default();
    let line = bytes.split(|&byte| byte == b'\n').nth(3).map(String::from_utf8_lossy);
    let line = line.unwrap_or_default();
    let mut numbers = line.split(' ').skip(1).map_while(|word| word.parse::<u64>().ok());
    let (nodes, millis) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    (nodes, millis as f64 / 1000.0)
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_what_was_found_and_the_proof_goes_on() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let directory = tempfile::tempdir().expect("a directory");
    let path = path(&directory, "checkpoint");
    let every = ["--checkpoint-every", "0.1", "--hash", "16"];
    let args = [&["solve", HARD, "--checkpoint", &path], &every[..]].concat();
    for _ in 0..2 {
        let mut command: Command = zugi();
        command.args(&args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let (before, begun) = (spent(&path).0, Instant::now());
        let child = command.spawn().expect("the program starts");
        let saved = loop {
            let (saved, _) = spent(&path);
            if saved > before {
                break saved;
            }
            assert!(begun.elapsed() < DEADLINE, "nothing is saved");
            thread::sleep(Duration::from_millis(2));
        };
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let all = spent(&path).0;
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(&format!("unknown after {all} nodes, ")), "{all} saved: {text}");
        assert!(all >= saved, "{all} of {saved}");
    }
}

#[test]
fn a_job_is_one_line_and_the_same_each_time() {
    let job = |args: &[&str]| {
        let line = text(&[&["--job"], args].concat());
        assert_eq!(line, text(&[&["--job"], args].concat()));
        assert_eq!(line.lines().count(), 1);
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    let solved = job(&[EASY, "--hash", "4"]);
    assert!(["proven", "disproven"].contains(&solved["result"].as_str().expect("a word")));
    assert!(solved["proof"].is_null() && solved["winner"].is_string());
    let open = job(&[HARD, "--hash", "4", "--nodes", "5000", "--seed", "7"]);
    assert_eq!(open["result"], "unknown");
    assert_eq!(open["nodes"], 5001);
    for estimate in [&open["proof"], &open["disproof"]] {
        assert!(estimate["failed"].is_number() && estimate["unfinished"] == 0.0, "{estimate}");
        assert!(estimate["error"].is_number() || estimate["positions"].is_null(), "{estimate}");
    }
    let (other, same) = (job(&[HARD, "--nodes", "5000", "--hash", "4", "--seed", "8"]), &open);
    assert_ne!(&other, same);
}

/// Tables save work without changing the result; a job's output depends only on its arguments and
/// tables.
#[test]
fn tables_are_known_beside_the_small_endings() {
    let directory = tempfile::tempdir().expect("a directory");
    let build = |name: &str, pieces: &str| {
        let folder = path(&directory, name);
        let mut command: Command = zugi();
        command.args(["table", "build", "--checkers", pieces, "--dir", &folder]);
        assert!(command.stdout(Stdio::null()).status().expect("the program starts").success());
        folder
    };
    let (seven, three) = (build("seven", "7"), build("three", "3"));
    let job = |tables: &[&str]| {
        let line = text(&[&["--job", TEN, "--hash", "4"], tables].concat());
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    let plain = job(&[]);
    let with = job(&["--tables", &three, "--tables", &seven]);
    assert_eq!(with, job(&["--tables", &seven]));
    assert_eq!(with, job(&["--tables", &seven, "--table-memory", "1"]));
    assert_eq!(plain, job(&["--tables", &three]));
    assert_eq!(plain["winner"], with["winner"]);
    let nodes = |job: &Value| job["nodes"].as_u64().expect("a number");
    assert!(nodes(&with) < nodes(&plain), "{with} {plain}");
    // A certificate needs tables only if it says so.
    let proof = path(&directory, "proof.zugi");
    let write = [TEN, "--tables", &seven, "--certificate", &proof];
    text(&write);
    assert!(text(&["--verify", &proof]).contains(" wins, by the rules\n"));
    let solved = text(&[&write[..], &["--certificate-tables", "7", "--force"]].concat());
    let verify = ["--verify", &proof, "--tables", &seven];
    let (solved, verified) = (solved.lines().last(), text(&verify));
    assert!(verified.contains(" wins, by the rules and tables of up to 7 pieces\n"), "{verified}");
    assert_eq!(verified.lines().last(), solved);
    assert!(verified.ends_with(" positions of tables of up to 7 pieces\n"), "{verified}");
    let error = complaint(&["--verify", &proof], 2);
    assert!(error.contains("tables of up to 7 pieces") && error.contains("--tables"), "{error}");
    let none = [TEN, "--certificate", &proof, "--certificate-tables", "9", "--force"];
    assert!(complaint(&none, 2).contains("of up to 9 pieces"));
    assert_eq!(text(&verify), verified, "what was there stays");
    for part in [&["--certificate-tables", "7"][..], &["--certificate-tables", "0"]] {
        complaint(&[&[TEN], part].concat(), 2);
    }
}

/// Starts a proof and kills it when `is_time` returns true; returns whether it was still running.
fn kill_when(args: &[&str], mut is_time: impl FnMut() -> bool) -> bool {
    let mut command: Command = zugi();
    command.arg("solve").args(args).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().expect("the program starts");
    let begun = Instant::now();
    while !is_time() {
        assert!(begun.elapsed() < DEADLINE, "the time does not come");
        if child.try_wait().expect("a process").is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    let works = child.try_wait().expect("a process").is_none();
    child.kill().expect("a process");
    child.wait().expect("a process");
    works
}

#[test]
fn a_proof_that_is_killed_goes_on_to_the_same_result() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = path(&directory, "checkpoint");
    let args = [FIFTEEN, "--checkpoint", &path, "--checkpoint-every", "0.1"];
    let whole = text(&[FIFTEEN]);
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut kills, mut tries) = (0, 0);
    while kills < 3 {
        let before = spent(&path).0;
        let wait = Duration::from_millis(rng.u64(..300));
        let mut saved: Option<Instant> = None;
        // At a random moment after the first checkpoint.
        let killed = kill_when(&args, || {
            if saved.is_none() && spent(&path).0 > before {
                saved = Some(Instant::now());
            }
            saved.is_some_and(|saved| saved.elapsed() >= wait)
        });
        if killed {
            assert!(spent(&path).0 > before);
            kills += 1;
        } else {
            // It finished before it could be killed: start again.
            fs::remove_file(&path).expect("a checkpoint");
        }
        tries += 1;
        assert!(tries < 50, "killed at work {kills} times of {tries}");
    }
    let resumed = text(&args);
    let winner = |text: &str| text.lines().nth(1).map(|line| line[..7].to_owned());
    assert_eq!(winner(&resumed), winner(&whole));
    assert!(spent(&path).0 > 0);
}

/// With the default time between checkpoints.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_kill_loses_a_minute_at_most() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = path(&directory, "checkpoint");
    for seconds in [65.0, 85.0] {
        let (before, start) = (spent(&path).1, Instant::now());
        let is_time = || start.elapsed().as_secs_f64() >= seconds;
        assert!(kill_when(&[HARD, "--checkpoint", &path], is_time), "it is at work");
        let kept = spent(&path).1 - before;
        println!("killed after {seconds} s, of which {kept:.1} s are kept");
        // Startup and writing take some time.
        assert!(kept >= seconds - 60.0 - 4.0, "{kept} of {seconds} s are kept");
    }
}

#[test]
fn bad_arguments_are_quoted() {
    for (args, code, part) in [
        (&["6/6 r"][..], 2, "\"6/6\""),
        (&["--hash", "0"], 2, "'0'"),
        (&["--hash", "99999999999", "--variant", "zola-6"], 2, "99999999999 MiB"),
        (&["--time", "x"], 2, "'x'"),
        (&["--seed", "2"], 2, "--job"),
        (&["--tables", "nowhere", "--variant", "zola-6"], 2, "nowhere"),
        (&["--tables", "src", "--variant", "zola-6"], 2, "has no tables of zola-6"),
        (&["--table-memory", "5"], 2, "--tables"),
        (&["--checkpoint-every", "5"], 2, "--checkpoint"),
        (&["--checkpoint", "x", "--checkpoint-every", "soon"], 2, "'soon'"),
        (&["--verify", "x", "--hash", "5"], 2, "--hash"),
        (&["--verify", "nowhere"], 2, "nowhere"),
        (&["--job", "--time", "1"], 2, "--time"),
        (&["--variant", "zvp", "--threads", "2"], 2, "--threads"),
        (&["--variant", "zvp", "--checkpoint", "x"], 2, "--checkpoint"),
        (&["--variant", "zvp", "--nodes", "10"], 3, "not solved"),
        (&["--variant", "zoka"], 2, "cannot be proven: it has no proof search"),
        (&["--time", "0", "--variant", "zola-6"], 3, "not solved"),
        (&["--movetime", "0", "--variant", "zola-6"], 3, "not solved"),
        (&[HARD, "--movetime", "1", "--time", "1"], 2, "--time"),
        (&[HARD, "--movetime", "1.5"], 2, "'1.5'"),
        (&[HARD, "--job", "--movetime", "1"], 2, "--movetime"),
    ] {
        let complaint = complaint(args, code);
        assert!(complaint.contains(part), "{args:?}: {complaint}");
    }
}
