//! The log. Without `RUST_LOG`, warnings go to stderr, except during `check`. A log file gets every
//! line of the session.

use std::fs::OpenOptions;
use std::io;

use super::{Args, CliError, Command};

pub(super) fn start_log(args: &Args) -> Result<(), CliError> {
    let level = match &args.command {
        _ if args.log_file.is_some() => "debug",
        // The check itself causes these warnings.
        Some(Command::Check(_)) => "error",
        _ => "warn",
    };
    let mut builder =
        env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level));
    if let Some(path) = &args.log_file {
        let open = OpenOptions::new().create(true).append(true).open(path);
        let wrong = |error: io::Error| format!("cannot write the log file {path:?}: {error}");
        let file = open.map_err(wrong)?;
        builder.format_timestamp_micros().target(env_logger::Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}
