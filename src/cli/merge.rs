//! `zugi merge`: merges the shards of a match or of data.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use zugi_files::STDIN;
use zugi_game::Registry;
use zugi_learn::data::merge_data;

use super::files::{Overwrite, cannot_use, out_path};
use super::tournament::merge_match;
use super::{CliError, bail, show};

const EXAMPLES: &str = "\
Examples:
  zugi merge part-*.jsonl --out match         the shards of zugi match --shard I/N
  zugi merge part-*.jsonl --out match --sprt elo0=0 elo1=5
  zugi merge part-*.data --out all.data       the shards of zugi data --shard I/N

The result is the same as from one machine. A game in two shards is an error, and so is a
missing game. docs/guides/cluster.md explains how several machines make the shards.";

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeArgs {
    /// The records (.jsonl) of a match's shards, or files of zugi data
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The prefix of the files of the match, or the file of data; without it the report of the
    /// match is printed and no file is written
    #[arg(long, value_name = "OUT", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Run a sequential test (SPRT) over the games by number, and leave out the games after its
    /// verdict: elo0=E elo1=E [alpha=A beta=B] [model=logistic|normalized]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Merge a match with missing games; the report says how many games there are, and the exit
    /// code is 3
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Whether a file is of `zugi data`; otherwise it is a match record.
fn is_data(path: &Path) -> Result<bool, CliError> {
    if path == Path::new(STDIN) {
        // Data is read more than once, which stdin does not allow.
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(8).read_to_end(&mut start))
        .map_err(cannot_use(path))?;
    Ok(start == b"zugidata")
}

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
        bail!(
            "--sprt and --partial need a match: found files of data, expected records \
             (PREFIX.jsonl)"
        );
    }
    let Some(out) = out else { bail!("no output file for the merged data: expected --out FILE") };
    overwrite.check(out)?;
    let made = merge_data(files, out)?;
    show(&format!("{} games with {} positions in {}", made.games, made.positions, out.display()))
}
