//! Games that have only rules. The example `examples/tic_tac_toe.rs` is zugi with one more game,
//! and the library's toy game is registered here. For both, features that need only the rules work,
//! and a missing capability gives a one-line error.

/// The example's own tests run here, since `cargo test` only builds examples.
#[allow(dead_code, reason = "it is a program")]
#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Client, example, isolated, output_of};
use zugi::engine::{Session, TextFront};
use zugi::game::{Game, Variant, toy::Corridor};
use zugi::xboard::UgiOrXBoard;

const NO_SEARCH: &str = "variant \"tic-tac-toe\" cannot be searched: it has no search";

fn program() -> String {
    example("tic_tac_toe")
}

fn run(args: &[&str]) -> Output {
    isolated(Command::new(program())).args(args).output().expect("the program runs")
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    assert!(status.success(), "{status}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}

#[test]
fn a_session_knows_the_rules() {
    let mut client = Client::spawn(&mut Command::new(program()));
    client.send("ugi");
    let lines = client.lines_until(|line| line == "ugiok");
    assert!(lines.iter().any(|line| line.ends_with(" var tic-tac-toe")), "{lines:?}");
    client.send("setoption name UGI_Variant value TicTacToe\nposition startpos moves b2 a1 b1");
    for (question, answer) in [
        ("variant", "tic-tac-toe"),
        ("fen", ".../.x./ox."),
        ("p1turn", "false"),
        ("legalmoves", "a2 a3 b3 c1 c2 c3"),
        ("islegal b2", "false"),
        ("gameover", "false"),
        ("sheet", "none"),
        ("why b2", "none"),
        ("ended", "none"),
        (
            "extensions",
            "fen shown variant islegal legalmoves state sheet why refusal ended puzzles variants \
             levels tables extensions",
        ),
    ] {
        client.send(&format!("query {question}"));
        assert_eq!(client.line(), format!("response {answer}"), "{question}");
    }
    client.send("d");
    let drawing = client.lines_until(|line| line.starts_with("result "));
    assert!(drawing.iter().any(|line| line.contains(".../.x./ox.")), "{drawing:?}");
    client.send("moves a3 b3\nquery result");
    assert_eq!(client.line(), "response p1win");
    client
        .send("undo\nposition fen xox/xox/o.. moves b1\nposition startpos moves a1 a1\nquery fen");
    assert!(client.line().contains("a1"), "the second a1 is no move");
    assert_eq!(client.line(), "response xox/xox/oo.");
    client.quit();
}

#[test]
fn commands_name_the_capability_that_a_game_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("weights");
    let weights = weights.to_str().expect("UTF-8");
    let [tune, data] = ["tune", "data"].map(|command| [command, "--out", weights]);
    let train = ["train", "--data", "games", "--out", weights];
    for args in [&["play"][..], &["openings", "2"], &tune, &data, &train] {
        let Output { status, stderr, .. } = run(&[args, &["--variant", "tic-tac-toe"]].concat());
        let stderr = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
        let missing = "error: variant \"tic-tac-toe\" cannot ";
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.starts_with(missing), "{args:?}: {stderr}");
    }
    assert!(!Path::new(weights).exists());
}

#[test]
fn two_people_need_only_the_rules() {
    let mut command = Command::new(program());
    command.args(["play", "--side", "both", "--variant", "tic-tac-toe"]);
    let output = output_of(&mut command, "rules\nhint\nb2\na1\na2\nc1\nc2\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("has no rules in words") && text.contains(NO_SEARCH), "{text}");
    assert!(text.contains("player one wins. Type new"), "{text}");
}

/// A shell script as an engine that plays the moves of a list.
#[cfg(unix)]
fn engine_that_plays(moves: &str) -> String {
    format!(
        r#"cmd=sh -c '
n=0
while read -r word rest; do
    case $word in
    ugi) echo "option name UGI_Variant type combo default tic-tac-toe var tic-tac-toe"; echo ugiok ;;
    isready) echo readyok ;;
    query) echo "response true" ;;
    position) set -- $rest; [ $# -gt 2 ] && n=$(($# - 2)) || n=0 ;;
    go) set -- {moves}; shift $n; echo "bestmove $1" ;;
    quit) exit ;;
    esac
done'"#
    )
}

#[test]
#[cfg(unix)]
fn a_match_is_refereed_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match");
    let out = out.to_str().expect("UTF-8");
    // Player one wins the first game; in the second one its last move is illegal.
    let one = engine_that_plays("b2 a1 b1 c1 b3");
    let two = engine_that_plays("b2 a1 b1 c1 b2");
    let each = ["--each", "nodes=1", "--games", "2", "--random-plies", "0", "--out", out];
    let engines = ["--engine", "name=one", &one, "--engine", "name=two", &two];
    let summary = printed(&[&["match", "--variant", "tic-tac-toe"][..], &engines, &each].concat());
    assert!(summary.contains("one"), "{summary}");
    let record = fs::read_to_string(format!("{out}.jsonl")).expect("a record");
    let games: Vec<serde_json::Value> = record
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &serde_json::Value| line.get("moves").is_some())
        .collect();
    assert_eq!(games.len(), 2, "{record}");
    let shown = printed(&["replay", &format!("{out}.jsonl")]);
    for line in [".x./.x./oxo", "p1win", "p2win (illegal-move) two"] {
        assert!(shown.contains(line), "no {line:?} in {shown}");
    }
}

#[test]
fn the_toy_game_needs_only_its_rules() {
    let registry = zugi::registry().with(Variant::new::<Corridor>());
    let session = Session::new(&registry, Corridor::NAME).expect("a variant");
    let input = "xboard\nposition startpos moves b g c\nquery fen\nquery legalmoves\nquery board\n\
                 go depth 2\ngo infinite\neval\nposition startpos moves b g a h b g a h\nquery result\n\
                 setoption name UGI_Variant value zola\nquery variant\n";
    let mut output = Vec::new();
    let mut front = UgiOrXBoard::new(TextFront::new(&mut output));
    session.run(input.as_bytes(), &mut front).expect("threads");
    let output = String::from_utf8(output).expect("UTF-8");
    let expected = "info string error: variant \"corridor\" cannot be drawn: it has no look\n\
        response ..x...o. o 3\nresponse f h\n\
        info string error: variant \"corridor\" cannot be drawn: it has no look\n\
        info string error: variant \"corridor\" cannot be searched: it has no search\n\
        bestmove 0000\n\
        info string error: variant \"corridor\" cannot be searched: it has no search\n\
        bestmove 0000\n\
        info string error: variant \"corridor\" cannot be searched: it has no search\n\
        response draw\nresponse zola-6\n";
    assert_eq!(output, expected);
}
