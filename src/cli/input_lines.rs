//! Reads lines from a terminal or a pipe.

use std::cell::{Cell, RefCell};
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
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::files::completed_paths;

/// A result of reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C; the typed part of a line is discarded.
    Interrupt {
        /// Whether something had been typed.
        begun: bool,
    },
    /// The end of the input.
    End,
}

/// A notice that is printed if reading a line takes long.
pub(super) struct WaitNotice {
    /// When to print it.
    pub after: Duration,
    /// The text.
    pub text: String,
}

/// The completions of the Tab key.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Completions {
    /// The possible lines.
    pub lines: Vec<String>,
    /// The words that a file path follows.
    pub before_path: Vec<&'static str>,
}

impl Completions {
    /// The start of the text to be replaced before the cursor, and the replacements.
    fn of(&self, typed: &str) -> (usize, Vec<String>) {
        let blanks = typed.len() - typed.trim_start().len();
        let line = &typed[blanks..];
        let word =
            line.split_once(' ').map(|(word, path)| (word.to_lowercase(), path.trim_start()));
        if let Some((word, path)) = word
            && self.before_path.contains(&&*word)
        {
            return (typed.len() - path.len(), completed_paths(path));
        }
        let line = line.to_lowercase();
        let mut begun: Vec<String> = self.lines.clone();
        begun.retain(|known| known.to_lowercase().starts_with(&line));
        if let [only] = begun.as_mut_slice()
            && self.before_path.contains(&&**only)
        {
            only.push(' ');
        }
        (blanks, begun)
    }
}

/// Reads lines from stdin.
pub(super) struct Lines {
    /// The line editor, if stdin is a terminal.
    terminal: Option<Terminal>,
}

struct Terminal {
    editor: Editor<InputProbe, DefaultHistory>,
    /// Prints above the edited line, if possible.
    printer: Option<Box<dyn ExternalPrinter + Send>>,
}

impl Lines {
    /// A reader for stdin.
    pub fn of_stdin() -> Lines {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Lines { terminal: is_terminal.then(Terminal::open).and_then(Result::ok) }
    }

    /// Whether input comes from a terminal.
    pub fn are_typed(&self) -> bool {
        self.terminal.is_some()
    }

    /// The next line; invalid UTF-8 is replaced. Notice and completions apply only at a terminal.
    pub fn next(
        &mut self,
        prompt: &str,
        alarm: Option<WaitNotice>,
        completions: impl FnOnce() -> Completions,
    ) -> io::Result<Typed> {
        match &mut self.terminal {
            Some(terminal) => terminal.next(prompt, alarm, completions()),
            None => next_of_pipe(),
        }
    }
}

impl Terminal {
    fn open() -> rustyline::Result<Terminal> {
        let settings = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .build();
        let mut editor = Editor::with_config(settings)?;
        editor.set_helper(Some(InputProbe::default()));
        let printer = editor.create_external_printer().ok();
        Ok(Terminal { editor, printer: printer.map(|printer| Box::new(printer) as _) })
    }

    fn next(
        &mut self,
        prompt: &str,
        alarm: Option<WaitNotice>,
        completions: Completions,
    ) -> io::Result<Typed> {
        let Terminal { editor, printer } = self;
        if let Some(watcher) = editor.helper() {
            watcher.begun.set(false);
            watcher.completions.replace(completions);
        }
        let (typing, typed) = mpsc::channel::<()>();
        let line = thread::scope(|scope| {
            if let (Some(alarm), Some(printer)) = (alarm, printer) {
                scope.spawn(move || {
                    if typed.recv_timeout(alarm.after) == Err(RecvTimeoutError::Timeout) {
                        // If it fails now, the text appears after the line.
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
                // It does not fail: a full history drops old entries.
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
    // A byte order mark, as Windows shells write it.
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
    let text = || String::from_utf8_lossy(line).into_owned();
    Ok(if read > 0 { Typed::Line(text()) } else { Typed::End })
}

/// Tracks whether a line has been started, which the editor does not report for an interrupted
/// line. Also completes lines.
#[derive(Default)]
struct InputProbe {
    begun: Cell<bool>,
    completions: RefCell<Completions>,
}

impl Hinter for InputProbe {
    type Hint = String;

    /// Gives no hint; the editor calls it after each change of the line.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.begun.set(!line.trim().is_empty());
        None
    }
}

impl Helper for InputProbe {}
impl Highlighter for InputProbe {}
impl Validator for InputProbe {}

impl Completer for InputProbe {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions.borrow().of(line.get(..at).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_whole_one_or_a_path() {
        let lines = ["a1b1", "a1b2", "save"].map(str::to_owned).to_vec();
        let completions = Completions { lines, before_path: vec!["save"] };
        let of = |typed| completions.of(typed);
        assert_eq!(of(" A1"), (1, vec!["a1b1".to_owned(), "a1b2".to_owned()]));
        assert_eq!(of("sa"), (0, vec!["save ".to_owned()]));
        assert_eq!(of("a1b1 "), (0, vec![]));
        assert_eq!(of("save  src/li"), (6, vec!["src/lib.rs".to_owned()]));
    }
}
