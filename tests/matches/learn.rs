//! Learning from the command line: data files as written by zugi and read by other programs, nets
//! and tuning.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Client, run, text};
use zugi::game::board::Bits;
use zugi::game::{Outcome, Pack, Player};
use zugi::games::zola::Zola6;
use zugi::games::zvp::Zvp;
use zugi::learn::data::DataFile;
use zugi::search::Searchable;

fn in_utf8(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn data_goes_on_where_it_was_and_refuses_other_plans() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("zola-4.data");
    let few = ["data", "--variant", "zola-4", "--games", "6", "--nodes", "30", "--plies", "3"];
    let few = [&few[..], &["--out", in_utf8(&file)]].concat();
    let said = text(&few);
    assert!(said.starts_with("6 games with ") && said.lines().count() == 1, "{said}");
    let bytes = fs::read(&file).expect("a file");
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("writable");
    assert_eq!(text(&[&few[..], &["--threads", "2"]].concat()), said);
    assert!(fs::read(&file).expect("a file") == bytes);
    let (code, stdout, stderr) = run(&[&few[..], &["--seed", "2"]].concat());
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1));
    assert!(stderr.ends_with("was made with --seed 1: expected 2, or another file\n"), "{stderr}");
}

#[test]
fn data_looks_at_its_arguments_before_it_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, missing] = ["data", "missing/data"].map(|name| folder.path().join(name));
    for (args, quoted) in [
        (&["--shard", "5/4"][..], "'5/4'"),
        (&["--shard", "0/4"], "'0/4'"),
        (&["--shard", "1"], "i/n"),
        (&["--shard", "1/2/3"], "'1/2/3'"),
        (&["--games", "0"], "'0'"),
        (&["--nodes", "0"], "'0'"),
        (&["--plies", "many"], "'many'"),
        (&["--threads", "0"], "'0'"),
        (&["--variant", "generic"], "generic"),
        (&["--out", in_utf8(&missing)], "missing"),
        (&["--out", in_utf8(folder.path())], in_utf8(folder.path())),
    ] {
        let out = if args[0] == "--out" { args } else { &["--out", in_utf8(&file)] };
        let args = if args[0] == "--out" { &[] } else { args };
        let args = [&["data"], args, out].concat();
        let (code, stdout, stderr) = run(&args);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(quoted), "{args:?}: {stderr}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

/// Summarizes a data file.
type Summary = fn(&Path) -> String;

/// What the program in docs/reference/data.md prints for a file.
fn summary<G: Searchable + Pack>(path: &Path, pieces: impl Fn(&G) -> u32) -> String {
    let file = DataFile::read(path).expect("data");
    let (mut games, mut positions, mut all_pieces, mut scores) = (0, 0, 0, 0);
    let (mut proven, mut points) = (0, 0.0);
    for game in file.games() {
        games += 1;
        for record in game.records() {
            let position = G::unpack(record.position).expect("a position");
            positions += 1;
            all_pieces += pieces(&position);
            scores += record.score;
            proven += u32::from(record.is_proven());
            points += match game.result {
                Some(Outcome::Win(winner)) if winner == position.to_move() => 1.0,
                Some(Outcome::Draw) => 0.5,
                _ => 0.0,
            };
        }
    }
    let variant = file.header.variant;
    format!("{variant} {games} {positions} {all_pieces} {scores} {proven} {points:.1}\n")
}

#[test]
fn the_script_in_the_docs_reads_data() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let docs = fs::read_to_string("docs/reference/data.md").expect("docs/reference/data.md");
    let (_, script) = docs.split_once("```python\n").expect("a script");
    let (script, _) = script.split_once("```").expect("its end");
    assert!(script.lines().count() <= 25, "twenty lines or so");
    let folder = tempfile::tempdir().expect("a folder");
    let [path, file] = ["data.py", "data"].map(|name| folder.path().join(name));
    fs::write(&path, script).expect("writable");
    let both: [(&str, Summary); 2] = [
        ("zola-6", |path| {
            summary::<Zola6>(path, |position| {
                Player::BOTH.map(|player| position.checkers(player).count()).iter().sum()
            })
        }),
        ("zvp", |path| {
            summary::<Zvp>(path, |position| {
                Player::BOTH.map(|player| position.pieces(player).count()).iter().sum()
            })
        }),
    ];
    for (variant, summary) in both {
        let file = file.with_extension(variant);
        let out = ["--out", in_utf8(&file)];
        let few = ["data", "--variant", variant, "--games", "8", "--nodes", "50"];
        text(&[&few[..], &out].concat());
        // Both skip an incomplete game.
        let mut bytes = fs::read(&file).expect("a file");
        bytes.truncate(bytes.len() - 5);
        fs::write(&file, bytes).expect("writable");
        let printed = Command::new("python3").arg(&path).arg(&file).output().expect("python3");
        assert_eq!(String::from_utf8_lossy(&printed.stderr), "");
        assert_eq!(String::from_utf8_lossy(&printed.stdout), summary(&file), "{variant}");
    }
}

