use std::path::{Path, PathBuf};

use zugi_arbiter::journal::write_forms;
use zugi_arbiter::match_config::read_words;
use zugi_arbiter::merge::MergedMatch;
use zugi_arbiter::sprt::SprtVerdict;
use zugi_arbiter::tournament::RunEnd;
use zugi_game::Registry;

use super::error::short_record;
use super::files::{check_files, write_report};
use super::tally::Tally;
use super::{CliError, tell};
use crate::cli::bail;
use crate::cli::files::Overwrite;
use crate::cli::stderr::message;

/// Merges shards into the games, statistics and report of one match. The SPRT runs over the games
/// by number, as if they had been played in that order: games after its verdict are dropped, and
/// none before it may be missing. `partial` accepts missing games, and the report says so.
pub(in crate::cli) fn merge_match(
    registry: &Registry,
    paths: &[PathBuf],
    out: Option<(&Path, Overwrite)>,
    sprt: &[String],
    partial: bool,
) -> Result<(), CliError> {
    if let Some((out, overwrite)) = out {
        check_files(out, overwrite)?;
    }
    let mut merged = MergedMatch::read(paths)?;
    let config = &mut merged.header.config;
    config.sprt = if sprt.is_empty() { None } else { Some(read_words("sprt", sprt)?) };
    if config.sprt.is_some() && config.engine.len() != 2 {
        bail!("{} engines given: expected two for an SPRT", config.engine.len());
    }
    config.out = out.map(|(out, _)| out.to_owned());
    let mut tally = Tally::new(config, registry);
    let decided = merged.games.iter().position(|game| {
        tally.add(game);
        tally.score.verdict() != SprtVerdict::Continue
    });
    let last = decided.and_then(|index| merged.games.get(index)).map(|game| game.number);
    if !partial || last.is_some() {
        // A verdict is invalid if games before it are missing.
        merged.check_whole(last.unwrap_or(merged.asked))?;
    }
    if let Some(index) = decided {
        let unused = merged.games.drain(index + 1..).count();
        if unused > 0 {
            message!("{unused} games after the verdict are left out");
        }
    }
    let MergedMatch { header, games, asked } = &merged;
    let mut report = tally.report(header);
    report.conclude(*asked, &RunEnd { interrupted: true, ..RunEnd::default() });
    if let Some(out) = &header.config.out {
        write_forms(out, header, games)?;
    }
    let page = write_report(&report, &header.config, registry).map_err(short_record)?;
    tell(&report, page)
}
