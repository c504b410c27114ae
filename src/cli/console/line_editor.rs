//! Feeds lines typed at a terminal to the session.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Editor, Prompt};

use super::super::fit_to_terminal::Frame;
use super::super::wrap;
use super::input_helper::{Heard, InputHelper};
use super::output_lock::OutputLock;

/// The prompt. When the editor reads it, the terminal is ready, and all output must go through the
/// editor.
struct ReadyPrompt<'a>(&'a OutputLock);

impl Prompt for ReadyPrompt<'_> {
    fn raw(&self) -> &str {
        self.0.prompt_is_there();
        "> "
    }
}

/// The session's input at a terminal.
pub(super) struct LineEditor {
    editor: Editor<InputHelper, DefaultHistory>,
    gate: Arc<OutputLock>,
    /// Text not yet read by the session.
    unread: io::Cursor<Vec<u8>>,
    /// Text to print after the session's answer.
    addition: Option<String>,
    ended: bool,
}

impl LineEditor {
    /// Input from this editor.
    pub fn new(editor: Editor<InputHelper, DefaultHistory>, gate: Arc<OutputLock>) -> LineEditor {
        LineEditor { editor, gate, unread: io::Cursor::default(), addition: None, ended: false }
    }

    /// Reads a line from the person; returns the text for the session.
    fn next_lines(&mut self) -> io::Result<String> {
        self.gate.begin_prompt();
        if let Some(addition) = self.addition.take() {
            // One row for the prompt.
            let (free, again) = (1, " and type d");
            let frame = Frame { head: "", head_can_be_missed: false, body: &addition, free, again };
            writeln!(io::stdout(), "{}", frame.for_stdout())?;
        }
        let typed = self.editor.readline(&ReadyPrompt(&self.gate));
        self.gate.prompt_is_there();
        let line = match typed {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                writeln!(io::stdout(), "(Ctrl-C stops a search; Ctrl-D or quit leaves)")?;
                "stop".to_owned()
            }
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(_) => {
                self.ended = true;
                return Ok(String::new());
            }
        };
        // It does not fail: a full history drops old entries.
        let _ = self.editor.add_history_entry(line.trim());
        let Some(input_helper) = self.editor.helper_mut() else { return Ok(line + "\n") };
        let heard = input_helper.hear(&line);
        self.addition = input_helper.take_addition();
        match heard {
            Heard::Nothing => Ok(String::new()),
            Heard::Message(text) => {
                writeln!(io::stdout(), "{}", wrap::for_stdout(&text))?;
                Ok(String::new())
            }
            Heard::Foreign(line) => Ok(line + "\n"),
            Heard::Last(line) => {
                self.ended = true;
                Ok(line + "\n")
            }
            Heard::Line { text, asks_readyok } => {
                self.gate.sent(asks_readyok);
                Ok(text + "\nisready\n")
            }
        }
    }
}

impl Read for LineEditor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for LineEditor {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.unread.fill_buf()?.is_empty() && !self.ended {
            self.unread = io::Cursor::new(self.next_lines()?.into_bytes());
        }
        self.unread.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.unread.consume(count);
    }
}
