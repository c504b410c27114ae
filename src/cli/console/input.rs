//! The lines of a session at a terminal. The next prompt follows the answer to the last line.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::mpsc::Receiver;

use super::super::input_lines::{Completer, LineEditor, Typed};

const PROMPT: &str = "> ";

/// The session's input at a terminal.
pub(crate) struct TypedLines {
    editor: LineEditor,
    /// For each answered line: how to complete the next one.
    answered: Receiver<Completer>,
    /// The number of lines whose answers the next prompt waits for.
    awaited: usize,
    /// Text not yet read by the session.
    unread: Cursor<Vec<u8>>,
}

impl TypedLines {
    /// Lines from this editor. The first answer is sent without a line.
    pub fn new(editor: LineEditor, answered: Receiver<Completer>) -> TypedLines {
        TypedLines { editor, answered, awaited: 1, unread: Cursor::default() }
    }

    /// The text that a person types at a prompt; empty at the end.
    fn next_lines(&mut self) -> io::Result<String> {
        // After `quit` there are no more answers.
        let answers: Vec<_> = self.answered.iter().take(self.awaited).collect();
        let is_ended = answers.len() < self.awaited;
        let Some(completer) = answers.into_iter().last().filter(|_| !is_ended) else {
            return Ok(String::new());
        };
        let text = match self.editor.next(PROMPT, None, completer)? {
            Typed::Line(line) => line + "\n",
            Typed::Interrupt { .. } => {
                writeln!(io::stdout(), "(Ctrl-C stops a search; Ctrl-D or quit leaves)")?;
                "stop\n".to_owned()
            }
            Typed::End => String::new(),
        };
        // A pasted text can have several lines.
        self.awaited = text.lines().count();
        Ok(text)
    }
}

impl Read for TypedLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for TypedLines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.unread.fill_buf()?.is_empty() {
            self.unread = Cursor::new(self.next_lines()?.into_bytes());
        }
        self.unread.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.unread.consume(count);
    }
}
