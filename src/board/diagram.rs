//! Draws a grid of squares as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

/// The colour of a piece, where colours are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The terminal's own colour.
    Plain,
    /// The first side's colour.
    Red,
    /// The second side's colour.
    Blue,
}

/// What a square shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The piece, or a blank.
    pub glyph: char,
    /// The piece's colour.
    pub ink: Ink,
    /// Whether the square is marked, as those of the last move are.
    pub marked: bool,
}

impl Cell {
    fn write(self, out: &mut String, colour: bool) {
        let (left, right) = if self.marked { ('[', ']') } else { (' ', ' ') };
        let style = match self.ink {
            _ if !colour => Style::new(),
            Ink::Plain => Style::new(),
            Ink::Red => AnsiColor::Red.on_default().bold(),
            Ink::Blue => AnsiColor::BrightBlue.on_default().bold(),
        };
        let glyph = self.glyph;
        let _ = write!(out, "{left}{style}{glyph}{style:#}{right}");
    }
}

/// Draws a board of `size` files and ranks with a frame and coordinates; rank 1 is
/// at the bottom. `cell` is asked for each square by its index. No line ends in a
/// blank or a line break.
#[must_use]
pub fn diagram(size: u8, colour: bool, cell: impl Fn(u8) -> Cell) -> String {
    let rule = |left: char, middle: &str, right: char| {
        let bars = vec!["───"; usize::from(size)];
        format!("    {left}{}{right}\n", bars.join(middle))
    };
    let mut out = rule('┌', "┬", '┐');
    for rank in (0..size).rev() {
        let _ = write!(out, " {:>2} ", rank + 1);
        for file in 0..size {
            out.push('│');
            cell(rank * size + file).write(&mut out, colour);
        }
        out.push_str("│\n");
        if rank > 0 {
            out.push_str(&rule('├', "┼", '┤'));
        }
    }
    out.push_str(&rule('└', "┴", '┘'));
    out.push_str("    ");
    for file in 0..size {
        let _ = write!(out, "  {} ", char::from(b'a' + file));
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(square: u8) -> Cell {
        let glyph = if square == 0 { '●' } else { ' ' };
        Cell { glyph, ink: Ink::Red, marked: square == 3 }
    }

    #[test]
    fn a_small_board() {
        let expected = "    ┌───┬───┐
  2 │   │[ ]│
    ├───┼───┤
  1 │ ● │   │
    └───┴───┘
      a   b";
        assert_eq!(diagram(2, false, corner), expected);
    }

    #[test]
    fn colours_only_when_allowed() {
        assert!(diagram(2, true, corner).contains('\x1b'));
        assert!(!diagram(2, false, corner).contains('\x1b'));
    }
}
