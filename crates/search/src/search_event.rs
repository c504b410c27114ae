//! The events of a search: plain data, no text. `search_replies.rs` of `zugi_engine` writes them.

use std::time::Duration;

use zugi_game::{PackedMove, RawMove};

use super::score::Score;

/// One line of analysis, with the state of the search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PvInfo {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root, in plies.
    pub seldepth: u32,
    /// The rank of this line among the best ones, from 1.
    pub line: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// The probabilities that the side to move wins, draws and loses, in thousandths with the sum
    /// 1000, if the search computes them.
    pub wdl: Option<[u32; 3]>,
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How much of the table this search has filled, or how much of its memory a tree uses, in
    /// thousandths.
    pub hashfull: u32,
    /// The number of hits of exact values, see [`Endgames`](zugi_game::Endgames).
    pub tbhits: u64,
    /// The principal variation: legal moves, best play for both sides.
    pub pv: Vec<RawMove>,
}

impl PvInfo {
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// An iteration has finished a line. The last event is the result: the best line once more.
    Line(PvInfo),
    /// The search begins a root move. Reported only after 3 s, and at most four times a second.
    CurrentMove {
        /// The depth of the iteration under way, in plies.
        depth: u32,
        mv: RawMove,
        /// Its number in the order of this iteration, from 1.
        number: usize,
    },
    /// Only `found` of the requested threads search, because the system cannot start more.
    /// Reported before the first line.
    FewerThreads { found: usize, asked: usize },
    /// Alpha-beta searches instead of the tree, because nothing is left to chance, see
    /// [`TreeGame::is_exact_ending`](crate::TreeGame::is_exact_ending). Reported before the first
    /// line.
    ExactEnding,
    /// The search leaves out decisions that a search to the end of the game proves to be worse
    /// than another one, or to lose. Reported before the first line.
    Refuted {
        refuted: usize,
        /// The number of all decisions.
        all: usize,
    },
}

impl SearchEvent {
    #[must_use]
    pub fn line(self) -> Option<PvInfo> {
        if let SearchEvent::Line(line) = self { Some(line) } else { None }
    }
}

/// Receives the events of a search, in the thread that searches.
pub type Observer<'a> = &'a mut (dyn FnMut(SearchEvent) + Send + 'a);

pub(super) fn tell(observer: &mut Option<Observer<'_>>, event: SearchEvent) {
    if let Some(observer) = observer {
        observer(event);
    }
}

/// Borrows the observer for a part of the search.
pub(super) fn reborrow<'a>(observer: &'a mut Option<Observer<'_>>) -> Option<Observer<'a>> {
    observer.as_mut().map(|observer| &mut **observer as Observer<'a>)
}
