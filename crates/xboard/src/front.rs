//! Selects the protocol of a session by its first line.

use std::fmt::Display;
use std::io::{self, Write};

use zugi_engine::{Front, InputLine, JobEvent, Session, TextFront};
use zugi_protocol::xboard::XBoardReply;
use zugi_protocol::{Command, Reply, parse};

use super::XBoard;

/// A front that can also output lines of another protocol.
pub trait LineOutput: Front {
    /// Adds whole lines, without the last line end, to the output.
    ///
    /// # Errors
    /// The output is closed.
    fn write_lines(&mut self, lines: &dyn Display) -> io::Result<()>;
}

impl<W: Write> LineOutput for TextFront<W> {
    fn write_lines(&mut self, lines: &dyn Display) -> io::Result<()> {
        self.write(lines)
    }
}

/// Speaks UGI through a front, or XBoard's protocol if the first nonblank line is `xboard`. If
/// XBoard cannot show the variant, that line gets an error, and the next line decides.
pub struct UgiOrXBoard<F> {
    front: F,
    protocol: Protocol,
}

enum Protocol {
    /// No line has decided yet.
    Undecided,
    Ugi,
    XBoard(Box<XBoard>),
}

impl<F: LineOutput> UgiOrXBoard<F> {
    /// `front` handles UGI and writes the output of both protocols.
    pub fn new(front: F) -> UgiOrXBoard<F> {
        UgiOrXBoard { front, protocol: Protocol::Undecided }
    }

    fn write(&mut self, replies: &[XBoardReply]) -> io::Result<()> {
        replies.iter().try_for_each(|reply| self.front.write_lines(reply))
    }
}

impl<F: LineOutput> Front for UgiOrXBoard<F> {
    fn line(&mut self, session: &mut Session, line: InputLine) -> io::Result<()> {
        if matches!(self.protocol, Protocol::Undecided) {
            self.protocol = match line.as_deref().map(parse) {
                Ok(Ok(Some(Command::XBoard))) => match XBoard::new(session) {
                    Ok(xboard) => Protocol::XBoard(Box::new(xboard)),
                    Err(missing) => {
                        return self.front.write_lines(&Reply::Error(missing.to_string()));
                    }
                },
                Ok(Ok(None)) | Err(_) => Protocol::Undecided,
                Ok(_) => Protocol::Ugi,
            };
        }
        let replies = match &mut self.protocol {
            Protocol::Undecided | Protocol::Ugi => return self.front.line(session, line),
            Protocol::XBoard(xboard) => xboard.line(session, line),
        };
        self.write(&replies)
    }

    fn job(&mut self, session: &mut Session, event: JobEvent) -> io::Result<()> {
        let replies = match &mut self.protocol {
            Protocol::Undecided | Protocol::Ugi => return self.front.job(session, event),
            Protocol::XBoard(xboard) => xboard.job(session, event),
        };
        self.write(&replies)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.front.flush()
    }
}
