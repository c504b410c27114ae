//! Reads lines from a terminal, with an editor, or from a pipe.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper, Prompt};

use super::locked;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Line(String),
    /// Ctrl-C; the typed part of a line is discarded.
    Interrupt {
        /// Whether something had been typed.
        begun: bool,
    },
    End,
}

/// A notice to print if reading a line takes long.
pub(super) struct WaitNotice {
    pub after: Duration,
    pub text: String,
}

/// Completes the text before the cursor: returns the start of the replaced part, and the
/// replacements.
pub(super) type Completer = Box<dyn Fn(&str) -> (usize, Vec<String>) + Send>;

/// Completes the last word of a text with the words that can follow there. If only one word fits, a
/// blank is added to it.
pub(super) fn complete_word(
    typed: &str,
    following: impl FnOnce(&[&str]) -> Vec<String>,
) -> (usize, Vec<String>) {
    let begin = typed.trim_end_matches(|c: char| !c.is_whitespace()).len();
    let (before, word) = typed.split_at(begin);
    let mut words = following(&before.split_whitespace().collect::<Vec<_>>());
    let word = word.to_lowercase();
    words.retain(|known| known.to_lowercase().starts_with(&word));
    if let [only] = words.as_mut_slice() {
        only.push(' ');
    }
    (begin, words)
}

pub(super) struct Lines {
    /// See [`LineEditor::open`].
    editor: Option<LineEditor>,
}

impl Lines {
    pub fn of_stdin() -> Lines {
        Lines { editor: LineEditor::open() }
    }

    pub fn are_typed(&self) -> bool {
        self.editor.is_some()
    }

    /// The next line; invalid UTF-8 is replaced. Notice and completer apply only at a terminal.
    pub fn next(
        &mut self,
        notice: Option<WaitNotice>,
        completer: impl FnOnce() -> Completer,
    ) -> io::Result<Typed> {
        if let Some(editor) = &mut self.editor {
            return editor.next(notice, completer());
        }
        let line = read_line(&mut io::stdin().lock(), u64::MAX)?;
        let line = line.map(|(line, _)| String::from_utf8_lossy(&line).into_owned());
        Ok(line.map_or(Typed::End, Typed::Line))
    }
}

/// The next line or its first `most` bytes, and whether it is whole; `None` at the end of the
/// input.
pub(super) fn read_line(
    input: &mut impl BufRead,
    most: u64,
) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut line = Vec::new();
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let is_whole = line.ends_with(b"\n") || (line.len() as u64) < most;
    if !is_whole {
        input.skip_until(b'\n')?;
    }
    // Windows shells write a byte order mark.
    if line.starts_with(b"\xEF\xBB\xBF") {
        line.drain(..3);
    }
    Ok(Some((line, is_whole)))
}

/// Reads lines from a terminal, with editing, history and completion.
pub(super) struct LineEditor {
    editor: Editor<InputProbe, DefaultHistory>,
    printer: Printer,
}

