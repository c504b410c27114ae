//! The numbers of positions in their table, from the numbers of the placements of both sides.

use std::sync::Arc;

use zugi_game::{Game, Player};
use zugi_tables::{Generation, Home, PositionIndex};

use super::generate;
use super::layout::{FIRST_IN_FILES, Layout, Material};
use super::squares::{compact, expand, mirror};
use crate::rules::Zvp;

/// The numbering of the positions with one number of pieces, and the generation of their table.
#[derive(Clone, Copy, Debug)]
pub struct ZvpIndex {
    pub(super) layout: &'static Layout,
    pub(super) pieces: u32,
    /// The number of quiet plies that draw a game.
    pub(super) limit: u32,
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
        let columns = u64::from(material.placements(to_move).count);
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
        (self.pieces >= FIRST_IN_FILES).then(|| self.most_bytes())
    }

    fn generation(index: &Arc<Self>, _: &Arc<Self>, _: Home) -> Box<dyn Generation> {
        Box::new(**index)
    }
}
