//! Describes a match in words, for its record, report and warnings.

use std::path::Path;

use zugi_arbiter::GameRecord;
use zugi_arbiter::journal::MatchHeader;
use zugi_arbiter::names::shown_name;
use zugi_arbiter::openings::{Opening, Repeats};
use zugi_arbiter::replaced_programs::replaced_programs;
use zugi_arbiter::tournament::MatchPlan;
use zugi_client::process::{Content, ProgramFile};
use zugi_protocol::quote;

use super::super::stderr::message;

/// The source of the openings in words: a file, the variant's book, shuffles if the game `deals`,
/// or random plies.
pub(super) fn openings_from(
    plan: &MatchPlan,
    file: Option<&Path>,
    is_random: bool,
    deals: bool,
) -> String {
    match (file, plan.openings.as_slice()) {
        (None, [first, ..]) if is_random && deals => match first.moves.len() {
            0 => "shuffles by the seed".to_owned(),
            plies => format!("shuffles by the seed and {plies} random plies"),
        },
        (Some(path), _) => path.display().to_string(),
        (None, [only]) if *only == Opening::default() => "the start position".to_owned(),
        (None, [first, ..]) if is_random => format!("{} random plies", first.moves.len()),
        (None, _) => format!("those of {}", plan.variant),
    }
}

/// The notes of the report, as name and value.
pub(super) fn notes(header: &MatchHeader) -> Vec<(String, String)> {
    let plan = &header.plan;
    let engines = plan.engines.iter().zip(&header.id_names).map(|(engine, id_name)| {
        let options = engine.options.iter().map(|(name, value)| format!(" {name}={value}"));
        let options: String = options.collect();
        let margin = engine.margin.map(|margin| format!(" margin={margin}")).unwrap_or_default();
        let id = id_name
            .as_ref()
            .map(|name| format!(", id name {}", shown_name(name)))
            .unwrap_or_default();
        (shown_name(&engine.name).into_owned(), format!("{}{options}{margin}{id}", engine.time))
    });
    let files = plan.engines.iter().zip(&header.programs).filter_map(|(engine, file)| {
        let name = format!("program of {}", shown_name(&engine.name));
        Some((name, program(file.as_ref()?)))
    });
    let has = plan.engines.iter().zip(&header.tables).filter_map(|(engine, tables)| {
        let name = format!("tables of {}", shown_name(&engine.name));
        Some((name, shown_name(tables.as_ref()?).into_owned()))
    });
    let others = [
        ("openings", header.openings_from.clone()),
        ("margin", format!("{} ms", plan.margin)),
        ("seed", plan.schedule.seed.to_string()),
    ];
    let tables = plan.adjudication.tables.as_ref().map(|tables| ("tables", tables.to_string()));
    let others = others.into_iter().chain(tables);
    engines
        .chain(files)
        .chain(has)
        .chain(others.map(|(name, value)| (name.to_owned(), value)))
        .collect()
}

/// How many digits of a checksum are shown.
const SHOWN_DIGITS: usize = 16;

/// A file in words: its path and a prefix of its SHA-256.
fn program(file: &ProgramFile) -> String {
    let path = file.path.display();
    match &file.content {
        Some(Content { size, sha256 }) => {
            let start: String = sha256.chars().take(SHOWN_DIGITS).collect();
            format!("{path}, {size} bytes, SHA-256 {start}…")
        }
        None => path.to_string(),
    }
}

/// The report's notes on programs that were replaced during the match, one for each of them.
pub(super) fn replaced(games: &[GameRecord]) -> Vec<(String, String)> {
    let note = |((engine, sha256), games): ((&str, &str), usize)| {
        let start: String = sha256.chars().take(SHOWN_DIGITS).collect();
        let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        let name = format!("program of {}", shown_name(engine));
        (name, format!("another one in {games}, SHA-256 {start}…"))
    };
    replaced_programs(games).into_iter().map(note).collect()
}

/// The report's note on resumed games, if any: there the engines started anew.
pub(super) fn resumed(games: &[GameRecord]) -> Option<(String, String)> {
    let resumed = games.iter().filter(|game| !game.resumed.is_empty());
    let mut numbers: Vec<usize> = resumed.map(|game| game.number).collect();
    numbers.sort_unstable();
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let note = || ("gone on with in the middle".to_owned(), format!("games {}", texts.join(", ")));
    (!texts.is_empty()).then(note)
}

/// Warns if an engine's reported name, its program or its tables differ from the record.
pub(super) fn warn_of_names(recorded: &MatchHeader, now: &MatchHeader) {
    let said = |name: &Option<String>| match name {
        Some(name) => format!("as {}", quote(name)),
        None => "without a name".to_owned(),
    };
    let names = recorded.id_names.iter().zip(&now.id_names);
    for (engine, (before, now)) in now.plan.engines.iter().zip(names) {
        if before != now {
            message!(
                "warning: engine {} introduces itself {}, in the record it did {}",
                quote(&engine.name),
                said(now),
                said(before)
            );
        }
    }
    let files = recorded.programs.iter().zip(&now.programs);
    for (engine, (before, now)) in now.plan.engines.iter().zip(files) {
        if let (Some(before), Some(now)) = (before, now)
            && before.content != now.content
        {
            let (engine, before, now) = (quote(&engine.name), program(before), program(now));
            message!("warning: engine {engine} is {now}, in the record it was {before}");
        }
    }
    let tables = recorded.tables.iter().zip(&now.tables);
    for (engine, (before, now)) in now.plan.engines.iter().zip(tables) {
        if let (Some(before), Some(now)) = (before, now)
            && before != now
        {
            let (engine, before, now) = (quote(&engine.name), quote(before), quote(now));
            message!("warning: engine {engine} has the tables {now}, in the record {before}");
        }
    }
}

/// Warns about duplicate openings, which count twice.
pub(super) fn warn_of_repeats(file: &Path, repeats: Option<Repeats>) {
    if let Some(repeats) = repeats {
        message!("warning: openings {file:?}: {repeats}");
    }
}
