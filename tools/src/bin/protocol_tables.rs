//! Prints `protocol.md` with new tables of questions, limits and options, from the tables of the
//! program. The page's own texts about options stay. `scripts/ci.sh` compares the output with the
//! page. To write the page:
//!
//! ```sh
//! cargo run --package tools --bin protocol_tables >protocol.new && mv protocol.new protocol.md
//! ```

use std::error::Error;
use std::fs;

use zugi::engine::Engine;
use zugi::protocol::{Dialect, LIMITS, OptionDeclaration, OptionKind, QUESTIONS};

/// The rows of the table with this header; `None` for a table that is not made here. `old` are the
/// rows of the page.
fn rows(header: &str, old: &[&str]) -> Result<Option<Vec<String>>, Box<dyn Error>> {
    let row = |words: String, meaning: &str, origin: String| {
        format!("| {words} | {} | {origin} |", meaning.trim_end_matches('.'))
    };
    match header {
        "| question | answer | from |" => {
            let question = QUESTIONS
                .iter()
                .map(|it| row(format!("`{}`", it.form()), it.meaning, it.origin.to_string()));
            Ok(Some(question.collect()))
        }
        "| limit | meaning | from |" => {
            let limit = LIMITS.iter().map(|it| {
                let mut words = format!("`{}`", it.form().replace("...", "…"));
                if it.uci != it.word {
                    words += &format!(" or `{}`", it.uci);
                }
                row(words, it.details.meaning, it.details.origin.to_string())
            });
            Ok(Some(limit.collect()))
        }
        "| option | values | default | meaning |" => {
            let engine = Engine::new(&zugi::registry(), "zola-6")?;
            let row = |option| option_row(&option, old);
            engine.declarations(Dialect::Ugi).map(row).collect::<Result<_, _>>().map(Some)
        }
        _ => Ok(None),
    }
}

/// The row of an option. The meaning, and the values of texts and choices, come from the page.
fn option_row(option: &OptionDeclaration, old: &[&str]) -> Result<String, Box<dyn Error>> {
    let name = &option.name;
    let start = format!("| `{name}` | ");
    let row = old.iter().find_map(|row| row.strip_prefix(&start));
    let cells = row.map(|row| row.splitn(3, '|').map(str::trim).collect::<Vec<_>>());
    let Some([old_values, _, meaning]) = cells.as_deref() else {
        return Err(format!("no row with three cells after the name of {name}").into());
    };
    let (values, default) = match &option.kind {
        OptionKind::Check { default } => ("true, false".to_owned(), format!(" {default} ")),
        OptionKind::Spin { default, min, max } => {
            (format!("{min} to {max}"), format!(" {default} "))
        }
        OptionKind::Combo { default, .. } => ((*old_values).to_owned(), format!(" {default} ")),
        OptionKind::Text { .. } => ((*old_values).to_owned(), " `<empty>` ".to_owned()),
        OptionKind::Button => ("button, no value".to_owned(), " ".to_owned()),
    };
    Ok(format!("{start}{values} |{default}| {meaning}"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = fs::read_to_string("protocol.md")?;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        println!("{line}");
        if !line.starts_with('|') {
            continue;
        }
        let old: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|'))).collect();
        match (rows(line, &old)?, old.first()) {
            (Some(rows), Some(rule)) => {
                println!("{rule}");
                rows.iter().for_each(|row| println!("{row}"));
            }
            _ => old.iter().for_each(|row| println!("{row}")),
        }
    }
    Ok(())
}
