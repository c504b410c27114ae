//! Learning from the command line: data files as written by zugi and read by other programs, nets
//! and tuning.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Client, has, in_utf8, run, text};
use zugi::game::board::Bits;
use zugi::game::{Outcome, Pack, Player};
use zugi::games::zola::Zola6;
use zugi::games::zvp::Zvp;
use zugi::learn::data::DataFile;
use zugi::search::Searchable;
use zugi::search::eval::net::NetFile;

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

/// The program in a page, in a file of a folder; `None` without Python.
pub fn python(page: &str, folder: &Path) -> Option<PathBuf> {
    if !has("python3") {
        return None;
    }
    let text = fs::read_to_string(page).expect("a page");
    let (_, script) = text.split_once("```python\n").expect("a script");
    let (script, _) = script.split_once("```").expect("its end");
    let path = folder.join("script.py");
    fs::write(&path, script).expect("writable");
    Some(path)
}

#[test]
fn the_script_in_the_docs_reads_and_writes_nets() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(script) = python("docs/reference/nets.md", folder.path()) else { return };
    for old in ["crates/zvp/src/eval/zvp.net", "crates/zoka/src/eval/nets/zoka.net"] {
        let new = folder.path().join("new.net");
        let output = Command::new("python3").arg(&script).arg(old).arg(&new).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |path: &Path| NetFile::from_bytes(&fs::read(path).unwrap()).expect("a net");
        let (old, written) = (read(Path::new(old)), read(&new));
        assert_eq!(written.command, "written by nets.py\n");
        assert_eq!(NetFile { command: old.command.clone(), ..written }, old);
        let NetFile { variant, filters, shape, rows, .. } = old;
        let sum: i64 = rows.iter().map(|&weight| i64::from(weight)).sum();
        let said = format!("{variant} {filters} {} {} {sum}\n", shape.states, shape.squares);
        assert_eq!(String::from_utf8_lossy(&output.stdout), said);
        fs::remove_file(new).unwrap();
    }
}

#[test]
fn the_script_in_the_docs_reads_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(path) = python("docs/reference/data.md", folder.path()) else { return };
    let file = folder.path().join("data");
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
        // The program and zugi both skip an incomplete game.
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
    let begins = ["the evaluation    held out 0.", "the search ", "epoch   1 ", "epoch   2 "];
    for (line, begin) in said.lines().skip(1).zip(begins) {
        assert!(line.starts_with(begin), "{said}");
    }
    assert_eq!(said.lines().count(), 6, "{said}");
    // The conversion of the last epoch to integers changes the loss by less than 0.003.
    let losses: Vec<f64> =
        said.lines().filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
    let &[.., epoch, whole] = losses.as_slice() else { panic!("{said}") };
    assert!((epoch - whole).abs() < 0.003, "{said}");
    let content = fs::read(net).expect("a net");
    let command = format!("zugi train --variant zola-6 --data {data} --filters 8 --epochs 2");
    assert!(String::from_utf8_lossy(&content).contains(&command));
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
        ("missing.net", "\"missing.net\": No such file"),
        ("sum", NO_SUM),
    ] {
        let error = client.refused(&format!("setoption name EvalFile value {path}"));
        assert!(error.contains("cannot set EvalFile to ") && error.contains(why), "{error}");
        assert_eq!(evaluation(&mut client), after);
    }
    // The net stays as long as the variant does not change.
    client.send("setoption name UGI_Variant value zola-6");
    assert_eq!(evaluation(&mut client), after);
    client.send("setoption name UGI_Variant value zola-8");
    let error = client.refused(&format!("setoption name EvalFile value {net}"));
    assert!(error.ends_with("a net of zola-6: expected one of zola-8"), "{error}");
    client.send("setoption name UGI_Variant value zola-6");
    assert_eq!(evaluation(&mut client), before);
    client.send(&format!("setoption name EvalFile value {net}"));
    assert_eq!(evaluation(&mut client), after);
    client.send("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut client), before);
    client.quit();
}

/// In a game with chance, tree search makes the data, and a net and priors are trained on them.
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
    assert_eq!(text(&[&train[..], &["--force"]].concat()), said);
    assert_eq!(fs::read_to_string(priors).expect("weights"), weights);
}

#[test]
fn a_match_loads_a_net_of_its_variant_or_does_not_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, net, none, log] =
        ["data", "net", "none.net", "log"].map(|name| folder.path().join(name));
    let (data, net, log) = (in_utf8(&data), in_utf8(&net), in_utf8(&log));
    let four = ["--variant", "zola-4"];
    text(&[&["data", "--games", "30", "--nodes", "20", "--out", data], &four[..]].concat());
    text(&[&["train", "--data", data, "--epochs", "1", "--out", net], &four[..]].concat());
    let play = |net: &str| {
        let plain = format!("cmd={}", env!("CARGO_BIN_EXE_zugi"));
        let (logged, evaluates) =
            (format!("{plain} --log-file {log}"), format!("option.EvalFile={net}"));
        let engines = ["--engine", "name=net", &logged, &evaluates, "--engine", "name=own", &plain];
        let limits = ["--each", "nodes=50", "--games", "2", "--quiet"];
        run(&[&["match"], &four[..], &engines, &limits].concat())
    };
    let (code, _, stderr) = play(net);
    assert_eq!(code, Some(0), "{stderr}");
    let log = fs::read_to_string(log).expect("a log");
    let at = |text: &str| log.find(text).unwrap_or_else(|| panic!("no {text} in {log}"));
    assert!(at("name UGI_Variant value zola-4") < at("name EvalFile value"), "{log}");
    assert!(!log.contains("cannot set EvalFile"), "{log}");
    // Otherwise the match would use the engine's own net.
    let (code, _, stderr) = play(in_utf8(&none));
    assert_eq!(code, Some(2), "{stderr}");
    for part in ["\"net\" does not start", "cannot set EvalFile", "none.net"] {
        assert!(stderr.contains(part), "no {part} in {stderr}");
    }
}
