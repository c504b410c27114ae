//! Shows frames of text one at a time, with keys to move between them.

use std::io;

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

enum Navigation {
    To(usize),
    Out(Exit),
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
        let key = match term.read_key() {
            Ok(key) => key,
            // After Ctrl-C, or if the terminal was closed.
            Err(_) => return Ok(Exit::Quit),
        };
        match meaning(&key, at, frames.len() - 1) {
            Some(Navigation::To(frame)) => at = frame,
            Some(Navigation::Out(exit)) => {
                clear(&term, if exit == Exit::Quit { 0 } else { rows })?;
                return Ok(exit);
            }
            None => {}
        }
    }
}

fn meaning(key: &Key, at: usize, last: usize) -> Option<Navigation> {
    Some(match key {
        Key::ArrowRight | Key::Enter | Key::Char(' ') => Navigation::To(last.min(at + 1)),
        Key::ArrowLeft | Key::Backspace => Navigation::To(at.saturating_sub(1)),
        Key::Home => Navigation::To(0),
        Key::End => Navigation::To(last),
        Key::ArrowUp => Navigation::Out(Exit::PreviousGame),
        Key::ArrowDown => Navigation::Out(Exit::NextGame),
        Key::Escape | Key::Char('q' | 'Q') => Navigation::Out(Exit::Quit),
        _ => return None,
    })
}

/// Clears the last rows of the screen, or all of it if it has fewer.
fn clear(term: &Term, rows: usize) -> io::Result<()> {
    let (height, _) = term.size();
    if rows < usize::from(height) { term.clear_last_lines(rows) } else { term.clear_screen() }
}
