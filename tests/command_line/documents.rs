//! The statements of pages and manifests that a program can check: links, versions, the map of the
//! crates, commands and programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Client, has, zugi};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a page")
}

/// The packages of the workspace, from `cargo metadata`.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    let words = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
    let output = cargo.args(words).current_dir(root()).output().expect("cargo");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    all["packages"].as_array().expect("packages").clone()
}

/// The crates that a crate may use by the map in the README, directly or through others.
fn allowed(uses: &BTreeMap<String, Vec<String>>, name: &str, found: &mut BTreeSet<String>) {
    for used in &uses[name] {
        if found.insert(used.clone()) {
            allowed(uses, used, found);
        }
    }
}

#[test]
fn crates_use_what_the_map_in_the_readme_allows() {
    let readme = page("README.md");
    let mut uses = BTreeMap::new();
    for row in readme.lines().filter(|line| line.starts_with("| [`")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [names, _, used] = cells[..] else { panic!("{row}") };
        let used: Vec<String> =
            used.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        for name in names.split('`').skip(1).step_by(2) {
            assert!(root().join("crates").join(name).is_dir(), "no crate {name}");
            uses.insert(name.to_owned(), used.clone());
        }
    }
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let Some(name) = name.strip_prefix("zugi-").filter(|&name| name != "benches") else {
            continue;
        };
        let mut may = BTreeSet::new();
        assert!(uses.contains_key(name), "README.md has no row for {name}");
        allowed(&uses, name, &mut may);
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap().strip_prefix("zugi-");
            let is_built = dependency["kind"].is_null();
            if let Some(used) = used.filter(|_| is_built) {
                assert!(may.contains(used), "{name} uses {used}, which its row does not allow");
            }
        }
    }
}

#[test]
fn all_packages_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    for package in packages() {
        assert_eq!(package["version"].as_str(), Some(version), "{}", package["name"]);
    }
    let table = |name: &str| page(name).parse::<toml::Table>().unwrap();
    for (name, it) in table("Cargo.toml")["workspace"]["dependencies"].as_table().unwrap() {
        let required = it.get("version").and_then(|version| version.as_str()).unwrap_or_default();
        let is_own = name == "zugi" || name.starts_with("zugi-");
        assert!(!is_own || required.trim_start_matches('=') == version, "{name}");
    }
    let javascript: Value = serde_json::from_str(&page("clients/js/package.json")).unwrap();
    assert_eq!(javascript["version"], version, "package.json");
    // Python writes 0.3.0-dev as 0.3.0.dev0.
    let python = format!("\n__version__ = \"{}\"\n", version.replace("-dev", ".dev0"));
    for package in ["clients/python/ugi", "scripts/bot/zugi_bot", "scripts/cluster/zugi_cluster"] {
        assert!(page(&format!("{package}/__init__.py")).contains(&python), "{package}");
    }
    let heading = if version.ends_with("-dev") { "Unreleased" } else { version };
    assert!(page("CHANGELOG.md").contains(&format!("\n## [{heading}]")), "CHANGELOG.md");
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_foreign = ["target", "node_modules", "dist", ".git"].contains(&name.as_str());
        if path.is_dir() && !is_foreign {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_lead_to_files_that_exist() {
    let (mut all, mut broken) = (Vec::new(), Vec::new());
    pages(root(), &mut all);
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        // Blocks of code have no links.
        for link in text.split("```").step_by(2).flat_map(|prose| prose.split("](").skip(1)) {
            let (target, _) = link.split_once(')').expect("an end of the link");
            let file = target.split('#').next().unwrap();
            if !file.contains(':') && !page.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
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
    let guides = fs::read_dir(root().join("docs/guides"));
    let guides = guides.expect("the guides").map(|entry| {
        format!("docs/guides/{}", entry.expect("a guide").file_name().to_string_lossy())
    });
    for name in guides.chain(["README.md".into(), "docs/reference/proofs.md".into()]) {
        for command in commands(&page(&name)) {
            // The test build has no tunable search parameters.
            if command.contains("tune --search") || command.contains(" > ") {
                continue;
            }
            // `--help` must come before the arguments of another engine.
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
    if !has(interpreter) {
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
