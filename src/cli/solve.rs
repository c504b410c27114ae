//! `zugi solve`: proves who wins a position, and writes and verifies certificates.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use zugi_engine::EngineError;
use zugi_game::{AnyGame, Outcome, Player, Registry, Setup};
use zugi_memory::available_mib;
use zugi_proofs::{
    CertificateLimits, CertificateSize, Counts, EstimateRequest, ProofAnswer, ProofEvent,
    ProofLimits, ProofReport, ProofRequest, ProofSolver, ProofTables, WinnerMoves,
    variant_of_certificate, variant_of_strategy,
};

use super::data::threads;
use super::end_request::on_end_request;
use super::files::{Overwrite, out_path};
use super::{CliError, bail, conclude, show};

mod job;

use job::{Jobs, job_answer};

const EXAMPLES: &str = "\
Examples:
  zugi solve 'b4r/2b3/1r2b1/3r2/1b4/4r1 r'
  zugi solve 'b4r/2b3/1r2b1/3r2/1b4/4r1 r' --certificate proof.zugi
  zugi solve --verify proof.zugi       verify a certificate by the rules alone
  zugi solve --variant zola-4          prove the start position
  zugi solve FEN --job --nodes 1000000 print a line of JSON, the same each time
  zugi solve --jobs --tables DIR       print one for each line of stdin
  zugi solve --jobs --threads 16       16 jobs at the same time, which share their results
  zugi solve --strategy strategy.jsonl --certificate proof.zugi

The exit code is 3 if the limits end the proof. docs/reference/proofs.md describes the files.";

/// The default time between checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// The default number of descents per player in an estimate; a descent is one sampled line of play,
/// see `crates/proofs/src/files/estimate.rs`.
const DESCENTS: u32 = 1000;
const MOST_DESCENTS: i64 = 1_000_000;

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SolveArgs {
    /// The position [default: the start position of --variant]
    fen: Option<String>,
    /// The memory for the table of results in MiB, rounded down to a power of two
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// The time limit in seconds; writing a certificate is not limited
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// The time limit in milliseconds, as for solve in a session
    #[arg(long, value_name = "MS", conflicts_with = "time")]
    movetime: Option<u64>,
    /// Expand at most N positions; with 0 a job lists the moves without reading tables
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// A folder with endgame tables, used in addition to the small ones; repeat the option for
    /// several folders
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,
    /// The memory for these tables in MiB; larger tables are read in blocks, which is slower
    /// [default: half of the free memory]
    #[arg(long, value_name = "MIB", requires = "tables")]
    table_memory: Option<u64>,
    /// Do not use the small tables that the program builds itself
    #[arg(long)]
    no_small_tables: bool,
    /// The number of threads [default: 1]; with --jobs the number of jobs at the same time, which
    /// then share their results
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Save the progress in this file, every minute and at the end, and continue from it
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    checkpoint: Option<PathBuf>,
    /// The time between two saves in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "checkpoint")]
    checkpoint_every: Option<Duration>,
    /// Write a certificate: a proof that the rules alone can check
    #[arg(long, value_name = "FILE", group = "certifies", value_parser = out_path())]
    certificate: Option<PathBuf>,
    /// The greatest number of moves in a certificate
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    certificate_moves: u64,
    /// End the certificate at positions of tables with at most this many pieces: it is much
    /// shorter, and its verification needs these tables
    #[arg(long, value_name = "PIECES", requires = "certifies", value_parser = clap::value_parser!(u32).range(1..))]
    certificate_tables: Option<u32>,
    /// Verify a certificate, with --tables if it needs tables
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hash", "time", "movetime", "nodes", "no_small_tables", "threads", "checkpoint", "certificate", "job"])]
    verify: Option<PathBuf>,
    /// Run a job of a larger proof: print one line of JSON, the same for the same arguments
    #[arg(long, group = "as_job", conflicts_with_all = ["time", "movetime", "threads", "checkpoint"])]
    job: bool,
    /// Run jobs from stdin, one line of JSON each, and read the tables only once:
    /// {"id": TEXT, "position": FEN, "nodes": N, "certificate": FILE}; only position is required
    #[arg(long, groups = ["certifies", "as_job"], conflicts_with_all = ["fen", "time", "movetime", "nodes", "checkpoint", "certificate", "verify", "strategy", "job"])]
    jobs: bool,
    /// Combine job certificates, as a strategy file lists them (docs/reference/proofs.md), into
    /// --certificate
    #[arg(long, value_name = "FILE", requires = "certificate", conflicts_with_all = ["fen", "hash", "time", "movetime", "nodes", "tables", "no_small_tables", "threads", "checkpoint", "certificate_tables", "job", "verify"])]
    strategy: Option<PathBuf>,
    /// The seed of a job's estimate
    #[arg(long, value_name = "N", default_value_t = 1, requires = "as_job")]
    seed: u64,
    /// The number of descents per player in a job's estimate; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = DESCENTS, requires = "as_job", value_parser = clap::value_parser!(u32).range(0..=MOST_DESCENTS))]
    descents: u32,
    /// How the winner's moves in a job's estimate are chosen: "effort", the move that the search
    /// tries first, or "size", the move with the smallest expected proof, which takes some ten
    /// milliseconds a descent and makes proofs much smaller
    #[arg(long, value_name = "HOW", default_value = "effort", requires = "as_job", value_parser = winner_moves)]
    winner_moves: WinnerMoves,
    /// End each descent of a job's estimate at the first position that is expected to take at most
    /// N nodes, and search it; 0 turns this off
    #[arg(long, value_name = "N", default_value_t = 0, requires = "as_job")]
    descent_nodes: u64,
    /// List in the answers of --jobs each result that took at least N nodes, for other processes: a
    /// process with --threads takes them as {"known": [[FEN, WINNER, NODES], ...]} on stdin
    #[arg(long, value_name = "N", requires = "jobs")]
    learn: Option<u64>,
    #[command(flatten)]
    overwrite: Overwrite,
}

