//! Damaged files of each kind that the program reads.

use std::fs;
use std::path::Path;

use fastrand::Rng;

use crate::{End, run, runs, seeds, zugi};

/// A file and the command that reads it.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    /// `FILE` stands for the damaged file, `FOLDER` for a folder that contains only that.
    arguments: &'static [&'static str],
    input: &'static str,
}

/// Commands that create the files, run in a folder of their own.
const MAKING: &[&[&str]] = &[
    &["openings", "4", "--variant", "zola-4", "--games", "0", "--out", "openings.txt"],
    &["data", "--variant", "zola-4", "--games", "20", "--nodes", "50", "--out", "data.zugi"],
    &["table", "build", "--variant", "zola-4", "--checkers", "4", "--dir", "tables"],
    &["solve", "--variant", "zola-4", "--certificate", "proof.zugi", "--checkpoint", "check.zugi"],
];

/// A net for 4x4.
const NET: &[u8] = include_bytes!("../../crates/zola/src/eval/net/zola-4.net");

/// Plays a match of two games.
fn play_a_match(folder: &Path) -> End {
    let program = env!("CARGO_BIN_EXE_zugi");
    let mut command = zugi(&folder.join("cache"));
    command.current_dir(folder).args(["match", "--variant", "zola-4", "--games", "2"]);
    command.args(["--each", "depth=1", "--out", "match", "--save-config", "match.toml"]);
    for name in ["one", "two"] {
        command.args(["--engine", &format!("name={name}"), &format!("cmd={program}")]);
    }
    run(&mut command, b"", "the match")
}

/// The files to damage, each with a command that reads it.
fn samples(folder: &Path) -> Vec<Sample> {
    play_a_match(folder).assert_orderly(&[0], "the match");
    for arguments in MAKING {
        let mut command = zugi(&folder.join("cache"));
        let end = run(command.current_dir(folder).args(*arguments), b"", arguments[0]);
        end.assert_orderly(&[0], arguments[0]);
    }
    let table = fs::read_dir(folder.join("tables"))
        .expect("tables")
        .flatten()
        .max_by_key(|entry| entry.metadata().map_or(0, |metadata| metadata.len()));
    let table = table.expect("a table").path();
    let table: &'static str = Box::leak(table.to_str().expect("a path").to_owned().into());
    let read = |name, file: &str, arguments, input| {
        let bytes = fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(!bytes.is_empty(), "{file}");
        Sample { name, bytes, arguments, input }
    };
    const PLAY: &[&str] = &["match", "--config", "FILE"];
    const OPENINGS: &[&str] = &[
        "match",
        "--variant",
        "zola-4",
        "--games",
        "2",
        "--engine",
        "name=one",
        "cmd=true",
        "--engine",
        "name=two",
        "cmd=false",
        "--each",
        "depth=1",
        "--openings",
        "FILE",
    ];
    vec![
        read("match.jsonl", "match.jsonl", &["replay", "FILE"], ""),
        read("merged.jsonl", "match.jsonl", &["merge", "FILE", "--out", "FOLDER/merged"], ""),
        read("match.txt", "match.txt", &["replay", "FILE"], ""),
        read("match.toml", "match.toml", PLAY, ""),
        read("openings.txt", "openings.txt", OPENINGS, ""),
        read("data.zugi", "data.zugi", &["merge", "FILE", "--out", "FOLDER/merged"], ""),
        read(table, table, &["table", "verify", "--variant", "zola-4", "--dir", "FOLDER"], ""),
        read("proof.zugi", "proof.zugi", &["solve", "--variant", "zola-4", "--verify", "FILE"], ""),
        read(
            "check.zugi",
            "check.zugi",
            &["solve", "--variant", "zola-4", "--checkpoint", "FILE", "--nodes", "100"],
            "",
        ),
        Sample {
            name: "zola-4.net",
            bytes: NET.to_vec(),
            arguments: &["--variant", "zola-4"],
            input: "setoption name EvalFile value FILE\nisready\ngo depth 1\nquit\n",
        },
    ]
}

/// Damages a file as disks, editors and transfers do.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.usize(1..=3) {
        let place = rng.usize(..=bytes.len());
        let end = (place + rng.usize(..64)).min(bytes.len());
        match rng.u8(..7) {
            0 => bytes.truncate(place),
            1 => drop(bytes.drain(place..end)),
            2 => {
                let piece = bytes[place..end].to_vec();
                bytes.splice(place..place, piece);
            }
            3 => drop(bytes.splice(place..end, std::iter::repeat_with(|| rng.u8(..)).take(9))),
            4 => drop(bytes.splice(0..0, *b"\xef\xbb\xbf")),
            5 => drop(bytes.splice(place..place, *b"99999999999999999999")),
            _ => {
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << rng.u8(..8);
                }
            }
        }
    }
    bytes
}

/// `ZUGI_FILES` is the number of runs.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn damaged_files_are_refused_or_read() {
    let folder = tempfile::tempdir().expect("a directory");
    let samples = samples(folder.path());
    let (mut refused, mut count) = (0, 0);
    for seed in seeds("damaged files", runs("ZUGI_FILES", 7_000)) {
        let mut rng = Rng::with_seed(seed);
        let sample = &samples[seed as usize % samples.len()];
        let place = folder.path().join("damaged");
        fs::create_dir(&place).expect("a folder");
        let file = place.join(Path::new(sample.name).file_name().expect("a name"));
        let bytes = damaged(&sample.bytes, &mut rng);
        fs::write(&file, &bytes).expect("a file");
        let end = read_it(folder.path(), &place, &file, sample, seed);
        refused += u64::from(end.status.code() != Some(0) || end.stdout.contains("error"));
        count += 1;
        fs::remove_dir_all(&place).expect("the folder");
    }
    println!("{refused} of {count} refused");
    assert!(refused > 0 || count < 10, "nothing was refused");
}

fn read_it(folder: &Path, place: &Path, file: &Path, sample: &Sample, seed: u64) -> End {
    let fill = |text: &str| {
        let file = file.to_str().expect("a path");
        text.replace("FILE", file).replace("FOLDER", place.to_str().expect("a path"))
    };
    let mut command = zugi(&folder.join("cache"));
    command.current_dir(folder).args(sample.arguments.iter().map(|text| fill(text)));
    let what = format!("{} damaged by seed {seed}", sample.name);
    let end = run(&mut command, fill(sample.input).as_bytes(), &what);
    // 3 is a match with missing games.
    end.assert_orderly(&[0, 1, 2, 3], &what);
    end
}
