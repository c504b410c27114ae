//! Lines that a person types, or that come through a pipe.

use std::io::{self, BufRead, IsTerminal};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Where lines come from: stdin.
pub(super) struct Lines {
    /// At a terminal lines can be edited, and there is a prompt.
    editor: Option<DefaultEditor>,
}

impl Lines {
    /// Those of stdin.
    pub fn of_stdin() -> Lines {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Lines { editor: is_terminal.then(DefaultEditor::new).and_then(Result::ok) }
    }

    /// The next line, or `None` at the end of the input. Bytes that are not UTF-8 are
    /// replaced.
    pub fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let Some(editor) = &mut self.editor else { return next_of_pipe() };
        match editor.readline(prompt) {
            Ok(line) => {
                // A history that is full forgets; it does not fail.
                let _ = editor.add_history_entry(line.trim());
                Ok(Some(line))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

fn next_of_pipe() -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
