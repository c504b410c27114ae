//! Many jobs of a larger proof in one process, and their certificates.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::{EASY, HARD, TEN, complaint, path, run, text};
use crate::support::zugi;

/// A process that answers lines of jobs.
fn start_jobs(args: &[&str]) -> Child {
    let mut command = zugi();
    command.args(["solve", "--jobs"]).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// A job without a search lists the moves without reading tables; `--descents 0` leaves out the
/// estimate.
#[test]
fn a_job_without_nodes_only_looks() {
    let look = |more: &[&str]| -> Value {
        let args = [&[EASY, "--job", "--nodes", "0", "--descents", "0"][..], more].concat();
        serde_json::from_str(&text(&args)).expect("JSON")
    };
    let answer = look(&[]);
    assert_eq!((answer["result"].as_str(), &answer["proof"]), (Some("unknown"), &Value::Null));
    let children = answer["children"].as_array().expect("children");
    let expected = |child: &Value| child["expected"].as_f64().expect("a number");
    assert!(children.iter().all(|child| child["effort"].is_i64() && expected(child) > 0.0));
    let sizes = |child: &Value, at: usize| child["sizes"][at].as_f64().expect("a size");
    assert!(children.iter().all(|child| sizes(child, 0) > 1.0 && sizes(child, 1) > 1.0));
    // Without small tables less is known.
    let without = look(&["--no-small-tables"]);
    let pairs = children.iter().zip(without["children"].as_array().expect("children"));
    assert!(pairs.into_iter().all(|(with, without)| expected(with) < expected(without)));
    assert!(complaint(&["--descents", "5"], 2).contains("--job"));
}

/// Many jobs in one process: each line equals the output of a separate process, invalid ones get an
/// error, and the tables are loaded only once.
#[test]
fn jobs_of_standard_input_are_answered_in_lines() {
    let directory = tempfile::tempdir().expect("a directory");
    let certificate = path(&directory, "proof.zugi");
    let lines = [
        json!({ "position": EASY }).to_string(),
        json!({ "position": HARD, "nodes": 5000 }).to_string(),
        "junk".to_owned(),
        json!({ "position": "6/6 r" }).to_string(),
        json!({ "position": EASY, "nodse": 1 }).to_string(),
        json!({ "position": "x".repeat(200_000) }).to_string(),
        json!({ "position": EASY, "nodes": 0 }).to_string(),
        json!({ "position": EASY, "certificate": certificate }).to_string(),
    ];
    let common = ["--hash", "4", "--seed", "7"];
    let mut child = start_jobs(&common);
    let mut input = child.stdin.take().expect("a pipe");
    // As on Windows: with a byte order mark and CRLF.
    write!(input, "\u{feff}{}\r\n", lines.join("\r\n")).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<&str> = said.lines().collect();
    let alone = |args: &[&str]| text(&[&common[..], &["--job"], args].concat()).trim().to_owned();
    assert_eq!(answers.len(), lines.len());
    assert_eq!(answers[0], alone(&[EASY]));
    assert_eq!(answers[1], alone(&[HARD, "--nodes", "5000"]));
    for (answer, part) in
        [(answers[2], "junk"), (answers[3], "6/6"), (answers[4], "nodse"), (answers[5], "xxx")]
    {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let error = answer["error"].as_str().expect("an error");
        assert!(error.contains(part) && error.contains("expected"), "{error}");
        assert!(error.len() < 500, "{error}");
    }
    // The small tables are already loaded for other jobs, so this one uses them.
    let looked: Value = serde_json::from_str(answers[6]).expect("JSON");
    assert_eq!(looked["nodes"].as_u64(), Some(1));
    assert_eq!(answers[7], answers[0]);
    // The answer has the result beside the reason why there is no certificate.
    let too_long = [EASY, "--certificate-moves", "3", "--certificate", &certificate, "--force"];
    let failed = run(&[&common[..], &["--job"], &too_long].concat());
    assert_eq!(failed.status.code(), Some(2), "{failed:?}");
    let mut failed: Value = serde_json::from_slice(&failed.stdout).expect("JSON");
    let error = failed.as_object_mut().and_then(|it| it.remove("error")).expect("an error");
    assert!(error.to_string().contains("more than 3 moves"), "{error}");
    assert_eq!(failed.to_string(), answers[0]);
    assert!(text(&["--verify", &certificate]).contains(" wins, by the rules\n"));
    assert!(complaint(&["--jobs", "--nodes", "5"], 2).contains("--nodes"));
}

/// The answers of `--jobs` to these lines, sent one after the other: each waits for the last one's
/// answer, but a line without an `id` has none.
fn answers(args: &[&str], lines: &[Value]) -> Vec<Value> {
    let mut child = start_jobs(args);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut ask = |line: &Value| {
        writeln!(input, "{line}").expect("it reads");
        let answer = line.get("id").map(|_| output.next().expect("an answer").expect("UTF-8"));
        answer.map(|answer| serde_json::from_str(&answer).expect("JSON"))
    };
    let answers = lines.iter().filter_map(&mut ask).collect();
    drop(input);
    assert!(child.wait().expect("it ends").success());
    answers
}

/// With `--threads` jobs share results: a repeated job searches nothing, the results of an
/// unfinished job are kept, and results of other processes make a search unnecessary.
#[test]
fn jobs_with_threads_share_their_results() {
    let job = |id: &str, position: &str, nodes: u64| json!({ "id": id, "position": position, "nodes": nodes });
    let jobs = [job("a", TEN, 1_000_000), job("b", TEN, 1_000_000)];
    let common = ["--no-small-tables", "--descents", "0", "--hash", "4"];
    let nodes = |answer: &Value| answer["nodes"].as_u64().expect("a number");
    let alone = answers(&common, &jobs);
    assert_eq!(nodes(&alone[0]), nodes(&alone[1]));
    let whole = nodes(&alone[0]);
    assert!(whole > 100);
    let sharing = [&common[..], &["--threads", "2", "--learn", "500"]].concat();
    let shared = answers(&sharing, &jobs);
    assert_eq!((nodes(&shared[0]), nodes(&shared[1])), (whole, 0));
    let winners = [&alone[1], &shared[0], &shared[1]].map(|answer| answer["winner"].clone());
    assert!(winners.iter().all(|winner| *winner == winners[0] && winner.is_string()));
    let ids = [&shared[0], &shared[1]].map(|answer| answer["id"].clone());
    assert_eq!(ids, [json!("a"), json!("b")]);
    // In parts, each with a third of the work.
    let parts: Vec<Value> = (0..20).map(|i| job(&i.to_string(), TEN, whole / 3)).collect();
    let parts = answers(&sharing, &parts);
    assert!(parts[0]["winner"].is_null() && parts[19]["winner"] == winners[0]);
    // A process can use the results that another process has listed.
    let learnt = shared[0]["learnt"].as_array().expect("a list");
    assert!(learnt.contains(&json!([TEN, winners[0], whole])), "{learnt:?}");
    let told = answers(&sharing, &[json!({ "known": learnt }), job("a", TEN, 0)]);
    assert_eq!((nodes(&told[0]), &told[0]["winner"]), (0, &winners[0]));
}

/// A job is stopped by its `id`, while others go on; wrong lines of this kind are quoted.
#[test]
fn a_job_is_stopped_by_its_id() {
    let mut child = start_jobs(&["--threads", "2", "--descents", "0", "--no-small-tables"]);
    let mut input = child.stdin.take().expect("a pipe");
    let lines = [
        json!({ "id": "long", "position": HARD }),
        json!({ "id": "long", "position": EASY }),
        json!({ "id": "short", "position": EASY, "nodes": 10 }),
        json!({ "stop": "long" }),
        json!({ "stop": "nobody" }),
    ];
    for line in &lines {
        writeln!(input, "{line}").expect("it reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let of = |id: &str, key: &str| -> Option<Value> {
        let mut answers = said.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        answers.find(|answer: &Value| answer["id"] == id && !answer[key].is_null())
    };
    assert_eq!(of("long", "result").expect("an answer")["result"], "unknown");
    assert!(of("short", "result").is_some());
    let error = of("long", "error").expect("an error")["error"].to_string();
    assert!(error.contains("expected another one"), "{error}");
    // Without --threads the results would have no effect, so the line is refused.
    let refused = answers(&[], &[json!({ "known": [] }), json!({ "id": "a", "position": EASY })]);
    assert!(refused[0]["error"].to_string().contains("expected --threads"), "{refused:?}");
}

/// A job of three plies, assembled by hand as the coordinator of a larger proof does.
#[test]
fn certificates_of_jobs_are_put_together() {
    let directory = tempfile::tempdir().expect("a directory");
    let job = |position: &str, nodes: &str, name: &str| -> Value {
        let path = path(&directory, name);
        let args = [position, "--job", "--nodes", nodes, "--hash", "1", "--no-small-tables"];
        let line = text(&[&args[..], &["--certificate", &path]].concat());
        serde_json::from_str(&line).expect("JSON")
    };
    let root = job(EASY, "1", "none.zugi");
    assert_eq!((root["result"].as_str(), root["mover"].as_str()), (Some("unknown"), Some("p1")));
    assert!(!Path::new(&path(&directory, "none.zugi")).exists());
    let children = root["children"].as_array().expect("children");
    assert!(children.iter().all(|child| child["mover"] == "p2" && child["moves"].is_u64()));
    let solved = job(EASY, "100000", "whole.zugi");
    assert_eq!(solved["children"], Value::Null);
    let (winner, best) = (solved["winner"].as_str().expect("a winner"), &solved["move"]);
    assert_eq!(winner, "p1", "so that one child is enough");
    let child = children.iter().find(|child| child["move"] == *best).expect("the move");
    let position = child["position"].as_str().expect("text");
    assert_eq!(job(position, "100000", "child.zugi")["result"], "disproven");
    let strategy = path(&directory, "strategy.jsonl");
    let write = |root: &str, certificate: &str| {
        let heading = json!({ "variant": "zola-6", "position": root, "winner": winner });
        let first = json!({ "position": EASY, "move": best });
        let second = json!({ "position": position, "certificate": certificate });
        fs::write(&strategy, format!("{heading}\n{first}\n{second}\n")).expect("writable");
    };
    let out = path(&directory, "composed.zugi");
    let args = ["--strategy", &strategy, "--certificate", &out];
    write(EASY, "child.zugi");
    assert!(text(&args).starts_with(&format!("position {EASY}\np1 wins")));
    assert!(text(&["--verify", &out]).starts_with(&format!("position {EASY}\np1 wins, by the")));
    fs::remove_file(&out).expect("it is there");
    for (root, certificate, expected) in [
        (EASY, "whole.zugi", " proves "),
        (EASY, "no.zugi", "no.zugi"),
        (HARD, "child.zugi", "expected a move or a certificate"),
        ("x", "child.zugi", "found \"x\""),
    ] {
        write(root, certificate);
        let error = complaint(&args, 2);
        assert!(error.contains(expected), "{error}");
        assert!(!Path::new(&out).exists());
    }
    assert!(complaint(&["--strategy", &strategy], 2).contains("--certificate"));
    assert!(
        complaint(&[&args[..], &["--certificate-tables", "3"]].concat(), 2).contains("--strat")
    );
}
