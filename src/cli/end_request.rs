//! Requests to end the program: Ctrl-C and signals.

use std::io;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndRequest {
    /// Ctrl-C, SIGINT.
    Interrupt,
    /// SIGTERM, or SIGHUP when the terminal closes. Windows reports both as an interrupt.
    #[cfg(unix)]
    Terminate,
}

/// Calls the handler in its own thread for each request, instead of ending the program. On Linux, a
/// SIGHUP that was ignored when the program started, as by `nohup`, stays ignored.
///
/// # Errors
/// The handler cannot be installed.
#[cfg(unix)]
pub(super) fn on_end_request(
    mut handle: impl FnMut(EndRequest) + Send + 'static,
) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut numbers = vec![SIGINT, SIGTERM];
    if !ignores(&status, SIGHUP) {
        numbers.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(numbers)?;
    let pass_on = move || {
        signals.forever().for_each(|signal| match signal {
            SIGINT => handle(EndRequest::Interrupt),
            _ => handle(EndRequest::Terminate),
        });
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(pass_on).map(drop)
}

/// Whether a process ignores a signal, by its `/proc/PID/status`; false without the line `SigIgn`,
/// as on systems other than Linux.
#[cfg(unix)]
fn ignores(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

#[cfg(not(unix))]
pub(super) fn on_end_request(
    mut handle: impl FnMut(EndRequest) + Send + 'static,
) -> io::Result<()> {
    ctrlc::set_handler(move || handle(EndRequest::Interrupt)).map_err(io::Error::other)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_found_in_the_status_of_the_process() {
        let status = "Name:\tzugi\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n";
        for (signal, expected) in [(1, true), (2, false), (13, true), (15, false)] {
            assert_eq!(ignores(status, signal), expected, "{signal}");
        }
        assert!(!ignores("", 1) && !ignores("SigIgn:\t?", 1));
    }
}
