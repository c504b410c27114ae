//! The structure of `src/`: which module may import which, and a few habits that a
//! compiler does not check. The table is the one of README.md, section "The code".
//!
//! The checks read the sources as words, see the module `code`; items under
//! `#[cfg(test)]` are left alone.
//!
//! Which files may name a game is the module `names`.

mod code;
mod names;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use code::{CFG_TEST, Token, follows, is, tokens, without_tests};

/// Each module of the crate and what it may import; only modules further up.
const ALLOWED: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("board", &[]),
    ("game", &[]),
    ("games", &["game", "board"]),
    ("search", &["game"]),
    ("eval", &["game", "games", "board", "search"]),
    ("tune", &["game", "board", "search", "eval"]),
    ("bench", &["game", "games", "search", "eval"]),
    ("engine", &["protocol", "board", "game", "games", "search", "eval", "bench"]),
    ("openings", &["game", "games", "board", "search", "eval"]),
    ("arbiter", &["protocol", "game", "games"]),
    ("variants", &["game", "games", "search", "eval", "tune", "bench", "openings", "engine"]),
    (
        "cli",
        &[
            "protocol", "game", "games", "search", "eval", "tune", "bench", "engine", "openings",
            "arbiter",
        ],
    ),
    ("lib", &[]),
    ("main", &["cli"]),
];

/// Macros that stand at the root of the crate, and the module that exports them.
const ROOT_MACROS: &[(&str, &str)] = &[("with_variant", "games")];

/// Lines that a file may have, and the files that may have more.
const MAX_LINES: usize = 450;
const LONG_FILES: &[&str] = &[];

/// Files that may hold `unsafe`: a small module each, with a measured gain.
const UNSAFE_FILES: &[&str] = &[];

/// Where nothing may panic, and what would.
const NO_PANIC: &[&str] = &["protocol", "engine", "arbiter"];
const PANIC_METHODS: &[&str] = &["unwrap", "expect"];
const PANIC_MACROS: &[&str] = &["panic", "todo", "unimplemented", "unreachable"];

/// Where stdout may be written to by macro.
const PRINTING: &[&str] = &["cli"];
const PRINT_MACROS: &[&str] = &["print", "println", "dbg"];

/// A file below `src/`.
struct Source {
    /// Its path from `src/`, e.g. `search/root.rs`.
    path: String,
    text: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    /// The module that the path leads to: `[search, root]` for `search/root.rs`,
    /// `[search]` for `search/mod.rs`, `[bench]` for `bench.rs`.
    fn module(&self) -> Vec<&str> {
        let mut parts: Vec<&str> = self.path.trim_end_matches(".rs").split('/').collect();
        if parts.last() == Some(&"mod") {
            parts.pop();
        }
        parts
    }

    fn top(&self) -> &str {
        self.module()[0]
    }

    fn problem(&self, line: usize, text: impl AsRef<str>) -> String {
        format!("src/{}:{line}: {}", self.path, text.as_ref())
    }
}

/// All files below `src/`.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        Source::new(&name, &fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The files of modules that are declared under `#[cfg(test)]`.
fn test_files(sources: &[Source]) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for source in sources {
        let tokens = tokens(&source.text);
        let directory = match source.path.rsplit_once('/') {
            _ if matches!(source.path.as_str(), "lib.rs" | "main.rs") => String::new(),
            Some((directory, "mod.rs")) => format!("{directory}/"),
            _ => format!("{}/", source.path.trim_end_matches(".rs")),
        };
        for i in 0..tokens.len() {
            let name = i + CFG_TEST.len() + 1;
            if follows(&tokens, i, &CFG_TEST)
                && is(&tokens, name - 1, "mod")
                && is(&tokens, name + 1, ";")
            {
                files.insert(format!("{directory}{}.rs", tokens[name].text));
                files.insert(format!("{directory}{}/mod.rs", tokens[name].text));
            }
        }
    }
    files
}

/// The names that a path reaches through its `::` at `at`: one, or those of a group.
fn reached(tokens: &[Token], at: usize) -> Vec<Token> {
    let Some(next) = tokens.get(at + 1) else { return Vec::new() };
    if next.text != "{" {
        return vec![next.clone()];
    }
    let mut names = Vec::new();
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at + 1) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let begins = is(tokens, i - 1, "{") || is(tokens, i - 1, ",");
        if depth == 1 && begins && token.text != "{" {
            names.push(token.clone());
        }
    }
    names
}

