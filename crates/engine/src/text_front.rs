//! The text of a session: lines of input, and replies as lines of output.

use std::io::{self, BufRead, Read, Write};

use zugi_protocol::{ParseError, Reply};

use super::jobs::JobEvent;
use super::session::{Session, Sink};

/// The longest line in bytes; longer ones are rejected and skipped.
const MAX_LINE: usize = 4 << 20;

/// The number of bytes of a rejected line in its error message.
const BEGINNING: usize = 100;

/// A line of input, or the reason why it cannot be read.
pub type InputLine = Result<String, ParseError>;

/// A text protocol of a session: it executes lines of input, and writes the replies.
pub trait Front {
    /// Executes a line of input.
    ///
    /// # Errors
    /// The output is closed.
    fn line(&mut self, session: &mut Session, line: InputLine) -> io::Result<()>;

    /// Handles an event of the running job.
    ///
    /// # Errors
    /// The output is closed.
    fn job(&mut self, session: &mut Session, event: JobEvent) -> io::Result<()>;

    /// Writes all pending output.
    ///
    /// # Errors
    /// The output is closed.
    fn flush(&mut self) -> io::Result<()>;
}

/// Parses lines of the text protocol, and writes replies as lines.
pub struct TextFront<W> {
    output: W,
    /// Collects whole lines, because each write takes time from a search and wakes the client.
    unwritten: String,
}

/// In bytes.
const MOST_UNWRITTEN: usize = 8 << 10;

impl<W: Write> TextFront<W> {
    pub fn new(output: W) -> TextFront<W> {
        TextFront { output, unwritten: String::new() }
    }

    pub fn into_output(self) -> W {
        self.output
    }

    /// Adds text of one or more lines, without the last line end.
    ///
    /// # Errors
    /// The output is closed.
    pub fn write(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        let begin = self.unwritten.len();
        self.unwritten.push_str(&format!("{text}\n"));
        log::debug!("> {}", self.unwritten.get(begin..).unwrap_or_default().trim_end());
        if self.unwritten.len() >= MOST_UNWRITTEN { self.flush() } else { Ok(()) }
    }
}

impl<W: Write> Sink for TextFront<W> {
    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.write(reply)
    }
}

impl<W: Write> Front for TextFront<W> {
    fn line(&mut self, session: &mut Session, line: InputLine) -> io::Result<()> {
        session.line(line, self)
    }

    fn job(&mut self, session: &mut Session, event: JobEvent) -> io::Result<()> {
        session.job(event, self)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        self.output.write_all(self.unwritten.as_bytes())?;
        self.unwritten.clear();
        self.output.flush()
    }
}

/// Checks the length of a line, and replaces invalid UTF-8.
pub(super) fn checked(line: &[u8]) -> InputLine {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if line.len() <= MAX_LINE {
        return Ok(text(line));
    }
    let beginning = text(line.get(..BEGINNING).unwrap_or(line));
    Err(ParseError::TooLong { beginning, most: MAX_LINE })
}

/// The next line without its `\n`; `None` at the end of the input or after a read error.
pub(super) fn next_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
    let skipped = match read {
        Ok(0) => return None,
        Ok(_) if bytes.pop_if(|last| *last == b'\n').is_some() || bytes.len() <= MAX_LINE => Ok(0),
        Ok(_) => input.skip_until(b'\n'),
        Err(error) => Err(error),
    };
    if let Err(error) = skipped {
        log::warn!("cannot read the input: {error}");
        return None;
    }
    Some(checked(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<InputLine> {
        std::iter::from_fn(|| next_line(&mut bytes)).collect()
    }

    #[test]
    fn lines_of_all_kinds() {
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\n\nb\r\nc"), [line("a"), line(""), line("b\r"), line("c")]);
        assert_eq!(lines(b"\xff\0\n"), [line("\u{fffd}\0")]);
    }

    #[test]
    fn long_lines_do_not_pile_up() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\nisready\n");
        assert!(matches!(lines(&bytes).as_slice(), [Ok(_), Ok(_)]));
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nisready\n");
        let too_long = ParseError::TooLong { beginning: "x".repeat(BEGINNING), most: MAX_LINE };
        assert_eq!(lines(&bytes), [Err(too_long), Ok("isready".to_owned())]);
    }
}
