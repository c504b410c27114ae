//! The trait of games without draws whose positions can be proven.

use zugi_game::Game;

/// A game in which every position is won by one of the players and no position can recur, with the
/// data for the proof search.
///
/// So the value of a position depends only on the position, and can be stored and reused. A game
/// with draws or repetitions does not compile here.
pub trait Provable: Game {
    /// The bits of each half of [`Provable::proof_key`], from 8 to 64.
    const HALF_BITS: u32;

    const SOUND: () = assert!(
        !Self::DRAWS && !Self::REPETITION.is_possible() && Self::HALF_BITS >= 8,
        "proofs need a game without draws and without recurrences"
    );

    /// Two numbers less than 2 to the power of [`Provable::HALF_BITS`] that identify the position.
    /// Positions may share them only if both are won by their movers, or both lost. `None` if the
    /// result is not worth storing.
    fn proof_key(&self) -> Option<[u64; 2]>;

    /// The distance from the end, for example the number of pieces. No move increases it.
    fn size(&self) -> u32;

    /// The expected work to show that the side to move wins by going to `next`, in any unit. Near
    /// the leaves the search tries the moves in this order, so it must be fast.
    fn effort(&self, next: &Self) -> i32;

    /// The approximate number of nodes of a proof if positions with at most this number of pieces
    /// are known; an error of a factor of ten is acceptable.
    fn expected_nodes(&self, known_pieces: u32) -> f64;

    /// The natural logarithm of the expected number of positions of a proof that the side to move
    /// loses, if positions with at most this number of pieces are known. The game must not be over.
    /// Far from the leaves the search tries the moves in this order.
    fn log_proof_size(&self, known_pieces: u32) -> f64;
}
