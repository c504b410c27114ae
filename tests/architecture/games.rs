//! A game is named only in its own crate and in the registry. Tests, rules benchmarks,
//! documentation and manifests may name all games; the flagship may be named everywhere, as the
//! examples use it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::root;

/// The checked files and folders.
const GUARDED: &[&str] = &["crates", "examples", "fuzz/fuzz_targets", "scripts", "src", "web/src"];

/// Where games are registered.
const REGISTRY: &str = "src/registry.rs";

/// The lower-case words of a text: `ZvpMove::jump2` has `zvp`, `move` and `jump`.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut before) = (vec![String::new()], ' ');
    for c in text.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if c.is_alphabetic() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The crates of all games but the flagship: those named after the first word of a variant.
fn games() -> BTreeSet<String> {
    let registry = zugi::registry();
    let game = |name: &str| name.split('-').next().unwrap().to_owned();
    let flagship = game(registry.default_variant().name());
    let games = registry.variants().map(|variant| game(variant.name()));
    let games: BTreeSet<String> = games.filter(|game| *game != flagship).collect();
    for game in &games {
        assert!(root().join("crates").join(game).is_dir(), "no crate of {game}");
    }
    games
}

/// Where the text of a file names a game.
fn problems_in(path: &str, text: &str, games: &BTreeSet<String>) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(game) = words(line).iter().find(|word| games.contains(*word)) {
            problems.push(format!("{path}:{number}: names the game {game}: {line}"));
        }
    }
    problems
}

/// Calls `visit` with each file of text at or below a path.
fn visit_files(path: &str, visit: &mut impl FnMut(&str, &str)) {
    let full = root().join(path);
    if !full.is_dir() {
        if let Ok(text) = fs::read_to_string(full) {
            visit(path, &text);
        }
        return;
    }
    for entry in fs::read_dir(full).unwrap() {
        let name = entry.unwrap().file_name();
        visit_files(&format!("{path}/{}", name.to_str().unwrap()), visit);
    }
}

#[test]
fn only_its_own_crate_and_the_registry_name_a_game() {
    let (games, mut files, mut problems) = (games(), 0, Vec::new());
    let free = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        let of_game = parts[0] == "crates" && games.contains(parts[1]);
        of_game || path == REGISTRY || parts.contains(&"dist") || parts.contains(&"tests")
    };
    for path in GUARDED {
        visit_files(path, &mut |path, text| {
            let kind = Path::new(path).extension().and_then(|kind| kind.to_str());
            if !free(path) && matches!(kind, Some("rs" | "sh" | "py" | "ts")) {
                files += 1;
                problems.extend(problems_in(path, text, &games));
            }
        });
    }
    assert!(files > 100, "only {files} files");
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn the_registry_names_every_game() {
    let text = fs::read_to_string(root().join(REGISTRY)).unwrap();
    let named = words(&text);
    assert!(games().iter().all(|game| named.contains(game)), "{text}");
}

#[test]
fn names_are_found_in_every_form() {
    let games = BTreeSet::from(["foxes".to_owned()]);
    for line in ["use zugi_foxes::Position;", "FOXES_COUNT=1 cargo test", "Foxes8::start()"] {
        let problems = problems_in("a/b.rs", &format!("\n{line}\n"), &games);
        assert_eq!(problems.len(), 1, "{line}");
        assert!(problems[0].starts_with("a/b.rs:2: "), "{problems:?}");
    }
    for line in ["foxesglove", "a fox", ""] {
        assert_eq!(problems_in("a/b.rs", line, &games), Vec::<String>::new());
    }
}
