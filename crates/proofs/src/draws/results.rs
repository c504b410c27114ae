//! The table of results: what is known of boards, with their proof numbers.
//!
//! An entry has the whole board, so none can be taken for another.

use zugi_game::{Game, Player};
use zugi_memory::available_mib;

use super::ProvableWithDraws;
use super::verdict::{INFINITE, Verdict};
use crate::NoMemoryForResults;

/// The entries of a bucket.
const SLOTS: usize = 4;

/// Tables up to this size are taken without asking how much memory there is.
const UNCHECKED_MIB: u64 = 64;

/// What is known of a board, all zeros if it is none.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: [u64; 2],
    /// For each side, one more than the greatest count of quiet plies with which it wins; 0 if none
    /// is known.
    wins: [u8; 2],
    /// For each side, 128 less the least count from which on it does not win; 0 if none is known.
    no_wins: [u8; 2],
    /// The same for what is only assumed, see [`Verdict::NoWin`].
    assumed: [u8; 2],
    /// One more than the logarithm of the nodes of a search of this board; 0 for an empty slot.
    work: u16,
    /// For each side, the proof and the disproof number; 0 if they are unknown.
    numbers: [[u16; 2]; 2],
}

/// 128 less a count.
const NO_WIN: u8 = 128;

/// A table of results.
#[derive(Debug)]
pub(super) struct Results {
    /// A power of two of buckets.
    buckets: Vec<[Entry; SLOTS]>,
}

impl Results {
    /// An empty table of at most this many MiB.
    pub fn new(mib: u64) -> Result<Results, NoMemoryForResults> {
        let error = NoMemoryForResults { mib };
        if mib > UNCHECKED_MIB && mib > available_mib() {
            return Err(error);
        }
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        let bytes = usize::try_from(bytes).map_err(|_| error)?;
        let count = 1usize << (bytes / size_of::<[Entry; SLOTS]>()).ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        buckets.resize(count, [Entry::default(); SLOTS]);
        Ok(Results { buckets })
    }

    fn index<G: Game>(&self, position: &G) -> usize {
        // Neighbours differ in all bits of their keys.
        (position.key() >> 8) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn entry<G: ProvableWithDraws>(&self, position: &G) -> Option<&Entry> {
        let key = position.board_key();
        self.buckets[self.index(position)].iter().find(|entry| entry.key == key && entry.work > 0)
    }

    /// What is known about a side's win of a position.
    #[inline]
    pub fn verdict<G: ProvableWithDraws>(&self, position: &G, side: Player) -> Option<Verdict> {
        let (entry, quiet) = (self.entry(position)?, position.quiet_plies());
        let (side, other) = (side.index(), side.opponent().index());
        if entry.wins[side] > quiet {
            return Some(Verdict::Win { up_to: entry.wins[side] - 1 });
        }
        if entry.wins[other] > 0 {
            // With a count of 0 at least, and then this side wins with none.
            return Some(Verdict::NoWin { from: 0, is_assumed: false });
        }
        for (no_wins, is_assumed) in [(entry.no_wins, false), (entry.assumed, true)] {
            if no_wins[side] >= NO_WIN - quiet {
                return Some(Verdict::NoWin { from: NO_WIN - no_wins[side], is_assumed });
            }
        }
        let [proof, disproof] = entry.numbers[side].map(u32::from);
        (proof > 0).then_some(Verdict::Open { proof, disproof })
    }

    /// Keeps what a search of so many nodes has found.
    pub fn store<G: ProvableWithDraws>(
        &mut self,
        position: &G,
        side: Player,
        verdict: Verdict,
        nodes: u64,
    ) {
        let (key, index, side) = (position.board_key(), self.index(position), side.index());
        let bucket = &mut self.buckets[index];
        let same = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let slot = same.unwrap_or_else(|| {
            let least = (0..SLOTS).min_by_key(|&slot| bucket[slot].work).unwrap_or(0);
            bucket[least] = Entry { key, ..Entry::default() };
            least
        });
        let entry = &mut bucket[slot];
        entry.work = entry.work.max(1 + nodes.max(1).ilog2() as u16);
        let short = |number: u32| number.clamp(1, u16::MAX.into()) as u16;
        match verdict {
            Verdict::Win { up_to } => entry.wins[side] = entry.wins[side].max(up_to + 1),
            Verdict::NoWin { from, is_assumed } => {
                let of = if is_assumed { &mut entry.assumed } else { &mut entry.no_wins };
                of[side] = of[side].max(NO_WIN - from);
            }
            Verdict::Open { proof, disproof } => {
                let proof = if proof >= INFINITE { u32::from(u16::MAX) } else { proof };
                entry.numbers[side] = [short(proof), short(disproof)];
            }
        }
    }

    /// Forgets what is assumed about a side.
    pub fn retract<G: ProvableWithDraws>(&mut self, position: &G, side: Player) {
        let (key, index) = (position.board_key(), self.index(position));
        let same = |entry: &&mut Entry| entry.key == key && entry.work > 0;
        if let Some(entry) = self.buckets[index].iter_mut().find(same) {
            entry.assumed[side.index()] = 0;
        }
    }

    /// The logarithm of the work that a board took, as far as it is known.
    pub fn work<G: ProvableWithDraws>(&self, position: &G) -> u16 {
        self.entry(position).map_or(0, |entry| entry.work)
    }

    /// How many of 1000 slots of a sample are taken.
    pub fn taken(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flatten();
        let (taken, all) =
            sample.fold((0, 0), |(taken, all), entry| (taken + u32::from(entry.work > 0), all + 1));
        1000 * taken / u32::max(all, 1)
    }
}
