//! Fits a board and the text around it into the terminal window.

use console::{Term, measure_text_width};

use super::wrap::wrapped;

/// Characters that occur only in board lines.
const OF_BOARD: [char; 4] = ['│', '┌', '├', '└'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    rows: usize,
    pub columns: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame<'a> {
    /// The text above the board.
    pub head: &'a str,
    /// The board and the areas beside it.
    pub body: &'a str,
    /// The number of rows to keep free below.
    pub free: usize,
    /// How to show the board again after enlarging the window.
    pub again: &'a str,
}

impl Frame<'_> {
    /// The text fitted into the window; unchanged if stdout is not a terminal.
    pub fn for_stdout(&self) -> String {
        Window::of_stdout().map_or_else(|| self.whole(), |window| window.fitted(self))
    }

    fn whole(&self) -> String {
        let end = if self.head.is_empty() { "" } else { "\n" };
        format!("{}{end}{}", self.head, self.body)
    }

    /// The width of the board in columns; 0 without a board.
    fn columns(&self) -> usize {
        let board = self.body.lines().filter(|line| is_of_board(line));
        board.map(measure_text_width).max().unwrap_or_default()
    }
}

impl Window {
    pub fn of_stdout() -> Option<Window> {
        let term = Term::stdout();
        let (rows, columns) = term.size_checked().filter(|_| term.is_term())?;
        Some(Window { rows: rows.into(), columns: usize::from(columns).max(1) })
    }

    /// The number of rows that a text takes if the terminal breaks its long lines.
    pub fn rows_of(self, text: &str) -> usize {
        let rows = |line| measure_text_width(line).div_ceil(self.columns).max(1);
        text.split('\n').map(rows).sum()
    }

    /// The largest form that fits, or else the smallest. A board that is too wide is replaced by a
    /// message.
    fn fitted(self, frame: &Frame<'_>) -> String {
        let columns = frame.columns();
        if columns > self.columns {
            let enough = Window { columns, ..self };
            let alone = Frame { head: "", ..*frame };
            let rows = enough.forms(&alone).iter().map(|form| enough.taken(form, frame)).min();
            return format!(
                "{}\n{}",
                wrapped(frame.head, self.columns),
                wrapped(&self.too_small(columns, rows.unwrap_or_default(), frame), self.columns)
            );
        }
        let mut forms = self.forms(frame);
        let fits = forms.iter().position(|form| self.taken(form, frame) <= self.rows);
        match fits {
            Some(at) => forms.swap_remove(at),
            None => forms.pop().unwrap_or_default(),
        }
    }

    /// Forms of decreasing size: complete, without blank lines, without the lines between ranks.
    fn forms(self, frame: &Frame<'_>) -> Vec<String> {
        let is_blank = |line: &str| line.trim().is_empty();
        let is_rule = |line: &str| line.trim_start().starts_with('├');
        let broken = |text: &str| {
            let lines = text.split('\n').map(|line| match is_of_board(line) {
                true => line.to_owned(),
                false => wrapped(line, self.columns),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let without = |text: &str, missed: &dyn Fn(&str) -> bool| {
            text.split('\n').filter(|line| !missed(line)).collect::<Vec<_>>().join("\n")
        };
        let whole = broken(&frame.whole());
        let dense = without(&whole, &is_blank);
        let denser = without(&dense, &is_rule);
        vec![whole, dense, denser]
    }

    fn taken(self, form: &str, frame: &Frame<'_>) -> usize {
        self.rows_of(form) + frame.free
    }

    fn too_small(self, columns: usize, rows: usize, frame: &Frame<'_>) -> String {
        format!(
            "The window is too small for the board: it has {} columns and {} rows. Make it at \
             least {columns} columns wide and {rows} rows high{}.",
            self.columns, self.rows, frame.again
        )
    }
}

fn is_of_board(line: &str) -> bool {
    line.contains(OF_BOARD)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "  ┌─┬─┐\n2 │ │ │\n  ├─┼─┤\n1 │ │ │\n  └─┴─┘\n\nhand one two three";

    fn shown(rows: usize, columns: usize) -> String {
        let frame = Frame { head: "Ann", body: BODY, free: 1, again: ", at once" };
        Window { rows, columns }.fitted(&frame)
    }

    #[test]
    fn what_can_best_be_missed_is_left_out() {
        assert_eq!(shown(9, 80), format!("Ann\n{BODY}"));
        assert!(!shown(8, 80).contains("\n\n") && shown(8, 80).contains('├'));
        assert!(!shown(7, 80).contains('├') && shown(7, 80).starts_with("Ann"));
        // There is no smaller form.
        assert_eq!(shown(1, 80), shown(7, 80));
    }

    #[test]
    fn a_board_is_never_broken_and_other_lines_are() {
        assert!(shown(50, 20).contains("\nhand one two three"));
        let body = BODY.replace("three", "three four");
        let frame = Frame { head: "", body: &body, free: 0, again: "" };
        let text = Window { rows: 50, columns: 20 }.fitted(&frame);
        assert!(text.ends_with("\nhand one two three\nfour"), "{text}");
        let small = shown(50, 6);
        assert!(!small.contains('│'), "{small}");
        let words = small.split_whitespace().collect::<Vec<_>>().join(" ");
        // The number of rows is not compared: at seven columns the last line takes several.
        let said = "Ann The window is too small for the board: it has 6 columns and 50 rows. Make \
                    it at least 7 columns wide and ";
        assert!(words.starts_with(said) && words.ends_with(" rows high, at once."), "{words}");
    }
}
