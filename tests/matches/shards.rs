//! Shards of a match and of data: merged, they equal the output of a single run.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::zugi;
use serde_json::Value;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = zugi();
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command.output().expect("the program starts")
}

#[track_caller]
fn done(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A match of twelve games in which the second engine is much stronger.
fn play<'a>(program: &'a [String; 2], more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["match", "--variant", "zola-4", "--games", "12", "--quiet"];
    args.extend(["--engine", "name=one", &program[0], "nodes=20"]);
    args.extend(["--engine", "name=two", &program[1], "nodes=200"]);
    args.extend(more);
    args
}

fn programs() -> [String; 2] {
    let cmd = format!("cmd={}", env!("CARGO_BIN_EXE_zugi"));
    [cmd.clone(), cmd]
}

/// The lines of a record without times.
fn games(path: &Path) -> Vec<Value> {
    fn timeless(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|key, _| key != "time" && key != "started");
                fields.values_mut().for_each(timeless);
            }
            Value::Array(values) => values.iter_mut().for_each(timeless),
            _ => {}
        }
    }
    let text = fs::read_to_string(path).expect("a record");
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines.iter_mut().for_each(timeless);
    lines
}

/// The results in a report, without times.
fn figures(path: &Path) -> Value {
    let mut report: Value =
        serde_json::from_str(&fs::read_to_string(path).expect("a report")).expect("JSON");
    let fields = report.as_object_mut().expect("an object");
    fields.remove("time");
    fields.remove("elapsed");
    for standing in fields["standings"].as_array_mut().expect("standings") {
        standing.as_object_mut().expect("an object").remove("effort");
    }
    report
}

#[test]
fn parts_of_a_match_are_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, programs) = (folder.path(), programs());
    done(folder, &play(&programs, &["--out", "whole"]));
    for count in [1, 4] {
        let names: Vec<String> = (1..=count).map(|i| format!("{count}-{i}")).collect();
        for (name, i) in names.iter().zip(1..) {
            let shard = format!("{i}/{count}");
            done(folder, &play(&programs, &["--out", name, "--shard", &shard]));
            let header = &games(&folder.join(format!("{name}.jsonl")))[0];
            assert_eq!(header["match"]["shard"], shard.as_str());
            assert!(!folder.join(format!("{name}.json")).exists(), "a part has no report");
        }
        // In any order.
        let files: Vec<String> = names.iter().rev().map(|name| format!("{name}.jsonl")).collect();
        let out = format!("merged-{count}");
        let mut args = vec!["merge", "--out", &out];
        args.extend(files.iter().map(String::as_str));
        done(folder, &args);
        let path = |name: &str, extension: &str| folder.join(format!("{name}.{extension}"));
        assert_eq!(games(&path(&out, "jsonl")), games(&path("whole", "jsonl")));
        assert_eq!(figures(&path(&out, "json")), figures(&path("whole", "json")));
        for extension in ["pgn", "html"] {
            assert!(path(&out, extension).exists(), "{extension}");
        }
        assert!(refused(folder, &args, 2).contains("exists already"));
        // Missing and duplicate shards are named, and nothing is written.
        if count > 1 {
            let some = ["merge", &files[0], &files[2], "--out", "some"];
            let error = refused(folder, &some, 2);
            assert!(error.contains("missing") && error.contains("1-2, 7-8"), "{error}");
            let twice = ["merge", &files[0], &files[1], &files[0], "--out", "some"];
            assert!(refused(folder, &twice, 2).contains("expected each game once"));
            assert!(!path("some", "jsonl").exists() && !path("some", "json").exists());
            let partial = [&some[..], &["--partial"]].concat();
            assert!(refused(folder, &partial, 3).contains("of 12 games"));
            assert_eq!(games(&path("some", "jsonl")).len(), 1 + 8);
            assert_eq!(figures(&path("some", "json"))["shortfalls"][0]["kind"], "interrupted");
        }
    }
}

#[test]
fn parts_of_other_matches_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, programs) = (folder.path(), programs());
    done(folder, &play(&programs, &["--out", "a", "--shard", "1/2"]));
    done(folder, &play(&programs, &["--out", "b", "--shard", "2/2", "--seed", "9"]));
    let error = refused(folder, &["merge", "a.jsonl", "b.jsonl", "--out", "c"], 2);
    assert!(error.contains("b.jsonl") && error.contains("but --seed was 1 and is 9"), "{error}");
    let again = refused(folder, &play(&programs, &["--out", "a", "--shard", "1/2"]), 2);
    assert!(again.contains("exists already"), "{again}");
    // A shard can neither be resumed nor have an SPRT.
    let resumed = refused(folder, &play(&programs, &["--out", "a", "--resume"]), 2);
    assert!(resumed.contains("the record is shard 1/2 of a match"), "{resumed}");
    for more in [&["--shard", "3/2", "--out", "x"][..], &["--shard", "1/2"]] {
        refused(folder, &play(&programs, more), 2);
    }
    let sprt = ["--out", "x", "--shard", "1/2", "--sprt", "elo0=0", "elo1=5"];
    assert!(refused(folder, &play(&programs, &sprt), 2).contains("--sprt"));
    fs::write(folder.join("torn.jsonl"), "{\"format\":2,").expect("writable");
    assert!(refused(folder, &["merge", "torn.jsonl", "--out", "c"], 2).contains("torn.jsonl"));
}

