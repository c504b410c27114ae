//! Prints `protocol.md` with its tables of questions and limits made anew from those of the
//! protocol. `scripts/ci.sh` compares; to write the page:
//!
//! ```sh
//! cargo run --example protocol_tables >protocol.new && mv protocol.new protocol.md
//! ```

use std::error::Error;
use std::fs;

use zugi::protocol::{LIMITS, QUESTIONS};

/// The rows of the page below these headers.
fn rows(header: &str) -> Option<Vec<String>> {
    let row = |words: String, meaning: &str, origin: String| {
        format!("| {words} | {} | {origin} |", meaning.trim_end_matches('.'))
    };
    match header {
        "| question | answer | from |" => {
            let question = QUESTIONS
                .iter()
                .map(|it| row(format!("`{}`", it.form()), it.meaning, it.origin.to_string()));
            Some(question.collect())
        }
        "| limit | meaning | from |" => {
            let limit = LIMITS.iter().map(|it| {
                let mut words = format!("`{}`", it.form().replace("...", "…"));
                if it.uci != it.word {
                    words += &format!(" or `{}`", it.uci);
                }
                row(words, it.details.meaning, it.details.origin.to_string())
            });
            Some(limit.collect())
        }
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = fs::read_to_string("protocol.md")?;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        println!("{line}");
        if let Some(rows) = rows(line) {
            println!("{}", lines.next().ok_or("no line below the header of a table")?);
            rows.iter().for_each(|row| println!("{row}"));
            let rest = lines.find(|line| !line.starts_with('|'));
            rest.iter().for_each(|line| println!("{line}"));
        }
    }
    Ok(())
}
