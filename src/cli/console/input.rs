//! The lines of a session at a terminal. The next prompt waits for the answer to the last line.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::Receiver;

use super::super::input_lines::{Completer, LineEditor, Typed};

pub(in super::super) struct TypedLines {
    editor: LineEditor,
    /// One message for each answered line: the completer of the next one.
    answered: Receiver<Completer>,
    /// The number of answers that the next prompt waits for.
    awaited: usize,
    /// Text not yet read by the session.
    unread: Cursor<Vec<u8>>,
}

impl TypedLines {
    /// One answer comes before the first line, so the first prompt waits for it.
    pub fn new(editor: LineEditor, answered: Receiver<Completer>) -> TypedLines {
        TypedLines { editor, answered, awaited: 1, unread: Cursor::default() }
    }

    /// The text typed at a prompt; empty at the end of the input.
    fn next_lines(&mut self) -> io::Result<String> {
        let mut completers: Vec<_> = self.answered.iter().take(self.awaited).collect();
        // No answers come after `quit`.
        let is_over = completers.len() < self.awaited;
        let Some(completer) = completers.pop().filter(|_| !is_over) else {
            return Ok(String::new());
        };
        let text = match self.editor.next(None, completer)? {
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
        let read = self.unread.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        self.unread = Cursor::new(self.next_lines()?.into_bytes());
        self.unread.read(buffer)
    }
}
