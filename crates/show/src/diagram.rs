//! Draws a board as text.

use std::fmt::Write;

use anstyle::Style;

use zugi_game::board::Square;

/// The content of a square in a drawing.
pub struct Cell {
    /// The piece, or a blank; every character takes one column.
    pub glyph: String,
    /// The colour of the piece, if colours are allowed.
    pub style: Style,
    /// Whether the square is marked, such as the squares of the last move.
    pub marked: bool,
}

impl Cell {
    /// Writes a cell with room for a piece of this many columns.
    fn write(self, out: &mut String, columns: usize, colour: bool) {
        let (left, right) = if self.marked { ('[', ']') } else { (' ', ' ') };
        let style = if colour { self.style } else { Style::new() };
        let glyph = self.glyph;
        let rest = " ".repeat(columns.saturating_sub(glyph.chars().count()));
        let _ = write!(out, "{left}{style}{glyph}{style:#}{right}{rest}");
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DrawingStyle {
    /// With terminal colours.
    pub colour: bool,
    /// Seen from the other side: rank 1 is at the top and the last file on the left.
    pub flipped: bool,
}

/// Draws a board of `size` files and ranks with a frame and coordinates. Rank 1 is at the bottom
/// unless the style is flipped. `cell` returns the content of a square; its piece has at most
/// `columns` characters. Lines have no trailing blanks, and the last one has no line end.
#[must_use]
pub fn diagram(
    size: u8,
    columns: usize,
    style: DrawingStyle,
    cell: impl Fn(Square) -> Cell,
) -> String {
    let DrawingStyle { colour, flipped } = style;
    let in_order = |place: u8, flipped: bool| if flipped { size - 1 - place } else { place };
    let rule = |left: char, middle: &str, right: char| {
        let bars = vec!["─".repeat(columns + 2); usize::from(size)];
        format!("    {left}{}{right}\n", bars.join(middle))
    };
    let mut out = rule('┌', "┬", '┐');
    for row in 0..size {
        let rank = in_order(row, !flipped);
        let _ = write!(out, " {:>2} ", rank + 1);
        for column in 0..size {
            out.push('│');
            cell(Square::at(in_order(column, flipped), rank, size))
                .write(&mut out, columns, colour);
        }
        out.push_str("│\n");
        if row + 1 < size {
            out.push_str(&rule('├', "┼", '┤'));
        }
    }
    out.push_str(&rule('└', "┴", '┘'));
    out.push_str("    ");
    for column in 0..size {
        let file = char::from(b'a' + in_order(column, flipped));
        let _ = write!(out, "  {file:<columns$} ");
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    fn corner(square: Square) -> Cell {
        let square = square.index();
        let glyph = if square == 0 { "●" } else { " " };
        let style = AnsiColor::Red.on_default();
        Cell { glyph: glyph.to_owned(), style, marked: square == 3 }
    }

    #[test]
    fn a_small_board() {
        let expected = "    ┌───┬───┐
  2 │   │[ ]│
    ├───┼───┤
  1 │ ● │   │
    └───┴───┘
      a   b";
        assert_eq!(diagram(2, 1, DrawingStyle::default(), corner), expected);
    }

    #[test]
    fn the_other_side_sees_it_turned() {
        let expected = "    ┌───┬───┐
  1 │   │ ● │
    ├───┼───┤
  2 │[ ]│   │
    └───┴───┘
      b   a";
        let style = DrawingStyle { flipped: true, ..DrawingStyle::default() };
        assert_eq!(diagram(2, 1, style, corner), expected);
    }

    #[test]
    fn pieces_can_have_several_columns() {
        let cell = |square: Square| {
            let glyph = ["a4*", "aZ", "b", " "][usize::from(square)].to_owned();
            Cell { glyph, style: Style::new(), marked: square.index() == 1 }
        };
        let expected = "    ┌─────┬─────┐
  2 │ b   │     │
    ├─────┼─────┤
  1 │ a4* │[aZ] │
    └─────┴─────┘
      a     b";
        assert_eq!(diagram(2, 3, DrawingStyle::default(), cell), expected);
    }

    #[test]
    fn colours_only_when_allowed() {
        let drawn = |colour| diagram(2, 1, DrawingStyle { colour, flipped: false }, corner);
        assert!(drawn(true).contains('\x1b'));
        assert!(!drawn(false).contains('\x1b'));
    }
}
