//! Wraps text at word boundaries for narrow terminals.

use console::measure_text_width;

use super::fit_to_terminal::Window;

/// In columns. For narrower terminals, text is wrapped at this width.
const NARROWEST: usize = 20;

/// The text wrapped for the terminal; unchanged if stdout is not one.
pub(super) fn for_stdout(text: &str) -> String {
    let window = Window::of_stdout();
    window.map_or_else(|| text.to_owned(), |window| wrapped(text, window.columns))
}

/// A line wrapped for the terminal, with this indent of continuation lines.
pub(super) fn row_for_stdout(line: &str, indent: usize) -> String {
    let window = Window::of_stdout();
    window.map_or_else(|| line.to_owned(), |window| wrapped_below(line, window.columns, indent))
}

/// The text wrapped at this width; longer words stay whole.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let width = width.max(NARROWEST);
    let lines = text.lines().map(|line| wrapped_line(line, width, indent(line, width)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps the line, with this indent for continuation lines, or an indent of 2 if this one leaves
/// little room.
fn wrapped_below(line: &str, width: usize, indent: usize) -> String {
    let width = width.max(NARROWEST);
    wrapped_line(line, width, if indent + NARROWEST <= width { indent } else { 2 })
}

fn wrapped_line(line: &str, width: usize, indent: usize) -> String {
    if measure_text_width(line) <= width {
        return line.to_owned();
    }
    let (mut wrapped, mut used) = (String::new(), 0);
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c != ' ') {
        let (blanks, word) = rest.split_at(at);
        let (word, after) = word.split_at(word.find(' ').unwrap_or(word.len()));
        let needed = measure_text_width(word);
        if used > indent && used + blanks.len() + needed > width {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            used = indent;
        } else {
            wrapped.push_str(blanks);
            used += blanks.len();
        }
        wrapped.push_str(word);
        used += needed;
        rest = after;
    }
    wrapped
}

/// The indent of continuation lines. Two or more blanks in the text of a line begin a second
/// column. The indent is the start of that column if it is in the first half of the width;
/// otherwise it is the start of the text, after blanks and a bullet.
fn indent(line: &str, width: usize) -> usize {
    let text = line.trim_start();
    let blanks = line.len() - text.len();
    let bullet = if text.starts_with("- ") { 2 } else { 0 };
    let column = text.find("  ").map(|gap| {
        let after = text[gap..].trim_start();
        measure_text_width(&line[..line.len() - after.len()])
    });
    column.filter(|&column| column <= width / 2).unwrap_or(blanks + bullet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_go_on_below_their_text() {
        assert_eq!(wrapped("a1b1 a1a2\na1", 40), "a1b1 a1a2\na1");
        assert_eq!(wrapped("a1b1 a1a2 b1b2 b1c1 c1c2", 20), "a1b1 a1a2 b1b2 b1c1\nc1c2");
        let bullet = "- A step goes to any square around.";
        assert_eq!(wrapped(bullet, 20), "- A step goes to any\n  square around.");
        let help = "  undo  take back your last move";
        assert_eq!(wrapped(help, 20), "  undo  take back\n        your last\n        move");
        let arrow = "→ a  line one two three";
        assert_eq!(wrapped(arrow, 20), "→ a  line one two\n     three");
        // A word that is too wide stays whole.
        assert_eq!(wrapped(&"x".repeat(50), 20), "x".repeat(50));
        assert_eq!(wrapped("aa bb", 0), "aa bb");
        assert_eq!(wrapped("", 0), "");
    }

    #[test]
    fn a_row_goes_on_below_its_last_column() {
        let row = "  1  +0.12  a1b1 b1c1 c1d1 d1e1 e1f1 f1f2";
        assert_eq!(wrapped_below(row, 41, 12), row);
        let broken = "  1  +0.12  a1b1 b1c1 c1d1 d1e1\n            e1f1 f1f2";
        assert_eq!(wrapped_below(row, 35, 12), broken);
        // In a narrow window, the indent of continuation lines is 2.
        assert_eq!(wrapped_below(row, 20, 12), "  1  +0.12  a1b1\n  b1c1 c1d1 d1e1\n  e1f1 f1f2");
    }
}