/// The error for the removed evaluation by weighted sum.
const NO_SUM: &str = "the weighted sum was removed: expected the path of a net";

/// The client's `eval` after one move from the start position.
fn evaluation(client: &mut Client) -> String {
    client.send("position startpos moves b6c6\neval");
    client.line()
}

#[test]
fn a_trained_net_is_loaded_by_a_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, net] = ["zola-6.data", "zola-6.net"].map(|name| folder.path().join(name));
    let (data, net) = (in_utf8(&data), in_utf8(&net));
    text(&["data", "--games", "80", "--nodes", "40", "--out", data]);
    let train = ["train", "--data", data, "--filters", "8", "--epochs", "2", "--out", net];
    let said = text(&train);
    let begins =
        ["the evaluation there is  held out 0.", "the search ", "epoch   1 ", "epoch   2 "];
    for (line, begin) in said.lines().skip(1).zip(begins) {
        assert!(line.starts_with(begin), "{said}");
    }
    assert_eq!(said.lines().count(), 6, "{said}");
    let content = fs::read(net).expect("a net");
    let command = format!("zugi train --variant zola-6 --data {data} --filters 8 --epochs 2");
    assert!(String::from_utf8_lossy(&content).contains(&command));
    let (code, _, stderr) = run(&train);
    assert!(code == Some(2) && stderr.contains("exists already"), "{stderr}");
    assert_eq!(text(&[&train[..], &["--force"]].concat()), said);
    assert!(fs::read(net).expect("a net") == content);

    let by_net = folder.path().join("by-net.data");
    let by_net = in_utf8(&by_net);
    text(&["data", "--games", "2", "--nodes", "40", "--eval-file", net, "--out", by_net]);
    let again = ["data", "--games", "2", "--nodes", "40", "--out", by_net];
    for (other, why) in [(&[][..], "was made with evaluation "), (&["--eval-file", "sum"], NO_SUM)]
    {
        let (code, _, stderr) = run(&[&again, other].concat());
        assert_eq!(code, Some(2));
        assert!(stderr.contains(why), "{stderr}");
    }
    let wrong = ["data", "--variant", "zvp", "--eval-file", net, "--out", "x"];
    assert!(run(&wrong).2.contains("a net of zola-6: expected one of zvp"), "{wrong:?}");

    let mut client = Client::start();
    let before = evaluation(&mut client);
    client.send(&format!("setoption name EvalFile value {net}"));
    let after = evaluation(&mut client);
    assert_ne!(after, before);
    // A rejected value changes nothing.
    let damaged = folder.path().join("damaged.net");
    fs::write(&damaged, &content[..content.len() - 1]).expect("writable");
    for (path, why) in [
        (in_utf8(&damaged), "expected"),
        (data, "not a net: expected a file of zugi train"),
        ("missing.net", "\"missing.net\": No such file"),
    ] {
        let error = client.refused(&format!("setoption name EvalFile value {path}"));
        assert!(error.contains("cannot set EvalFile to ") && error.contains(why), "{error}");
        assert_eq!(evaluation(&mut client), after);
    }
    // The net stays while the variant does.
    client.send("setoption name UGI_Variant value zola-6");
    assert_eq!(evaluation(&mut client), after);
    client.send("setoption name UGI_Variant value zola-8");
    let error = client.refused(&format!("setoption name EvalFile value {net}"));
    assert!(error.ends_with("a net of zola-6: expected one of zola-8"), "{error}");
    client.send("setoption name UGI_Variant value zola-6");
    assert_eq!(evaluation(&mut client), before);
    client.send(&format!("setoption name EvalFile value {net}"));
    assert_eq!(evaluation(&mut client), after);
    let error = client.refused("setoption name EvalFile value sum");
    assert!(
        error.contains("cannot set EvalFile to \"sum\": ") && error.contains(NO_SUM),
        "{error}"
    );
    assert_eq!(evaluation(&mut client), after);
    client.send("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut client), before);
    client.send("setoption name UGI_Variant value zvp");
    let error = client.refused(&format!("setoption name EvalFile value {net}"));
    assert!(error.ends_with("a net of zola-6: expected one of zvp"), "{error}");
    client.quit();
}

