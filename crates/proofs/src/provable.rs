//! The trait of games without draws whose positions can be proven.

use zugi_game::Game;

/// A game in which every position is won by one of the players and no position can recur, with the
/// data for the proof search.
///
/// So the value of a position depends only on the position, and can be stored and reused. With a
/// game that has draws or repetitions, [`Solver::new`](crate::Solver::new) does not compile.
pub trait Provable: Game {
    /// The bits of each half of [`Provable::proof_key`], from 8 to 64.
    const HALF_BITS: u32;

    const SOUND: () = assert!(
        !Self::DRAWS && !Self::REPETITION.is_possible() && Self::HALF_BITS >= 8,
        "proofs need a game without draws and without recurrences"
    );

    /// Two numbers less than 2 to the power of [`Provable::HALF_BITS`] that identify the position.
    /// Two positions may have the same key only if the side to move wins both or loses both. `None`
    /// if the result is not worth storing.
    fn proof_key(&self) -> Option<[u64; 2]>;

    /// A measure of the distance to the end of the game; no move increases it. With tables it is
    /// the number of pieces, because certificates compare it with that of the tables.
    fn size(&self) -> u32;

    /// The expected work, in any unit, to show that the side to move wins by the move to `next`.
    /// Near the leaves the search tries the moves by rising effort, so this must be fast.
    fn effort(&self, next: &Self) -> i32;

    /// The approximate number of nodes of a proof if positions with at most `known_pieces` pieces
    /// are known; an error of a factor of ten is acceptable.
    fn expected_nodes(&self, known_pieces: u32) -> f64;

    /// The natural logarithm of the expected number of positions of a proof that the side to move
    /// loses, if positions with at most `known_pieces` pieces are known. The game must not be over.
    /// Far from the leaves the search first tries the move whose next position has the least value.
    fn log_proof_size(&self, known_pieces: u32) -> f64;
}
