//! The endgame tables of Zombies vs Princesses Draughts.
//!
//! A table has two bits for each position: whether the side to move loses, and whether it wins.
//! They are valid if the count of quiet plies is 0: then no earlier position can recur. Both bits
//! are set if the win needs more quiet plies than the rules allow, so that the rules draw the
//! position.

mod generate;
mod layout;
mod part;
mod placements;
mod seeds;
mod segment_view;
mod squares;
mod turn;

use std::sync::Arc;

use zugi_game::{Game, Player};
use zugi_tables::{Generation, HasTablebase, Home, PositionIndex};

use crate::rules::{QUIET_PLIES_TO_DRAW, Zvp};
use generate::ShardGeneration;
use layout::{FIRST_IN_FILES, Layout, MOST_PIECES, Material};
use squares::{compact, expand, mirror};

/// The numbering of the positions with one number of pieces.
#[derive(Debug)]
pub struct ZvpIndex {
    layout: &'static Layout,
    making: ShardGeneration,
}

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

    /// Great enough that a session does not build the table of five pieces, which takes eight
    /// seconds and 105 MB.
    const WORK: u64 = 8;

    #[inline]
    fn pieces(&self) -> u32 {
        Player::BOTH.map(|player| Zvp::pieces(self, player).count_ones()).iter().sum()
    }

    fn numbering(pieces: u32) -> Option<ZvpIndex> {
        (pieces <= Self::MOST_PIECES).then(|| {
            let (layout, limit) = (Layout::of(pieces), quiet_limit());
            ZvpIndex { layout, making: ShardGeneration { layout, pieces, limit } }
        })
    }
}

impl PositionIndex<Zvp> for ZvpIndex {
    fn entries(&self) -> u64 {
        self.layout.entries()
    }

    #[inline]
    fn entry(&self, position: &Zvp) -> Option<u64> {
        (position.quiet_plies() == 0).then(|| self.entry_of_board(position)).flatten()
    }

    #[inline]
    fn entry_of_board(&self, position: &Zvp) -> Option<u64> {
        let all_promoted = position.promoted();
        let placements = Player::BOTH.map(|side| {
            let pieces = position.pieces(side);
            (compact(pieces & !all_promoted), compact(pieces & all_promoted))
        });
        let counts = placements.map(|(men, promoted)| [men.count_ones(), promoted.count_ones()]);
        let (material, to_move) = (Material(counts), position.to_move());
        let segment = self.layout.segment(material, to_move);
        let number = |side: Player| material.placements(side).number(placements[side.index()]);
        let ((row, is_image), (column, is_other_image)) =
            (number(to_move.opponent()), number(to_move));
        let half = u64::from(is_image != is_other_image);
        let columns = u64::from(material.placements(to_move).count());
        let position = (2 * u64::from(row) + half) * columns + u64::from(column);
        Some(segment.codes.start + 2 * position)
    }

    fn position(&self, entry: u64) -> Option<Zvp> {
        let segment = self.layout.with_code(entry)?;
        let (material, to_move) = (segment.material, segment.to_move);
        let at = (entry - segment.codes.start) / 2;
        let (row, column) = (at / segment.columns(), (at % segment.columns()) as u32);
        let of_row = material.placements(to_move.opponent()).placement((row / 2) as u32);
        let (mut men, mut promoted) = material.placements(to_move).placement(column);
        if row % 2 != 0 {
            (men, promoted) = (mirror(men), mirror(promoted));
        }
        let mut placements = [(men, promoted), of_row];
        if to_move == Player::Two {
            placements.reverse();
        }
        if placements.iter().any(|&(men, promoted)| men & promoted != 0) {
            return None;
        }
        let pieces = placements.map(|(men, promoted)| expand(men | promoted));
        let promoted = expand(placements[0].1 | placements[1].1);
        Zvp::with_pieces(pieces, promoted, to_move)
    }

    fn loss_entry(&self, entry: u64) -> Option<u64> {
        let segment = self.layout.with_code(entry)?;
        Some(segment.losses.start + (entry - segment.codes.start) / 2)
    }

    fn bytes_in_memory(&self) -> u64 {
        let materials = self.layout.segments.iter().map(|segment| segment.material);
        materials.map(generate::bytes).max().unwrap_or(0)
    }

    fn bytes_in_files(&self) -> Option<u64> {
        (self.making.pieces >= FIRST_IN_FILES).then(|| self.making.most_bytes())
    }

    fn generation(index: &Arc<Self>, _: &Arc<Self>, _: Home) -> Box<dyn Generation> {
        Box::new(index.making)
    }
}

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;
