//! Shows frames of text one at a time, with keys to move between them.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

use console::{Key, Term};

use super::fit_to_terminal::{Frame, Window};

const KEYS: &str = "arrows: move by move (left, right), game by game (up, down); q: leave";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    PreviousGame,
    NextGame,
    Quit,
}

/// The screen after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReplayFrame {
    /// The text above the board.
    pub head: String,
    /// The board and the text below it.
    pub body: String,
}

/// Shows frames (at least one) until the person leaves them.
pub(super) fn step(frames: &[ReplayFrame]) -> io::Result<Exit> {
    let term = Term::stdout();
    let (mut at, mut rows) = (0, 0);
    loop {
        let Some(frame) = frames.get(at) else { return Ok(Exit::Quit) };
        let body = format!("{}\n[{} of {}] {KEYS}", frame.body, at + 1, frames.len());
        let shown = Frame {
            head: &frame.head,
            body: &body,
            // For the row of the cursor.
            free: 1,
            again: ", and press a key; q: leave",
        };
        let text = shown.for_stdout();
        clear(&term, rows)?;
        term.write_line(&text)?;
        rows = Window::of_stdout().map_or(0, |window| window.rows_of(&text));
        // An error comes after Ctrl-C, or if the terminal was closed.
        let Ok(key) = term.read_key() else { return Ok(Exit::Quit) };
        match meaning(&key, at, frames.len() - 1) {
            Some(Continue(frame)) => at = frame,
            Some(Break(exit)) => {
                clear(&term, if exit == Exit::Quit { 0 } else { rows })?;
                return Ok(exit);
            }
            None => {}
        }
    }
}

/// The next frame or the exit; `None` for a key without a meaning.
fn meaning(key: &Key, at: usize, last: usize) -> Option<ControlFlow<Exit, usize>> {
    Some(match key {
        Key::ArrowRight | Key::Enter | Key::Char(' ') => Continue(last.min(at + 1)),
        Key::ArrowLeft | Key::Backspace => Continue(at.saturating_sub(1)),
        Key::Home => Continue(0),
        Key::End => Continue(last),
        Key::ArrowUp => Break(Exit::PreviousGame),
        Key::ArrowDown => Break(Exit::NextGame),
        Key::Escape | Key::Char('q' | 'Q') => Break(Exit::Quit),
        _ => return None,
    })
}

/// Clears the last `rows` rows of the screen, or all of it if it has no more rows than this.
fn clear(term: &Term, rows: usize) -> io::Result<()> {
    let (height, _) = term.size();
    if rows < usize::from(height) { term.clear_last_lines(rows) } else { term.clear_screen() }
}
