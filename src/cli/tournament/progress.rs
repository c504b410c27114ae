//! The output of a match while it is played.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};
use zugi_arbiter::names::{shown_game, shown_name};
use zugi_arbiter::{GameRecord, Reason, fault_reasons};

/// Lines of standard error that are shown for a fault.
const MOST_ERRORS: usize = 20;

/// A line of an engine's standard error.
pub(super) fn error_line(engine: &str, line: &str) -> String {
    format!("  {} ! {}", printable(&shown_name(engine)), printable(line))
}

/// The text without anything that a terminal would obey.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// How far the match is: a bar on a terminal, plain lines elsewhere.
pub(super) struct MatchProgress {
    bar: ProgressBar,
    total: usize,
    done: usize,
    quiet: bool,
}

impl MatchProgress {
    /// A match of `total` games, of which `done` are finished. A quiet one prints no games, only
    /// faults.
    pub fn new(total: usize, done: usize, quiet: bool) -> MatchProgress {
        let bar = if io::stderr().is_terminal() && !quiet {
            ProgressBar::new(total as u64)
        } else {
            ProgressBar::hidden()
        };
        let template = "{pos}/{len} games {wide_bar} {msg} {elapsed} +{eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        MatchProgress { bar, total, done, quiet }
    }

    /// Shows a game and the score after it.
    pub fn finished(&mut self, game: &GameRecord, summary: &str) {
        self.done += 1;
        self.show_fault(game);
        if !self.bar.is_hidden() {
            self.bar.set_message(summary.to_owned());
            self.bar.inc(1);
            return;
        }
        if self.quiet {
            return;
        }
        let [one, two] = game.players.each_ref().map(|name| printable(&shown_name(name)));
        let MatchProgress { done, total, .. } = self;
        let (number, end, reason, plies) = (game.number, game.end, game.reason, game.moves.len());
        eprintln!(
            "{done}/{total} game {number}: {one} - {two} {end} ({reason}, {plies} plies)  {summary}"
        );
    }

    /// What went wrong in a game, if something did: a fault, or a game that does not count as
    /// nobody knows whether there was one.
    fn show_fault(&self, game: &GameRecord) {
        if !game.reason.is_fault() && game.reason != Reason::Standstill {
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
            // A bar in the way would be torn.
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Shows the standings, and the score below them.
    pub fn standings(&self, text: &str, summary: &str) {
        self.bar.suspend(|| eprintln!("{text}{summary}"));
    }

    /// Clears the terminal for the report.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
