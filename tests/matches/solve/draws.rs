//! Proofs of a game with draws.

use serde_json::Value;

use super::{EASY, path, text};

/// White wins; a draw; the first with one quiet ply left; and a win of Black.
const WON: &str = "8/6B1/8/8/8/2W5/8/8 b 0";
const DRAWN: &str = "3B4/8/8/8/8/8/1W6/8 w 0";
const LATE: &str = "8/6B1/8/8/8/2W5/8/8 b 79";
const LOST: &str = "8/8/8/w7/8/8/8/2b5 w 0";

/// Also with a won position of Zola.
#[test]
fn all_three_results_are_told() {
    let zvp = &["--variant", "zvp"][..];
    for (fen, more, result) in [
        (EASY, &["--threads", "2"][..], "p1 wins"),
        (WON, zvp, "p1 wins"),
        (DRAWN, zvp, "draw"),
        (LOST, zvp, "p2 wins"),
        (LATE, zvp, "draw"),
    ] {
        let text = text(&[&[fen][..], more].concat());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("position {fen}"));
        assert!(lines[1].starts_with(&format!("{result}: ")), "{text}");
        assert_eq!(lines.len(), if result == "draw" { 2 } else { 3 }, "{text}");
        assert!(lines[2..].iter().all(|line| line.starts_with("line ")), "{text}");
    }
}

#[test]
fn certificates_with_draws_are_verified_by_another_process() {
    let directory = tempfile::tempdir().expect("a directory");
    for (number, (fen, tables)) in
        [(WON, "0"), (DRAWN, "0"), (LOST, "0"), (LOST, "1")].into_iter().enumerate()
    {
        let path = path(&directory, &format!("{number}.zugi"));
        let mut words = vec![fen, "--variant", "zvp", "--no-small-tables", "--certificate", &path];
        if tables != "0" {
            words.retain(|word| *word != "--no-small-tables");
            words.extend(["--certificate-tables", tables]);
        }
        let solved = text(&words);
        let (certificate, result) = (solved.lines().last(), solved.lines().nth(1));
        let result = result.and_then(|line| line.split(':').next()).expect("a result");
        let verified = text(&["--verify", &path]);
        let and = if tables == "0" { "" } else { " and tables of up to 1 pieces" };
        let expected = format!("position {fen}\n{result}, by the rules{and}\n");
        assert!(verified.starts_with(&expected), "{verified}");
        assert_eq!(verified.lines().last(), certificate);
    }
}

#[test]
fn a_job_tells_a_draw() {
    let job = |fen: &str| -> Value {
        let line = text(&[fen, "--variant", "zvp", "--job", "--nodes", "20000"]);
        serde_json::from_str(&line).expect("JSON")
    };
    let drawn = job(DRAWN);
    assert_eq!((&drawn["result"], &drawn["winner"]), (&"draw".into(), &Value::Null));
    assert_eq!(job(LOST)["winner"], "p2");
    let start = job("5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0");
    assert!(start["result"] == "unknown" && start["proof"].is_null(), "{start}");
    assert!(start["nodes"].as_u64().is_some_and(|nodes| nodes >= 20_000), "{start}");
    assert!(start["children"].as_array().is_some_and(|moves| !moves.is_empty()), "{start}");
}
