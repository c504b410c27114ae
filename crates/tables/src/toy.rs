//! Tables of Hexapawn, for examples and tests.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use zugi_game::toy::Hexapawn;
use zugi_game::{Game, Outcome, Pack, Player};

use crate::{Extent, Finished, Generation, HasTablebase, Home, PositionIndex, RulesBroken, words};

impl HasTablebase for Hexapawn {
    type PositionIndex = HexapawnIndex;

    /// The table of all eight pawns would take seconds to build.
    const MOST_PIECES: u32 = 5;

    fn pieces(&self) -> u32 {
        Player::BOTH.map(|player| self.pawns(player).count_ones()).iter().sum()
    }

    fn numbering(pieces: u32) -> Option<HexapawnIndex> {
        if pieces > Self::MOST_PIECES {
            return None;
        }
        let sets = (0..=u16::MAX).filter(|set| set.count_ones() == pieces);
        let mut boards: Vec<Board> = sets.flat_map(colourings).map(board).collect();
        boards.sort_unstable();
        Some(HexapawnIndex { boards })
    }
}

/// The squares of the white pawns and of the black ones.
type Pawns = [u16; 2];

/// The sum of the steps of all pawns to their last ranks, and the pawns.
type Board = (usize, Pawns);

/// All ways to divide the pawns on these squares between the sides.
fn colourings(set: u16) -> impl Iterator<Item = Pawns> {
    // Counting down within the bits of a set gives all of its subsets.
    let white = iter::successors(Some(set), move |white| Some(white.checked_sub(1)? & set));
    white.map(move |white| [white, set & !white])
}

fn board(pawns: Pawns) -> Board {
    let [white, black] = pawns;
    let on_rank = |side: u16, rank: usize| (side >> (4 * rank) & 15).count_ones() as usize;
    let steps = |rank| (3 - rank) * on_rank(white, rank) + rank * on_rank(black, rank);
    ((0..4).map(steps).sum(), pawns)
}

/// The numbering for one number of pawns: twice the number of the board, plus one if Black moves.
///
/// The boards are sorted by their steps. Each move takes one step, so the next position has a
/// smaller number or fewer pawns.
#[derive(Debug)]
pub struct HexapawnIndex {
    boards: Vec<Board>,
}

impl PositionIndex<Hexapawn> for HexapawnIndex {
    fn entries(&self) -> u64 {
        2 * self.boards.len() as u64
    }

    fn entry(&self, position: &Hexapawn) -> Option<u64> {
        let pawns = Player::BOTH.map(|player| position.pawns(player) as u16);
        let number = self.boards.binary_search(&board(pawns)).ok()?;
        Some((2 * number + position.to_move().index()) as u64)
    }

    fn position(&self, entry: u64) -> Option<Hexapawn> {
        let (_, pawns) = *self.boards.get(usize::try_from(entry / 2).ok()?)?;
        let [[a, b], [c, d]] = pawns.map(u16::to_le_bytes);
        Hexapawn::unpack(&[a, b, c, d, (entry % 2) as u8])
    }

    fn bytes_in_memory(&self) -> u64 {
        8 * words(self.entries()) as u64
    }

    fn generation(index: &Arc<Self>, smaller: &Arc<Self>, _: Home) -> Box<dyn Generation> {
        Box::new(ShardGeneration { numbering: Arc::clone(index), smaller: Arc::clone(smaller) })
    }
}

/// Builds a table: one shard for each number of steps.
#[derive(Debug)]
struct ShardGeneration {
    numbering: Arc<HexapawnIndex>,
    smaller: Arc<HexapawnIndex>,
}

impl ShardGeneration {
    /// The entries of a shard.
    fn range(&self, shard: usize) -> Range<u64> {
        let boards = &self.numbering.boards;
        let begin = |steps: usize| 2 * boards.partition_point(|it| it.0 < steps) as u64;
        begin(shard)..begin(shard + 1)
    }

    /// Whether the side to move has lost, or each of its moves leads to a win of the other side.
    fn loses(&self, entry: u64, table: &[u64], smaller: &[u64]) -> Result<bool, RulesBroken> {
        let Some(position) = self.numbering.position(entry) else { return Ok(false) };
        if let Some(outcome) = position.outcome() {
            return Ok(outcome != Outcome::Win(position.to_move()));
        }
        for next in position.moves().into_iter().map(|mv| position.after(mv)) {
            let (numbering, table) = match next.pieces() == position.pieces() {
                true => (&self.numbering, table),
                false => (&self.smaller, smaller),
            };
            let entry = numbering.entry(&next);
            let entry = entry.ok_or(RulesBroken("a move takes a single pawn at most"))?;
            if has_bit(table, entry) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Generation for ShardGeneration {
    fn shards(&self, _: u32) -> usize {
        self.numbering.boards.last().map_or(0, |(steps, _)| steps + 1)
    }

    fn extents(&self, pieces: u32, shard: usize) -> Vec<Extent> {
        // A shard is padded to whole words.
        let words = |shard: usize| words(self.range(shard).end - self.range(shard).start);
        let begin = (0..shard).map(words).sum();
        vec![Extent { pieces, words: begin..begin + words(shard) }]
    }

    fn make(&self, shard: usize, finished: Finished<'_>) -> Result<Vec<Vec<u64>>, RulesBroken> {
        let Finished::Tables { table, smaller } = finished else { return Ok(vec![Vec::new()]) };
        let Range { start, end } = self.range(shard);
        let mut content = vec![0; words(end - start)];
        for (at, entry) in (0..).zip(start..end) {
            if self.loses(entry, table, smaller[0])? {
                set_bit(&mut content, at);
            }
        }
        Ok(vec![content])
    }

    fn put(&self, shard: usize, _: &Extent, content: &[u64], table: &mut [u64]) {
        let entries = (0..).zip(self.range(shard));
        let losing = entries.filter(|&(at, _)| has_bit(content, at));
        losing.for_each(|(_, entry)| set_bit(table, entry));
    }
}

fn has_bit(words: &[u64], bit: u64) -> bool {
    words[(bit / 64) as usize] >> (bit % 64) & 1 != 0
}

fn set_bit(words: &mut [u64], bit: u64) {
    words[(bit / 64) as usize] |= 1 << (bit % 64);
}
