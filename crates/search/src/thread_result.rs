//! The results of the threads of a search, and the choice among them.

use std::sync::atomic::Ordering::Relaxed;

use zugi_game::{Game, RawMove};

use super::score::{Score, TB_WIN_IN_MAX_PLY, Value};
use super::search_event::PvInfo;
use super::shared_state::Shared;

/// The best line that one thread has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ThreadResult {
    /// The last finished depth.
    pub depth: u32,
    pub seldepth: usize,
    pub value: Value,
    /// The value is proven and exact: no win is quicker, no loss slower.
    pub verified: bool,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Hits of exact values that [`Shared::tbhits`] does not count yet.
    pub tbhits: u64,
    pub pv: Vec<RawMove>,
}

impl ThreadResult {
    /// The report of the line, with this rank among the best ones.
    pub fn report<G: Game, E>(self, shared: &Shared<G, E>, line: usize) -> PvInfo {
        PvInfo {
            depth: self.depth,
            seldepth: self.seldepth as u32,
            line,
            score: Score::from_value(self.value),
            nodes: self.nodes,
            time: shared.token.elapsed(),
            hashfull: shared.table.hashfull(),
            tbhits: self.tbhits + shared.tbhits.load(Relaxed),
            pv: self.pv,
            ..PvInfo::default()
        }
    }

    /// The line to play: the best verified line, or else the best line with a decided value, or
    /// else the line of the move with the most votes, where each thread has as many votes as its
    /// depth. Ties go to the deepest line, then to the first.
    pub fn best(all: &[ThreadResult]) -> Option<&ThreadResult> {
        let votes = |mv: Option<&RawMove>| {
            all.iter().filter(|other| other.pv.first() == mv).map(|other| other.depth).sum::<u32>()
        };
        all.iter().rev().max_by_key(|found| {
            let decided = Some(found.value).filter(|value| value.abs() >= TB_WIN_IN_MAX_PLY);
            (found.verified, decided.is_some(), decided, votes(found.pv.first()), found.depth)
        })
    }

    /// A legal move, for a search in which every thread failed before its first result.
    pub fn last_resort<G: Game, E>(shared: &Shared<G, E>) -> ThreadResult {
        let moves = shared.limits.root_moves(&shared.position);
        let pv = moves.first().map(|&mv| RawMove::of(mv)).into_iter().collect();
        let nodes = shared.nodes.load(Relaxed);
        ThreadResult { depth: 0, seldepth: 0, value: 0, verified: false, nodes, tbhits: 0, pv }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    fn found(depth: u32, value: Value, verified: bool, mv: char) -> ThreadResult {
        let pv = vec![RawMove(mv.into())];
        ThreadResult { depth, seldepth: 9, value, verified, nodes: 1, tbhits: 0, pv }
    }

    fn played(all: &[(u32, Value, bool, char)]) -> usize {
        let all: Vec<_> = all.iter().map(|&(d, v, sure, mv)| found(d, v, sure, mv)).collect();
        let best = ThreadResult::best(&all).unwrap();
        all.iter().position(|found| std::ptr::eq(found, best)).unwrap()
    }

    #[test]
    fn proven_lines_come_before_others_and_exact_ones_first() {
        let units = (20, 300, false, 'a');
        assert_eq!(played(&[units, (9, WIN - 7, false, 'b'), (8, WIN - 5, false, 'c')]), 2);
        assert_eq!(played(&[units, (9, WIN - 7, true, 'b'), (8, WIN - 9, false, 'c')]), 1);
        assert_eq!(played(&[units, (9, 8 - WIN, false, 'b'), (8, 6 - WIN, false, 'c')]), 1);
    }

    #[test]
    fn unproven_lines_are_chosen_by_votes_weighted_with_depth() {
        let found = |depth, mv| (depth, 0, false, mv);
        assert_eq!(played(&[found(8, 'a'), found(9, 'b')]), 1);
        assert_eq!(played(&[found(9, 'a'), found(8, 'b'), found(8, 'b')]), 1);
        assert_eq!(played(&[found(9, 'a'), found(9, 'b')]), 0);
        assert_eq!(played(&[found(8, 'a'), found(9, 'a'), found(9, 'b')]), 1);
        assert_eq!(ThreadResult::best(&[]), None);
    }
}
