//! The winning line of a proof, by the rules.

use std::sync::atomic::AtomicBool;

use zugi_game::{Player, Probe};

use super::worker::{Shared, Worker};
use super::{Provable, Solver};

impl<O> Solver<O> {
    /// Who wins the position: from what is known, or by a search of this thread, however long
    /// it takes; `None` once `stop` says so.
    pub(super) fn winner<G: Provable>(&self, position: &G, stop: &AtomicBool) -> Option<Player>
    where
        O: Probe<G>,
    {
        let shared = Shared::alone((&self.oracle, &self.results), position, u64::MAX, stop);
        shared.known(position).or_else(|| Worker::new(&shared, &|| false).run())
    }

    /// A winning move of who moves and wins here: one that `prefers` chooses (the least) among
    /// those that are known, or the first that a search finds.
    pub(super) fn winning_move<G: Provable>(
        &self,
        position: &G,
        prefers: impl Fn(&G) -> i32,
        stop: &AtomicBool,
    ) -> Option<G::Move>
    where
        O: Probe<G>,
    {
        let mover = position.to_move();
        let known = |next: &G| self.known(next);
        let children = position.moves().into_iter().map(|mv| (mv, position.after(mv)));
        let mut children: Vec<(G::Move, G)> = children.collect();
        let winning = children.iter().filter(|(_, next)| known(next) == Some(mover));
        if let Some((mv, _)) = winning.min_by_key(|(_, next)| prefers(next)) {
            return Some(*mv);
        }
        // What was known has been forgotten: it is found once more.
        children.sort_by_cached_key(|(_, next)| position.effort(next));
        for (mv, next) in &children {
            if self.winner(next, stop)? == mover {
                return Some(*mv);
            }
        }
        None
    }

    /// The winner as far as it is known without a search.
    pub(super) fn known<G: Provable>(&self, position: &G) -> Option<Player>
    where
        O: Probe<G>,
    {
        Shared::alone((&self.oracle, &self.results), position, 0, &AtomicBool::new(false))
            .known(position)
    }

    /// A line from a position that `winner` wins to the end of the game: their moves win, and
    /// the loser's are those that were the most work to meet. Each is legal, and at the end
    /// the winner has won, by the rules. Shorter where `stop` ends it.
    pub(super) fn line<G: Provable>(
        &self,
        position: &G,
        winner: Player,
        stop: &AtomicBool,
    ) -> Vec<G::Move>
    where
        O: Probe<G>,
    {
        let mut position = position.clone();
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let mv = if position.to_move() == winner {
                self.winning_move(&position, |next| position.effort(next), stop)
            } else {
                position.moves().into_iter().max_by_key(|&mv| self.work(&position.after(mv)))
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// How much work the result of a position was, as far as that is known; then how many
    /// moves it has to be met.
    fn work<G: Provable>(&self, position: &G) -> (u32, u64) {
        let place = position.proof_key().map(|key| self.results.place(key));
        let work = place.and_then(|place| self.results.work(place));
        (work.unwrap_or(0), position.count_moves())
    }
}