#[test]
fn a_part_of_which_no_game_counts_has_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, programs) = (folder.path(), programs());
    let mut args = play(&programs, &["--out", "a", "--shard", "1/6", "--max-plies", "1"]);
    args[2] = "generic";
    refused(folder, &args, 6);
    assert_eq!(games(&folder.join("a.jsonl")).len(), 1 + 2);
}

/// A merged match has the verdict of a single run, after the same game, even with shards beyond it.
#[test]
fn a_test_of_parts_ends_where_that_of_one_machine_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let programs = programs();
    let games_of = |more: &[&str]| -> Vec<String> {
        let mut args: Vec<String> = play(&programs, more).iter().map(ToString::to_string).collect();
        let at = args.iter().position(|arg| arg == "12").expect("the number of games");
        args[at] = "120".to_owned();
        args
    };
    let words =
        |args: &[String]| done(folder, &args.iter().map(String::as_str).collect::<Vec<_>>());
    let test = ["--sprt", "elo0=0", "elo1=200"];
    words(&games_of(&["--out", "whole", test[0], test[1], test[2]]));
    let single = games(&folder.join("whole.jsonl"));
    assert!((60..121).contains(&single.len()), "a verdict on the way: {}", single.len());
    let files: Vec<String> = (1..=6).map(|i| format!("part-{i}.jsonl")).collect();
    for i in 1..=6 {
        words(&games_of(&["--out", &format!("part-{i}"), "--shard", &format!("{i}/6")]));
    }
    let merge = |out: &str, files: &[&str]| -> Vec<String> {
        let args = ["merge", "--out", out, test[0], test[1], test[2], "--partial"];
        let files = files.iter().map(ToString::to_string);
        // The SPRT's words end at the next option.
        args.iter().map(ToString::to_string).chain(files).collect()
    };
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    words(&merge("merged", &all));
    assert_eq!(games(&folder.join("merged.jsonl")), single);
    assert_eq!(figures(&folder.join("merged.json")), figures(&folder.join("whole.json")));
    // Without the first shard there is no verdict.
    let gap = merge("gap", &all[1..]);
    let error = refused(folder, &gap.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(error.contains("1-20"), "{error}");
}

#[test]
fn shards_of_data_are_the_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let make = |out: &str, more: &[&str]| {
        let args = ["data", "--variant", "zola-4", "--games", "11", "--nodes", "30", "--out", out];
        done(folder, &[&args[..], more].concat());
    };
    make("whole.data", &["--threads", "1"]);
    for i in 1..=4 {
        make(&format!("{i}.data"), &["--threads", "1", "--shard", &format!("{i}/4")]);
    }
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    done(folder, &["merge", "3.data", "1.data", "4.data", "2.data", "--out", "merged.data"]);
    assert_eq!(read("merged.data"), read("whole.data"));
    for (files, expected) in [
        (&["1.data", "2.data", "4.data"][..], "1 of 4 shards are missing: 3"),
        (&["1.data", "2.data", "3.data", "4.data", "3.data"], "shard 3/4 is in"),
        (&["1.data", "whole.data"], "--shard 1/1"),
    ] {
        let args = [&["merge"][..], files, &["--out", "wrong.data"]].concat();
        let error = refused(folder, &args, 2);
        assert!(error.contains(expected), "{error}");
        assert!(!folder.join("wrong.data").exists() && !folder.join("wrong.data.part").exists());
    }
    let bytes = read("2.data");
    fs::write(folder.join("2.data"), &bytes[..bytes.len() - 1]).expect("writable");
    let args = ["merge", "1.data", "2.data", "3.data", "4.data", "--out", "wrong.data"];
    assert!(refused(folder, &args, 2).contains("2 of the 3 games"));
    let args = ["merge", "1.data", "--out", "wrong.data", "--partial"];
    assert!(refused(folder, &args, 2).contains("expected records"));
    let args = ["merge", "whole.data", "--out", "merged.data"];
    assert!(refused(folder, &args, 2).contains("merged.data"));
}
