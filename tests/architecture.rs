//! The structure of `src/`: which module may import which, and a few habits that a
//! compiler does not check. The table is the one of README.md, section "The code".
//!
//! The checks read the sources as a tree of modules, see the module `code`; items under
//! `#[cfg(test)]` are left alone.
//!
//! Which files may name a game is the module `names`.

mod code;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use code::{Crate, Reference, Source, is, public_types, sources, trees};
use proc_macro2::TokenTree;

/// Each module of the crate and what it may import; only modules further up.
const ALLOWED: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("board", &[]),
    ("game", &["board"]),
    ("games", &["game", "board"]),
    ("memory", &[]),
    ("search", &["game", "memory"]),
    ("eval", &["game", "games", "board", "search"]),
    ("learn", &["game", "board", "search", "eval"]),
    ("bench", &["game", "search", "eval"]),
    ("engine", &["protocol", "board", "game", "search", "bench"]),
    ("openings", &["game", "board", "search", "eval"]),
    ("arbiter", &["protocol", "game"]),
    ("serve", &["protocol", "arbiter"]),
    ("truth", &["game", "games", "board", "memory"]),
    ("variants", &["game", "games", "search", "eval", "learn", "bench", "openings", "truth"]),
    (
        "cli",
        &[
            "protocol", "game", "search", "eval", "learn", "bench", "engine", "openings",
            "arbiter", "serve", "truth", "memory",
        ],
    ),
    ("lib", &[]),
    ("main", &["cli", "variants"]),
];

/// Lines that a file may have, and the files that may have more.
const MAX_LINES: usize = 450;
const LONG_FILES: &[&str] = &[];

/// Files that may hold `unsafe`: a small module each, with a measured gain.
const UNSAFE_FILES: &[&str] = &[];

/// Where nothing may panic, and what would.
const NO_PANIC: &[&str] = &["protocol", "engine", "arbiter", "serve"];
const PANIC_METHODS: &[&str] = &["unwrap", "expect"];
const PANIC_MACROS: &[&str] = &["panic", "todo", "unimplemented", "unreachable"];

/// Where stdout may be written to by macro.
const PRINTING: &[&str] = &["cli"];
const PRINT_MACROS: &[&str] = &["print", "println", "dbg"];

/// Circles among modules that stand side by side, still to be cut: each as its modules.
const KNOWN_CIRCLES: &[&[&str]] = &[];

/// Names with several meanings, still to be told apart: public types, and how many of them.
const KNOWN_HOMONYMS: &[(&str, usize)] = &[];

fn problem(source: &Source, line: usize, text: impl AsRef<str>) -> String {
    format!("src/{}:{line}: {}", source.path, text.as_ref())
}

/// Imports that the table does not have.
fn edge_problems(source: &Source) -> Vec<String> {
    let from = source.top();
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == from) else {
        return vec![problem(source, 1, format!("module {from} is not in the table"))];
    };
    let check = |reference: Reference| {
        let to = reference.names.first()?.as_str();
        let fine = to == from || allowed.contains(&to);
        (!fine).then(|| {
            let may = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
            problem(source, reference.line, format!("{from} imports {to}, but may import {may}"))
        })
    };
    // One line that imports two things of a module is one problem.
    let problems: BTreeSet<String> = source.references().into_iter().filter_map(check).collect();
    problems.into_iter().collect()
}

/// Words that the habits forbid in this file.
fn word_problems(source: &Source, tokens: &[TokenTree]) -> Vec<String> {
    let (mut problems, top) = (Vec::new(), source.top());
    for (i, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            problems.extend(word_problems(source, &trees(group.stream())));
        }
        let TokenTree::Ident(word) = token else { continue };
        let (word, line) = (word.to_string(), token.span().start().line);
        let is_macro = is(tokens, i + 1, "!") && !is(tokens, i + 2, "=");
        let is_method = i > 0 && (is(tokens, i - 1, ".") || is(tokens, i - 1, ":"));
        if is_macro && PRINT_MACROS.contains(&&*word) && !PRINTING.contains(&top) {
            let text = format!("{word}! outside of cli: stdout has one owner, the session");
            problems.push(problem(source, line, text));
        }
        let panics = (is_method && PANIC_METHODS.contains(&&*word))
            || (is_macro && PANIC_MACROS.contains(&&*word));
        if panics && NO_PANIC.contains(&top) {
            problems.push(problem(source, line, format!("{word} may panic, in {top}")));
        }
        if word == "unsafe" && !UNSAFE_FILES.contains(&source.path.as_str()) {
            problems.push(problem(source, line, "unsafe outside of the files listed for it"));
        }
    }
    problems
}

