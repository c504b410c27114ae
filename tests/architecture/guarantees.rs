//! `docs/reference/testing.md` names the test of each guarantee: these tests exist, and so do the
//! parts of `scripts/long.sh`. Whether a test covers its guarantee is not checked.

use std::collections::BTreeSet;
use std::fs;

use super::root;

/// The prefix of a cell without a test.
const NONE: &str = "none, because ";

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The tests in a file: functions under `#[test]`, including those in macros. In a script, its
/// functions.
fn tests(path: &str, text: &str) -> BTreeSet<String> {
    let (mut found, mut marked) = (BTreeSet::new(), false);
    let is_script = path.ends_with(".sh");
    for line in text.lines().map(str::trim) {
        if is_script {
            found.extend(line.strip_suffix("() {").map(str::to_owned));
        } else if line == "#[test]" {
            marked = true;
        } else if !line.starts_with('#') {
            let name = line.strip_prefix("fn ").and_then(|rest| rest.split_once('('));
            found.extend(name.filter(|_| marked).map(|(name, _)| name.to_owned()));
            marked = false;
        }
    }
    found
}

/// The problems of a row's last cell: it lists files with their tests, or the reason why there is
/// none.
fn problems_of(cell: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let (mut problems, mut file) = (Vec::new(), None);
    for name in quoted(cell) {
        if name.contains('/') {
            match read(name) {
                Some(text) => file = Some((name, tests(name, &text))),
                None => problems.push(format!("there is no {name}")),
            }
        } else {
            match &file {
                Some((_, tests)) if tests.contains(name) => {}
                Some((path, _)) => problems.push(format!("{path} has no test {name}")),
                None => problems.push(format!("no file before {name}")),
            }
        }
    }
    if file.is_none() && problems.is_empty() && !cell.starts_with(NONE) {
        problems.push(format!("neither a test nor \"{NONE}\": {cell}"));
    }
    problems
}

/// The cells of the rows of all tables whose last column is called `test`.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let (mut rows, mut is_wanted) = (Vec::new(), None);
    for line in text.lines() {
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            is_wanted = None;
            continue;
        };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        match is_wanted {
            None => is_wanted = Some(cells.last() == Some(&"test")),
            Some(true) if !cells[0].starts_with("---") => rows.push(cells),
            _ => {}
        }
    }
    rows
}

fn testing_md() -> String {
    fs::read_to_string(root().join("docs/reference/testing.md")).unwrap()
}

#[test]
fn each_test_of_a_promise_exists() {
    let text = testing_md();
    let rows = rows(&text);
    assert!(rows.len() > 50, "{} rows", rows.len());
    let read = |path: &str| fs::read_to_string(root().join(path)).ok();
    let problems: Vec<String> =
        rows.iter().flat_map(|cells| problems_of(cells.last().unwrap(), read)).collect();
    assert!(problems.is_empty(), "docs/reference/testing.md:\n{}\n", problems.join("\n"));
}

#[test]
fn each_part_of_the_long_script_is_explained() {
    let script = fs::read_to_string(root().join("scripts/long.sh")).unwrap();
    let text = testing_md();
    let explained: BTreeSet<&str> = quoted(&text).collect();
    let names = tests("long.sh", &script);
    let parts = names
        .iter()
        .filter_map(|name| name.strip_prefix("part_").or_else(|| name.strip_prefix("longer_")));
    let parts: Vec<&str> = parts.collect();
    assert!(parts.len() > 15, "{parts:?}");
    for part in parts {
        assert!(explained.contains(part), "docs/reference/testing.md does not say what {part} is");
    }
}

#[test]
fn promises_without_their_test_are_found() {
    let read = |path: &str| {
        let text = match path {
            "tests/a.rs" => "#[test]\n#[ignore]\nfn one() {\n    #[test]\n    fn two(x: u8) {}",
            "scripts/b.sh" => "part_c() {\n    one() {",
            _ => return None,
        };
        Some(text.to_owned())
    };
    let problems = |cell: &str| problems_of(cell, read);
    for cell in [
        "`tests/a.rs`: `one`, `two`",
        "`scripts/b.sh`",
        "`tests/a.rs`: `two`; `scripts/b.sh`: `part_c`",
        "none, because no machine has it",
    ] {
        assert_eq!(problems(cell), Vec::<String>::new(), "{cell}");
    }
    for cell in ["", "none", "`one`", "`tests/a.rs`: `x`", "`tests/b.rs`: `one`", "none: `one`"] {
        assert!(!problems(cell).is_empty(), "{cell}");
    }
    assert_eq!(tests("a.rs", "fn helper() {}\n#[test]\nfn one() {}\nfn two() {}").len(), 1);
    let text = "| a | test |\n|---|---|\n| b | `c` |\n\n| d | e |\n|---|---|\n| f | g |\n";
    assert_eq!(rows(text), [["b", "`c`"]]);
}
