//! The endgame tables of Zombies vs Princesses Draughts.
//!
//! A table has two bits for each position: whether the side to move loses, and whether it wins.
//! They are valid if the count of quiet plies is 0: then no earlier position can recur. Both bits
//! are set if the win needs more quiet plies than the rules allow, so that the rules draw the
//! position; a third bit then says whether the side to move would lose.

mod generate;
mod layout;
mod part;
mod placements;
mod position_index;
mod seeds;
mod segment_view;
mod squares;
mod turn;

use zugi_game::Player;
use zugi_tables::HasTablebase;

use crate::rules::{QUIET_PLIES_TO_DRAW, Zvp};
use layout::{Layout, MOST_PIECES};
pub use position_index::ZvpIndex;

/// The number of quiet plies in a row that draw the game; fewer in tests.
fn quiet_limit() -> u32 {
    #[cfg(test)]
    if let Some(limit) = tests::LIMIT.get() {
        return limit;
    }
    u32::from(QUIET_PLIES_TO_DRAW)
}

impl HasTablebase for Zvp {
    type PositionIndex = ZvpIndex;

    const MOST_PIECES: u32 = MOST_PIECES;

    /// A chain may capture all black pieces; at least one piece is white.
    const MOST_TAKEN: u32 = MOST_PIECES - 1;

    /// Less than the default: a game begins with only 13 pieces, and sessions need no tables at the
    /// start.
    const AHEAD: u32 = 5;

    /// High enough that a session does not build the table of five pieces, which takes eight
    /// seconds and 105 MB.
    const WORK: u64 = 8;

    #[inline]
    fn pieces(&self) -> u32 {
        Player::BOTH.map(|player| Zvp::pieces(self, player).count_ones()).iter().sum()
    }

    fn numbering(pieces: u32) -> Option<ZvpIndex> {
        let numbering = || ZvpIndex { layout: Layout::of(pieces), pieces, limit: quiet_limit() };
        (pieces <= Self::MOST_PIECES).then(numbering)
    }
}

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;
