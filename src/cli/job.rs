//! Runs jobs of the engine for subcommands.

use std::io::{self, Write};
use std::panic;
use std::sync::mpsc;

use zugi_engine::{Job, JobOutput, ugi_replies};
use zugi_game::AnyGame;
use zugi_search::StopToken;

use super::CliError;

/// Runs a job on a game and prints its output.
pub(super) fn print_job(game: Box<dyn AnyGame>, job: Job) -> Result<(), CliError> {
    let mut failure = None;
    run_job(job, |output| {
        if let JobOutput::Error(error) = output {
            failure = Some(error);
            return Ok(());
        }
        let lines = ugi_replies(game.as_ref(), output, false);
        lines.into_iter().try_for_each(|reply| writeln!(io::stdout(), "{reply}"))?;
        io::stdout().flush()
    })?;
    failure.map_or(Ok(()), |error| Err(CliError::Job(error)))
}

/// Runs a job to its end, passing on its outputs as they come.
pub(super) fn run_job(
    job: Job,
    mut take: impl FnMut(JobOutput) -> io::Result<()>,
) -> Result<(), CliError> {
    let (sender, outputs) = mpsc::channel();
    let token = StopToken::default();
    let worker_token = token.clone();
    let work = move || job(&worker_token, &mut |output| drop(sender.send(output)));
    let worker = zugi_search::spawn(work)?;
    for output in outputs {
        take(output).inspect_err(|_| token.stop())?;
    }
    worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault));
    Ok(())
}
