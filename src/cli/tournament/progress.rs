//! The progress output of a match.

use indicatif::ProgressBar;
use zugi_arbiter::names::{shown_game, shown_name};
use zugi_arbiter::{GameRecord, Reason, fault_reasons};

use super::super::progress_bar::bar;
use super::super::stderr::message;

/// The most stderr lines shown for a fault.
const MOST_ERRORS: usize = 20;

/// Formats a line of an engine's standard error.
pub(super) fn error_line(engine: &str, line: &str) -> String {
    format!("  {} ! {}", printable(&shown_name(engine)), printable(line))
}

/// The text without control characters.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Match progress: a bar on a terminal, plain lines elsewhere.
pub(super) struct MatchProgress {
    bar: ProgressBar,
    total: usize,
    done: usize,
    quiet: bool,
}

impl MatchProgress {
    /// Progress of `total` games, of which `done` are finished. With `quiet`, only faults are
    /// printed.
    pub fn new(total: usize, done: usize, quiet: bool) -> MatchProgress {
        let bar = if quiet { ProgressBar::hidden() } else { bar(total as u64, "games") };
        bar.set_position(done as u64);
        MatchProgress { bar, total, done, quiet }
    }

    /// Shows a finished game and the score.
    pub fn finished(&mut self, game: &GameRecord, summary: &str) {
        self.done += 1;
        self.show_fault(game);
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{summary} "));
            self.bar.inc(1);
            return;
        }
        if self.quiet {
            return;
        }
        let [one, two] = game.players.each_ref().map(|name| printable(&shown_name(name)));
        let MatchProgress { done, total, .. } = self;
        let (number, end, reason, plies) = (game.number, game.end, game.reason, game.moves.len());
        message!(
            "{done}/{total} game {number}: {one} - {two} {end} ({reason}, {plies} plies)  {summary}"
        );
    }

    /// Shows the fault of a game, or why the game does not count.
    fn show_fault(&self, game: &GameRecord) {
        if !game.reason.is_fault() && game.reason != Reason::Suspended {
            return;
        }
        let errors: Vec<(&str, &str)> = fault_reasons::error_lines(game).collect();
        let last = errors.iter().skip(errors.len().saturating_sub(MOST_ERRORS));
        let lines = last.map(|(engine, line)| error_line(engine, line));
        let fault = format!(
            "game {}: {}: {}",
            game.number,
            game.reason,
            printable(&shown_game(game).detail)
        );
        for line in [fault].into_iter().chain(lines) {
            // Printing without `suspend` would break the bar.
            self.bar.suspend(|| message!("{line}"));
        }
    }

    /// Shows the standings and the score.
    pub fn standings(&self, text: &str, summary: &str) {
        self.bar.suspend(|| message!("{text}{summary}"));
    }

    /// Removes the bar before the report.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
