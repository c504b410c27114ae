//! `zugi table`: builds, verifies and lists endgame tables.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use zugi_game::{Registry, Variant};
use zugi_memory::available_mib;
use zugi_tables::{
    BuildPlan, BuildProgress, TableBuilder, TableInfo, TableShare, Verified, VerifyPlan,
};

use super::data::{threads, threads_or_cores};
use super::progress_bar::bar;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi table build --variant zola-6 --checkers 8 --dir tables
  zugi table build --checkers 11 --dir tables --shard 1/4     one machine of four
  zugi table verify --variant zola-6 --dir tables
  zugi table info --variant zola-6 --dir tables

A table has the winner of each position with a number of pieces. docs/notes/tables.md has the
time and the space that tables need, docs/reference/tables.md the format.";

const BUILD_EXAMPLES: &str = "\
Finished tables in the folder are kept. The same arguments continue an interrupted build and
give the same files.";

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct TableArgs {
    #[command(subcommand)]
    command: TableCommand,
}

#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
enum TableCommand {
    /// Build the missing tables up to a number of pieces
    #[command(after_help = BUILD_EXAMPLES)]
    Build(BuildArgs),
    /// Verify the files of tables, and samples of their entries against the rules
    Verify(VerifyArgs),
    /// List the tables of a folder
    Info {
        /// The folder of the tables
        #[arg(long, value_name = "DIR")]
        dir: PathBuf,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Args)]
struct BuildArgs {
    /// The number of pieces of the largest table
    #[arg(long, visible_alias = "pieces", value_name = "N")]
    checkers: u32,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The greatest amount of memory to use in MiB [default: the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    memory: Option<u64>,
    /// Make only every N-th shard of the largest table from number I on; other processes make the
    /// others, and this one waits for those that it needs. Run the same command without this option
    /// afterwards to put the table together
    #[arg(long, value_name = "I/N")]
    shard: Option<TableShare>,
}

#[derive(Clone, PartialEq, Eq, Debug, Args)]
struct VerifyArgs {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The number of entries of each table to verify; all of them if there are fewer
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    samples: u64,
    /// The seed that selects the entries
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The memory for tables in MiB; larger tables are read in blocks, which is slower
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    memory: u64,
}

/// The most nodes for verifying an entry.
const NODES: usize = 20_000;

pub(super) fn table(registry: &Registry, variant: &str, args: &TableArgs) -> Result<(), CliError> {
    let variant = registry.find(variant)?;
    let tables = variant.capability::<TableBuilder>()?;
    match &args.command {
        TableCommand::Build(args) => build(variant, tables, args),
        TableCommand::Verify(args) => verify(tables, args),
        TableCommand::Info { dir } => {
            (tables.tables_in)(dir)?.iter().try_for_each(|info| show(&line(info)))
        }
    }
}

fn line(info: &TableInfo) -> String {
    let TableInfo { pieces, entries, bytes } = info;
    let bits = 8.0 * *bytes as f64 / *entries as f64;
    format!("{pieces:>2} pieces  {entries:>14} entries  {bytes:>12} bytes  {bits:.2} bits an entry")
}

fn millions(entries: u64) -> u64 {
    entries.div_ceil(1_000_000)
}

fn build(variant: &Variant, tables: &TableBuilder, args: &BuildArgs) -> Result<(), CliError> {
    let pool = zugi_learn::pool(threads_or_cores(args.threads)).map_err(io::Error::other)?;
    let memory = args.memory.unwrap_or_else(available_mib).saturating_mul(1 << 20);
    let pieces = args.checkers;
    let plan = BuildPlan {
        folder: args.dir.clone(),
        pieces,
        memory,
        least_saved: BuildPlan::LEAST_SAVED,
        share: args.shard,
    };
    let mut shown: Option<(indicatif::ProgressBar, u32)> = None;
    let mut report = |BuildProgress { pieces, done, all }: BuildProgress| {
        let (bar, of) = shown.get_or_insert_with(|| (bar(millions(all), "million entries"), 0));
        bar.set_position(done / 1_000_000);
        if *of != pieces {
            // The ETA must not include earlier work.
            if *of == 0 {
                bar.reset_eta();
            }
            log::info!("table of {} with {pieces} pieces begins", variant.name());
            *of = pieces;
        }
        ControlFlow::Continue(())
    };
    let built = pool.install(|| (tables.build)(&plan, &mut report));
    if let Some((bar, _)) = shown {
        bar.finish_and_clear();
    }
    built?;
    let folder = args.dir.display();
    log::info!("tables of {} with up to {pieces} pieces are in {folder}", variant.name());
    if args.shard.is_some() {
        let name = variant.name();
        return show(&format!(
            "this share of the table of {name} with {pieces} pieces is in {folder}"
        ));
    }
    let infos = (tables.tables_in)(&args.dir)?;
    let bytes: u64 = infos.iter().map(|info| info.bytes).sum();
    infos.iter().try_for_each(|info| show(&line(info)))?;
    let (count, name) = (infos.len(), variant.name());
    show(&format!("{count} tables of {name} with {bytes} bytes in {folder}"))
}

fn verify(tables: &TableBuilder, args: &VerifyArgs) -> Result<(), CliError> {
    let plan = VerifyPlan {
        samples: args.samples,
        nodes: NODES,
        seed: args.seed,
        memory: args.memory << 20,
    };
    let mut shown = Ok(());
    let mut report = |verified: Verified| {
        let Verified { table, by_moves, by_search } = verified;
        let text = format!("{}  {by_moves} checked by moves, {by_search} by search", line(&table));
        if shown.is_ok() {
            shown = show(&text);
        }
    };
    (tables.verify)(&args.dir, &plan, &mut report)?;
    shown
}
