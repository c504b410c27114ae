//! Documents and generated files agree with the tables of the protocol: `protocol.md` lists exactly
//! their words with the origins, and the fuzz dictionary repeats no word that
//! `examples/fuzz_dictionary.rs` generates.

use std::collections::BTreeSet;
use std::fs;

use zugi::engine::Engine;
use zugi::protocol::{LIMITS, QUESTIONS, help, keywords};

use super::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The cells of the table in `protocol.md` with this header.
fn table(text: &str, header: &str) -> Vec<Vec<String>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(header));
    assert!(lines.next().is_some(), "no table {header}");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let row = row.trim_matches('|').replace("\\|", "\u{0}");
        row.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
    })
    .collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The forms in the first column, each with the cell of the last column.
fn forms(rows: &[Vec<String>]) -> BTreeSet<(String, String)> {
    let of_row = |row: &Vec<String>| {
        let origin = row.last().unwrap().clone();
        let forms: Vec<_> = quoted(&row[0]).map(|form| (form.to_owned(), origin.clone())).collect();
        forms
    };
    rows.iter().flat_map(of_row).collect()
}

/// Checks that both sets are equal.
fn compare<T: Ord + std::fmt::Debug>(document: &BTreeSet<T>, crates: &BTreeSet<T>, what: &str) {
    let missing: Vec<_> = crates.difference(document).collect();
    let unknown: Vec<_> = document.difference(crates).collect();
    assert!(missing.is_empty(), "protocol.md lacks {what}: {missing:?}");
    assert!(unknown.is_empty(), "protocol.md has {what} that are none: {unknown:?}");
}

#[test]
fn protocol_md_has_the_commands() {
    let rows = table(&read("protocol.md"), "| in | out | from |");
    let first = |form: &str| form.split(' ').next().unwrap().to_owned();
    let shown = rows.iter().flat_map(|row| quoted(&row[0]).map(first)).collect();
    compare(&shown, &help::names().map(str::to_owned).collect(), "the commands");
}

#[test]
fn protocol_md_has_the_questions_twice() {
    let text = read("protocol.md");
    let questions: BTreeSet<_> =
        QUESTIONS.iter().map(|it| (it.form(), it.origin.to_string())).collect();
    compare(&forms(&table(&text, "| question | answer | from |")), &questions, "the questions");
    let mut at_a_glance = BTreeSet::new();
    for row in table(&text, "| in | out | from |") {
        for asked in quoted(&row[0]).filter_map(|form| form.strip_prefix("query ")) {
            at_a_glance.extend(asked.split('|').map(|it| (it.to_owned(), row[2].clone())));
        }
    }
    compare(&at_a_glance, &questions, "the questions at a glance");
}

#[test]
fn protocol_md_has_the_limits() {
    let mut limits = BTreeSet::from([("perft N".to_owned(), "ext.".to_owned())]);
    for limit in LIMITS {
        let form = limit.form().replace("...", "…");
        if limit.uci != limit.word {
            limits.insert((form.replace(limit.word, limit.uci), "UCI".to_owned()));
        }
        limits.insert((form, limit.origin.to_string()));
    }
    let rows = table(&read("protocol.md"), "| limit | meaning | from |");
    compare(&forms(&rows), &limits, "the limits");
}

#[test]
fn protocol_md_has_the_options() {
    let engine = Engine::new(&zugi::registry(), "zola-6").unwrap();
    let options = engine.declarations().map(|option| option.name).collect();
    let rows = table(&read("protocol.md"), "| option | values | default | meaning |");
    let shown = rows.iter().flat_map(|row| quoted(&row[0]).map(str::to_owned)).collect();
    compare(&shown, &options, "the options");
}

#[test]
fn the_fuzz_targets_have_each_word_once() {
    let dictionary = read("fuzz/words.dict");
    let own: Vec<&str> = dictionary
        .lines()
        .filter_map(|line| line.strip_prefix('"').and_then(|line| line.strip_suffix('"')))
        .collect();
    assert!(own.contains(&"protover"), "{own:?}");
    let twice: Vec<_> = keywords().into_iter().filter(|word| own.contains(word)).collect();
    assert!(
        twice.is_empty(),
        "examples/fuzz_dictionary.rs has them, fuzz/words.dict need not: {twice:?}"
    );
    let script = read("scripts/fuzz.sh");
    assert!(script.contains("--example fuzz_dictionary"), "scripts/fuzz.sh makes no dictionary");
}
