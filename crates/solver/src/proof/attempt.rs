//! A short proof in the thread of the caller, as a search of moves asks for it.

use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Attempt, Proof};

use super::Provable;
use super::solver::Solver;
use super::worker::{Shared, Worker};
use crate::Oracle;

impl<O> Solver<O> {
    /// Tries to find out who wins by about so many nodes at most, in this thread, which must
    /// have a stack of some MiB; ends soon after `is_stopped` says so. What was found out on
    /// the way is kept, so that a later attempt goes on from there.
    ///
    /// ```
    /// use zugi_game::{Attempt, Game, Proof, toy::Hexapawn};
    /// use zugi_solver::proof::Solver;
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
        O: Oracle<G>,
    {
        let running = AtomicBool::new(false);
        let mut shared = Shared::alone((&self.oracle, &self.results), position, nodes, &running);
        shared.near = Some(&self.near);
        let winner = Worker::new(&shared, is_stopped).run();
        let proof = winner.and_then(|winner| {
            if winner != position.to_move() {
                return Some(Proof::Lost);
            }
            // Nearly always its result is still there, and otherwise soon found again.
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