/// What holds for all files, tests or not.
fn file_problems(source: &Source) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_LINES && !LONG_FILES.contains(&source.path.as_str()) {
        problems.push(problem(source, MAX_LINES + 1, format!("{lines} lines: split the file")));
    }
    if !source.text.starts_with("//! ") {
        problems.push(problem(source, 1, "no //! paragraph that says what the module is for"));
    }
    problems
}

/// Public types that share a name, but for the known ones; the known ones that no longer do.
fn homonyms(sources: &[Source], known: &[(&str, usize)]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in sources {
        for name in public_types(&source.items) {
            places.entry(name).or_default().push(&source.path);
        }
    }
    places.retain(|_, places| places.len() > 1);
    let counts = places.iter().map(|(name, places)| (name.as_str(), places.len()));
    let counts: BTreeSet<(&str, usize)> = counts.collect();
    let known: BTreeSet<(&str, usize)> = known.iter().copied().collect();
    let text = |(name, _): &(&str, usize)| {
        let places = places.get(*name).map_or("one place only".to_owned(), |it| it.join(", "));
        format!("{name} means several things, or is known to and no longer does: {places}")
    };
    counts.symmetric_difference(&known).map(text).collect()
}

fn check(sources: Vec<Source>) -> Vec<String> {
    let (all, tests) = Crate::new(sources);
    let files = all.sources.iter().chain(&tests).flat_map(file_problems);
    let code = all.sources.iter().flat_map(|source| {
        let words = word_problems(source, &source.tokens());
        edge_problems(source).into_iter().chain(words)
    });
    files.chain(code).collect()
}

