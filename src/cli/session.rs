//! `zugi` without a subcommand: a session of the protocol.

use std::io::{self, BufReader, IsTerminal};

use zugi_engine::{Session, SessionConfig};
use zugi_game::Registry;

use super::{Args, CliError, colour, console, wrap};

/// Holds a session on stdin and stdout, with a line editor at a terminal.
pub(super) fn session(args: &Args, registry: &Registry) -> Result<(), CliError> {
    let is_typed = io::stdin().is_terminal();
    let (registry, variant) = (registry.clone(), args.variant.clone());
    // What reads the answers through a pipe is a program, whoever types.
    let names = is_typed && io::stdout().is_terminal();
    let config = SessionConfig { registry, variant, colour: colour(), names };
    if is_typed {
        let version = env!("CARGO_PKG_VERSION");
        let hint = "type help for the commands, a move to play it, quit to leave";
        eprintln!("{}", wrap::for_stdout(&format!("zugi {version}: {hint}")));
        if console::hold(&config)? {
            return Ok(());
        }
    }
    Session::run(BufReader::new(io::stdin()), io::stdout(), &config)?;
    Ok(())
}