/// Every name at the root of the crate that the tokens refer to.
fn references(source: &Source, tokens: &[Token]) -> Vec<Token> {
    let depth = match source.top() {
        "lib" | "main" => 0,
        _ => source.module().len(),
    };
    let mut found = Vec::new();
    for i in 0..tokens.len() {
        let starts_path = i == 0 || !is(tokens, i - 1, "::");
        let is_root = is(tokens, i, "crate") || (source.top() == "main" && is(tokens, i, "zugi"));
        if is_root && starts_path && is(tokens, i + 1, "::") {
            found.extend(reached(tokens, i + 1));
        }
        if is(tokens, i, "super") && starts_path {
            let mut supers = 1;
            while follows(tokens, i + 2 * supers - 1, &["::", "super"]) {
                supers += 1;
            }
            if supers >= depth && is(tokens, i + 2 * supers - 1, "::") {
                found.extend(reached(tokens, i + 2 * supers - 1));
            }
        }
    }
    found
}

/// Imports that the table does not have.
fn edge_problems(source: &Source, tokens: &[Token]) -> Vec<String> {
    let from = source.top();
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == from) else {
        return vec![source.problem(1, format!("module {from} is not in the table"))];
    };
    let check = |token: Token| {
        let name = token.text.as_str();
        let to = ROOT_MACROS.iter().find(|(root, _)| *root == name).map_or(name, |(_, to)| to);
        let fine = to == from || to == "self" || allowed.contains(&to);
        (!fine).then(|| {
            let may = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
            source.problem(token.line, format!("{from} imports {to}, but may import {may}"))
        })
    };
    references(source, tokens).into_iter().filter_map(check).collect()
}

/// Words that the habits forbid in this file.
fn word_problems(source: &Source, tokens: &[Token]) -> Vec<String> {
    let (mut problems, top) = (Vec::new(), source.top());
    for (i, token) in tokens.iter().enumerate() {
        let word = token.text.as_str();
        let is_macro = is(tokens, i + 1, "!") && !is(tokens, i + 2, "=");
        let is_method = i > 0 && is(tokens, i - 1, ".") && is(tokens, i + 1, "(");
        if is_macro && PRINT_MACROS.contains(&word) && !PRINTING.contains(&top) {
            let text = format!("{word}! outside of cli: stdout has one owner, the session");
            problems.push(source.problem(token.line, text));
        }
        let panics = (is_method && PANIC_METHODS.contains(&word))
            || (is_macro && PANIC_MACROS.contains(&word));
        if panics && NO_PANIC.contains(&top) {
            problems.push(source.problem(token.line, format!("{word} may panic, in {top}")));
        }
    }
    problems
}

/// What holds for all files, tests or not.
fn file_problems(source: &Source, tokens: &[Token]) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_LINES && !LONG_FILES.contains(&source.path.as_str()) {
        problems.push(source.problem(MAX_LINES + 1, format!("{lines} lines: split the file")));
    }
    if !source.text.starts_with("//! ") {
        problems.push(source.problem(1, "no //! paragraph that says what the module is for"));
    }
    let unsafe_word = tokens.iter().find(|token| token.text == "unsafe");
    if let Some(token) = unsafe_word
        && !UNSAFE_FILES.contains(&source.path.as_str())
    {
        problems.push(source.problem(token.line, "unsafe outside of the files listed for it"));
    }
    problems
}

fn check(sources: &[Source]) -> Vec<String> {
    let test_files = test_files(sources);
    let mut problems = Vec::new();
    for source in sources {
        let all = tokens(&source.text);
        problems.extend(file_problems(source, &all));
        if !test_files.contains(&source.path) {
            let code = without_tests(&all);
            problems.extend(edge_problems(source, &code));
            problems.extend(word_problems(source, &code));
        }
    }
    problems
}