impl LineEditor {
    /// `None` unless both stdin and stdout are a terminal.
    pub fn open() -> Option<LineEditor> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        let settings = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .build();
        let mut editor = Editor::with_config(settings).ok()?;
        editor.set_helper(Some(InputProbe::default()));
        let printer = Printer::new(editor.create_external_printer().ok());
        Some(LineEditor { editor, printer })
    }

    /// Prints above the edited line; `None` if the terminal cannot move the cursor.
    pub fn printer(&self) -> Option<Printer> {
        Some(self.printer.clone()).filter(|printer| printer.above.is_some())
    }

    pub fn next(&mut self, notice: Option<WaitNotice>, completer: Completer) -> io::Result<Typed> {
        if let Some(probe) = self.editor.helper() {
            probe.begun.set(false);
            probe.completer.replace(Some(completer));
        }
        let (typing, typed) = mpsc::channel::<()>();
        let mut printer = self.printer.clone();
        let line = thread::scope(|scope| {
            if let Some(notice) = notice {
                scope.spawn(move || {
                    if typed.recv_timeout(notice.after) == Err(RecvTimeoutError::Timeout) {
                        // This fails only if the terminal is gone.
                        let _ = printer.write_all(format!("{}\n", notice.text).as_bytes());
                    }
                });
            }
            let line = self.editor.readline(&self.printer);
            drop(typing);
            line
        });
        *self.printer.is_editing() = false;
        match line {
            Ok(line) => {
                // Cannot fail: a full history drops old entries.
                let _ = self.editor.add_history_entry(line.trim());
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => {
                let begun = self.editor.helper().is_some_and(|probe| probe.begun.get());
                Ok(Typed::Interrupt { begun })
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(Typed::End),
        }
    }
}

/// Prints whole lines above the line that is being edited.
#[derive(Clone)]
pub(super) struct Printer {
    /// Whether a prompt is on the screen: then only the editor may write.
    editing: Arc<Mutex<bool>>,
    /// Leads to a thread that passes texts to the editor. The editor takes them only while it waits
    /// for a key, and the writer must not wait for that.
    above: Option<Sender<String>>,
}

impl Printer {
    fn new(editor: Option<impl ExternalPrinter + Send + 'static>) -> Printer {
        let (sender, texts) = mpsc::channel::<String>();
        let mut printer = Printer { editing: Arc::default(), above: None };
        let mut direct = printer.clone();
        let Some(mut editor) = editor else { return printer };
        let print = move || {
            for text in texts {
                // Do not hold the lock while the editor takes the text: the editor needs it to draw
                // its prompt.
                let editing = *direct.is_editing();
                let is_printed = editing && editor.print(text.clone()).is_ok();
                if !is_printed && direct.write_all(text.as_bytes()).is_err() {
                    return;
                }
            }
        };
        printer.above = thread::Builder::new().spawn(print).ok().map(|_| sender);
        printer
    }

    fn is_editing(&self) -> MutexGuard<'_, bool> {
        locked(&self.editing)
    }
}

impl Write for Printer {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let editing = self.is_editing();
        if let (true, Some(above)) = (*editing, &self.above)
            && above.send(String::from_utf8_lossy(text).into_owned()).is_ok()
        {
            return Ok(text.len());
        }
        let mut stdout = io::stdout();
        stdout.write_all(text)?;
        stdout.flush()?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Prompt for Printer {
    /// The editor calls this when it begins to draw the prompt.
    fn raw(&self) -> &str {
        *self.is_editing() = true;
        "> "
    }
}

/// Records whether a line has been started, which the editor does not report for an interrupted
/// line. Also completes lines.
#[derive(Default)]
struct InputProbe {
    begun: Cell<bool>,
    completer: RefCell<Option<Completer>>,
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

impl rustyline::completion::Completer for InputProbe {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let completer = self.completer.borrow();
        let complete = |complete: &Completer| complete(line.get(..at).unwrap_or_default());
        Ok(completer.as_ref().map(complete).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_completed_in_any_case() {
        let of =
            |typed| complete_word(typed, |_| ["a1b1", "a1b2", "save"].map(str::to_owned).to_vec());
        assert_eq!(of(" A1"), (1, vec!["a1b1".to_owned(), "a1b2".to_owned()]));
        // A no-break space has two bytes.
        assert_eq!(of("x\u{a0}sa"), (3, vec!["save ".to_owned()]));
        assert_eq!(
            complete_word("a1b1 ", |before| vec![before.join(" ")]),
            (5, vec!["a1b1 ".to_owned()])
        );
    }

    #[test]
    fn a_busy_editor_does_not_block_the_writer() {
        struct Busy(mpsc::Receiver<()>);
        impl ExternalPrinter for Busy {
            fn print(&mut self, _: String) -> rustyline::Result<()> {
                let _ = self.0.recv();
                Ok(())
            }
        }
        let (go_on, busy) = mpsc::channel();
        let mut printer = Printer::new(Some(Busy(busy)));
        *printer.is_editing() = true;
        for _ in 0..3 {
            printer.write_all(b"a line\n").unwrap();
        }
        drop(go_on);
    }
}
