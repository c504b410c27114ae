//! Damaged files of each kind that the program reads: no run aborts, hangs, or ends by a signal.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use fastrand::Rng;

/// The program with an empty cache of its own.
fn zugi(cache: &Path) -> Command {
    let mut command = crate::support::zugi();
    command.env("ZUGI_CACHE", cache);
    command
}

/// Runs the program with a file as input. It ends by itself, with one of these codes, without a
/// panic, in five minutes.
#[track_caller]
fn run(command: &mut Command, input: &Path, codes: &[i32], what: &str) -> Output {
    let input = fs::File::open(input).expect("the input");
    let mut limited = Command::new("timeout");
    limited.arg("300").arg(command.get_program()).args(command.get_args()).stdin(input);
    limited.current_dir(command.get_current_dir().expect("a folder"));
    limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = limited.env_remove("RUST_LOG").stderr(Stdio::piped()).output().expect("timeout");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let is_orderly = output.status.code().is_some_and(|code| codes.contains(&code));
    let panicked = stderr.contains("panicked") || stderr.contains("overflowed");
    assert!(is_orderly && !panicked, "{what}: {}\n{stderr}", output.status);
    output
}

/// A file and the command that reads it.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    /// `FILE` stands for the damaged file, `FOLDER` for a folder that contains only that.
    arguments: &'static str,
    input: &'static str,
}

/// Commands that create the files, run in a folder of their own.
const MAKING: [&str; 5] = [
    "match --variant zola-4 --games 2 --each depth=1 --out match --save-config match.toml \
     --engine name=one cmd=ZUGI --engine name=two cmd=ZUGI",
    "openings 4 --variant zola-4 --games 0 --out openings.txt",
    "data --variant zola-4 --games 20 --nodes 50 --out data.zugi",
    "table build --variant zola-4 --checkers 4 --dir tables",
    "solve --variant zola-4 --certificate proof.zugi --checkpoint check.zugi",
];

const NET: &[u8] = include_bytes!("../../crates/zola/src/eval/net/zola-4.net");

fn samples(folder: &Path) -> Vec<Sample> {
    let nothing = Path::new("/dev/null");
    for arguments in MAKING {
        let mut command = zugi(&folder.join("cache"));
        let words = arguments.split_ascii_whitespace();
        let words = words.map(|it| it.replace("ZUGI", env!("CARGO_BIN_EXE_zugi")));
        command.current_dir(folder).args(words);
        run(&mut command, nothing, &[0], arguments);
    }
    let table = fs::read_dir(folder.join("tables"))
        .expect("tables")
        .flatten()
        .max_by_key(|entry| entry.metadata().map_or(0, |metadata| metadata.len()));
    let table = table.expect("a table").path();
    let table: &'static str = Box::leak(table.to_str().expect("a path").to_owned().into());
    let read = |name, file: &str, arguments| {
        let bytes = fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(!bytes.is_empty(), "{file}");
        Sample { name, bytes, arguments, input: "" }
    };
    let openings = "match --variant zola-4 --games 2 --engine name=one cmd=true \
                    --engine name=two cmd=false --each depth=1 --openings FILE";
    vec![
        read("match.jsonl", "match.jsonl", "replay FILE"),
        read("merged.jsonl", "match.jsonl", "merge FILE --out FOLDER/merged"),
        read("match.pgn", "match.pgn", "replay FILE"),
        read("match.toml", "match.toml", "match --config FILE"),
        read("openings.txt", "openings.txt", openings),
        read("data.zugi", "data.zugi", "merge FILE --out FOLDER/merged"),
        read(table, table, "table verify --variant zola-4 --dir FOLDER"),
        read("proof.zugi", "proof.zugi", "solve --variant zola-4 --verify FILE"),
        read("check.zugi", "check.zugi", "solve --variant zola-4 --checkpoint FILE --nodes 100"),
        Sample {
            name: "zola-4.net",
            bytes: NET.to_vec(),
            arguments: "--variant zola-4",
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

/// `ZUGI_FILES` is the number of runs; `ZUGI_SEED` repeats the one that failed.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn damaged_files_are_refused_or_read() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, count) = match number("ZUGI_SEED") {
        Some(seed) => (seed, 1),
        None => (fastrand::u64(..1 << 40), number("ZUGI_FILES").unwrap_or(7_000)),
    };
    println!("{count} with the seeds from {first} on");
    let folder = tempfile::tempdir().expect("a directory");
    let samples = samples(folder.path());
    let mut refused = 0;
    for seed in first..first + count {
        let sample = &samples[seed as usize % samples.len()];
        let place = folder.path().join("damaged");
        fs::create_dir(&place).expect("a folder");
        let file = place.join(Path::new(sample.name).file_name().expect("a name"));
        fs::write(&file, damaged(&sample.bytes, &mut Rng::with_seed(seed))).expect("a file");
        let fill = |text: &str| {
            let text = text.replace("FILE", file.to_str().expect("a path"));
            text.replace("FOLDER", place.to_str().expect("a path"))
        };
        let input = folder.path().join("input");
        fs::write(&input, fill(sample.input)).expect("the input");
        let mut command = zugi(&folder.path().join("cache"));
        command
            .current_dir(folder.path())
            .args(sample.arguments.split_ascii_whitespace().map(fill));
        let what = format!("{} damaged by seed {seed}", sample.name);
        // 3 is a match with missing games.
        let output = run(&mut command, &input, &[0, 1, 2, 3], &what);
        let said = String::from_utf8_lossy(&output.stdout);
        refused += u64::from(!output.status.success() || said.contains("error"));
        fs::remove_dir_all(&place).expect("the folder");
    }
    println!("{refused} of {count} refused");
    assert!(refused > 0 || count < 10, "nothing was refused");
}