#[test]
fn the_sources_keep_to_the_rules() {
    let sources = sources();
    assert!(sources.len() > 40, "only {} files below src", sources.len());
    let problems = check(&sources);
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn arrows_go_one_way_and_the_table_is_complete() {
    for (i, (from, allowed)) in ALLOWED.iter().enumerate() {
        for to in *allowed {
            let above = ALLOWED[..i].iter().any(|(name, _)| name == to);
            assert!(above, "{from} may import {to}, which is not above it in the table");
        }
    }
    let tops: BTreeSet<String> = sources().iter().map(|source| source.top().to_owned()).collect();
    let table: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(tops, table);
}

/// The problems of one made-up file, without their beginning `src/PATH:`.
fn problems_of(path: &str, code: &str) -> Vec<String> {
    let source = Source::new(path, &format!("//! Text.\n{code}"));
    let prefix = format!("src/{path}:");
    check(&[source]).iter().map(|text| text.strip_prefix(&prefix).unwrap().to_owned()).collect()
}

#[test]
fn forbidden_edges_are_found_in_every_form() {
    let games = "search imports games, but may import game";
    for code in [
        "use crate::games::zola::Zola6;",
        "pub(crate) use crate::{game::Game, games::{self, zola::Zola6}};",
        "use crate::{\n    game::{Game, Player},\n    games,\n};",
        "fn f() { let g = crate::games::zola::Zola6::start(); }",
        "macro_rules! m { () => { $crate::games::f() }; }",
        "fn f() { crate::with_variant!(name, G => G::start()); }",
        "use super::super::games::zola;",
        "const C: char = '\"'; use crate::games; const D: &str = \"\";",
        "fn f<'a>(x: &'a u8) -> &'a u8 { crate::games::f(x) }",
        "#[cfg(not(test))]\nuse crate::games::f;",
    ] {
        let problems = problems_of("search/root.rs", code);
        assert_eq!(problems.len(), 1, "{code}: {problems:?}");
        assert!(problems[0].ends_with(games), "{code}: {problems:?}");
    }
    let three = "use crate::game;\n\nuse crate::{engine, cli};";
    assert_eq!(
        problems_of("search/mod.rs", three),
        [
            "4: search imports engine, but may import game",
            "4: search imports cli, but may import game"
        ]
    );
    assert_eq!(problems_of("main.rs", "use zugi::engine::crash;").len(), 1);
    assert_eq!(problems_of("protocol/x.rs", "use crate::*;").len(), 1);
    assert_eq!(problems_of("unknown.rs", "").len(), 1);
}

#[test]
fn what_is_allowed_is_not_found() {
    for code in [
        "use crate::game::Game;\nuse crate::search::Limits;\nuse super::limits::Limits;",
        "// use crate::games;\n/* crate::games /* nested */ crate::games */ /// crate::games",
        "const A: &str = \"crate::games \\\" crate::games\"; const B: &str = r#\"crate::games\"#;",
        "#[cfg(test)]\nmod tests {\n    use crate::games::zola::Zola6;\n    fn f() { {} }\n}",
        "#[cfg(test)]\nuse crate::games::zola::Zola6;",
        "use std::error::{self, Error};\npub(in crate::search) fn f() {}",
    ] {
        assert_eq!(problems_of("search/root.rs", code), Vec::<String>::new(), "{code}");
    }
    assert_eq!(problems_of("main.rs", "use zugi::cli::{Args, run};"), Vec::<String>::new());
}

#[test]
fn files_of_test_modules_are_known() {
    let sources = [
        Source::new("search/root.rs", "//! A.\n#[cfg(test)]\nmod tests;"),
        Source::new("search/root/tests.rs", "//! B.\nuse crate::games;"),
        Source::new("search/mod.rs", "//! C.\n#[cfg(test)]\nmod tests;"),
        Source::new("search/tests.rs", "//! D.\nuse crate::games;"),
    ];
    assert_eq!(check(&sources), Vec::<String>::new());
}

#[test]
fn forbidden_words_are_found() {
    let count = |path: &str, code: &str| problems_of(path, code).len();
    assert_eq!(problems_of("game/x.rs", "\nfn f() { println!(\"{}\", 1); }").len(), 1);
    assert!(problems_of("game/x.rs", "\nfn f() { print!(); }")[0].starts_with("3: print!"));
    assert_eq!(count("cli/x.rs", "fn f() { println!(); }"), 0);
    assert_eq!(count("game/x.rs", "fn f() { eprintln!(); writeln!(print); }"), 0);
    assert_eq!(count("engine/x.rs", "fn f() { x.unwrap(); x.expect(\"\"); panic!(); }"), 3);
    assert_eq!(count("engine/x.rs", "fn f() { x.unwrap_or_default(); panic::set_hook(h); }"), 0);
    assert_eq!(count("engine/x.rs", "#[cfg(test)]\nmod t { fn f() { x.unwrap(); } }"), 0);
    assert_eq!(count("search/x.rs", "fn f() { x.unwrap(); }"), 0);
    assert_eq!(count("search/x.rs", "fn f() { unsafe { g() } }"), 1);
    assert_eq!(count("search/x.rs", "#![deny(unsafe_code)] // unsafe"), 0);
    assert_eq!(count("search/x.rs", &"\n".repeat(MAX_LINES - 1)), 0);
    assert_eq!(count("search/x.rs", &"\n".repeat(MAX_LINES)), 1);
    assert_eq!(check(&[Source::new("search/x.rs", "use std::fmt;")]).len(), 1);
}
