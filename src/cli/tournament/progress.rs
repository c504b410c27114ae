use indicatif::ProgressBar;
use zugi_arbiter::names::{shown_game, shown_name};
use zugi_arbiter::report;
use zugi_arbiter::tournament::{Sink, SinkResult};
use zugi_arbiter::{GameRecord, MatchConfig, Reason, fault_reasons};
use zugi_protocol::printable;

use super::super::progress_bar::bar;
use super::super::stderr::message;
use super::tally::Tally;

/// The most stderr lines shown for a fault.
const MOST_ERRORS: usize = 20;

pub(super) fn error_line(engine: &str, line: &str) -> String {
    format!("  {} ! {}", printable(&shown_name(engine)), printable(line))
}

/// Match progress: a bar on a terminal, plain lines elsewhere.
pub(super) struct MatchProgress<'a, 'r> {
    bar: ProgressBar,
    total: usize,
    tally: &'a mut Tally<'r>,
    config: &'a MatchConfig,
}

impl<'a, 'r> MatchProgress<'a, 'r> {
    /// Progress of `total` games, with the tally of those that are finished. With `quiet`, only
    /// faults and standings are printed.
    pub fn new(
        total: usize,
        tally: &'a mut Tally<'r>,
        config: &'a MatchConfig,
    ) -> MatchProgress<'a, 'r> {
        let bar = if config.quiet { ProgressBar::hidden() } else { bar(total as u64, "games") };
        bar.set_position(tally.score.games() as u64);
        MatchProgress { bar, total, tally, config }
    }

    fn show_game(&self, game: &GameRecord, summary: &str) {
        self.show_fault(game);
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{summary} "));
            self.bar.inc(1);
            return;
        }
        if self.config.quiet {
            return;
        }
        let [one, two] = game.players.each_ref().map(|name| printable(&shown_name(name)));
        let (done, total) = (self.tally.score.games(), self.total);
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
        let GameRecord { number, reason, .. } = game;
        let fault = format!("game {number}: {reason}: {}", printable(&shown_game(game).detail));
        for line in [fault].into_iter().chain(lines) {
            // Printing without `suspend` would break the bar.
            self.bar.suspend(|| message!("{line}"));
        }
    }
}

impl Sink for MatchProgress<'_, '_> {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        let flow = self.tally.game(game)?;
        let score = &self.tally.score;
        let summary = score.summary();
        self.show_game(game, &summary);
        let interval = self.config.interval;
        if interval.is_some_and(|interval| score.games().is_multiple_of(interval.get())) {
            let standings = report::standings(&score.report());
            self.bar.suspend(|| message!("{standings}{summary}"));
        }
        Ok(flow)
    }
}

impl Drop for MatchProgress<'_, '_> {
    /// Removes the bar before the report.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
