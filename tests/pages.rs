//! The documentation pages list all commands, options and exit codes of the program, and the
//! programs in them run. Other text is not tested.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use support::{Client, zugi};

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a page")
}

fn help(command: &str) -> String {
    let output = zugi().args([command, "--help"]).stdin(Stdio::null()).output();
    String::from_utf8(output.expect("the program starts").stdout).expect("UTF-8")
}

/// The first column of the table with this header.
fn first_cells(page: &str, header: &str) -> Vec<String> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with(header));
    assert!(lines.next().is_some(), "no table {header}");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('|').nth(1).unwrap().trim().to_owned()).collect()
}

/// The options that a help lists, except global ones.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start);
    let names =
        lines.filter_map(|line| line.strip_prefix("-h, ").unwrap_or(line).strip_prefix("--"));
    let names = names.map(|name| {
        name.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap().to_owned()
    });
    names.filter(|name| !["help", "log-file"].contains(&name.as_str())).collect()
}

/// The options in a text.
fn named(text: &str) -> BTreeSet<String> {
    let names = text.split("--").skip(1).map(|rest| {
        rest.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap().to_owned()
    });
    names.collect()
}

#[test]
fn the_reference_lists_each_command() {
    let output = zugi().arg("--help").output().expect("the program starts");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let (_, list) = help.split_once("Commands:\n").expect("its commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let commands = lines.filter_map(|line| line.split_whitespace().next());
    let commands: BTreeSet<&str> = commands.filter(|&command| command != "help").collect();
    assert!(commands.len() > 10, "{commands:?}");
    let cells = first_cells(&page("docs/reference/commands.md"), "| command |").join(" ");
    let words = cells.split('`').skip(1).step_by(2);
    let listed = words.filter_map(|word| word.split(' ').nth(1)).collect();
    assert_eq!(commands, listed);
}

#[test]
fn the_guides_name_each_option() {
    for (command, pages) in [
        ("match", &["docs/guides/matches.md"][..]),
        ("serve", &["docs/guides/serve.md"]),
        ("play", &["docs/guides/play.md"]),
        ("solve", &["docs/guides/solve.md", "docs/reference/proofs.md"]),
    ] {
        let found = options(&help(command));
        assert!(found.len() > 8, "{command}: {found:?}");
        let named: BTreeSet<String> = pages.iter().flat_map(|name| named(&page(name))).collect();
        let missing: Vec<_> = found.difference(&named).collect();
        assert!(missing.is_empty(), "{pages:?} lack {missing:?} of zugi {command}");
    }
}

#[test]
fn the_options_of_the_server_are_those_of_its_page() {
    let cells = first_cells(&page("docs/guides/serve.md"), "| option |");
    let mut listed = named(&cells.join(" "));
    // The separator before another engine.
    assert!(listed.remove(""));
    assert_eq!(options(&help("serve")), listed);
}

#[test]
fn the_guide_to_matches_has_the_words_and_the_exit_codes_of_the_help() {
    let (help, guide) = (help("match"), page("docs/guides/matches.md"));
    let (_, codes) = help.split_once("Exit codes:\n").expect("the exit codes");
    let codes = codes.lines().take_while(|line| !line.is_empty());
    let codes: Vec<&str> = codes.map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(codes, first_cells(&guide, "| exit code |"));
    let (_, words) = help.split_once("in words KEY=VALUE:\n").expect("the words of an engine");
    let (words, _) = words.split_once("--variant").expect("the next option");
    let words = words.split_whitespace().filter_map(|word| word.split_once('='));
    let words = words.map(|(key, _)| key.trim_start_matches('[')).filter(|key| !key.is_empty());
    let words: BTreeSet<&str> = words.collect();
    assert!(words.contains("stderr") && words.len() >= 10, "{words:?}");
    let cells = first_cells(&guide, "| word |").join(" ");
    for word in words {
        assert!(cells.contains(&format!("`{word}=")), "{word}= is missing in {cells}");
    }
}

/// The commands of zugi in the shell blocks of a page, each on one line.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in page.split("```sh\n").skip(1) {
        let (block, _) = rest.split_once("```").expect("its end");
        let block = block.replace("\\\n", " ").replace("target/release/zugi", "zugi");
        let lines = block.lines().map(|line| line.split(" # ").next().unwrap().trim().to_owned());
        found.extend(lines.filter(|line| line.starts_with("zugi ") && !line.contains("...")));
    }
    found
}

/// The arguments are parsed completely before the help is shown.
#[test]
#[cfg(unix)]
fn the_program_reads_each_command_of_the_pages() {
    let mut count = 0;
    let guides = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guides"));
    let guides = guides.expect("the guides").map(|entry| {
        format!("docs/guides/{}", entry.expect("a guide").file_name().to_string_lossy())
    });
    for name in guides.chain(["README.md".into(), "docs/reference/proofs.md".into()]) {
        for command in commands(&page(&name)) {
            // The test build has no tunable search parameters.
            if command.contains("tune --search") || command.contains(" > ") {
                continue;
            }
            // Before the arguments of another engine.
            let (own, engine) = command.split_once(" -- ").unwrap_or((&command, ""));
            let asked = format!("zugi() {{ \"$ZUGI\" \"$@\"; }}; {own} --help {engine}");
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(&asked).env("ZUGI", zugi().get_program());
            let output = shell.stdin(Stdio::null()).output().expect("a shell");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {command}\n{error}");
            count += 1;
        }
    }
    assert!(count > 25, "{count} commands");
}

/// The program in a block of a page, with the engine's real path.
fn program(page: &str, language: &str) -> String {
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("a program");
    let (program, _) = rest.split_once("\n```").expect("its end");
    let place = "target/release/zugi";
    assert!(program.contains(place), "{program}");
    program.replace(place, &zugi().get_program().to_string_lossy())
}

/// Runs a program from the guide for client authors: it prints the moves and the result of a game.
fn play(interpreter: &str, language: &str, extension: &str) {
    if Command::new(interpreter).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {interpreter}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("client.{extension}"));
    fs::write(&file, program(&page("docs/guides/client.md"), language)).expect("writable");
    let output = Command::new(interpreter).arg(&file).stdin(Stdio::null()).output();
    let output = output.expect("the interpreter starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let result = words.pop().expect("a result");
    assert!(["p1win", "p2win"].contains(&result), "{text}");
    assert!(words.len() > 10, "{text}");
    // Checks the game.
    let mut client = Client::start();
    client.send(&format!("position startpos moves {}", words.join(" ")));
    assert_eq!(client.query("result"), result, "{text}");
}

#[test]
fn the_program_in_python_plays_a_game() {
    play("python3", "python", "py");
}

#[test]
fn the_program_in_javascript_plays_a_game() {
    play("node", "js", "js");
}
