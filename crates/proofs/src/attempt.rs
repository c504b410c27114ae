//! Short proof searches in the caller's thread, for the search of moves.

use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Attempt, Probe, Proof};

use super::Provable;
use super::solver::Solver;
use super::worker::{Shared, Worker};

impl<O> Solver<O> {
    /// Tries to prove who wins within about this number of nodes, in this thread, whose stack must
    /// have several MiB. It ends soon after `is_stopped` returns true. Later attempts continue from
    /// its results.
    ///
    /// ```
    /// use zugi_game::{Attempt, Game, Proof, toy::Hexapawn};
    /// use zugi_proofs::Solver;
    ///
    /// let position = Hexapawn::from_text("bbbb/4/1w2/w1ww b")?;
    /// let solver = Solver::new::<Hexapawn>((), 1)?;
    /// let attempt = solver.attempt(&position, 10_000, &|| false);
    /// let won = attempt.proof;
    /// assert_eq!(won, Some(Proof::Won(position.parse_move("b4b3")?)));
    /// let next = position.after(position.parse_move("b4b3")?);
    /// assert_eq!(solver.attempt(&next, 0, &|| false).proof, Some(Proof::Lost));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attempt<G: Provable>(
        &self,
        position: &G,
        nodes: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move>
    where
        O: Probe<G>,
    {
        let running = AtomicBool::new(false);
        let mut shared = Shared::alone((&self.oracle, &self.results), position, nodes, &running);
        shared.near = Some(&self.near);
        let winner = Worker::new(&shared, is_stopped).run();
        let proof = winner.and_then(|winner| {
            if winner != position.to_move() {
                return Some(Proof::Lost);
            }
            // The result of the winning move is nearly always in the table; if not, a search soon
            // finds it.
            let known = |mv: &G::Move| shared.known(&position.after(*mv)) == Some(winner);
            let again = |mv: &G::Move| {
                let (next, tables) = (position.after(*mv), (&self.oracle, &self.results));
                let mut below = Shared::alone(tables, &next, nodes, &running);
                below.near = Some(&self.near);
                Worker::new(&below, is_stopped).run() == Some(winner)
            };
            let moves = position.moves();
            let won =
                moves.iter().find(|mv| known(mv)).or_else(|| moves.iter().find(|mv| again(mv)));
            won.copied().map(Proof::Won)
        });
        Attempt { nodes: shared.nodes.load(Ordering::Relaxed), proof }
    }
}
