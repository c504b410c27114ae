//! The pages for people: their links lead somewhere, and they and their paragraphs are short.
//! It does not test what they say; `tests/protocol_md.rs` plays their transcripts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a page.
const PAGES: [(&str, usize); 2] = [("README.md", 150), ("docs/glossary.md", 80)];

/// The most characters of a paragraph, list item or row of a table.
const PARAGRAPH: usize = 500;

/// The fewest rows of the table of symptoms in the page about trouble.
const SYMPTOMS: usize = 25;

/// Folders without pages of ours.
const FOREIGN: [&str; 4] = ["target", "node_modules", ".git", "dist"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages below a folder, by their paths from the root.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !FOREIGN.contains(&name.as_str()) {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
}

fn all_pages() -> BTreeMap<PathBuf, String> {
    let mut found = Vec::new();
    pages(root(), &mut found);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        (path, text)
    };
    found.into_iter().map(read).collect()
}

/// The lines that are no code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

fn is_list_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ")
        || line.starts_with("* ")
        || (digits.len() < line.len() && digits.starts_with(". "))
}

/// The paragraphs, list items and rows of tables, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut last = 0;
    for (number, line) in prose(text) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let goes_on = number == last + 1 && !line.starts_with('|') && !is_list_item(line);
        last = number;
        match found.last_mut() {
            Some((_, paragraph)) if goes_on => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ => found.push((number, line.to_owned())),
        }
    }
    found
}

/// The name by which a link reaches a heading: as GitHub makes it.
fn anchor(heading: &str) -> String {
    let mut name = String::new();
    for c in heading.trim_start_matches('#').trim().to_lowercase().chars() {
        match c {
            ' ' => name.push('-'),
            '-' | '_' => name.push(c),
            _ if c.is_alphanumeric() => name.push(c),
            _ => {}
        }
    }
    name
}

/// All anchors of a page; headings of the same text are numbered.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, line) in prose(text).filter(|(_, line)| line.starts_with('#')) {
        let name = anchor(line);
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !found.contains(name));
        found.insert(free.unwrap());
    }
    found
}

/// What the links of a page lead to, each with the number of its line.
fn links(text: &str) -> Vec<(usize, String)> {
    let targets = prose(text).flat_map(|(number, line)| {
        let parts = line.split("](").skip(1);
        parts.filter_map(move |part| Some((number, part.split_once(')')?.0.to_owned())))
    });
    targets.collect()
}

/// What is wrong with a link of a page, if it leads nowhere.
fn broken(pages: &BTreeMap<PathBuf, String>, page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    // Not a file, but a page that the host of the repository makes.
    if target == "../../releases/latest" {
        return None;
    }
    let (file, anchor) = target.split_once('#').map_or((target, None), |(a, b)| (a, Some(b)));
    let path = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
    let Ok(path) = root().join(&path).canonicalize() else {
        return Some(format!("no file {}", path.display()));
    };
    let anchor = anchor?;
    let path = path.strip_prefix(root().canonicalize().unwrap()).unwrap().to_owned();
    let is_there = pages.get(&path).is_some_and(|text| anchors(text).contains(anchor));
    (!is_there).then(|| format!("no heading #{anchor} in {}", path.display()))
}

#[test]
fn links_lead_somewhere() {
    let pages = all_pages();
    let mut problems = Vec::new();
    for (page, text) in &pages {
        for (number, target) in links(text) {
            let problem = broken(&pages, page, &target);
            let at = |problem| format!("{}:{number}: {target}: {problem}", page.display());
            problems.extend(problem.map(at));
        }
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn pages_are_short() {
    for (page, most) in PAGES {
        let lines = fs::read_to_string(root().join(page)).unwrap().lines().count();
        assert!(lines <= most, "{page} has {lines} lines: expected at most {most}");
    }
}

#[test]
fn paragraphs_are_short() {
    let mut problems = Vec::new();
    for (page, text) in all_pages() {
        let is_top = ["README.md", "CONTRIBUTING.md", "protocol.md"].map(Path::new);
        let is_for_users = is_top.contains(&&*page) || page.starts_with("docs/guides");
        for (number, paragraph) in paragraphs(&text).into_iter().filter(|_| is_for_users) {
            let length = paragraph.chars().count();
            if length > PARAGRAPH {
                problems.push(format!("{}:{number}: {length} characters", page.display()));
            }
        }
    }
    assert!(problems.is_empty(), "expected at most {PARAGRAPH}:\n{}\n", problems.join("\n"));
}

#[test]
fn the_readme_names_each_crate_and_each_page() {
    let pages = all_pages();
    let readme: BTreeSet<String> =
        links(&pages[Path::new("README.md")]).into_iter().map(|(_, target)| target).collect();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(readme.contains(&format!("crates/{name}")), "no crate {name} in the map");
    }
    for page in pages.keys().filter(|page| page.starts_with("docs")) {
        let name = page.to_str().unwrap();
        assert!(readme.contains(name), "README.md has no link to {name}");
    }
}

#[test]
fn trouble_has_enough_rows() {
    let pages = all_pages();
    let text = &pages[Path::new("docs/guides/troubleshooting.md")];
    let mut symptoms = BTreeSet::new();
    for (_, row) in paragraphs(text).into_iter().filter(|(_, line)| line.starts_with('|')) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 3, "symptom, cause, what to do: {row}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{row}");
        if !cells[0].starts_with("---") && cells[0] != "symptom" {
            assert!(symptoms.insert(cells[0].to_owned()), "twice: {row}");
        }
    }
    assert!(symptoms.len() >= SYMPTOMS, "{} symptoms", symptoms.len());
}

#[test]
fn the_parts_of_a_page() {
    let text =
        "# A `b` & c, d!\none\ntwo [x](y.md#z)\n- item\n  more\n| row |\n```\n# code\n```\n# A b";
    let found = paragraphs(text);
    let expected = [(2, "one two [x](y.md#z)"), (4, "- item more"), (6, "| row |")];
    assert_eq!(found, expected.map(|(number, text)| (number, text.to_owned())));
    assert_eq!(links(text), [(3, "y.md#z".to_owned())]);
    let names = anchors("# A `b` & c, d!\n# A b\n# A b");
    assert_eq!(names, ["a-b--c-d", "a-b", "a-b-1"].map(str::to_owned).into());
    let pages = BTreeMap::from([(PathBuf::from("README.md"), "# Start".to_owned())]);
    let check = |target| broken(&pages, Path::new("README.md"), target);
    assert_eq!(check("#start"), None);
    assert_eq!(check("README.md#start"), None);
    assert_eq!(check("#end"), Some("no heading #end in README.md".to_owned()));
    assert_eq!(check("nowhere.md"), Some("no file nowhere.md".to_owned()));
}
