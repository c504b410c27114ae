//! Lines that a person types, or that come through a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

/// Where lines come from: stdin.
pub(super) struct Lines {
    /// Somebody sits there: there is a prompt.
    is_terminal: bool,
}

impl Lines {
    /// Those of stdin.
    pub fn of_stdin() -> Lines {
        Lines { is_terminal: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    /// The next line, or `None` at the end of the input. Bytes that are not UTF-8 are
    /// replaced.
    pub fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if self.is_terminal {
            let mut out = io::stdout();
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}
