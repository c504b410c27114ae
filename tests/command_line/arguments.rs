//! The command line: each subcommand once, and invalid arguments.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use crate::support::{Client, zugi};

/// Runs the program without input.
fn run(args: &[&str]) -> Output {
    output(zugi().args(args))
}

fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().expect("the program starts")
}

/// The output of a successful run.
#[track_caller]
fn text(output: Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The message about invalid arguments: exit code 2, nothing on stdout.
#[track_caller]
fn complaint(output: Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn help_shows_the_commands_and_examples() {
    let help = text(run(&["--help"]));
    for part in ["Usage: zugi", "perft", "bench", "play", "--variant", "--log-file", "Examples:"] {
        assert!(help.contains(part), "no {part} in\n{help}");
    }
    assert!(text(run(&["play", "--help"])).contains("--movetime"));
    assert!(text(run(&["-h"])).contains("Usage: zugi"));
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
fn version_is_the_name_and_the_number_in_one_line() {
    assert_eq!(text(run(&["--version"])), concat!("zugi ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn perft_counts_from_the_start_or_a_position() {
    assert!(text(run(&["perft", "3"])).ends_with("\nnodes 46472\n"));
    assert!(text(run(&["perft", "2", "--variant", "zola-8"])).ends_with("\nnodes 4096\n"));
    let fen = "b5/6/6/6/6/3rb1 r";
    assert!(text(run(&["perft", "2", "--fen", fen])).ends_with("\nnodes 2\n"));
    let divided = text(run(&["perft", "--divide", "1"]));
    assert_eq!(divided.lines().count(), 36 + 2);
    assert!(divided.starts_with("a1a2 1\na1b1 1\n"), "{divided}");
}

#[test]
fn bench_prints_the_same_signature_each_time() {
    let signature = || {
        let text = text(run(&["bench", "1"]));
        let last = text.lines().last().expect("a last line");
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = words.as_slice() else { panic!("{last:?}") };
        assert!(nps.parse::<u64>().is_ok(), "{last:?}");
        nodes.parse::<u64>().expect("a number")
    };
    assert_eq!(signature(), signature());
}

#[test]
fn watching_shows_a_whole_game_without_colours_in_a_pipe() {
    for limits in [["--depth", "1"], ["--movetime", "1"]] {
        let game = text(run(&["play", "--watch", limits[0], limits[1]]));
        assert!(game.starts_with("zola-6\n"), "{game}");
        assert!(game.contains("\n1. p1 "), "{game}");
        let plies = game.lines().filter(|line| line.contains(". p")).count();
        let end = game.lines().last().expect("a last line");
        let winner = &end[..2];
        assert_eq!(end, format!("{winner} wins after {plies} plies"));
        assert_eq!(game.matches("┌").count(), plies + 1, "a board after every move");
        assert!(!game.contains('\u{1b}'), "colours in a pipe");
    }
}

#[test]
fn watching_knows_variants_positions_and_the_pie_rule() {
    let game = text(run(&["play", "--watch", "--variant", "zola-4", "--depth", "1", "--pie"]));
    assert!(game.starts_with("zola-4\nbrbr/rbrb/brbr/rbrb r p\n"), "{game}");
    let game = text(run(&["play", "--watch", "--depth", "2", "--fen", "5r/6/6/6/6/b5 b"]));
    assert!(
        game.contains("\n1. p2 a1f6 ")
            && game.ends_with("Red has no checker left.\np2 wins after 1 ply\n"),
        "{game}"
    );
}

#[test]
fn no_color_wins_over_everything_that_asks_for_colours() {
    let play = |variables: &[(&str, &str)]| {
        let mut command = zugi();
        command.args(["play", "--watch", "--variant", "zola-4", "--depth", "1"]);
        text(output(command.envs(variables.iter().copied())))
    };
    assert!(play(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!play(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn bad_arguments_are_quoted_with_what_was_expected() {
    for (args, quoted) in [
        (&["nonsense"][..], "nonsense"),
        (&["--nonsense"], "--nonsense"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "x"], "'x'"),
        (&["perft", "-1"], "-1"),
        (&["perft", "1", "2"], "'2'"),
        (&["bench", "x"], "'x'"),
        (&["play", "--movetime", "x"], "'x'"),
        (&["play", "--depth", "1", "--movetime", "1"], "--movetime"),
        (&["play", "--pie", "--fen", "5r/6/6/6/6/b5 b"], "--fen"),
        (&["play", "--variant", "chess"], "'chess'"),
        (&["bench", "--game", "go"], "'go'"),
        (&["perft", "1", "--fen", "6/6 r"], "\"6/6\""),
        (&["play", "--fen", "nonsense"], "\"nonsense\""),
        (&["perft", "1", "--variant", "zola-8", "--fen", "5r/6/6/6/6/b5 b"], "\"5r/6/"),
    ] {
        let complaint = complaint(run(args));
        assert!(complaint.starts_with("error: "), "{args:?}: {complaint}");
        assert!(complaint.contains(quoted), "{args:?}: {complaint}");
    }
    assert!(
        complaint(run(&["perft", "1", "--variant", "chess"]))
            .contains("expected one of zola-4, zola-6")
    );
}

#[test]
fn tune_writes_weights_and_the_command_that_made_them() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.txt");
    let path = path.to_str().expect("a path in UTF-8");
    let few = "tune --variant zoka --games 40 --nodes 50 --plies 3 --samples 5 --epochs 2";
    let args: Vec<&str> = few.split(' ').chain(["--out", path]).collect();
    let tune = |more: &[&str]| {
        (text(run(&[&args[..], more].concat())), fs::read_to_string(path).expect("a file"))
    };
    let (printed, weights) = tune(&[]);
    assert!(complaint(run(&args)).contains("exists already: expected another name, or --force"));
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
fn tuning_the_search_takes_a_build_for_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("parameters.toml");
    let complaint = complaint(run(&["tune", "--search", "--out", path.to_str().expect("UTF-8")]));
    assert!(complaint.contains("cargo build --release --features tuning"), "{complaint}");
    assert!(!path.exists());
}

/// An interrupted tuning continues to the same result; other arguments are rejected.
#[cfg(feature = "tuning")]
#[test]
fn tuning_the_search_goes_on_where_it_was() {
    let directory = tempfile::tempdir().expect("a directory");
    let [once, twice] = ["once", "twice"].map(|name| directory.path().join(name));
    let tune = |path: &std::path::Path, more: &[&str]| {
        let few =
            "tune --search --variant zola-4 --games 80 --nodes 50 --only late_base,aspiration";
        let out = ["--out", path.to_str().expect("UTF-8")];
        run(&[&few.split(' ').collect::<Vec<_>>(), &out[..], more].concat())
    };
    let printed = text(tune(&once, &[]));
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
    assert_eq!(text(tune(&twice, &[])), printed);
    assert_eq!(file(&twice), whole);
    let complaint = complaint(tune(&once, &["--seed", "2"]));
    assert!(complaint.contains("expected a file with the same arguments"), "{complaint}");
    assert_eq!(file(&once), whole);
}

#[test]
fn tune_looks_at_its_arguments_before_it_works() {
    let directory = tempfile::tempdir().expect("a directory");
    let missing = directory.path().join("missing").join("weights.txt");
    let missing = missing.to_str().expect("a path in UTF-8");
    let here = directory.path().to_str().expect("a path in UTF-8");
    for (args, quoted) in [
        (&["--variant", "zoka", "--out", missing][..], missing),
        (&["--variant", "zoka", "--out", here], here),
        (&["--out", "x", "--games", "3"], "'3'"),
        (&["--out", "x", "--nodes", "0"], "'0'"),
        (&["--out", "x", "--samples", "many"], "'many'"),
        (&["--out", "x", "--epochs", "0"], "'0'"),
        (&["--out", "x", "--l2", "-1"], "'-1'"),
        (&["--out", "x", "--l2", "NaN"], "'NaN'"),
        (&["--out", "x"], "\"zola-6\" cannot be fitted: it has no weights"),
        (&["--out", "x", "--variant", "generic"], "generic"),
        (&[], "--out"),
    ] {
        let args: Vec<&str> = [&["tune"], args].concat();
        let complaint = complaint(run(&args));
        assert!(complaint.starts_with("error: ") && complaint.contains(quoted), "{complaint}");
    }
    assert_eq!(fs::read_dir(directory.path()).expect("the directory").count(), 0);
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
fn a_log_file_that_cannot_be_written_is_a_bad_argument() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("missing").join("zugi.log");
    let path = path.to_str().expect("a path in UTF-8");
    let complaint = complaint(run(&["--log-file", path]));
    assert!(complaint.contains("log file") && complaint.contains("missing"), "{complaint}");
}

#[test]
fn a_reader_that_leaves_after_one_line_is_no_error() {
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
    for (words, part) in [
        (&["man"][..], ".TH zugi 1"),
        (&["man", "table"], "build"),
        (&["man", "table", "build"], "checkers"),
        (&["man", "table", "info"], "dir"),
    ] {
        let page = text(run(words));
        assert!(page.contains(".TH") && page.contains(part), "{words:?}: {page}");
    }
    for (words, parts) in [
        (&["man", "tables"][..], ["\"tables\"", "one of perft, bench"]),
        (&["man", "table", "bild"], ["\"bild\"", "one of build, verify, info"]),
        (&["man", "match", "game"], ["\"game\"", "expected nothing more"]),
    ] {
        let complaint = complaint(run(words));
        assert!(parts.iter().all(|part| complaint.contains(part)), "{words:?}: {complaint}");
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
        let script = text(run(&["completions", shell]));
        assert!(script.contains(part), "{shell}: {script}");
        assert!(script.contains("openings"), "{shell} knows the subcommands");
    }
    assert!(complaint(run(&["completions", "tcsh"])).contains("invalid value 'tcsh'"));
    let script = text(run(&["completions", "bash"]));
    let values = |words: &str| script.contains(&format!("compgen -W \"{words}\""));
    assert!(values("beginner novice casual club advanced expert master full"), "{script}");
    assert!(values("first second both red blue white black one two"), "{script}");
    let variants = zugi::registry().names().join(" ");
    assert!(values(&variants) && values(&format!("{variants} generic")), "{script}");
}

#[test]
fn help_names_what_a_subcommand_takes() {
    let help = |command: &str| text(run(&[command, "--help"]));
    for (command, has_variant, has_generic) in [
        ("match", true, true),
        ("check", true, true),
        ("openings", true, false),
        ("play", true, false),
        ("perft", true, false),
        ("replay", false, false),
        ("completions", false, false),
        ("man", false, false),
    ] {
        let help = help(command);
        assert_eq!(help.contains("--variant <NAME>"), has_variant, "{command}: {help}");
        assert_eq!(help.contains("generic"), has_generic, "{command}: {help}");
    }
    assert!(help("replay").contains("zugi match"));
}

#[test]
fn manual_pages_are_printed() {
    let page = text(run(&["man"]));
    assert!(page.contains(".TH zugi 1"), "{page}");
    assert!(page.contains("zugi\\-openings(1)") && page.contains("zola\\-6"), "{page}");
    let page = text(run(&["man", "openings"]));
    assert!(page.contains(".TH zugi-openings 1") && page.contains("\\-\\-plies"), "{page}");
    let expected = "error: no subcommand \"nonsense\": expected one of perft, bench, ";
    let said = complaint(run(&["man", "nonsense"]));
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_session_for_an_unknown_variant_does_not_start() {
    for args in
        [&["--variant", "zola-5"][..], &["--variant=zola-5"], &["perft", "1", "--game", "zola-5"]]
    {
        let said = complaint(run(args));
        let begin =
            "error: invalid value 'zola-5' for '--variant <NAME>': expected one of zola-4, ";
        assert!(said.starts_with(begin), "{said}");
        assert!(said.ends_with("; did you mean zola-6?\n"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    // Only engines know the rules of such a game.
    assert!(complaint(run(&["--variant", "generic"])).contains("'generic'"));
}

/// `--game` is what Cuter Games passes, with names of its own.
#[test]
fn a_session_for_an_unknown_game_starts_with_a_warning() {
    let mut command = zugi();
    command.args(["--game", "ataxx"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut input = program.stdin.take().expect("a pipe");
    input.write_all(b"ugi\nquery variant\nugi\n").expect("it reads");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let (said, warned) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let warning = "warning: unknown variant \"ataxx\": expected one of zola-4, ";
    assert!(warned.contains(warning), "{warned}");
    let begin = format!("info string {warning}");
    assert_eq!(said.lines().filter(|line| line.starts_with(&begin)).count(), 1, "{said}");
    assert!(said.contains("\nresponse zola-6\n"), "{said}");
}
