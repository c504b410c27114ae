use std::io::{self, Write};
use std::panic;
use std::sync::mpsc;

use zugi_engine::Job;
use zugi_protocol::Reply;
use zugi_search::StopToken;

use super::CliError;

pub(super) fn print_job(job: Job) -> Result<(), CliError> {
    let mut failure = None;
    run_job(job, |reply| {
        if let Reply::Error(error) = reply {
            failure = Some(error);
            return Ok(());
        }
        writeln!(io::stdout(), "{reply}")?;
        io::stdout().flush()
    })?;
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// Runs a job to its end, and passes on its replies as they come.
pub(super) fn run_job(
    job: Job,
    mut take: impl FnMut(Reply) -> io::Result<()>,
) -> Result<(), CliError> {
    let (sender, replies) = mpsc::channel();
    let token = StopToken::default();
    let worker_token = token.clone();
    let work = move || job(&worker_token, &mut |reply| drop(sender.send(reply)));
    let worker = zugi_search::spawn(work)?;
    for reply in replies {
        take(reply).inspect_err(|_| token.stop())?;
    }
    worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault));
    Ok(())
}
