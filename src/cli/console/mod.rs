//! A session with a person at a terminal: lines can be edited, recalled and completed, and replies
//! are printed above them.

mod completion;
mod input;
mod short_forms;
mod table;

use std::fmt::Display;
use std::io::{self, BufReader};
use std::sync::mpsc::{Sender, channel};

use zugi_engine::{Front, InputLine, JobEvent, Session, Sink, TextFront};
use zugi_game::AnyGame;
use zugi_protocol::{Command, Query, Reply, UgiScore, complaint};
use zugi_show::{draw, player_name};
use zugi_xboard::{LineOutput, UgiOrXBoard};

use super::fit_to_terminal::Frame;
use super::input_lines::{Completer, LineEditor, Printer};
use super::{style, wrap};
use input::TypedLines;
use short_forms::Meaning;
use table::AnalysisTable;

/// The number of rows that the command `d` (display) prints below the board.
const ROWS_OF_DISPLAY: usize = 5;

/// The input and the front of a session at a terminal; `None` unless both stdin and stdout are a
/// terminal that can move the cursor.
pub(super) fn open(
    session: &Session,
) -> Option<(BufReader<TypedLines>, Acknowledging<UgiOrXBoard<Terminal>>)> {
    let editor = LineEditor::open()?;
    let front = UgiOrXBoard::new(Terminal::new(editor.printer()?));
    let (sender, answered) = channel();
    let mut front = Acknowledging { front, answered: Some(sender) };
    front.acknowledge(session);
    Some((BufReader::new(TypedLines::new(editor, answered)), front))
}

/// Tells the reader of lines when a line has been answered.
pub(super) struct Acknowledging<F> {
    front: F,
    /// `None` once the session takes no more lines.
    answered: Option<Sender<Completer>>,
}

impl<F> Acknowledging<F> {
    fn acknowledge(&mut self, session: &Session) {
        self.answered = self.answered.take().filter(|answered| {
            !session.is_ending() && answered.send(completion::completer(session.engine())).is_ok()
        });
    }
}

impl<F: Front> Front for Acknowledging<F> {
    fn line(&mut self, session: &mut Session, line: InputLine) -> io::Result<()> {
        self.front.line(session, line)?;
        self.front.flush()?;
        self.acknowledge(session);
        Ok(())
    }

    fn job(&mut self, session: &mut Session, event: JobEvent) -> io::Result<()> {
        self.front.job(session, event)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.front.flush()
    }
}

/// Takes typed lines, and draws the replies.
pub(super) struct Terminal {
    output: TextFront<Printer>,
    table: AnalysisTable,
    /// Whether the current line has an error.
    refused: bool,
    /// Whether the answer to the current command may be wrapped, see [`is_for_people`].
    wraps: bool,
}

impl Terminal {
    fn new(printer: Printer) -> Terminal {
        let (output, table) = (TextFront::new(printer), AnalysisTable::default());
        Terminal { output, table, refused: false, wraps: false }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.table.end();
        self.output.write(text)
    }

    fn execute(&mut self, session: &mut Session, command: Command) -> io::Result<()> {
        match command {
            Command::Display => self.show(&display(session.engine().game())),
            Command::Eval => match session.engine().evaluation() {
                Ok(Some(value)) => {
                    let mover = mover(session.engine().game());
                    let value = UgiScore::checkers(value);
                    self.show(&format!("evaluation {value} for {mover}, to move"))
                }
                _ => session.handle(Command::Eval, self),
            },
            Command::Help(None) => {
                session.handle(Command::Help(None), self)?;
                self.show(&wrap::for_stdout(&short_forms::additional_help(session.engine())))
            }
            command => session.handle(command, self),
        }
    }

    fn show_error(&mut self, error: impl ToString) -> io::Result<()> {
        self.reply(&Reply::Error(error.to_string()))
    }
}

impl Front for Terminal {
    fn line(&mut self, session: &mut Session, line: InputLine) -> io::Result<()> {
        let meaning = line.and_then(|line| short_forms::understand(session.engine(), &line));
        let (lines, shows_board) = match meaning {
            Ok(Meaning::Commands(lines, shows_board)) => (lines, shows_board),
            Ok(Meaning::Text(text)) => return self.show(&wrap::for_stdout(&text)),
            Err(error) => return self.show_error(error),
        };
        self.refused = false;
        for line in lines {
            let complaint = complaint(&line.skipped);
            self.wraps = is_for_people(&line.command);
            self.execute(session, line.command)?;
            self.wraps = false;
            complaint.map_or(Ok(()), |complaint| self.show_error(complaint))?;
        }
        // The prompt takes the row below it.
        let board = (shows_board && !self.refused).then(|| board(session.engine().game(), 1));
        board.map_or(Ok(()), |board| self.show(&board))
    }

    fn job(&mut self, session: &mut Session, event: JobEvent) -> io::Result<()> {
        session.job(event, self)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl LineOutput for Terminal {
    fn write_lines(&mut self, lines: &dyn Display) -> io::Result<()> {
        self.show(&lines.to_string())
    }
}

impl Sink for Terminal {
    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.refused |= matches!(reply, Reply::Error(_));
        if let Some(row) = self.table.row(reply) {
            return self.output.write(row);
        }
        match reply {
            // People copy positions from the screen.
            Reply::Response(_) | Reply::Text(_) if !self.wraps => self.show(&reply.to_string()),
            _ => self.show(&wrap::for_stdout(&reply.to_string())),
        }
    }
}

/// Whether the answer is a list of words or a sentence.
fn is_for_people(command: &Command) -> bool {
    use Query::{Ended, Extensions, LegalMoves, Tables};
    matches!(command, Command::Help(_) | Command::Query(LegalMoves | Ended | Tables | Extensions))
}

/// The board, fitted into the window with this number of rows below it.
fn board(game: &dyn AnyGame, free: usize) -> String {
    Frame { head: "", body: &draw(game, style()), free, again: " and type d" }.for_stdout()
}

fn display(game: &dyn AnyGame) -> String {
    let board = board(game, ROWS_OF_DISPLAY + 1);
    let (fen, mover, key) = (game.text(), mover(game), game.key());
    let result = game.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
    format!("{board}\n\nfen      {fen}\nto move  {mover}\nkey      {key:016x}\nresult   {result}")
}

fn mover(game: &dyn AnyGame) -> String {
    player_name(game, game.to_move())
}
