//! The command line: each subcommand once, and invalid arguments.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{Client, output_of, run, text, zugi};

fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().expect("the program starts")
}

#[test]
fn help_shows_the_commands_and_their_arguments() {
    let help = text(&["--help"]);
    for part in ["Usage: zugi", "--variant", "--log-file", "Examples:"] {
        assert!(help.contains(part), "no {part} in\n{help}");
    }
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let names: Vec<_> = commands.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    let first = ["play", "serve", "match", "analyse", "replay", "check", "solve"];
    assert!(names.starts_with(&first), "{help}");
    assert!(text(&["-h"]).contains("Usage: zugi"));
    for (command, part, has_variant, has_generic) in [
        ("match", "--engine", true, true),
        ("check", "Usage", true, true),
        ("openings", "--plies", true, false),
        ("play", "variants: zola-6, zola-8, zvp, zoka", true, false),
        ("perft", "<DEPTH>", true, false),
        ("replay", "zugi match", false, false),
        ("solve", "--certificate-tables", true, false),
        ("solve", "Examples:", true, false),
        ("completions", "bash", false, false),
        ("man", "Usage", false, false),
    ] {
        let help = text(&[command, "--help"]);
        assert!(help.contains(part), "{command}: {help}");
        assert_eq!(help.contains("--variant <NAME>"), has_variant, "{command}: {help}");
        assert_eq!(help.contains("generic"), has_generic, "{command}: {help}");
    }
}

/// Each of these commands writes to stderr.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr_changes_no_exit_code() {
    let program = env!("CARGO_BIN_EXE_zugi");
    let engine = |name: &str| format!("--engine name={name} cmd={program} depth=1");
    let games = format!("match --variant zola-4 --games 2 {} {}", engine("a"), engine("b"));
    for (words, code) in [(games.as_str(), 0), ("merge missing", 2), ("frobnicate", 2)] {
        let said = output(zugi().args(words.split(' ')));
        assert!(!said.stderr.is_empty() && said.status.code() == Some(code), "{words}: {said:?}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let silent = zugi().args(words.split(' ')).stderr(full).output().unwrap();
        assert_eq!(silent.status.code(), Some(code), "{words}");
    }
}

#[test]
fn the_long_version_adds_how_the_program_was_built() {
    let short = concat!("zugi ", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&["-V"]), format!("{short}\n"));
    let long = text(&["--version"]);
    assert!(long.starts_with(&format!("{short} (")) && long.ends_with(")\n"), "{long}");
    // The commit and its date.
    let has_commit = long.contains(" (commit ") && long.contains(" of 20");
    assert_eq!(has_commit, Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists(), "{long}");
    assert!(long.contains("-linux-") || !cfg!(target_os = "linux"), "{long}");
    assert!(long.contains(", features program "), "{long}");
}

#[test]
fn perft_counts_from_the_start_or_a_position() {
    assert!(text(&["perft", "3"]).ends_with("\nnodes 46472\n"));
    assert!(text(&["perft", "2", "--variant", "zola-8"]).ends_with("\nnodes 4096\n"));
    let fen = "b5/6/6/6/6/3rb1 r";
    assert!(text(&["perft", "2", "--fen", fen]).ends_with("\nnodes 2\n"));
    let divided = text(&["perft", "--divide", "1"]);
    assert_eq!(divided.lines().count(), 36 + 2);
    assert!(divided.starts_with("a1a2 1\na1b1 1\n"), "{divided}");
}

#[test]
fn watching_shows_a_whole_game_without_colours_in_a_pipe() {
    for limits in [["--depth", "1"], ["--movetime", "1"]] {
        let game = text(&["play", "--watch", limits[0], limits[1]]);
        assert!(game.starts_with("zola-6\n"), "{game}");
        assert!(game.contains("\n1. Red ● plays "), "{game}");
        let told = |line: &&str| line.contains(" plays ") || line.contains(" passes ");
        let moves = game.lines().filter(told).count();
        assert!(game.ends_with(&format!(" wins after {moves} moves.\n")), "{game}");
        assert_eq!(game.matches("┌").count(), moves + 1, "a board after every move");
        assert!(!game.contains('\u{1b}'), "colours in a pipe");
    }
}

#[test]
fn watching_accepts_variants_positions_and_the_pie_rule() {
    let game = text(&["play", "--watch", "--variant", "zola-4", "--depth", "1", "--pie"]);
    assert!(game.starts_with("zola-4\n"), "{game}");
    let game = text(&["play", "--watch", "--depth", "2", "--fen", "5r/6/6/6/6/b5 b"]);
    assert!(
        game.contains("\n1. Blue ○ plays a1f6 ")
            && game.ends_with("Red has no checker left.\nBlue ○ wins after 1 move.\n"),
        "{game}"
    );
}

