//! Lines that a person types, or that come through a pipe.

use std::cell::Cell;
use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, ExternalPrinter, Helper};

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C; what had been typed of a line is gone.
    Interrupt {
        /// There was something.
        begun: bool,
    },
    /// The end of the input.
    End,
}

/// What is said while a line is awaited, if that takes long.
pub(super) struct Alarm {
    /// How long.
    pub after: Duration,
    /// What is said.
    pub text: String,
}

/// Where lines come from: stdin.
pub(super) struct Lines {
    /// At a terminal lines can be edited, and there is a prompt.
    terminal: Option<Terminal>,
}

struct Terminal {
    editor: Editor<Watcher, DefaultHistory>,
    /// Prints above the line that is being typed, where that is possible.
    printer: Option<Box<dyn ExternalPrinter + Send>>,
}

impl Lines {
    /// Those of stdin.
    pub fn of_stdin() -> Lines {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Lines { terminal: is_terminal.then(Terminal::open).and_then(Result::ok) }
    }

    /// Whether a person types at a terminal.
    pub fn are_typed(&self) -> bool {
        self.terminal.is_some()
    }

    /// What comes next. Bytes that are not UTF-8 are replaced. The alarm is for people at
    /// a terminal.
    pub fn next(&mut self, prompt: &str, alarm: Option<Alarm>) -> io::Result<Typed> {
        match &mut self.terminal {
            Some(terminal) => terminal.next(prompt, alarm),
            None => next_of_pipe(),
        }
    }
}

impl Terminal {
    fn open() -> rustyline::Result<Terminal> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Watcher::default()));
        let printer = editor.create_external_printer().ok();
        Ok(Terminal { editor, printer: printer.map(|printer| Box::new(printer) as _) })
    }

    fn next(&mut self, prompt: &str, alarm: Option<Alarm>) -> io::Result<Typed> {
        let Terminal { editor, printer } = self;
        if let Some(watcher) = editor.helper() {
            watcher.begun.set(false);
        }
        let (typing, typed) = mpsc::channel::<()>();
        let line = thread::scope(|scope| {
            if let (Some(alarm), Some(printer)) = (alarm, printer) {
                scope.spawn(move || {
                    if typed.recv_timeout(alarm.after) == Err(RecvTimeoutError::Timeout) {
                        // Who cannot be told now is told after the line.
                        let _ = printer.print(format!("{}\n", alarm.text));
                    }
                });
            }
            let line = editor.readline(prompt);
            drop(typing);
            line
        });
        match line {
            Ok(line) => {
                // A history that is full forgets; it does not fail.
                let _ = editor.add_history_entry(line.trim());
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => {
                let begun = editor.helper().is_some_and(|watcher| watcher.begun.get());
                Ok(Typed::Interrupt { begun })
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(Typed::End),
        }
    }
}

fn next_of_pipe() -> io::Result<Typed> {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line)?;
    let text = || String::from_utf8_lossy(&line).into_owned();
    Ok(if read > 0 { Typed::Line(text()) } else { Typed::End })
}

/// Sees whether a line has been begun: of a line that is interrupted the editor says nothing.
#[derive(Default)]
struct Watcher {
    begun: Cell<bool>,
}

impl Hinter for Watcher {
    type Hint = String;

    /// Gives no hint. It is asked after each change of the line.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.begun.set(!line.trim().is_empty());
        None
    }
}

impl Helper for Watcher {}
impl Highlighter for Watcher {}
impl Validator for Watcher {}

impl Completer for Watcher {
    type Candidate = String;
}