#[test]
fn the_sources_keep_to_the_rules() {
    let sources = sources();
    assert!(sources.len() > 40, "only {} files below src", sources.len());
    let problems = check(sources);
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn modules_side_by_side_form_no_circle() {
    let known: BTreeSet<Vec<String>> = KNOWN_CIRCLES
        .iter()
        .map(|circle| circle.iter().map(|&module| module.to_owned()).collect())
        .collect();
    assert_eq!(Crate::new(sources()).0.circles(), known, "found, and known");
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let problems = homonyms(&Crate::new(sources()).0.sources, KNOWN_HOMONYMS);
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
    check(vec![source]).iter().map(|text| text.strip_prefix(&prefix).unwrap().to_owned()).collect()
}

#[test]
fn forbidden_edges_are_found_in_every_form() {
    let games = "search imports games, but may import game, memory";
    for code in [
        "use crate::games::zola::Zola6;",
        "pub(crate) use crate::{game::Game, games::{self, zola::Zola6}};",
        "use crate::{\n    game::{Game, Player},\n    games,\n};",
        "fn f() { let g = crate::games::zola::Zola6::start(); }",
        "macro_rules! m { () => { $crate::games::f() }; }",
        "fn f() { crate::games::m!(name, G => G::start()); }",
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
            "4: search imports cli, but may import game, memory",
            "4: search imports engine, but may import game, memory"
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
        "// use crate::games;\n/* crate::games /* nested */ crate::games */ /// crate::games\nfn f() {}",
        "/// ```\n/// use crate::games;\n/// ```\nfn f() {}",
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
    let sources = vec![
        Source::new("search/root.rs", "//! A.\n#[cfg(test)]\nmod tests;"),
        Source::new("search/root/tests.rs", "//! B.\nuse crate::games;"),
        Source::new("search/mod.rs", "//! C.\n#[cfg(test)]\nmod tests;"),
        Source::new("search/tests.rs", "//! D.\nuse crate::games;"),
    ];
    assert_eq!(check(sources), Vec::<String>::new());
}

#[test]
fn circles_are_found_through_names_that_others_bring_in() {
    let circles = |files: &[(&str, &str)]| {
        let sources = files.iter().map(|(path, code)| Source::new(path, code)).collect();
        Crate::new(sources).0.circles()
    };
    let circle = BTreeSet::from([vec!["a::x".to_owned(), "a::y".to_owned()]]);
    let module = ("a/mod.rs", "mod x; mod y; pub use x::{self as other, deep::X};");
    for (x, y) in [
        ("use super::y::Y;", "use super::X;"),
        ("fn f() { m!(crate::a::y::g(1)); }", "fn g() -> super::other::deep::X {}"),
        ("use super::y;", "#[cfg(not(test))] use crate::a::{self, x::{deep}};"),
    ] {
        let files = [module, ("a/x/mod.rs", x), ("a/x/deep.rs", ""), ("a/y.rs", y)];
        assert_eq!(circles(&files), circle, "{x} {y}");
    }
    let deep = ("a/x/deep.rs", "use super::super::y::Y;");
    let files = [module, ("a/x/mod.rs", ""), deep, ("a/y.rs", "use crate::a::X;")];
    assert_eq!(circles(&files), circle);
    for (x, y) in [
        ("use super::y::Y;", "use super::A; use std::x::X;"),
        ("use super::y::Y;", "#[cfg(test)] mod tests { use super::super::x::X; }"),
        ("use self::deep::X; pub(in crate::a) fn f() {}", "// super::x"),
    ] {
        let files = [module, ("a/x/mod.rs", x), ("a/x/deep.rs", "use super::f;"), ("a/y.rs", y)];
        assert_eq!(circles(&files), BTreeSet::new(), "{x} {y}");
    }
    let three = [("a.rs", "use crate::b;"), ("b.rs", "use super::c;"), ("c.rs", "use crate::a;")];
    assert_eq!(circles(&three), BTreeSet::from([["a", "b", "c"].map(str::to_owned).to_vec()]));
}

#[test]
fn homonyms_are_found() {
    let source = |path: &str, code: &str| Source::new(path, code);
    let sources = [
        source("a.rs", "pub struct A; pub mod b { pub enum A {} }"),
        source("b.rs", "pub(crate) struct B; #[cfg(test)] pub struct C;"),
        source("c.rs", "pub trait B {} pub type C = u8;"),
    ];
    assert_eq!(homonyms(&sources, &[("A", 2)]), Vec::<String>::new());
    assert_eq!(homonyms(&sources, &[]).len(), 1);
    assert_eq!(homonyms(&sources, &[("A", 2), ("B", 2)]).len(), 1);
}

#[test]
fn forbidden_words_are_found() {
    let count = |path: &str, code: &str| problems_of(path, code).len();
    assert_eq!(problems_of("game/x.rs", "\nfn f() { println!(\"{}\", 1); }").len(), 1);
    assert!(problems_of("game/x.rs", "\nfn f() { print!(); }")[0].starts_with("3: print!"));
    assert_eq!(count("cli/x.rs", "fn f() { println!(); }"), 0);
    assert_eq!(count("game/x.rs", "fn f() { eprintln!(); writeln!(print); }"), 0);
    assert_eq!(count("engine/x.rs", "fn f() { x.unwrap(); x.expect(\"\"); panic!(); }"), 3);
    assert_eq!(count("engine/x.rs", "fn f() { m!(x.unwrap()); y.map(Option::unwrap); }"), 2);
    assert_eq!(count("engine/x.rs", "/// ```\n/// x.unwrap();\n/// ```\nfn f() {}"), 0);
    assert_eq!(count("engine/x.rs", "fn f() { x.unwrap_or_default(); panic::set_hook(h); }"), 0);
    assert_eq!(count("engine/x.rs", "#[cfg(test)]\nmod t { fn f() { x.unwrap(); } }"), 0);
    assert_eq!(count("search/x.rs", "fn f() { x.unwrap(); }"), 0);
    assert_eq!(count("search/x.rs", "fn f() { unsafe { g() } }"), 1);
    assert_eq!(count("search/x.rs", "#![deny(unsafe_code)] // unsafe"), 0);
    assert_eq!(count("search/x.rs", &"\n".repeat(MAX_LINES - 1)), 0);
    assert_eq!(count("search/x.rs", &"\n".repeat(MAX_LINES)), 1);
    assert_eq!(check(vec![Source::new("search/x.rs", "use std::fmt;")]).len(), 1);
}
