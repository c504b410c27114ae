//! The layout of a table: its materials, their segments, and the entries of a segment.
//!
//! A segment has the positions of a material with one side to move. Its rows are the placements of
//! the other side, its columns those of the side to move. So in the segment after a move the row is
//! the placement of the side that has moved. The board is mirrored so that the placement of the row
//! is canonical. A row has one half for the canonical placements of the columns, and one for their
//! mirror images.

use std::ops::Range;
use std::sync::OnceLock;

use zugi_game::Player;

use super::placements::Placements;

pub(super) const MOST_PIECES: u32 = 7;
/// The least number of pieces of a table that can be built in files: from this number on the codes
/// and the losses of each segment begin at the start of a block of the file.
pub(super) const FIRST_IN_FILES: u32 = 4;
const BLOCK_BITS: u64 = 64 * 4096;

/// The numbers of unpromoted and promoted pieces of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material(pub [[u32; 2]; 2]);

impl Material {
    pub fn pieces(self) -> u32 {
        self.0.as_flattened().iter().sum()
    }

    pub fn of(self, side: Player) -> [u32; 2] {
        self.0[side.index()]
    }

    /// The side that has lost because it has no pieces.
    pub fn without_pieces(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&side| self.of(side) == [0, 0])
    }

    pub fn placements(self, side: Player) -> &'static Placements {
        let [men, promoted] = self.of(side);
        Placements::of(side, men, promoted)
    }

    fn placement_count(self, side: Player) -> u64 {
        let [men, promoted] = self.of(side);
        Placements::count_of(men, promoted)
    }

    /// The number of positions of a segment: both halves of all rows.
    pub fn positions(self) -> u64 {
        2 * self.placement_count(Player::One) * self.placement_count(Player::Two)
    }

    /// The index among the materials with as many pieces, by rising number of white pieces, then of
    /// unpromoted white ones, then of unpromoted black ones. Moves to another of these materials
    /// lead to a lower index.
    fn place(self) -> usize {
        let [[men, promoted], [black_men, black_promoted]] = self.0;
        let (white, pieces) = (men + promoted, self.pieces());
        let before: u32 = (0..white).map(|white| (white + 1) * (pieces - white + 1)).sum();
        (before + men * (black_men + black_promoted + 1) + black_men) as usize
    }

    /// All materials with this number of pieces, in their order.
    fn all(pieces: u32) -> impl Iterator<Item = Material> {
        (0..=pieces).flat_map(move |white| {
            let black = pieces - white;
            (0..=white).flat_map(move |men| {
                (0..=black).map(move |black_men| {
                    Material([[men, white - men], [black_men, black - black_men]])
                })
            })
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub material: Material,
    pub to_move: Player,
    /// Two bits for each position: lost, won, neither (a draw), or both (won or lost if there were
    /// no draw by quiet plies).
    pub codes: Range<u64>,
    /// One bit for each position: 1 if both bits of its code are set and it would be lost without
    /// the draw by quiet plies.
    pub losses: Range<u64>,
}

impl Segment {
    pub fn columns(&self) -> u64 {
        self.material.placement_count(self.to_move)
    }
}

/// The segments of the table with one number of pieces.
#[derive(Debug)]
pub(super) struct Layout {
    pub segments: Vec<Segment>,
}

impl Layout {
    /// The layout for this number of pieces, at most [`MOST_PIECES`].
    pub fn of(pieces: u32) -> &'static Layout {
        static ALL: [OnceLock<Layout>; MOST_PIECES as usize + 1] =
            [const { OnceLock::new() }; MOST_PIECES as usize + 1];
        ALL[pieces as usize].get_or_init(|| Layout::new(pieces))
    }

    fn new(pieces: u32) -> Layout {
        let unit = if pieces < FIRST_IN_FILES { 64 } else { BLOCK_BITS };
        let mut end = 0;
        let mut next = |bits: u64| {
            let begin = end;
            end += bits.next_multiple_of(unit);
            begin..end
        };
        let materials = Material::all(pieces);
        let segments = materials.flat_map(|material| {
            Player::BOTH.map(|to_move| {
                let positions = material.positions();
                let (codes, losses) = (next(2 * positions), next(positions));
                Segment { material, to_move, codes, losses }
            })
        });
        Layout { segments: segments.collect() }
    }

    pub fn entries(&self) -> u64 {
        self.segments.last().map_or(0, |segment| segment.losses.end)
    }

    /// The index of a segment.
    pub fn number(material: Material, to_move: Player) -> usize {
        2 * material.place() + to_move.index()
    }

    pub fn segment(&self, material: Material, to_move: Player) -> &Segment {
        &self.segments[Layout::number(material, to_move)]
    }

    /// The segment with this entry among its codes.
    pub fn with_code(&self, entry: u64) -> Option<&Segment> {
        let at = self.segments.partition_point(|segment| segment.codes.start <= entry);
        let segment = self.segments.get(at.checked_sub(1)?)?;
        (entry < segment.codes.start + 2 * segment.material.positions()).then_some(segment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_found_by_material_and_by_entry() {
        for pieces in 0..=MOST_PIECES {
            let layout = Layout::of(pieces);
            let mut end = 0;
            for (number, segment) in layout.segments.iter().enumerate() {
                assert_eq!(Layout::number(segment.material, segment.to_move), number);
                assert_eq!(segment.codes.start, end);
                assert_eq!(layout.with_code(end), Some(segment));
                let codes = 2 * segment.material.positions();
                assert_eq!(layout.with_code(end + codes - 1), Some(segment));
                assert_eq!(layout.with_code(segment.losses.start), None);
                end = segment.losses.end;
            }
            assert_eq!(layout.entries(), end);
        }
    }
}
