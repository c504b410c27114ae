//! Short proof searches in the caller's thread, for the search of moves.

use std::sync::atomic::Ordering;

use zugi_game::{Attempt, Probe, Proof};

use super::worker::{Shared, Worker};
use super::{Provable, Solver};

impl<G: Provable, O: Probe<G>> Solver<G, O> {
    /// Tries to prove the winner, with at most about `nodes` nodes, in this thread. The stack of
    /// the thread must have several MiB. The attempt ends soon after `is_stopped` returns true.
    /// Later attempts continue from its results.
    ///
    /// ```
    /// use zugi_game::{Attempt, Game, Proof, toy::Hexapawn};
    /// use zugi_proofs::Solver;
    ///
    /// let position = Hexapawn::from_text("bbbb/4/1w2/w1ww b")?;
    /// let solver = Solver::new((), 1)?;
    /// let attempt = solver.attempt(&position, 10_000, &|| false);
    /// let won = attempt.proof;
    /// assert_eq!(won, Some(Proof::Won(position.parse_move("b4b3")?)));
    /// let next = position.after(position.parse_move("b4b3")?);
    /// assert_eq!(solver.attempt(&next, 0, &|| false).proof, Some(Proof::Lost));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attempt(
        &self,
        position: &G,
        nodes: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move> {
        let shared = Shared::new(self, position, 1, nodes);
        let winner = Worker::new(&shared, is_stopped).run();
        let proof = winner.and_then(|winner| {
            if winner != position.to_move() {
                return Some(Proof::Lost);
            }
            // The result of the winning move is nearly always in the table; if not, a search soon
            // finds it.
            let known = |mv: &&G::Move| self.known(&position.after(**mv)) == Some(winner);
            let again = |mv: &&G::Move| {
                let next = position.after(**mv);
                let shared = Shared::new(self, &next, 1, nodes);
                Worker::new(&shared, is_stopped).run() == Some(winner)
            };
            let moves = position.moves();
            let won = moves.iter().find(known).or_else(|| moves.iter().find(again));
            won.copied().map(Proof::Won)
        });
        Attempt { nodes: shared.nodes.load(Ordering::Relaxed), proof }
    }
}
