//! What a game must tell so that its positions can be proven.

use zugi_game::Game;

/// A game in which every position is won by one of the players, and no position can occur
/// twice, with what the proof search asks of it.
///
/// Both are what makes the search sound: the value of a position then depends on nothing but
/// the position, whatever led to it, so that it can be kept and used again. A game with
/// draws or recurrences does not compile here.
pub trait Provable: Game {
    /// The bits of each half of [`Provable::proof_key`], from 8 to 64.
    const HALF_BITS: u32;

    /// Compiles for sound games only.
    const SOUND: () = assert!(
        !Self::DRAWS && !Self::REPETITION.is_possible() && Self::HALF_BITS >= 8,
        "proofs need a game without draws and without recurrences"
    );

    /// Two numbers below 2 to the power of [`Provable::HALF_BITS`] that tell the positions
    /// apart, or at least nearly all of them. Positions with the same one are both won by
    /// their movers, or both lost. `None`: the result is not worth keeping.
    fn proof_key(&self) -> Option<[u64; 2]>;

    /// How far the position is from the end, such as by the number of pieces: at most as much
    /// after any move.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_solver::proof::Provable;
    /// assert_eq!(Hexapawn::start().size(), 8);
    /// ```
    fn size(&self) -> u32;

    /// How much work it may be to show that `next`, a position after a move in this one, is
    /// won by who moves here: in any unit, the least is tried first.
    fn effort(&self, next: &Self) -> i32;

    /// About how many nodes it takes to prove who wins, if that is known of positions with
    /// so many pieces: right to a factor of ten or so.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_solver::proof::Provable;
    /// let (start, ending) = (Hexapawn::start(), Hexapawn::from_text("4/1b2/w3/4 b").unwrap());
    /// assert!(ending.expected_nodes(2) < start.expected_nodes(2));
    /// assert!(start.expected_nodes(4) < start.expected_nodes(2));
    /// ```
    fn expected_nodes(&self, known_pieces: u32) -> f64;
}
