//! What a search tells while it runs and when it ends: plain data, no text.

use std::time::Duration;

use super::score::Score;

/// The state of a search: one line of analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root that was looked at, in plies.
    pub seldepth: u32,
    /// The rank of this line among the best ones, from 1.
    pub line: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How many of 1000 table slots this search has filled.
    pub hashfull: u32,
    /// The principal variation: legal moves, best play for both sides.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Nodes per second, with less than a microsecond counted as one.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(nps).unwrap_or(u64::MAX)
}

/// Receives the reports of a search, in the thread that searches.
pub trait Observer<M> {
    /// An iteration has finished a line, or the search ends: then the last report is
    /// the best line once more.
    fn report(&mut self, report: &Report<M>);
}

/// Takes note of nothing.
impl<M> Observer<M> for () {
    fn report(&mut self, _: &Report<M>) {}
}

impl<M, F: FnMut(&Report<M>)> Observer<M> for F {
    fn report(&mut self, report: &Report<M>) {
        self(report);
    }
}
