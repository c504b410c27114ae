//! The trait of games with draws whose positions can be proven.

use zugi_game::{Game, Player};

/// A game that is drawn after some quiet plies in a row, with the data for the proof search.
///
/// A quiet ply adds one to [`ProvableWithDraws::quiet_plies`]. Any other ply sets this count to 0,
/// and after it no earlier position can recur. The result of a position depends only on its board,
/// its count and recurrence. A recurrence draws the game, or it has no effect.
/// `docs/reference/proofs.md` says why the search is sound under these conditions.
pub trait ProvableWithDraws: Game {
    /// The number of quiet plies in a row that draw the game: from 1 to 127.
    const QUIET_LIMIT: u8;

    /// [`DfpnSolver::new`](super::DfpnSolver::new) evaluates this, so it does not compile for a game
    /// that fails the assertion.
    const SOUND_WITH_DRAWS: () = assert!(
        Self::DRAWS && Self::QUIET_LIMIT >= 1 && Self::QUIET_LIMIT < 128,
        "proofs with draws need a game that is drawn after 1 to 127 quiet plies"
    );

    /// Two numbers that identify the board and the side to move, without the count of quiet plies.
    fn board_key(&self) -> [u64; 2];

    /// The number of quiet plies in a row before this position, at most
    /// [`ProvableWithDraws::QUIET_LIMIT`].
    fn quiet_plies(&self) -> u8;

    /// The same board with another count of quiet plies.
    #[must_use]
    fn with_quiet_plies(&self, quiet: u8) -> Self;

    /// The number of pieces, by which endgame tables are numbered.
    fn size(&self) -> u32;

    /// The most quiet plies in a row that a win with this number of pieces needs; `None` if that is
    /// unknown or more than [`ProvableWithDraws::QUIET_LIMIT`].
    fn longest_win(pieces: u32) -> Option<u8>;

    /// The first proof and disproof numbers for a win of `prover`, each at least 1. The game must
    /// not be over.
    fn first_numbers(&self, prover: Player) -> [u32; 2];
}
