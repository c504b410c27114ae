//! `zugi` without a subcommand: a protocol session.

use std::io::{self, BufReader, IsTerminal};

use zugi_engine::crash::CommandLog;
use zugi_engine::{Session, TextFront};
use zugi_game::Registry;
use zugi_xboard::UgiOrXBoard;

use super::stderr::message;
use super::{Args, CliError, console, wrap};

/// Uses stdin and stdout, with a line editor at a terminal.
pub(super) fn session(
    args: &Args,
    registry: &Registry,
    commands: CommandLog,
) -> Result<(), CliError> {
    let session = Session::new(registry, &args.variant)?.recorded(commands);
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        let hint = "type help for the commands, a move to play it, quit to leave";
        message!("{}", wrap::for_stdout(&format!("zugi {version}: {hint}")));
    }
    let ended = match console::open(&session) {
        Some((lines, mut terminal)) => session.run(lines, &mut terminal),
        // If stdout is a pipe, a program reads the answers, even if a person types.
        None => {
            let mut front = UgiOrXBoard::new(TextFront::new(io::stdout()));
            session.run(BufReader::new(io::stdin()), &mut front)
        }
    };
    // The arguments are right: the system cannot start a thread.
    ended.map_err(|error| CliError::with_code(1, error))
}
