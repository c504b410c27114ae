//! Which files may name a game. A game is added in its own folders and the registry, so
//! nothing else that is code names one; tests, data and documentation may. Everything may
//! name the flagship: it is what examples are about.
//!
//! The names are those of the folders below `src/games/`, and the words of the title with
//! which the documentation of each begins, so that the next game is guarded as well.

use std::fs;
use std::path::Path;

use zugi::variants;

/// What is guarded, folders with all that is in them.
const GUARDED: &[&str] = &[
    ".ci",
    "Cargo.toml",
    "benches",
    "examples",
    "fuzz/Cargo.toml",
    "fuzz/fuzz_targets",
    "scripts",
    "src",
];

/// The folders of the games and of their openings, the registry, and what measures the rules
/// of each game.
const OF_GAMES: &[&str] = &[
    "src/games",
    "src/eval",
    "src/truth/games",
    "src/openings/book",
    REGISTRY,
    "benches/rules.rs",
    "benches/tree.rs",
];

/// Where each game is registered.
const REGISTRY: &str = "src/variants.rs";

/// Words of a title with fewer letters are not a game's own.
const LETTERS: usize = 5;

/// Longer words of titles that are not a game's own.
const COMMON: &[&str] = &["draughts"];

/// One name as a sequence of words, see [`words`].
type Name = Vec<String>;

/// The words of a text in lower case: `ZvpMove::jump2` has `zvp`, `move` and `jump`.
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

/// The names of a game whose folder and title are these; the title's words also without
/// the ending of a plural.
fn names_of(folder: &str, title: &str) -> Vec<Name> {
    let own = |word: &String| word.len() >= LETTERS && !COMMON.contains(&word.as_str());
    let mut names = vec![words(folder)];
    for word in words(title).into_iter().filter(own) {
        let singular = ["es", "s"].iter().filter_map(|ending| word.strip_suffix(ending));
        names.extend(singular.map(|word| vec![word.to_owned()]));
        names.push(vec![word]);
    }
    names
}

/// The names of all games but the flagship.
fn names() -> Vec<Name> {
    let registry = variants::registry();
    let flagship = registry.usual().name().split('-').next().unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join(OF_GAMES[0]);
    let mut names = Vec::new();
    for entry in fs::read_dir(games).unwrap() {
        let path = entry.unwrap().path();
        let folder = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && folder != flagship {
            let text = fs::read_to_string(path.join("mod.rs")).unwrap();
            let title = text.trim_start_matches("//! ").split([':', '.', '\n']).next();
            names.extend(names_of(folder, title.unwrap()));
        }
    }
    names
}

/// Where the text of a file has one of the names.
fn problems_in(path: &str, text: &str, names: &[Name]) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = words(line);
        let named = names.iter().find(|name| words.windows(name.len()).any(|part| part == *name));
        if let Some(name) = named {
            problems.push(format!("{path}:{number}: names a game, {}: {line}", name.join(" ")));
        }
    }
    problems
}

/// Calls `visit` with each file at or below a path and its text.
fn visit_files(path: &str, visit: &mut impl FnMut(&str, &str)) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if !full.is_dir() {
        return visit(path, &String::from_utf8_lossy(&fs::read(full).unwrap()));
    }
    let entries = fs::read_dir(full).unwrap().map(|entry| entry.unwrap().file_name());
    let mut children: Vec<_> =
        entries.map(|name| format!("{path}/{}", name.to_str().unwrap())).collect();
    children.sort();
    for child in children.iter().filter(|child| !OF_GAMES.contains(&child.as_str())) {
        visit_files(child, visit);
    }
}

#[test]
fn only_its_own_folders_and_the_registry_name_a_game() {
    let (names, mut files, mut problems) = (names(), 0, Vec::new());
    for path in GUARDED {
        visit_files(path, &mut |path, text| {
            files += 1;
            problems.extend(problems_in(path, text, &names));
        });
    }
    assert!(files > 100, "only {files} files");
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn the_registry_names_every_game() {
    visit_files(REGISTRY, &mut |path, text| {
        assert!(!problems_in(path, text, &names()).is_empty(), "{path} names no game");
    });
}

#[test]
fn names_are_found_in_every_form() {
    let names = names_of("new_game", "Foxes vs Geese Draughts");
    for line in [
        "use zugi::games::new_game::Position;",
        "NEW_GAME_COUNT=1 cargo test --test new_game_rules",
        "// After NewGame::start() the fox's turn:",
        "//   no goose, but geese",
        "let foxes = NewGame8::start();",
    ] {
        let problems = problems_in("a/b.rs", &format!("\n{line}\n"), &names);
        assert_eq!(problems.len(), 1, "{line}");
        assert!(problems[0].starts_with("a/b.rs:2: "), "{problems:?}");
    }
    for line in ["a game that is new", "draughts, versus", "foxtrot", "renew game", ""] {
        assert_eq!(problems_in("a/b.rs", line, &names), Vec::<String>::new());
    }
}
