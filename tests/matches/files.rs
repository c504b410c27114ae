//! Files of all subcommands: no overwriting without `--force`, no incomplete files after errors,
//! and input text in any common encoding.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::place::{Place, names};
use crate::support::{output_of, zugi};

/// Positions of 4x4 and 6x6 that are proven at once.
const FOUR: &str = "b1b1/rbr1/1r1b/r2r r -";
const SIX: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r";

impl Place {
    fn output(&self, args: &str, more: &[&str]) -> Output {
        self.output_with(zugi(), args, more)
    }

    fn output_with(&self, mut command: Command, args: &str, more: &[&str]) -> Output {
        command.args(args.split_whitespace()).args(more).current_dir(&self.directory);
        command.stdin(Stdio::null()).output().expect("the program starts")
    }

    /// The output of a command that succeeds.
    #[track_caller]
    fn text(&self, args: &str, more: &[&str]) -> String {
        let output = self.output(args, more);
        assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// The error of a command that fails with this exit code.
    #[track_caller]
    fn complaint(&self, code: i32, args: &str, more: &[&str]) -> String {
        let output = self.output(args, more);
        assert_eq!(output.status.code(), Some(code), "{args}: {output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

/// The arguments of a match of two short games; the engines come last.
fn match_of(more: &str) -> String {
    let program = env!("CARGO_BIN_EXE_zugi");
    assert!(!program.contains(' '), "a path of one word");
    format!(
        "match --variant zola-4 --games 2 --quiet {more} --each depth=1 \
         --engine name=a cmd={program} --engine name=b cmd={program}"
    )
}

const DATA: &str = "data --variant zola-4 --games 30 --nodes 20";
const OPENINGS: &str = "openings 2 --variant zola-4 --plies 2 --depth 1 --games 0";
const TUNE: &str = "tune --variant zoka --games 20 --nodes 20 --plies 2 --epochs 1";

#[test]
fn existing_files_are_overwritten_only_with_force() {
    let place = Place::new();
    place.text(DATA, &["--out", "parts.data"]);
    place.text(&match_of("--out played"), &[]);
    place.write("game", "startpos\n");
    let proof = "solve --variant zola-4 --certificate mine";
    for (args, more) in [
        (format!("{OPENINGS} --out mine"), &[][..]),
        (format!("{TUNE} --out mine"), &[]),
        ("train --data parts.data --epochs 1 --filters 8 --out mine".to_owned(), &[]),
        (proof.to_owned(), &[FOUR]),
        (match_of("--save-config mine"), &[]),
        ("merge parts.data --out mine".to_owned(), &[]),
        // Each file that a match writes, alone.
        (match_of("--out m"), &["m.jsonl"]),
        (match_of("--out m"), &["m.pgn"]),
        (match_of("--out m"), &["m.json"]),
        (match_of("--out m"), &["m.html"]),
        (match_of("--out m --shard 1/1"), &["m.jsonl"]),
        ("merge played.jsonl --out m".to_owned(), &["m.json"]),
        ("merge played.jsonl --out m".to_owned(), &["m.html"]),
        ("analyse game --depth 1 --out m".to_owned(), &["m.jsonl"]),
    ] {
        let (name, more) = match more {
            [name] if name.starts_with("m.") => (*name, &[][..]),
            more => ("mine", more),
        };
        place.write(name, "mine");
        let before = place.files();
        let error = place.complaint(2, &args, more);
        assert!(error.contains(name) && error.contains("exists already"), "{args}: {error}");
        assert!(error.contains("--force"), "{args}: {error}");
        assert_eq!(place.bytes(name), b"mine", "{args}");
        assert_eq!(place.files(), before, "{args}: nothing else is written");
        place.text(&format!("{args} --force"), more);
        assert_ne!(place.bytes(name), b"mine", "{args}");
        for name in place.files().into_iter().filter(|name| name.starts_with("m")) {
            let path = place.path(&name);
            let gone = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
            gone.expect("it was there");
        }
    }
}

#[test]
fn a_folder_of_games_belongs_to_its_match() {
    let place = Place::new();
    fs::create_dir(place.path("m-games")).expect("a folder");
    place.write("m-games/0001.js", "mine");
    let error = place.complaint(2, &match_of("--out m"), &[]);
    assert!(error.contains("m-games\" exists already"), "{error}");
    assert_eq!(place.files(), ["m-games"]);
    place.text(&match_of("--out m --force"), &[]);
    assert_ne!(place.bytes("m-games/0001.js"), b"mine");
}

#[test]
fn a_run_goes_on_with_its_own_files() {
    let place = Place::new();
    let played = match_of("--out m --save-config m.toml");
    place.text(&played, &[]);
    // Blank lines at its end do no harm.
    let record = place.bytes("m.jsonl");
    place.write("m.jsonl", [&record, &b"\n \n"[..]].concat());
    place.text(&format!("{played} --resume"), &[]);
    place.text("match --config m.toml --resume", &[]);
    let toml = place.read("m.toml");
    assert!(!toml.contains("force") && !toml.contains("resume"), "{toml}");
    let data = format!("{DATA} --out d");
    let said = place.text(&data, &[]);
    assert!(said.starts_with("30 games with ") && said.lines().count() == 1, "{said}");
    let before = place.bytes("d");
    assert_eq!(place.text(&data, &[]), said);
    place.text(&format!("{data} --seed 2 --force"), &[]);
    assert_ne!(place.bytes("d"), before);
}

#[cfg(unix)]
#[test]
fn output_may_go_to_devices_and_through_links() {
    use std::os::unix::fs::FileTypeExt;

    let place = Place::new();
    place.text(OPENINGS, &["--out", "/dev/null"]);
    place.text("solve --variant zola-4", &[FOUR, "--certificate", "/dev/null"]);
    let kind = fs::metadata("/dev/null").expect("a device").file_type();
    assert!(kind.is_char_device());
    // Links that lead nowhere at first.
    let links = ["o", "m.jsonl", "m.pgn", "m.html"];
    for name in links {
        std::os::unix::fs::symlink(format!("of-{name}"), place.path(name)).expect("a link");
    }
    for force in [&[][..], &["--force"]] {
        place.text(&format!("{OPENINGS} --out o"), force);
        place.text(&match_of("--out m"), force);
        for name in links {
            assert!(place.path(name).is_symlink() && !place.bytes(name).is_empty(), "{name}");
        }
    }
}

/// Runs the program with this limit of the file size in blocks (of 512 or 1024 bytes) and with a
/// cache folder of its own, checks its exit code, and returns its stderr.
#[cfg(unix)]
#[track_caller]
fn limited(place: &Place, blocks: u32, code: i32, args: &str) -> String {
    let mut command = Command::new("sh");
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_zugi")]);
    command.env_remove("RUST_LOG").env("ZUGI_CACHE", place.path(".cache"));
    let output = place.output_with(command, args, &[]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args}: {error}");
    error
}

#[cfg(unix)]
#[test]
fn a_failed_write_leaves_no_partial_file() {
    let place = Place::new();
    place.text(DATA, &["--out", "parts.data"]);
    let train = "train --data parts.data --epochs 1 --filters 8 --out";
    let openings = "openings 100 --variant zola-4 --plies 4 --depth 1 --games 0 --out x";
    place.write("game", "startpos\n");
    for (blocks, code, args, file) in [
        (1, 2, train.to_owned() + " x.net", "x.net"),
        (1, 2, "merge parts.data --out x.data".to_owned(), "x.data"),
        (1, 2, format!("{TUNE} --out x.txt"), "x.txt"),
        (1, 1, match_of("--out x --shard 1/1"), "x.jsonl"),
        (1, 2, "solve --variant zola-4 --certificate x.zugi".to_owned(), "x.zugi"),
        (0, 2, openings.to_owned(), "x"),
        (1, 2, openings.to_owned(), "x"),
        (0, 2, format!("{DATA} --out x.data"), "x.data"),
        (0, 2, match_of("--out x"), "x.jsonl"),
        (0, 2, "analyse game --depth 1 --out x".to_owned(), "x.analysis"),
    ] {
        let error = limited(&place, blocks, code, &args);
        let last = error.lines().last().unwrap_or_default();
        assert!(last.contains(file) && last.contains("File too large"), "{args}: {error}");
        assert_eq!(place.files(), ["game", "parts.data"], "{args}");
    }
    // If the report fails, the finished games stay, and the match can be resumed.
    let played = match_of("--random-plies 2 --out x");
    let error = limited(&place, 8, 2, &played);
    assert!(error.contains("x.html") && error.contains("File too large"), "{error}");
    let left = ["game", "parts.data", "x-games", "x.json", "x.jsonl", "x.pgn"];
    assert_eq!(place.files(), left);
    assert_eq!(names(&place.path("x-games")), [""; 0]);
    place.text(&format!("{played} --resume"), &[]);
    assert!(place.path("x.html").exists());
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_part_of_a_table() {
    let place = Place::new();
    let error = limited(&place, 1, 3, "solve --variant zvp --movetime 100");
    assert!(error.contains("File too large") && error.contains("are not kept"), "{error}");
    let kept = names(&place.path(".cache"));
    assert!(kept.iter().all(|name| name.ends_with(".table")), "{kept:?}");
    let build = "table build --variant zola-4 --checkers 7 --dir tables";
    let error = limited(&place, 1, 2, build);
    assert!(error.contains(".table") && error.contains("File too large"), "{error}");
    let built = names(&place.path("tables"));
    assert!(built.iter().all(|name| name.ends_with(".table")), "{built:?}");
    place.text(build, &[]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_shards_of_a_table() {
    let place = Place::new();
    place.text("table build --variant zola-4 --checkers 8 --dir tables", &[]);
    let build = "table build --variant zola-4 --checkers 9 --dir tables";
    let error = limited(&place, 1, 2, &format!("{build} --shard 1/1"));
    assert!(error.contains(".shard.new") && error.contains("File too large"), "{error}");
    let left = names(&place.path("tables/zola-4.9.table.shards"));
    let locks = ["build.shard.new", "smaller.shard.new"];
    let is_whole = |name: &String| name.ends_with(".shard") || locks.contains(&name.as_str());
    assert!(left.iter().all(is_whole) && left.len() > 1, "{left:?}");
    place.text(build, &[]);
    assert_eq!(names(&place.path("tables")).len(), 9);
}

/// Text as Notepad and PowerShell write it: in UTF-16 with a byte order mark and CRLF.
fn as_on_windows(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(text.to_vec()).expect("UTF-8").replace('\n', "\r\n");
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn text_files_in_utf16_with_crlf_are_read() {
    let place = Place::new();
    place.write("o", "# caf\u{e9}\nstartpos moves a1a2 // one\n; two\nstartpos\n");
    let played = match_of("--openings o --save-config c --out m");
    place.text(&played, &[]);
    let [openings, lines, pgn] = ["o", "m.jsonl", "m.pgn"].map(|name| place.bytes(name));
    let config = place.bytes("c");
    let shown = place.text("replay m.jsonl", &[]);
    place.write("o", as_on_windows(&openings));
    place.write("x.jsonl", as_on_windows(&lines));
    place.write("x.pgn", as_on_windows(&pgn));
    place.write("c", as_on_windows(&config));
    assert_eq!(place.text("replay x.jsonl", &[]), shown);
    let pgn = place.text("replay m.pgn", &[]);
    assert_eq!(place.text("replay x.pgn", &[]), pgn);
    place.text("merge x.jsonl", &[]);
    place.text("match --config c --out m1", &[]);
    place.text("match --config c --force --out m1", &[]);
    // A resumed run appends to the file, and changes nothing before that.
    let first = lines.iter().position(|&byte| byte == b'\n').expect("a line");
    place.write("m.jsonl", ["\u{feff}".as_bytes(), &lines[..=first]].concat());
    place.text(&format!("{played} --resume --force"), &[]);
    let resumed = place.bytes("m.jsonl");
    assert!(resumed.starts_with("\u{feff}{".as_bytes()));
    assert_eq!(resumed.split(|&byte| byte == b'\n').count(), 4);
    let mut play = zugi();
    play.args(["play", "--side", "both"]).current_dir(&place.directory);
    let said = output_of(&mut play, "\u{feff}load x.pgn\nload x.jsonl\nquit\n").stdout;
    let said = String::from_utf8(said).expect("UTF-8");
    assert_eq!(said.matches("zola-4: two people.").count(), 2, "{said}");
}

#[test]
fn a_dash_is_stdin_where_a_file_is_read() {
    let place = Place::new();
    place.text(&match_of("--out m"), &[]);
    place.write("o", "startpos moves a1a2\nstartpos\n");
    let run = |args: &str, input: &str| {
        let mut command = zugi();
        command.args(args.split_whitespace()).current_dir(&place.directory);
        let output = command.stdin(fs::File::open(place.path(input)).expect("a file")).output();
        output.expect("the program starts")
    };
    for (args, file) in [
        ("replay --number 2 FILE".to_owned(), "m.pgn"),
        ("analyse --depth 1 FILE".to_owned(), "m.jsonl"),
        ("merge FILE".to_owned(), "m.jsonl"),
        (match_of("--openings FILE"), "o"),
    ] {
        let first = |output: Output| {
            assert!(output.status.success(), "{args}: {output:?}");
            String::from_utf8(output.stdout).expect("UTF-8").lines().next().map(str::to_owned)
        };
        let named = first(place.output(&args.replace("FILE", file), &[]));
        assert!(named.is_some(), "{args}");
        assert_eq!(first(run(&args.replace("FILE", "-"), file)), named, "{args}");
    }
    let error = String::from_utf8(run("analyse - -", "m.jsonl").stderr).expect("UTF-8");
    assert!(error.contains("\"-\": stdin was read before"), "{error}");
}

#[test]
fn files_that_name_their_variant_need_no_option() {
    let place = Place::new();
    for (variant, fen) in [("zola-4", FOUR), ("zola-6", SIX)] {
        let proof = format!("{variant}.zugi");
        let solve = format!("solve --variant {variant} --no-small-tables --certificate");
        place.text(&solve, &[&proof, fen]);
        let verified = place.text("solve --verify", &[&proof]);
        assert!(verified.starts_with(&format!("position {fen}")), "{verified}");
        let winner = verified.split_whitespace().find(|word| ["p1", "p2"].contains(word));
        let winner = winner.expect("a winner");
        let strategy = format!(
            "\u{feff}{{\"variant\":\"{variant}\",\"position\":\"{fen}\",\"winner\":\"{winner}\"}}\r\n\
             {{\"position\":\"{fen}\",\"certificate\":\"{proof}\"}}\r\n"
        );
        place.write("s.jsonl", strategy);
        place.text("solve --strategy s.jsonl --force --certificate", &["whole.zugi"]);
        assert_eq!(
            place.text("solve --verify whole.zugi", &[]).lines().next(),
            verified.lines().next()
        );
    }
    let other = place.complaint(2, "solve --verify zola-4.zugi --variant zola-6", &[]);
    assert!(other.contains("zola-4") && other.contains("zola-6"), "{other}");
    place.write("chess.zugi", "zugi certificate 1\nchess\n");
    let unknown = place.complaint(2, "solve --verify chess.zugi", &[]);
    assert!(unknown.contains("\"chess\"") && unknown.contains("zola-4"), "{unknown}");
    place.write("none.zugi", "hello\n");
    let none = place.complaint(2, "solve --verify none.zugi", &[]);
    assert!(none.contains("none.zugi") && none.contains("found \"hello\""), "{none}");
    place.text(DATA, &["--out", "four.data"]);
    place.text("train --data four.data --epochs 1 --filters 8 --out four.net", &[]);
    assert!(String::from_utf8_lossy(&place.bytes("four.net")).contains("train --variant zola-4"));
    let other = place.complaint(2, "train --data four.data --variant zvp --out x", &[]);
    assert!(other.contains("has positions of zola-4: expected zvp"), "{other}");
}
