//! The proof search in Zola: the keys of positions, and the order of moves.

use zugi_game::board::{Bits, mix};
use zugi_game::{Game, Player, Probe};
use zugi_proofs::{Provable, Proves, Solver};

use crate::rules::{Size, Zola};

/// The most bits of half a key.
const MOST_BITS: u32 = 64;

/// A set of squares in 64 bits: exact up to 8x8, else a hash.
fn half<B: Bits>(set: B, squares: u32) -> u64 {
    let [low, high] = set.words();
    if squares <= MOST_BITS { low } else { mix(low ^ mix(high)) }
}

impl<S: Size> Proves for Zola<S> {
    type Prover<O: Probe<Zola<S>> + 'static> = Solver<Zola<S>, O>;
}

impl<S: Size> Provable for Zola<S> {
    /// A bit for each square up to 8x8, so that the key is the position there; 64 bits on 10x10.
    const HALF_BITS: u32 =
        if S::SQUARES as u32 <= MOST_BITS { S::SQUARES as u32 } else { MOST_BITS };

    /// The own checkers and the enemy's. The exchange of colours does not change the result, so the
    /// key does not have the side to move.
    fn proof_key(&self) -> Option<[u64; 2]> {
        let (own, enemy) = self.own_and_enemy();
        // Only the start position and those after the first move still have the pie rule, so few
        // results are not stored.
        (self.is_without_pie()).then(|| [own, enemy].map(|set| half(set, S::SQUARES.into())))
    }

    #[inline]
    fn size(&self) -> u32 {
        Player::BOTH.map(|player| self.checkers(player).count()).iter().sum()
    }

    /// In quarters: the number of the opponent's moves, which must all be refuted, minus half the
    /// number of own captures that are possible afterwards, and minus six if the move is a capture.
    /// `docs/notes/solving.md` has the measurements.
    fn effort(&self, next: &Self) -> i32 {
        let mover = self.to_move();
        let (theirs, ours) = (next.checkers(mover.opponent()), next.checkers(mover));
        let [moves, threats] = S::pressure(theirs, ours);
        let is_capture = self.checkers(mover.opponent()) != theirs;
        4 * moves as i32 - 2 * threats as i32 - 24 * i32::from(is_capture)
    }

    /// Measured: random balanced positions of 6x6 with 14 checkers and tables of eight take 5,600
    /// nodes (median), 4.5 times as many for each further checker, and 2.5 times as many for each
    /// checker less in the tables. Without tables, the start of 4x4 takes 142,000 nodes, and
    /// positions of nine checkers about 1,000.
    fn expected_nodes(&self, known_pieces: u32) -> f64 {
        let checkers = (self.checkers(Player::One) | self.checkers(Player::Two)).count() as i32;
        if S::SQUARES <= 16 {
            return 142_000.0 * 2f64.powi(checkers - 16) * 1.5f64.powi(-(known_pieces as i32));
        }
        5_600.0 * 4.5f64.powi(checkers - 14) * 2.5f64.powi(8 - known_pieces as i32)
    }

    /// Fitted to 4,872 positions of 6x6 with 13 to 28 checkers and tables of nine; the error is a
    /// factor of 1.8 (standard deviation). A checker more in the tables saves a factor of 3.5.
    /// `docs/notes/solving.md` describes the fit.
    fn log_proof_size(&self, known_pieces: u32) -> f64 {
        let (loser, winner) = self.own_and_enemy();
        let [replies, captures] = S::pressure(loser, winner).map(f64::from);
        let [moves, threats] = S::pressure(winner, loser).map(f64::from);
        let distances: i32 = winner.squares().map(S::distance).sum();
        let pieces = 1.674 * f64::from(winner.count()) + 1.872 * f64::from(loser.count());
        let of_loser =
            0.265 * replies - 0.389 * replies.ln_1p() - 0.113 * threats - 0.743 * threats.ln_1p();
        let of_winner = 0.163 * captures
            - 1.318 * captures.ln_1p()
            - 1.199 * moves.ln_1p()
            - 0.0203 * f64::from(distances);
        pieces + of_loser + of_winner - 7.7 - 3.5f64.ln() * (f64::from(known_pieces) - 9.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Zola4, Zola6, Zola10};

    #[test]
    fn colours_exchanged_are_the_same_position() {
        let key = |text: &str| Zola6::from_text(text).unwrap().proof_key();
        assert_eq!(key("b5/6/6/6/6/3rb1 r"), key("r5/6/6/6/6/3br1 b"));
        assert_ne!(key("b5/6/6/6/6/3rb1 r"), key("b5/6/6/6/6/3rb1 b"));
        assert_eq!(Zola4::pie_start().unwrap().proof_key(), None);
        assert!(Zola10::start().proof_key().is_some());
        let halves = Zola6::start().proof_key().unwrap();
        assert!(halves.iter().all(|half| half >> Zola6::HALF_BITS == 0));
    }
}
