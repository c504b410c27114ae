//! Steps through frames of text in place, by keys.

use std::io;

use console::{Key, Term, measure_text_width};

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

/// What a key means where there are so many frames.
enum Go {
    To(usize),
    Out(Exit),
}

/// Shows frames, of which there is at least one, until the person leaves them.
pub(super) fn step(frames: &[String]) -> io::Result<Exit> {
    let term = Term::stdout();
    let (mut at, mut rows) = (0, 0);
    loop {
        let Some(frame) = frames.get(at) else { return Ok(Exit::Away) };
        let text = format!("{frame}\n[{} of {}] {KEYS}", at + 1, frames.len());
        let text = fitted(text, &term);
        clear(&term, rows)?;
        term.write_line(&text)?;
        rows = rows_of(&text, &term);
        let key = match term.read_key() {
            Ok(key) => key,
            // Ctrl-C, or a terminal that is gone.
            Err(_) => return Ok(Exit::Away),
        };
        match meaning(&key, at, frames.len() - 1) {
            Some(Go::To(frame)) => at = frame,
            Some(Go::Out(exit)) => {
                clear(&term, if exit == Exit::Away { 0 } else { rows })?;
                return Ok(exit);
            }
            None => {}
        }
    }
}

fn meaning(key: &Key, at: usize, last: usize) -> Option<Go> {
    Some(match key {
        Key::ArrowRight | Key::Enter | Key::Char(' ') => Go::To(last.min(at + 1)),
        Key::ArrowLeft | Key::Backspace => Go::To(at.saturating_sub(1)),
        Key::Home => Go::To(0),
        Key::End => Go::To(last),
        Key::ArrowUp => Go::Out(Exit::Before),
        Key::ArrowDown => Go::Out(Exit::After),
        Key::Escape | Key::Char('q' | 'Q') => Go::Out(Exit::Away),
        _ => return None,
    })
}

/// Takes the last rows off the screen; all of it, if they do not fit there.
fn clear(term: &Term, rows: usize) -> io::Result<()> {
    let (height, _) = term.size();
    if rows < usize::from(height) { term.clear_last_lines(rows) } else { term.clear_screen() }
}

/// The text without what can best be missed, as far as the screen has not rows enough:
/// blank lines, then the lines between the ranks of a board.
fn fitted(mut text: String, term: &Term) -> String {
    let is_blank: fn(&str) -> bool = |line| line.trim().is_empty();
    let is_rule: fn(&str) -> bool = |line| line.trim_start().starts_with('├');
    for can_be_missed in [is_blank, is_rule] {
        // One row is the cursor's.
        if rows_of(&text, term) < usize::from(term.size().0) {
            break;
        }
        let kept: Vec<&str> = text.lines().filter(|line| !can_be_missed(line)).collect();
        text = kept.join("\n");
    }
    text
}

/// How many rows of the screen a text takes.
fn rows_of(text: &str, term: &Term) -> usize {
    let width = usize::from(term.size().1).max(1);
    text.lines().map(|line| measure_text_width(line).div_ceil(width).max(1)).sum()
}
