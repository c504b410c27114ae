//! `docs/reference/certificate.py` and `zola_tables.py`, written from the specification alone,
//! agree with the program about certificates, intact and damaged.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{has, zugi};

/// The start of 4x4, and positions of eight and ten checkers on 6x6.
const START: &str = "brbr/rbrb/brbr/rbrb r -";
const EIGHT: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r -";
const TEN: &str = "b4r/5r/rb3r/6/b1rb1b/6 r -";

fn can_run() -> bool {
    has("python3") && has("zstd")
}

/// Runs the program in a folder; its output if the exit code is 0.
fn run(folder: &Path, words: &[&str]) -> Option<String> {
    let mut command = zugi();
    let output = command.args(words).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The checker's output for a file in a folder, or its error.
fn check(folder: &Path, words: &[&str]) -> Result<String, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/certificate.py");
    let mut command = Command::new("python3");
    let output = command.arg("-B").arg(script).args(words).current_dir(folder).output();
    let output = output.expect("python3");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.code() {
        Some(0) => Ok(text(&output.stdout)),
        Some(1) => Err(text(&output.stderr)),
        code => panic!("{code:?}: {}", text(&output.stderr)),
    }
}

/// Checks that both accept an intact certificate with the same number of positions.
#[track_caller]
fn agree(folder: &Path, solved: &str, words: &[&str], root: &str, variant: &str) {
    let positions = solved.lines().last().unwrap().split(' ').nth(1).unwrap();
    let winner = solved.lines().find_map(|line| line.split_once(" wins")).unwrap().0;
    let expected = format!("{winner} wins {root} on {variant}: {positions} positions\n");
    assert_eq!(check(folder, words), Ok(expected), "{solved}");
}

/// Two endings of Zombies vs Princesses Draughts that are won, and a drawn one.
const DRAUGHTS: [&str; 3] =
    ["8/6B1/8/8/8/2W5/8/8 b 0", "8/8/8/w7/8/8/8/2b5 w 0", "3B4/8/8/8/8/8/1W6/8 w 0"];

#[test]
fn the_other_checker_agrees_about_games_with_draws() {
    if !can_run() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/zvp_certificate.py");
    let check = || {
        let mut command = Command::new("python3");
        let output = command.arg("-B").arg(&script).arg("proof").current_dir(&folder).output();
        let output = output.expect("python3");
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for fen in DRAUGHTS {
        let solve = ["solve", fen, "--variant", "zvp", "--no-small-tables", "--force"];
        let solved = run(folder.path(), &[&solve[..], &["--certificate", "proof"]].concat());
        let solved = solved.expect("a proof");
        let lines: Vec<&str> = solved.lines().collect();
        let result = lines[1].split(':').next().unwrap();
        let positions = lines.last().unwrap().split(' ').nth(1).unwrap();
        let expected = format!("{result} {fen} on zvp: {positions} positions\n");
        assert_eq!(check(), Some(expected), "{solved}");
        let path = folder.path().join("proof");
        let text = fs::read(&path).expect("a certificate");
        let wins = if result == "p1 wins" { b"p2" } else { b"p1" };
        let named = result.split(' ').next().unwrap().as_bytes();
        let at = text.windows(named.len()).position(|it| it == named).unwrap();
        let forged = [&text[..at], &wins[..], &text[at + named.len()..]].concat();
        fs::write(&path, forged).expect("a certificate");
        assert_eq!(check(), None, "{fen}");
    }
}

#[test]
fn the_checker_accepts_what_the_program_writes() {
    if !can_run() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let solve = |words: &[&str]| run(folder, &[&["solve"], words].concat()).expect("a proof");
    let solved = solve(&[START, "--variant", "zola-4", "--certificate", "start"]);
    agree(folder, &solved, &["start"], START, "zola-4");
    let solved = solve(&[EIGHT, "--certificate", "eight"]);
    agree(folder, &solved, &["eight"], EIGHT, "zola-6");
    run(folder, &["table", "build", "--checkers", "6", "--dir", "tables"]).expect("tables");
    let words = ["--tables", "tables", "--certificate-tables", "6", "--certificate", "ten"];
    let solved = solve(&[&[TEN], &words[..]].concat());
    agree(folder, &solved, &["ten", "tables"], TEN, "zola-6");
    let error = check(folder, &["ten"]).expect_err("no tables");
    assert!(error.contains("tables of up to 6 pieces"), "{error}");
    // Composed of one certificate.
    let line = format!(
        "{{\"variant\":\"zola-6\",\"position\":\"{EIGHT}\",\"winner\":\"p1\"}}\n\
         {{\"position\":\"{EIGHT}\",\"certificate\":\"eight\"}}\n"
    );
    fs::write(folder.join("strategy"), line).expect("a strategy");
    solve(&["--strategy", "strategy", "--certificate", "composed"]);
    let said = check(folder, &["composed"]).expect("a certificate");
    assert!(said.starts_with(&format!("p1 wins {EIGHT} on zola-6: ")), "{said}");
}

#[test]
fn the_checker_refuses_what_the_program_refuses() {
    if !can_run() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    run(folder, &["solve", EIGHT, "--certificate", "whole"]).expect("a proof");
    let whole = fs::read(folder.join("whole")).expect("a certificate");
    let text = whole.split(|&byte| byte == b'\n').take(4).map(|line| line.len() + 1).sum::<usize>();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut damaged: Vec<Vec<u8>> = vec![
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], b"\0"].concat(),
        // The frame repeated.
        [&whole[..], &whole[text..]].concat(),
        whole[..text].to_vec(),
        whole.iter().skip(1).copied().collect(),
        String::from_utf8_lossy(&whole[..text]).replace("p1", "p2").into_bytes(),
    ];
    damaged[5].extend_from_slice(&whole[text..]);
    for _ in 0..12 {
        let mut copy = whole.clone();
        copy[rng.usize(text..whole.len())] ^= 1 << rng.u8(0..8);
        damaged.push(copy);
    }
    for bytes in damaged {
        fs::write(folder.join("damaged"), &bytes).expect("writable");
        let is_refused = run(folder, &["solve", "--verify", "damaged"]).is_none();
        assert!(is_refused, "the program accepts {bytes:?}");
        let error = check(folder, &["damaged"]).expect_err("it is damaged");
        assert!(error.starts_with("this certificate proves nothing: "), "{error}");
    }
    // A valid file whose strategy loses: its first move was changed.
    let numbers = zstd_of(&whole[text..], &["-dcq"]);
    for first in (0..12).filter(|&first| first != numbers[0]) {
        let content = [&[first], &numbers[1..]].concat();
        let bytes = [&whole[..text], &zstd_of(&content, &["-cq", "--check"])].concat();
        fs::write(folder.join("other"), bytes).expect("writable");
        let is_accepted = run(folder, &["solve", "--verify", "other"]).is_some();
        assert_eq!(check(folder, &["other"]).is_ok(), is_accepted, "move {first}");
    }
}

fn zstd_of(bytes: &[u8], words: &[&str]) -> Vec<u8> {
    use std::io::Write;
    let mut command = Command::new("zstd");
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("zstd");
    child.stdin.take().expect("its input").write_all(bytes).expect("it reads");
    let output = child.wait_with_output().expect("its output");
    assert!(output.status.success());
    output.stdout
}