/// A game with chance: data by tree search, a net and priors of them.
#[test]
fn a_net_and_priors_of_zoka_are_trained() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, net, priors] = ["data", "net", "txt"].map(|name| folder.path().join(name));
    let (data, net, priors) = (in_utf8(&data), in_utf8(&net), in_utf8(&priors));
    let zoka = ["--variant", "zoka"];
    text(&[&["data", "--games", "21", "--nodes", "20", "--out", data], &zoka[..]].concat());
    text(&[&["train", "--data", data, "--epochs", "1", "--out", net], &zoka[..]].concat());
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zoka\nposition startpos\neval");
    let before = client.line();
    client.send(&format!("setoption name EvalFile value {net}\neval"));
    assert_ne!(client.line(), before);
    client.quit();

    let train = ["train", "--priors", "--data", data, "--epochs", "2", "--out", priors];
    let said = text(&train);
    assert!(said.starts_with("epoch   1  training ") && said.lines().count() == 2, "{said}");
    let weights = fs::read_to_string(priors).expect("weights");
    assert!(weights.contains("#   zugi data --variant zoka --games 21 --nodes 20 "), "{weights}");
    assert!(weights.contains("\nearly.turn-over "), "{weights}");
    let (code, _, stderr) = run(&train);
    assert!(code == Some(2) && stderr.contains("exists already"), "{stderr}");
    assert_eq!(text(&[&train[..], &["--force"]].concat()), said);
    assert_eq!(fs::read_to_string(priors).expect("weights"), weights);
    for (args, why) in [
        (&["--temperature", "0"][..], "expected a number from 0.1 to 100"),
        (&["--filters", "8"], "--filters"),
        (&["--variant", "zvp"], "its priors have no weights"),
    ] {
        let (code, _, stderr) = run(&[&train[..], &["--force"], args].concat());
        assert!(code == Some(2) && stderr.contains(why), "{stderr}");
    }
    let (code, _, stderr) =
        run(&["train", "--temperature", "2", "--data", data, "--out", in_utf8(folder.path())]);
    assert!(code == Some(2) && stderr.contains("--priors"), "{stderr}");
}

#[test]
fn train_looks_at_its_arguments_before_it_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, text] = ["zola-4.data", "text"].map(|name| folder.path().join(name));
    let (data, text_file) = (in_utf8(&data), in_utf8(&text));
    let few = ["data", "--variant", "zola-4", "--games", "4", "--nodes", "30", "--out", data];
    self::text(&few);
    fs::write(&text, "positions").expect("writable");
    let net = folder.path().join("net");
    for (args, quoted) in [
        (&["--data", data, "--filters", "9"][..], "expected 8, 16 or 32"),
        (&["--data", data, "--mix", "1.1"], "'1.1'"),
        (&["--data", data, "--rate", "0"], "'0'"),
        (&["--data", data, "--epochs", "0"], "'0'"),
        (&["--data", data, "--batch", "0"], "'0'"),
        (&["--data", data, "--threads", "0"], "'0'"),
        (&["--data", data, "--variant", "zola-6"], "has positions of zola-4: expected zola-6"),
        (&["--data", data, data, "--variant", "zola-4"], "have games in common"),
        (&["--data", text_file], "is not a file of zugi data"),
        (&["--data", "missing.data"], "missing.data"),
        (&["--data", data, "--variant", "zvp"], "has positions of zola-4: expected zvp"),
        (&[], "--data"),
    ] {
        let args = [&["train"], args, &["--out", in_utf8(&net)]].concat();
        let (code, stdout, stderr) = run(&args);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(quoted), "{args:?}: {stderr}");
    }
    assert!(!net.exists());
}

#[test]
fn an_engine_of_a_match_loads_a_net_of_its_variant() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, net, log] = ["data", "net", "log"].map(|name| folder.path().join(name));
    let (data, net, log) = (in_utf8(&data), in_utf8(&net), in_utf8(&log));
    let four = ["--variant", "zola-4"];
    text(&[&["data", "--games", "30", "--nodes", "20", "--out", data], &four[..]].concat());
    text(&[&["train", "--data", data, "--epochs", "1", "--out", net], &four[..]].concat());
    let program = env!("CARGO_BIN_EXE_zugi");
    let logged = format!("cmd={program} --log-file {log}");
    let (evaluates, plain) = (format!("option.EvalFile={net}"), format!("cmd={program}"));
    let engines = ["--engine", "name=net", &logged, &evaluates, "--engine", "name=sum", &plain];
    let limits = ["--each", "nodes=50", "--games", "2", "--quiet"];
    let (code, _, stderr) = run(&[&["match"], &four[..], &engines, &limits].concat());
    assert_eq!(code, Some(0), "{stderr}");
    let log = fs::read_to_string(log).expect("a log");
    let at = |text: &str| log.find(text).unwrap_or_else(|| panic!("no {text} in {log}"));
    assert!(at("name UGI_Variant value zola-4") < at("name EvalFile value"), "{log}");
    assert!(!log.contains("cannot set EvalFile"), "{log}");
}

/// Otherwise the match would use the weighted sum.
#[test]
fn a_match_does_not_begin_with_a_net_that_an_engine_refuses() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = folder.path().join("none.net");
    let evaluates = format!("option.EvalFile={}", in_utf8(&net));
    let program = format!("cmd={}", env!("CARGO_BIN_EXE_zugi"));
    let engines = ["--engine", "name=net", &program, &evaluates, "--engine", "name=sum", &program];
    let limits = ["--each", "nodes=50", "--games", "2", "--variant", "zola-4"];
    let (code, _, stderr) = run(&[&["match"], &engines[..], &limits].concat());
    assert_eq!(code, Some(2), "{stderr}");
    for part in ["\"net\" does not start", "cannot set EvalFile", "none.net"] {
        assert!(stderr.contains(part), "no {part} in {stderr}");
    }
}
