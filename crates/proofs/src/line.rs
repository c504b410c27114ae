//! The line of a win.

use zugi_game::{Player, Probe};

use super::worker::{Shared, Worker};
use super::{Provable, Solver};

impl<G: Provable, O: Probe<G>> Solver<G, O> {
    /// The winner, from the results or by a search of this thread; `None` soon after `is_stopped`
    /// returns true.
    fn winner(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<Player> {
        let shared = Shared { uses_near: false, ..Shared::new(self, position, 1, u64::MAX) };
        Worker::new(&shared, is_stopped).run()
    }

    /// A winning move: among those that are known to win, the one with the least value of
    /// `prefers`; otherwise the first that a search finds.
    pub(super) fn winning_move(
        &self,
        position: &G,
        prefers: impl Fn(&G) -> i32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<G::Move> {
        let mover = position.to_move();
        let children = position.moves().into_iter().map(|mv| (mv, position.after(mv)));
        let mut children: Vec<(G::Move, G)> = children.collect();
        let winning = children.iter().filter(|(_, next)| self.known(next) == Some(mover));
        if let Some((mv, _)) = winning.min_by_key(|(_, next)| prefers(next)) {
            return Some(*mv);
        }
        // The table has lost the results, so a search finds them again.
        children.sort_by_cached_key(|(_, next)| position.effort(next));
        for (mv, next) in &children {
            if self.winner(next, is_stopped)? == mover {
                return Some(*mv);
            }
        }
        None
    }

    /// A line from a position that `winner` wins, to the end of the game or until `is_stopped` ends
    /// it. The moves of the winner win; those of the loser took the most work to refute.
    pub(super) fn line(
        &self,
        position: &G,
        winner: Player,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<G::Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let mv = if position.to_move() == winner {
                self.winning_move(&position, |next| position.effort(next), is_stopped)
            } else {
                position.moves().into_iter().max_by_key(|&mv| self.work(&position.after(mv)))
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// A sort key: the binary logarithm of a result's nodes, 0 if unknown; then the number of
    /// moves.
    fn work(&self, position: &G) -> (u32, u64) {
        let place = position.proof_key().map(|key| self.results.place(key));
        let work = place.and_then(|place| self.results.work(place));
        (work.unwrap_or(0), position.count_moves())
    }
}
