//! A match in words, for its report and for warnings.

use zugi_client::process::{Content, ProgramFile};
use zugi_protocol::{cut, quote};

use super::journal::MatchHeader;
use super::names::shown_name;
use super::score::Score;

/// The length of a shown checksum, in characters: 16 digits and `…`.
const SHOWN_DIGITS: usize = 17;

/// A file in words: its path, its size, and a prefix of its SHA-256.
fn program(file: &ProgramFile) -> String {
    let path = file.path.display();
    match &file.content {
        Some(Content { size, sha256 }) => {
            format!("{path}, {size} bytes, SHA-256 {}", cut(sha256, SHOWN_DIGITS))
        }
        None => path.to_string(),
    }
}

impl MatchHeader {
    /// The notes of the report, as name and value.
    #[must_use]
    pub fn notes(&self, score: &Score) -> Vec<(String, String)> {
        let engines = || self.config.engine.iter().map(|it| (it, shown_name(&it.name)));
        let mut notes = Vec::new();
        let mut add = |name: &str, value: String| notes.push((name.to_owned(), value));
        for ((engine, name), id) in engines().zip(&self.id_names) {
            let mut text = engine.limits().to_string();
            text.extend(engine.option.iter().map(|(name, value)| format!(" {name}={value}")));
            text.extend(engine.margin.map(|margin| format!(" margin={margin}")));
            text.extend(id.as_ref().map(|id| format!(", id name {}", shown_name(id))));
            add(&name, text);
        }
        for ((_, name), file) in engines().zip(&self.programs) {
            if let Some(file) = file {
                add(&format!("program of {name}"), program(file));
            }
        }
        for ((_, name), tables) in engines().zip(&self.tables) {
            if let Some(tables) = tables {
                add(&format!("tables of {name}"), shown_name(tables).into_owned());
            }
        }
        add("openings", self.openings_from.clone());
        add("margin", format!("{} ms", self.config.margin));
        add("seed", self.config.seed.to_string());
        if let Some(tables) = &self.ruling_tables {
            add("tables", tables.to_string());
        }
        for ((engine, sha256), games) in &score.replaced_programs {
            let (engine, sha256) = (shown_name(engine), cut(sha256, SHOWN_DIGITS));
            let plural = if *games == 1 { "" } else { "s" };
            let value = format!("another one in {games} game{plural}, SHA-256 {sha256}");
            add(&format!("program of {engine}"), value);
        }
        if !score.resumed.is_empty() {
            let numbers: Vec<String> = score.resumed.iter().map(usize::to_string).collect();
            add("gone on with in the middle", format!("games {}", numbers.join(", ")));
        }
        notes
    }

    /// Warnings if the `id name`, the program or the tables of an engine differ between `now` and
    /// this record.
    pub(super) fn warnings(&self, now: &MatchHeader) -> Vec<String> {
        let said = |name: &Option<String>| match name {
            Some(name) => format!("as {}", quote(name)),
            None => "without a name".to_owned(),
        };
        let mut all = Vec::new();
        let engines = || now.config.engine.iter().map(|engine| quote(&engine.name));
        for (engine, (before, now)) in engines().zip(self.id_names.iter().zip(&now.id_names)) {
            if before != now {
                let (now, before) = (said(now), said(before));
                all.push(format!(
                    "engine {engine} introduces itself {now}, in the record it did {before}"
                ));
            }
        }
        for (engine, files) in engines().zip(self.programs.iter().zip(&now.programs)) {
            if let (Some(before), Some(now)) = files
                && before.content != now.content
            {
                let (now, before) = (program(now), program(before));
                all.push(format!("engine {engine} is {now}, in the record it was {before}"));
            }
        }
        for (engine, tables) in engines().zip(self.tables.iter().zip(&now.tables)) {
            if let (Some(before), Some(now)) = tables
                && before != now
            {
                let (now, before) = (quote(now), quote(before));
                all.push(format!("engine {engine} has the tables {now}, in the record {before}"));
            }
        }
        all
    }
}
