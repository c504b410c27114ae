//! `zugi` without a subcommand: a protocol session.

use std::io::{self, BufReader, IsTerminal};

use zugi_engine::{Session, SessionConfig};
use zugi_game::Registry;

use super::stderr::message;
use super::{Args, CliError, colour, console, wrap};

/// Runs a session on stdin and stdout, with a line editor at a terminal.
pub(super) fn session(args: &Args, registry: &Registry) -> Result<(), CliError> {
    let is_typed = io::stdin().is_terminal();
    let (registry, variant) = (registry.clone(), args.variant.clone());
    // If stdout is a pipe, a program reads the answers, even if a person types.
    let names = is_typed && io::stdout().is_terminal();
    let config = SessionConfig { registry, variant, colour: colour(), names };
    if is_typed {
        let version = env!("CARGO_PKG_VERSION");
        let hint = "type help for the commands, a move to play it, quit to leave";
        message!("{}", wrap::for_stdout(&format!("zugi {version}: {hint}")));
        if console::hold(&config)? {
            return Ok(());
        }
    }
    Session::run(BufReader::new(io::stdin()), io::stdout(), &config)?;
    Ok(())
}