fn winner_moves(text: &str) -> Result<WinnerMoves, String> {
    match text {
        "effort" => Ok(WinnerMoves::Effort),
        "size" => Ok(WinnerMoves::Size),
        _ => Err("expected effort or size".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected seconds, such as 60 or 0.5".to_owned())
}

/// Does the work, and shows the progress that it reports if stderr is a terminal.
fn with_progress<T>(work: impl FnOnce(&mut dyn FnMut(ProofEvent)) -> T) -> T {
    let bar = ProgressBar::new_spinner();
    // Building the tables takes some seconds the first time.
    bar.set_message("getting tables of small endings ready");
    bar.tick();
    let done = work(&mut |event| {
        bar.set_message(match event {
            ProofEvent::Searching(progress) => format!(
                "{} nodes, {:.0} s, {} of {} moves lose, table {} %",
                progress.nodes,
                progress.time.as_secs_f64(),
                progress.lost,
                progress.moves,
                progress.full / 10
            ),
            ProofEvent::Certifying(moves) => format!("{moves} moves of the certificate"),
        });
        bar.tick();
    });
    bar.finish_and_clear();
    done
}

pub(super) fn solve(
    registry: &Registry,
    variant: Option<&str>,
    args: &SolveArgs,
) -> Result<(), CliError> {
    let is_named = variant.is_some() || args.verify.is_some() || args.strategy.is_some();
    if args.fen.is_none() && !is_named && !args.jobs {
        bail!(
            "no position to prove: expected one, such as zugi solve 'b4r/2b3/1r2b1/3r2/1b4/4r1 r', \
             or --variant NAME for the start position of a variant"
        );
    }
    let variant = match (variant, &args.verify, &args.strategy) {
        (Some(name), ..) => registry.find(name),
        (None, Some(path), _) => registry.find(&variant_of_certificate(path)?),
        (None, None, Some(path)) => registry.find(&variant_of_strategy(path)?),
        (None, None, None) => Ok(registry.default_variant()),
    };
    let variant = variant.map_err(EngineError::from)?;
    let solves = variant.capability::<dyn ProofSolver>()?;
    let mut game = variant.game();
    if let Some(fen) = &args.fen {
        game.set_up(Setup::Text(fen), &[]).map_err(EngineError::from)?;
    }
    // If this fails, Ctrl-C just ends the process. With --jobs there is no handler, because a
    // thread that waits for stdin would not check the flag.
    let stop = Arc::new(AtomicBool::new(false));
    if !args.jobs {
        let by_signal = Arc::clone(&stop);
        let _ = on_end_request(move |_| by_signal.store(true, Ordering::Relaxed));
    }
    // With 0 nodes nothing is searched, so tables are not read.
    let only_looks = args.nodes == Some(0);
    let table_memory = if only_looks { Some(0) } else { args.table_memory };
    let tables = ProofTables {
        folders: args.tables.clone(),
        small: !args.no_small_tables,
        skips_building_small: only_looks,
        memory: table_memory.unwrap_or_else(|| available_mib() / 2).saturating_mul(1 << 20),
    };
    if let Some(path) = &args.certificate {
        args.overwrite.check(path)?;
    }
    if let Some(path) = &args.verify {
        return verify(solves, game.as_ref(), path, &tables, args.fen.is_some(), &stop);
    }
    if let (Some(strategy), Some(path)) = (&args.strategy, &args.certificate) {
        return compose(solves, strategy, path, &stop);
    }
    let is_job = args.job || args.jobs;
    let estimate = is_job.then_some(EstimateRequest {
        descents: args.descents,
        seed: args.seed,
        winner_moves: args.winner_moves,
        search: args.descent_nodes,
    });
    let time = args.time.or(args.movetime.map(Duration::from_millis));
    let request = ProofRequest {
        mib: args.hash,
        limits: ProofLimits {
            time,
            nodes: args.nodes,
            threads: args.threads.filter(|_| !args.jobs).unwrap_or(1),
        },
        tables,
        shares_results: args.jobs && args.threads.is_some(),
        checkpoint: args.checkpoint.clone(),
        checkpoint_every: args.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
        certificate: args.certificate.clone(),
        certificate_limits: CertificateLimits {
            moves: args.certificate_moves,
            pieces: args.certificate_tables.unwrap_or(0),
        },
        estimate,
        learn: args.learn,
    };
    if args.jobs {
        let jobs = Jobs { variant, solver: solves, request, overwrite: args.overwrite };
        return jobs.answer(args.threads.unwrap_or(1));
    }
    log::info!("proof of {} begins", game.text());
    let answer = with_progress(|tell| solves.prove(game.as_ref(), &request, &stop, tell))?;
    log::info!("proof ends after {} nodes", answer.report.nodes);
    let printed = show(&match args.job {
        true => job_answer(game.as_ref(), &answer, false).to_string(),
        false => text_of_answer(game.as_ref(), &answer),
    });
    match answer {
        ProofAnswer { fault: Some(fault), .. } => conclude(printed, fault.into()),
        ProofAnswer { report: ProofReport { outcome: None, .. }, .. } if !args.job => {
            let why = "not solved within the limits: expected a longer --time, or --checkpoint FILE \
                       to continue later";
            // The same code as an interrupted match.
            conclude(printed, CliError::with_code(3, why))
        }
        _ => printed,
    }
}

fn text_of_answer(game: &dyn AnyGame, answer: &ProofAnswer) -> String {
    let ProofReport { outcome, cannot_win, line, nodes, time } = &answer.report;
    let cost = format!("{nodes} nodes, {:.3} s", time.as_secs_f64());
    let result = match outcome {
        Some(Outcome::Win(winner)) => format!("{winner} wins: {cost}\nline {}", line.join(" ")),
        Some(Outcome::Draw) => format!("draw: {cost}"),
        None => {
            let safe = Player::BOTH.into_iter().find(|it| cannot_win[it.opponent().index()]);
            let half = safe.map(|it| format!(", but {it} does not lose")).unwrap_or_default();
            format!("unknown after {cost}{half}")
        }
    };
    let size = answer.certificate.as_ref().map(|size| format!("\n{}", text_of(size)));
    format!("position {}\n{result}{}", game.text(), size.unwrap_or_default())
}

fn result_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{winner} wins"),
        Outcome::Draw => outcome.to_string(),
    }
}

