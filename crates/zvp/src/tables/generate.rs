//! Builds tables by retrograde analysis (Ströhlein 1970; Thompson 1986), material by material.
//!
//! Captures, promotions and steps forwards cannot be taken back. They lead to another material, or
//! to groups of placements with fewer steps to the goal (see [`super::placements`]); those parts
//! are built first. Within a part only quiet moves are left. Each step of the analysis allows one
//! more quiet ply, until nothing changes. A step computes all positions of a row at once, see
//! [`super::turn`].

use rayon::prelude::*;
use zugi_game::Player;
use zugi_tables::{Extent, Finished, Generation, RulesBroken};

use super::layout::{Layout, Material, Segment};
use super::part::Part;
use super::position_index::ZvpIndex;
use super::seeds::{Targets, needed};
use super::segment_view::{LOSS, NewSegment, SegmentView, WIN, low_bits};

/// Builds the segments of a material, with White and with Black to move, from finished ones. A game
/// is drawn after `limit` quiet plies. Also returns the most quiet plies in a row that a win needs.
fn make(material: Material, segments: &Loaded<'_>, limit: u32) -> ([NewSegment; 2], u32) {
    let layout = Layout::of(material.pieces());
    let mut new = Player::BOTH.map(|to_move| {
        let segment = layout.segment(material, to_move);
        let words = |bits: &std::ops::Range<u64>| ((bits.end - bits.start) / 64) as usize;
        NewSegment::new(words(&segment.codes), words(&segment.losses), segment.columns())
    });
    if let Some(loser) = material.without_pieces() {
        for (to_move, new) in Player::BOTH.into_iter().zip(&mut new) {
            let code = if to_move == loser { LOSS } else { WIN };
            fill(&mut new.codes, material.positions(), code);
        }
        return (new, 0);
    }
    let targets = Player::BOTH.map(|side| Targets::new(material, side, segments));
    let [white, black] = Player::BOTH.map(|side| &material.placements(side).groups);
    let mut order: Vec<_> = white.iter().flat_map(|a| black.iter().map(move |b| [a, b])).collect();
    let steps = |groups: &[&super::placements::Group; 2]| groups[0].steps + groups[1].steps;
    order.sort_by_key(steps);
    let mut longest = 0;
    for together in order.chunk_by(|a, b| steps(a) == steps(b)) {
        let (same, targets) = ([new[0].view(), new[1].view()], &targets);
        let parts = together.par_iter().map(|&groups| {
            let part = Part { material, groups, targets, same, limit };
            part.solve()
        });
        let solved: Vec<_> = parts.collect();
        for (&groups, solved) in together.iter().zip(solved) {
            longest = longest.max(solved.longest);
            super::part::put(groups, &solved, &mut new);
        }
    }
    (new, longest)
}

/// The memory in bytes for building a material, with its segments.
pub(super) fn bytes(material: Material) -> u64 {
    let groups = |side: Player| material.placements(side).groups.iter().map(|it| it.numbers.len());
    let [white, black] = Player::BOTH.map(|side| groups(side).max().unwrap_or(0) as u64);
    // Both segments have two bits for each position. A part has 18 bits for each position of each
    // side in matrices, and the moves of its rows.
    let part = 2 * 2 * white * black * 18 / 8 + 100 * (white + black);
    2 * material.positions() / 4 + part
}

/// Gives this number of positions the same value.
fn fill(codes: &mut [u64], positions: u64, code: u64) {
    let all = code * (u64::MAX / 3);
    for (at, word) in (0..).zip(codes) {
        *word = all & low_bits((2 * positions).saturating_sub(64 * at));
    }
}

/// The finished segments for the shard that is being built.
pub(super) struct Loaded<'a> {
    /// The number of pieces of the shard's table.
    pieces: u32,
    finished: Finished<'a>,
}

impl Loaded<'_> {
    pub fn segment(&self, material: Material, to_move: Player) -> SegmentView<'_> {
        let segment = Layout::of(material.pieces()).segment(material, to_move);
        let [codes, losses] = extents(segment).map(|extent| match self.finished {
            Finished::Extents(extents) => extents.get(&extent),
            Finished::Tables { table, smaller } => match self.pieces - extent.pieces {
                0 => &table[extent.words],
                fewer => &smaller[fewer as usize - 1][extent.words],
            },
        });
        SegmentView { codes, losses, columns: segment.columns() }
    }
}

fn extents(segment: &Segment) -> [Extent; 2] {
    let pieces = segment.material.pieces();
    [&segment.codes, &segment.losses]
        .map(|bits| Extent { pieces, words: (bits.start / 64) as usize..(bits.end / 64) as usize })
}

impl ZvpIndex {
    fn material(&self, shard: usize) -> Material {
        self.layout.segments[2 * shard].material
    }

    /// The memory in bytes of the shard that needs most, with the segments that it needs.
    pub(super) fn most_bytes(&self) -> u64 {
        let bytes = |shard: usize| {
            let needed = needed(self.material(shard)).into_iter();
            let needed: u64 = needed.map(|(material, _)| material.positions() / 4).sum();
            needed + bytes(self.material(shard))
        };
        (0..self.shards(self.pieces)).map(bytes).max().unwrap_or(0)
    }
}

/// A shard has the two segments of a material.
impl Generation for ZvpIndex {
    fn shards(&self, _: u32) -> usize {
        self.layout.segments.len() / 2
    }

    fn extents(&self, _: u32, shard: usize) -> Vec<Extent> {
        self.layout.segments[2 * shard..][..2].iter().flat_map(extents).collect()
    }

    fn make(&self, shard: usize, finished: Finished<'_>) -> Result<Vec<Vec<u64>>, RulesBroken> {
        let (material, segments) = (self.material(shard), Loaded { pieces: self.pieces, finished });
        let (made, longest) = make(material, &segments, self.limit);
        log::debug!("{material:?}: no win takes more than {longest} quiet plies");
        Ok(made.into_iter().flat_map(|NewSegment { codes, losses, .. }| [codes, losses]).collect())
    }

    fn put(&self, _: usize, extent: &Extent, words: &[u64], table: &mut [u64]) {
        table[extent.words.clone()].copy_from_slice(words);
    }

    fn needs(&self, shard: usize) -> Vec<Extent> {
        let needed = needed(self.material(shard)).into_iter();
        let segment = |(material, to_move): (Material, Player)| {
            extents(Layout::of(material.pieces()).segment(material, to_move))
        };
        let mut needed: Vec<Extent> = needed.flat_map(segment).collect();
        needed.sort_by_key(|extent| (extent.pieces, extent.words.start));
        needed.dedup();
        needed
    }

    fn bytes(&self, shard: usize) -> u64 {
        bytes(self.material(shard))
    }
}
