//! What a match shows while it is played.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::arbiter::GameRecord;

/// How far the match is: a bar on a terminal, plain lines elsewhere.
pub(super) struct MatchProgress {
    bar: ProgressBar,
    total: usize,
    done: usize,
}

impl MatchProgress {
    /// A match of so many games of which so many are done.
    pub fn new(total: usize, done: usize) -> MatchProgress {
        let bar = if io::stderr().is_terminal() {
            ProgressBar::new(total as u64)
        } else {
            ProgressBar::hidden()
        };
        let template = "{pos}/{len} games {wide_bar} {msg} {elapsed} +{eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        MatchProgress { bar, total, done }
    }

    /// Shows a game and the score after it.
    pub fn finished(&mut self, game: &GameRecord, summary: &str) {
        self.done += 1;
        if !self.bar.is_hidden() {
            self.bar.set_message(summary.to_owned());
            self.bar.inc(1);
            return;
        }
        let [one, two] = &game.players;
        let MatchProgress { done, total, .. } = self;
        let (number, end, reason, plies) = (game.number, game.end, game.reason, game.moves.len());
        eprintln!(
            "{done}/{total} game {number}: {one} - {two} {end} ({reason}, {plies} plies)  {summary}"
        );
    }

    /// Clears the terminal for the report.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