fn text_of(size: &CertificateSize) -> String {
    let &CertificateSize { counts, pieces, bytes, .. } = size;
    let Counts { positions, moves, looked_up } = counts;
    let tables = match pieces {
        0 => String::new(),
        _ => format!(", {looked_up} positions of tables of up to {pieces} pieces"),
    };
    format!("certificate {positions} positions, {moves} moves, {bytes} bytes{tables}")
}

fn compose(
    solves: &dyn ProofSolver,
    strategy: &Path,
    path: &Path,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    let size = with_progress(|tell| solves.compose(strategy, path, stop, tell))?;
    let CertificateSize { position, outcome, bytes, .. } = size;
    let result = result_text(outcome);
    show(&format!("position {position}\n{result}, if --verify says so\n{bytes} bytes"))
}

/// Verifies a certificate; it must be for the given position, if any.
fn verify(
    solves: &dyn ProofSolver,
    game: &dyn AnyGame,
    path: &Path,
    tables: &ProofTables,
    is_given: bool,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    let size = with_progress(|tell| solves.verify(path, tables, stop, tell))?;
    if is_given && size.position != game.text() {
        let (found, expected) = (size.position, game.text());
        bail!("the certificate proves {found:?}: expected one for {expected:?}");
    }
    let and = match size.pieces {
        0 => String::new(),
        pieces => format!(" and tables of up to {pieces} pieces"),
    };
    let result = result_text(size.outcome);
    show(&format!("position {}\n{result}, by the rules{and}", size.position))?;
    show(&text_of(&size))
}
