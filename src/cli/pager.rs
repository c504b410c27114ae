//! Steps through frames of text in place, by keys.

use std::io;

use console::{Key, Term};

use super::fit_to_terminal::{Frame, Window};

/// What the keys do.
const KEYS: &str = "arrows: move by move (left, right), game by game (up, down); q: leave";

/// Where a person wants to go who has left the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// To what comes before them.
    Before,
    /// To what comes after them.
    After,
    /// Away.
    Away,
}

/// What is seen after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BoardView {
    /// The text above the board.
    pub head: String,
    /// The board, and the text below it.
    pub body: String,
}

/// What a key means where there are so many frames.
enum Navigation {
    To(usize),
    Out(Exit),
}

/// Shows frames, of which there is at least one, until the person leaves them.
pub(super) fn step(frames: &[BoardView]) -> io::Result<Exit> {
    let term = Term::stdout();
    let (mut at, mut rows) = (0, 0);
    loop {
        let Some(frame) = frames.get(at) else { return Ok(Exit::Away) };
        let body = format!("{}\n[{} of {}] {KEYS}", frame.body, at + 1, frames.len());
        let shown = Frame {
            head: &frame.head,
            head_can_be_missed: false,
            body: &body,
            // That of the cursor.
            free: 1,
            again: ", and press a key; q: leave",
        };
        let text = shown.for_stdout();
        clear(&term, rows)?;
        term.write_line(&text)?;
        rows = Window::of_stdout().map_or(0, |window| window.rows_of(&text));
        let key = match term.read_key() {
            Ok(key) => key,
            // Ctrl-C, or a terminal that is gone.
            Err(_) => return Ok(Exit::Away),
        };
        match meaning(&key, at, frames.len() - 1) {
            Some(Navigation::To(frame)) => at = frame,
            Some(Navigation::Out(exit)) => {
                clear(&term, if exit == Exit::Away { 0 } else { rows })?;
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
        Key::ArrowUp => Navigation::Out(Exit::Before),
        Key::ArrowDown => Navigation::Out(Exit::After),
        Key::Escape | Key::Char('q' | 'Q') => Navigation::Out(Exit::Away),
        _ => return None,
    })
}

/// Takes the last rows off the screen; all of it, if they do not fit there.
fn clear(term: &Term, rows: usize) -> io::Result<()> {
    let (height, _) = term.size();
    if rows < usize::from(height) { term.clear_last_lines(rows) } else { term.clear_screen() }
}