#[test]
fn no_color_overrides_everything_that_enables_colours() {
    let play = |variables: &[(&str, &str)]| {
        let mut command = zugi();
        command.args(["play", "--watch", "--variant", "zola-4", "--depth", "1"]);
        let said = output(command.envs(variables.iter().copied()));
        assert!(said.status.success() && said.stderr.is_empty(), "{said:?}");
        String::from_utf8(said.stdout).expect("UTF-8")
    };
    assert!(play(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!play(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\u{1b}'));
}

/// Runs in a folder that has only the file `plain`; no command may leave another one.
#[test]
fn invalid_arguments_are_quoted_with_what_was_expected() {
    let number = "'x' for '--movetime <MS>': expected a whole number, not negative";
    let levels = "beginner, novice, casual, club, advanced, expert, master, full, or a rating";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("plain"), "plain text").expect("writable");
    for (words, expected) in [
        ("nonsense", "'nonsense'"),
        ("--nonsense", "'--nonsense'"),
        ("--variant=zola-5", "'zola-5' for '--variant <NAME>': expected one of zola-4, zola-6, "),
        // Only engines know the rules of such a game.
        ("--variant generic", "'generic' for '--variant <NAME>': expected one of zola-4, zola-6, "),
        ("--log-file missing/log", "cannot write the log file \"missing/log\": No such file"),
        ("perft", "were not provided:\n  <DEPTH>"),
        ("perft x", "'x' for '<DEPTH>'"),
        ("perft -1", "'-1' for '<DEPTH>'"),
        ("perft 1 2", "unexpected argument '2'"),
        ("perft 1 --game zola-5", "; did you mean zola-6?\n"),
        ("perft 1 --fen '6/6 r'", "\"6/6\": expected 6 rows"),
        ("perft 1 --variant zola-8 --fen '6/6 r'", "\"6/6\": expected 8 rows"),
        ("bench x", "'x' for '[DEPTH]'"),
        ("bench --game go", "'go' for '--variant <NAME>': expected one of zola-4, zola-6, "),
        ("play --movetime x", number),
        ("play --depth 1 --movetime 1", "cannot be used with '--movetime <MS>'"),
        ("play --pie --fen '5r/6/6/6/6/b5 b'", "cannot be used with '--fen <FEN>'"),
        ("play --fen nonsense", "bad position: \"nonsense\": expected rows, "),
        ("play --side green", "no side \"green\": expected one of first, red, second, blue, both"),
        ("play --side red --variant zvp", "expected one of first, white, second, black, both"),
        ("play --level grandmaster", levels),
        ("play --clock soon", "expected MINUTES or MINUTES+SECONDS"),
        ("play --clock 5 --movetime 100", "cannot be used with '--movetime <MS>'"),
        ("play --watch --side red", "cannot be used with '--side <SIDE>'"),
        ("play --puzzle 0", "no puzzle 0: expected 1 to "),
        ("play --puzzle 9999", "no puzzle 9999: expected 1 to "),
        ("play --seed 1", "variant \"zola-6\" cannot use a seed: chance has no part in it"),
        ("play --variant zoka --seed -1", "'-1' for '--seed <N>'"),
        ("play no/such/file", "cannot use \"no/such/file\": No such file"),
        ("play plain", "\"plain\" is no saved game: line 1: zola-6, move 1, \"plain\": expected "),
        ("play plain --pie", "cannot be used with '--pie'"),
        ("play plain --watch", "cannot be used with '--watch'"),
        ("tune", "were not provided:\n  --out <FILE>"),
        ("tune --out missing/x --variant zoka", "cannot use \"missing/x\": No such file"),
        ("tune --out .", "'.' for '--out <FILE>': a folder: expected the name of a file"),
        ("tune --out x --games 3", "'3' for '--games <N>'"),
        ("tune --out x --nodes 0", "'0' for '--nodes <N>'"),
        ("tune --out x --samples many", "'many' for '--samples <N>'"),
        ("tune --out x --epochs 0", "'0' for '--epochs <N>'"),
        ("tune --out x --l2 -1", "'-1' for '--l2 <STRENGTH>': expected a number from 0"),
        ("tune --out x --l2 NaN", "'NaN' for '--l2 <STRENGTH>': expected a number from 0"),
        ("tune --out x", "variant \"zola-6\" cannot be fitted: it has no weights"),
        ("tune --out x --variant generic", "unknown variant \"generic\": expected one of zola-4, "),
        ("data --out missing/x", "cannot use \"missing/x\": No such file"),
        ("data --out x --shard 5/4", "'5/4' for '--shard <I/N>': expected i/n, such as 1/4 to 4/4"),
        ("data --out x --shard 0/4", "'0/4' for '--shard <I/N>'"),
        ("data --out x --shard 1", "'1' for '--shard <I/N>'"),
        ("data --out x --shard 1/2/3", "'1/2/3' for '--shard <I/N>'"),
        ("data --out x --games 0", "'0' for '--games <N>'"),
        ("data --out x --nodes 0", "'0' for '--nodes <N>'"),
        ("data --out x --plies many", "'many' for '--plies <N>'"),
        ("data --out x --threads 0", "'0' for '--threads <N>': expected a number from 1 to 1024"),
        ("data --out x --variant generic", "unknown variant \"generic\": expected one of zola-4, "),
        ("data --out x --eval-file plain", "not a net: expected a file of zugi train"),
        ("train --out x", "were not provided:\n  --data <FILE>"),
        ("train --out x --data plain", "\"plain\" is not a file of zugi data: expected one"),
        ("train --out x --data missing", "cannot use \"missing\": No such file"),
        ("train --out x --data x --filters 9", "'9' for '--filters <N>': expected 8, 16 or 32"),
        (
            "train --out x --data x --mix 1.1",
            "'1.1' for '--mix <SHARE>': expected a number from 0 ",
        ),
        ("train --out x --data x --rate 0", "'0' for '--rate <SIZE>': expected a number above 0"),
        ("train --out x --data x --epochs 0", "'0' for '--epochs <N>'"),
        ("train --out x --data x --batch 0", "'0' for '--batch <N>'"),
        ("train --out x --data x --temperature 2", "were not provided:\n  --priors"),
        ("train --out x --data x --priors --temperature 0", "expected a number from 0.1 to 100"),
        ("train --out x --data x --priors --filters 8", "cannot be used with '--filters <N>'"),
        ("train --out x --data plain --priors --variant zvp", "its priors have no weights"),
        ("completions tcsh", "'tcsh' for '<SHELL>'"),
        ("solve", "no position to prove: expected one, such as zugi solve 'b4r"),
        (
            "play --variant zola-4 --puzzle",
            "no puzzles of zola-4: expected --variant zola-6 or zola-8",
        ),
        (
            "man nonsense",
            "no subcommand \"nonsense\": expected one of play, serve, match, analyse, ",
        ),
        ("man table bild", "no subcommand \"bild\": expected one of build, verify, info, "),
        ("man match game", "no subcommand \"game\": expected nothing more"),
    ] {
        let args = shell_words::split(words).expect("words");
        let said = output(zugi().args(args).current_dir(folder.path()));
        assert_eq!((said.status.code(), said.stdout.len()), (Some(2), 0), "{words}: {said:?}");
        let said = String::from_utf8(said.stderr).expect("UTF-8");
        assert!(said.starts_with("error: ") && said.contains(expected), "{words}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn tune_writes_weights_and_the_command_that_made_them() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.txt");
    let path = path.to_str().expect("a path in UTF-8");
    let few = "tune --variant zoka --games 40 --nodes 50 --plies 3 --samples 5 --epochs 2";
    let args: Vec<&str> = few.split(' ').chain(["--out", path]).collect();
    let tune = |more: &[&str]| {
        (text(&[&args[..], more].concat()), fs::read_to_string(path).expect("a file"))
    };
    let (printed, weights) = tune(&[]);
    assert_eq!(printed.lines().count(), 3, "{printed}");
    assert!(printed.starts_with("epoch   0  training 0."), "{printed}");
    let command = "zugi tune --variant zoka --games 40 --nodes 50 --plies 3 --samples 5 \
                   --epochs 2 --l2 0.00001 --seed 1";
    assert!(weights.contains(&format!("\n#   {command}\n")), "{weights}");
    assert!(weights.contains("\nearly.struck "), "{weights}");
    assert_eq!(tune(&["--force"]), (printed, weights));
    let files = fs::read_dir(directory.path()).expect("the directory").count();
    assert_eq!(files, 1, "something is left over");
}

#[cfg(not(feature = "tuning"))]
#[test]
fn tuning_the_search_needs_the_feature() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("parameters.toml");
    let (code, printed, said) = run(&["tune", "--search", "--out", path.to_str().expect("UTF-8")]);
    assert_eq!((code, printed.as_str()), (Some(2), ""));
    assert!(said.contains("cargo build --release --features tuning"), "{said}");
    assert!(!path.exists());
}

/// An interrupted tuning continues to the same result; other arguments are rejected.
#[cfg(feature = "tuning")]
#[test]
fn interrupted_tuning_of_the_search_continues() {
    let directory = tempfile::tempdir().expect("a directory");
    let [once, twice] = ["once", "twice"].map(|name| directory.path().join(name));
    let tune = |path: &std::path::Path, more: &[&str]| {
        let few =
            "tune --search --variant zola-4 --games 80 --nodes 50 --only late_base,aspiration";
        let out = ["--out", path.to_str().expect("UTF-8")];
        run(&[&few.split(' ').collect::<Vec<_>>(), &out[..], more].concat())
    };
    let (code, printed, said) = tune(&once, &[]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(printed.starts_with("late_base="), "{printed}");
    let file = |path| fs::read_to_string(path).expect("a file");
    let whole = file(&once);
    assert!(whole.contains("done = 80\n") && whole.contains("\nlate_base = "), "{whole}");
    let own = <zugi::games::zola::Zola4 as zugi::search::Searchable>::PARAMETERS;
    let begin = format!(
        "variant = \"zola-4\"\ngames = 80\nnodes = 50\nseed = 1\ndone = 0\n\n[values]\n\
         aspiration = {}.0\nlate_base = {}.0\n",
        own.aspiration, own.late_base
    );
    fs::write(&twice, begin).expect("writable");
    assert_eq!(tune(&twice, &[]), (Some(0), printed, said));
    assert_eq!(file(&twice), whole);
    let (code, _, complaint) = tune(&once, &["--seed", "2"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("expected a file with the same arguments"), "{complaint}");
    assert_eq!(file(&once), whole);
}

#[test]
fn variants_can_be_chosen_for_a_session_by_either_name() {
    for (args, variant) in [
        (&["--game", "zola"], "zola-6"),
        (&["--game", "zola-8"], "zola-8"),
        (&["--variant", "Zola10"], "zola-10"),
        (&["--variant", "zola_4"], "zola-4"),
    ] {
        let mut client = Client::with_args(args);
        assert_eq!(client.query("variant"), variant);
        let declared = client.handshake().join("\n");
        assert!(declared.contains(&format!("type combo default {variant} ")), "{declared}");
        client.quit();
    }
}

#[test]
fn the_log_file_has_every_line_and_is_appended_to() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("zugi.log");
    let path = path.to_str().expect("a path in UTF-8");
    for _ in 0..2 {
        let mut client = Client::with_args(&["--log-file", path]);
        client.expect_silence();
        client.quit();
    }
    let log = fs::read_to_string(path).expect("a log file");
    for part in ["< isready", "> readyok", "< quit"] {
        assert_eq!(log.matches(part).count(), 2, "{part} in\n{log}");
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    for args in [
        &["play", "--watch", "--depth", "1"][..],
        &["play", "--watch", "--movetime", "1"],
        &["perft", "--divide", "4"],
        &["bench", "3"],
    ] {
        let mut child = zugi()
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(64, child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a first line");
        drop(reader);
        let output = child.wait_with_output().expect("our process");
        assert!(!line.is_empty());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn every_subcommand_has_a_manual_page() {
    for (words, parts) in [
        ("man", [".TH zugi 1", "zugi\\-openings(1)", "zola\\-6"]),
        ("man openings", [".TH zugi-openings 1", "\\-\\-plies", ""]),
        ("man table", [".TH", "build", "verify"]),
        ("man table build", [".TH", "checkers", ""]),
        ("man table info", [".TH", "dir", ""]),
    ] {
        let page = text(&words.split(' ').collect::<Vec<_>>());
        assert!(parts.iter().all(|part| page.contains(part)), "{words:?}: {page}");
    }
}

#[test]
fn shells_get_completions() {
    for (shell, part) in [
        ("bash", "complete -F _zugi"),
        ("zsh", "#compdef zugi"),
        ("fish", "complete -c zugi"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = text(&["completions", shell]);
        assert!(script.contains(part), "{shell}: {script}");
        assert!(script.contains("openings"), "{shell} knows the subcommands");
    }
    let script = text(&["completions", "bash"]);
    let values = |words: &str| script.contains(&format!("compgen -W \"{words}\""));
    assert!(values("beginner novice casual club advanced expert master full"), "{script}");
    assert!(values("first second both red blue white black"), "{script}");
    let variants = zugi::registry().names().join(" ");
    assert!(values(&variants) && values(&format!("{variants} generic")), "{script}");
}

/// Cuter Games passes `--game` with its own names of games.
#[test]
fn a_session_for_an_unknown_game_starts_with_a_warning() {
    let output = output_of(zugi().args(["--game", "ataxx"]), "ugi\nquery variant\nugi\n");
    assert_eq!(output.status.code(), Some(0));
    let (said, warned) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let warning = "warning: unknown variant \"ataxx\": expected one of zola-4, ";
    assert!(warned.contains(warning), "{warned}");
    let begin = format!("info string {warning}");
    assert_eq!(said.lines().filter(|line| line.starts_with(&begin)).count(), 1, "{said}");
    assert!(said.contains("\nresponse zola-6\n"), "{said}");
}
