//! The winner's choice of moves in an estimate: the move with the least effort, or the one with the
//! smallest proof.
//!
//! The choice decides how large the proof is. After a move of the winner, each reply needs one
//! answer, and the size is the sum of the sizes of the proofs after these answers.
//! [`Provable::log_proof_size`] estimates each of them. In terms of proof-number search (Allis and
//! others, "Proof-number search", 1994) the estimates are the first proof numbers of leaves, and
//! the choice is that of a search of three plies. `docs/notes/solving.md` compares the choices.

use zugi_game::{Player, Probe};

use crate::{Provable, Solver};

/// This many moves, those with the least [`Provable::log_proof_size`], are compared by all replies
/// to them. Comparing twice as many does not give better choices.
const COMPARED: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WinnerMoves {
    /// The move with the least [`Provable::effort`], which the search tries first.
    #[default]
    Effort,
    /// The move with the smallest expected proof, by all replies and the best answer to each
    /// ([`Provable::log_proof_size`]). A choice takes milliseconds.
    Size,
}

impl<G: Provable, O: Probe<G>> Solver<G, O> {
    /// The winner is to move. Returns the position that the winner chooses among `open`, the
    /// positions after the moves.
    pub(crate) fn chosen(&self, position: &G, mut open: Vec<G>, how: WinnerMoves) -> Option<G> {
        let known_pieces = self.oracle.most_pieces();
        match how {
            WinnerMoves::Effort => open.into_iter().min_by_key(|next| position.effort(next)),
            WinnerMoves::Size => {
                let winner = position.to_move();
                let size = |next: &G| next.log_proof_size(known_pieces);
                if open.len() > COMPARED {
                    open.select_nth_unstable_by(COMPARED, |one, two| {
                        size(one).total_cmp(&size(two))
                    });
                    open.truncate(COMPARED);
                }
                let sized = open.into_iter().map(|next| (self.size_of_lost(&next, winner), next));
                sized.min_by(|(one, _), (two, _)| one.total_cmp(two)).map(|(_, next)| next)
            }
        }
    }

    /// The expected size of a proof that `winner` wins, where the opponent moves: the sum over all
    /// replies.
    pub(crate) fn size_of_lost(&self, position: &G, winner: Player) -> f64 {
        if let Some(known) = self.known(position) {
            return if known == winner { 0.0 } else { f64::INFINITY };
        }
        let replies = position.moves().into_iter().map(|mv| position.after(mv));
        1.0 + replies.map(|next| self.size_of_won(&next, winner)).sum::<f64>()
    }

    /// The expected size of this proof where the winner moves: the least over all moves.
    pub(crate) fn size_of_won(&self, position: &G, winner: Player) -> f64 {
        match self.known(position) {
            Some(known) if known == winner => return 0.0,
            Some(_) => return f64::INFINITY,
            None => {}
        }
        let known_pieces = self.oracle.most_pieces();
        let size = |next: G| match self.known(&next) {
            Some(known) if known == winner => 0.0,
            Some(_) => f64::INFINITY,
            None => next.log_proof_size(known_pieces).exp(),
        };
        let moves = position.moves().into_iter().map(|mv| position.after(mv));
        1.0 + moves.map(size).fold(f64::INFINITY, f64::min)
    }
}
