//! The events of a search while it runs and at its end: plain data, no text.

use std::time::Duration;

use zugi_game::{PackedMove, RawMove};

use super::score::Score;

/// The state of a search: one line of analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvInfo {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root that was looked at, in plies.
    pub seldepth: u32,
    /// The rank of this line among the best ones, from 1.
    pub line: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// The chances of the side to move to win, draw and lose, in thousandths with the sum 1000, if
    /// the search computes them.
    pub wdl: Option<[u32; 3]>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How many of 1000 table slots this search has filled.
    pub hashfull: u32,
    /// The number of hits of exact values, see [`ExactValue`](zugi_game::ExactValue).
    pub known: u64,
    /// The principal variation: legal moves, best play for both sides.
    pub pv: Vec<RawMove>,
}

impl PvInfo {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// The principal variation as moves of the game.
    pub fn moves<M: PackedMove>(&self) -> impl Iterator<Item = M> {
        self.pv.iter().map(|mv| mv.typed())
    }
}

/// Nodes per second; 0 for less than a millisecond, which is too short to measure a speed.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    if time < Duration::from_millis(1) {
        return 0;
    }
    u64::try_from(u128::from(nodes) * 1_000_000 / time.as_micros()).unwrap_or(u64::MAX)
}

/// An event of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// An iteration has finished a line. The last event is the best line once more: the result.
    Line(PvInfo),
    /// The search begins with a root move. Told only after 3 s, and at most four times a second.
    CurrentMove {
        /// The depth of the iteration under way, in plies.
        depth: u32,
        /// The move.
        mv: RawMove,
        /// Its place in the order of this iteration, from 1.
        number: usize,
    },
    /// Only `found` of the threads asked for search, because the system has no memory for more.
    /// Told before the first line.
    FewerThreads {
        /// The threads that search.
        found: usize,
        /// The threads asked for.
        asked: usize,
    },
    /// Alpha-beta searches where a tree would else, as nothing is left to chance, see
    /// [`TreeGame::is_exact_ending`](crate::TreeGame::is_exact_ending). Told before the first
    /// line.
    ExactEnding,
    /// So many of all decisions are proven to be worse than another one, or to lose, by a search to
    /// the end of the game: the search leaves them out. Told before the first line.
    Refuted {
        /// The decisions that are left out.
        refuted: usize,
        /// All decisions.
        all: usize,
    },
}

impl SearchEvent {
    /// The line, if it is one.
    #[must_use]
    pub fn line(self) -> Option<PvInfo> {
        if let SearchEvent::Line(line) = self { Some(line) } else { None }
    }
}

/// Receives the events of a search, in the thread that searches.
pub type Observer<'a> = &'a mut (dyn FnMut(SearchEvent) + Send + 'a);

/// Tells the observer, if there is one.
pub(super) fn tell(observer: &mut Option<Observer<'_>>, event: SearchEvent) {
    if let Some(observer) = observer {
        observer(event);
    }
}

/// The same observer for a part of the search.
pub(super) fn reborrow<'a>(observer: &'a mut Option<Observer<'_>>) -> Option<Observer<'a>> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}
