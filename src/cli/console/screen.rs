//! The output of the session, printed above the line being edited.

use std::io::{self, Write};
use std::sync::Arc;

use rustyline::ExternalPrinter;

use super::super::fit_to_terminal::Window;
use super::super::wrap;
use super::output_lock::OutputLock;
use super::table::AnalysisTable;

/// The reply that the console waits for, and hides if the console sent the `isready`.
const ANSWER: &str = "readyok";

/// The session's output at a terminal.
pub(super) struct Screen<P> {
    printer: P,
    gate: Arc<OutputLock>,
    table: AnalysisTable,
    /// Whether the rest of a board that is too wide is being skipped.
    leaves_out: bool,
    /// The start of an incomplete line.
    begun: Vec<u8>,
}

impl<P: ExternalPrinter> Screen<P> {
    /// A screen that prints through `printer`.
    pub fn new(printer: P, gate: Arc<OutputLock>) -> Screen<P> {
        let table = AnalysisTable::default();
        Screen { printer, gate, table, leaves_out: false, begun: Vec::new() }
    }

    /// A line as it is shown; `None` if it is part of a board that is too wide.
    fn shown(&mut self, line: &str) -> Option<String> {
        let complaint = Window::of_stdout().and_then(|window| window.complaint(line));
        let was_left_out = std::mem::replace(&mut self.leaves_out, complaint.is_some());
        match (complaint, was_left_out) {
            (Some(_), true) => None,
            (Some(complaint), false) => Some(wrap::for_stdout(&complaint)),
            // The file names.
            (None, true) => None,
            (None, false) => Some(self.table.shown(line)),
        }
    }

    fn print(&mut self, text: String) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.gate.wait_for_prompt();
        // The line editor is gone at the end, so plain output is safe.
        let plainly = || io::stdout().write_all(text.as_bytes());
        self.printer.print(text.clone()).or_else(|_| plainly())
    }
}

impl<P: ExternalPrinter> Write for Screen<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let Some(end) = self.begun.iter().rposition(|&byte| byte == b'\n') else {
            return Ok(bytes.len());
        };
        let rest = self.begun.split_off(end + 1);
        let lines = std::mem::replace(&mut self.begun, rest);
        let mut shown = String::new();
        for line in String::from_utf8_lossy(&lines).lines() {
            if line == ANSWER {
                // Earlier output must be printed before the prompt.
                self.print(std::mem::take(&mut shown))?;
                if !self.gate.answered() {
                    continue;
                }
            }
            if let Some(line) = self.shown(line) {
                shown.push_str(&line);
                shown.push('\n');
            }
        }
        self.print(shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    struct PlainOutput(Arc<Mutex<String>>);

    impl ExternalPrinter for PlainOutput {
        fn print(&mut self, text: String) -> rustyline::Result<()> {
            self.0.lock().unwrap().push_str(&text);
            Ok(())
        }
    }

    #[test]
    fn only_the_readyok_that_nobody_typed_for_is_kept_back() {
        let (gate, paper) = (Arc::new(OutputLock::default()), Arc::default());
        let mut screen = Screen::new(PlainOutput(Arc::clone(&paper)), Arc::clone(&gate));
        gate.sent(true);
        gate.sent(false);
        screen.write_all(b"readyok\nread").unwrap();
        screen.write_all(b"yok\nresponse true\nreadyok\nresp").unwrap();
        assert_eq!(*paper.lock().unwrap(), "readyok\nresponse true\n");
        // All is answered, so this does not block.
        gate.begin_prompt();
        gate.prompt_is_there();
        screen.write_all(b"onse false\nreadyok\n").unwrap();
        assert!(paper.lock().unwrap().ends_with("response false\nreadyok\n"));
    }
}
