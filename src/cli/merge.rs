//! `zugi merge`: the parts of a match, or of data, put together.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use zugi_game::Registry;
use zugi_learn::data::merge_data;

use super::files::{FileError, Overwrite};
use super::tournament::merge_match;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi merge part-*.jsonl --out match         the parts of zugi match --shard I/N
  zugi merge part-*.jsonl --out match --sprt elo0=0 elo1=5
  zugi merge part-*.data --out all.data       the parts of zugi data --shard I/N

What comes out is what one machine would have made. Games that are in two parts are refused,
games that are in none are named. docs/guides/cluster.md says how many machines make the parts.";

/// What is put together.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeArgs {
    /// The records (.jsonl) of a match's parts, or the files of zugi data
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What is written: the prefix of a match's files, or a file of data; without it the report
    /// of a match is shown and nothing is written
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Ask this test after each game, in the order of their numbers, and leave out what comes
    /// after its verdict: elo0=E elo1=E [alpha=A beta=B] [model=logistic|normalized]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Take the games of a match that there are; exit code 3 and the report say what is missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Whether a file is one of data, and not a record of a match.
fn is_data(path: &Path) -> Result<bool, CliError> {
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(8).read_to_end(&mut start))
        .map_err(FileError::of(path))?;
    Ok(start == b"zugidata")
}

/// Puts them together.
pub(super) fn merge(registry: &Registry, args: &MergeArgs) -> Result<(), CliError> {
    let MergeArgs { files, out, sprt, partial, overwrite } = args;
    let of_data = match files.first() {
        Some(first) => is_data(first)?,
        None => false,
    };
    if !of_data {
        let out = out.as_deref().map(|out| (out, *overwrite));
        return merge_match(registry, files, out, sprt, *partial);
    }
    if !sprt.is_empty() || *partial {
        return Err(CliError::NoMatch);
    }
    let Some(out) = out else { return Err(CliError::NoOut) };
    overwrite.check(out)?;
    let made = merge_data(files, out)?;
    show(&format!("{} games with {} positions in {}", made.games, made.positions, out.display()))
}
