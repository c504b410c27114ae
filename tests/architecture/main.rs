//! Rules for the sources beyond compiler and lints: short files with module documentation, no
//! cyclic modules, unique type names, games named only in their crates and the registry, one
//! version in all manifests, and documents that agree with the protocol tables.

mod code;
mod examples;
mod games;
mod guarantees;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use code::{Crate, Source, public_types, sources};

/// The maximum lines of a file.
const MAX_LINES: usize = 450;

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of all crates: the root, and those in `crates/`.
fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let members = entries.map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = members.filter(|path| path.join("Cargo.toml").exists()).collect();
    folders.sort();
    folders.insert(0, root().to_owned());
    assert!(folders.len() > 10, "{folders:?}");
    folders
}

/// The problems of a file, tests included.
fn file_problems(source: &Source) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{}: {lines} lines: split the file", source.path));
    }
    if !source.text.starts_with("//! ") {
        problems.push(format!("{}: no //! paragraph that says what it is for", source.path));
    }
    problems
}

/// Public types that share a name, with their places.
fn homonyms(sources: &[(String, Source)]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, source) in sources {
        for name in public_types(&source.items) {
            places.entry(name).or_default().push(format!("{place}/{}", source.path));
        }
    }
    let several = places.into_iter().filter(|(_, places)| places.len() > 1);
    several.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect()
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut problems = Vec::new();
    for folder in crates() {
        let found = sources(&folder);
        let found = found.iter().flat_map(file_problems);
        problems.extend(found.map(|problem| format!("{}: {problem}", folder.display())));
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn modules_side_by_side_form_no_circle() {
    for folder in crates() {
        let circles = Crate::new(sources(&folder)).0.circles();
        assert!(circles.is_empty(), "{}: {circles:?}", folder.display());
    }
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let sources = crates().into_iter().flat_map(|folder| {
        let place = folder.file_name().unwrap().to_string_lossy().into_owned();
        let sources = Crate::new(sources(&folder)).0.sources.into_iter();
        sources.map(move |source| (place.clone(), source))
    });
    let problems = homonyms(&sources.collect::<Vec<_>>());
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn all_manifests_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    for folder in crates().iter().skip(1) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("\nversion.workspace = true\n"), "{}", folder.display());
        assert!(folder.join("README.md").exists(), "{}: no README.md", folder.display());
    }
    let manifest: toml::Table =
        fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    for (name, dependency) in manifest["workspace"]["dependencies"].as_table().unwrap() {
        if name.starts_with("zugi-") {
            assert_eq!(dependency["version"].as_str(), Some(version), "{name}");
        }
    }
    let python: toml::Table =
        fs::read_to_string(root().join("scripts/cluster/pyproject.toml")).unwrap().parse().unwrap();
    assert_eq!(python["project"]["version"].as_str(), Some(version), "pyproject.toml");
    let log = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    assert!(log.contains(&format!("\n## [{version}]")), "CHANGELOG.md has no section {version}");
}

/// The fuzz targets are a separate workspace, so nothing else notices an outdated lock file.
#[test]
fn the_lock_file_of_the_fuzz_targets_has_what_the_crates_need() {
    let read = |path: &Path| -> toml::Table { fs::read_to_string(path).unwrap().parse().unwrap() };
    let lock = read(&root().join("fuzz/Cargo.lock"));
    let packages = lock["package"].as_array().unwrap();
    let locked = |name: &str| packages.iter().find(|it| it["name"].as_str() == Some(name));
    let mut compared = 0;
    for folder in crates() {
        let manifest = read(&folder.join("Cargo.toml"));
        let name = manifest["package"]["name"].as_str().unwrap();
        let Some(package) = locked(name) else { continue };
        let has: Vec<&str> = package["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it.as_str()?.split(' ').next())
            .collect();
        for (needed, how) in
            manifest.get("dependencies").and_then(|it| it.as_table()).into_iter().flatten()
        {
            let is_optional = how.get("optional").is_some_and(|it| it.as_bool() == Some(true));
            assert!(is_optional || has.contains(&&**needed), "{name} needs {needed}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
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
    let source = |path: &str, code: &str| ("crate".to_owned(), Source::new(path, code));
    let sources = [
        source("a.rs", "pub struct A; pub mod b { pub enum A {} }"),
        source("b.rs", "pub(crate) struct B; #[cfg(test)] pub struct C;"),
        source("c.rs", "pub trait B {} pub type C = u8;"),
    ];
    assert_eq!(homonyms(&sources), ["A: crate/a.rs, crate/a.rs"]);
}

#[test]
fn long_files_and_files_without_a_purpose_are_found() {
    let count = |text: &str| file_problems(&Source::new("x.rs", text)).len();
    assert_eq!(count(&format!("//! Text.\n{}", "\n".repeat(MAX_LINES - 1))), 0);
    assert_eq!(count(&format!("//! Text.\n{}", "\n".repeat(MAX_LINES))), 1);
    assert_eq!(count("use std::fmt;"), 1);
}
