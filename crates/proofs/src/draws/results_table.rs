//! The table of results by board, with their proof numbers. An entry has the whole key of its
//! board, so no entry can match another board.

use zugi_game::{Game, Player};

use super::ProvableWithDraws;
use super::verdict::{INFINITE, Verdict};
use crate::NoMemoryForResults;
use crate::results_table::bytes_of;

const SLOTS: usize = 4;

#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: [u64; 2],
    /// For each side, one more than the greatest count of quiet plies with which it is known to
    /// win; 0 for none.
    wins: [u8; 2],
    /// For each side, [`NO_WIN`] minus the least count with which the side is known not to win; 0
    /// for none.
    no_wins: [u8; 2],
    /// The same for assumed results, see [`Verdict::NoWin`].
    assumed: [u8; 2],
    /// 1 + the binary logarithm of the most nodes of a search of this board; 0 for an empty slot.
    work: u16,
    /// For each side, the proof and the disproof number, see [`rounded_up`]; 0 if they are unknown.
    numbers: [[u16; 2]; 2],
}

/// More than any count of quiet plies.
const NO_WIN: u8 = 128;

/// The bits of a stored number that are its mantissa; the other ones are its exponent.
const MANTISSA_BITS: u32 = 12;

/// A proof or disproof number of an open position in 16 bits. Numbers from `1 << MANTISSA_BITS` on
/// are rounded up. So a number that has reached its threshold still reaches it when it is read
/// again. Otherwise the search would enter its position again and again.
fn rounded_up(number: u32) -> u16 {
    let number = number.clamp(1, INFINITE - 1);
    let exponent = (u32::BITS - number.leading_zeros()).saturating_sub(MANTISSA_BITS);
    match number.div_ceil(1 << exponent) {
        // Rounding has added a bit.
        mantissa if mantissa >> MANTISSA_BITS > 0 => {
            ((exponent + 1) << MANTISSA_BITS | mantissa >> 1) as u16
        }
        mantissa => (exponent << MANTISSA_BITS | mantissa) as u16,
    }
}

fn from_rounded(stored: u16) -> u32 {
    let (exponent, mantissa) = (stored >> MANTISSA_BITS, stored & ((1 << MANTISSA_BITS) - 1));
    (u32::from(mantissa) << exponent).min(INFINITE - 1)
}

#[derive(Debug)]
pub(super) struct Results {
    /// Their number is a power of two.
    buckets: Vec<[Entry; SLOTS]>,
}

impl Results {
    /// An empty table of at most `mib` MiB.
    pub fn new(mib: u64) -> Result<Results, NoMemoryForResults> {
        let count = 1usize << (bytes_of(mib)? / size_of::<[Entry; SLOTS]>()).ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| NoMemoryForResults { mib })?;
        buckets.resize(count, [Entry::default(); SLOTS]);
        Ok(Results { buckets })
    }

    pub fn of_same_size(&self) -> Result<Results, NoMemoryForResults> {
        Results::new((size_of_val(self.buckets.as_slice()) >> 20) as u64)
    }

    fn index<G: Game>(&self, position: &G) -> usize {
        // Each bit of the hash key depends on the whole board, so any of its bits can be the index.
        (position.key() >> 8) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn entry<G: ProvableWithDraws>(&self, position: &G) -> Option<&Entry> {
        let key = position.board_key();
        self.buckets[self.index(position)].iter().find(|entry| entry.key == key && entry.work > 0)
    }

    /// The stored answer whether a side wins a position.
    #[inline]
    pub fn verdict<G: ProvableWithDraws>(&self, position: &G, side: Player) -> Option<Verdict> {
        let (entry, quiet) = (self.entry(position)?, position.quiet_plies());
        let (side, other) = (side.index(), side.opponent().index());
        if entry.wins[side] > quiet {
            return Some(Verdict::Win { up_to: entry.wins[side] - 1 });
        }
        if entry.wins[other] > 0 {
            // If the other side wins with some count, it wins with count 0, so this side does not
            // win, whatever the count.
            return Some(Verdict::NoWin { from: 0, is_assumed: false });
        }
        for (no_wins, is_assumed) in [(entry.no_wins, false), (entry.assumed, true)] {
            if no_wins[side] >= NO_WIN - quiet {
                return Some(Verdict::NoWin { from: NO_WIN - no_wins[side], is_assumed });
            }
        }
        let [proof, disproof] = entry.numbers[side].map(from_rounded);
        (proof > 0).then_some(Verdict::Open { proof, disproof })
    }

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
        match verdict {
            Verdict::Win { up_to } => entry.wins[side] = entry.wins[side].max(up_to + 1),
            Verdict::NoWin { from, is_assumed } => {
                let of = if is_assumed { &mut entry.assumed } else { &mut entry.no_wins };
                of[side] = of[side].max(NO_WIN - from);
            }
            Verdict::Open { proof, disproof } => {
                entry.numbers[side] = [proof, disproof].map(rounded_up);
            }
        }
    }

    /// Deletes the assumed result of a side.
    pub fn retract<G: ProvableWithDraws>(&mut self, position: &G, side: Player) {
        let (key, index) = (position.board_key(), self.index(position));
        let same = |entry: &&mut Entry| entry.key == key && entry.work > 0;
        if let Some(entry) = self.buckets[index].iter_mut().find(same) {
            entry.assumed[side.index()] = 0;
        }
    }

    /// See `Entry::work`; 0 without an entry.
    pub fn work<G: ProvableWithDraws>(&self, position: &G) -> u16 {
        self.entry(position).map_or(0, |entry| entry.work)
    }

    /// The occupied slots in thousandths, by a sample.
    pub fn taken(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flatten();
        let (taken, all) =
            sample.fold((0, 0), |(taken, all), entry| (taken + u32::from(entry.work > 0), all + 1));
        1000 * taken / u32::max(all, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_are_at_most_a_little_greater() {
        let powers = (0..=24).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let open = |number: &u32| (1..INFINITE).contains(number);
        for number in powers.filter(open).chain((1..INFINITE).step_by(997)) {
            let stored = from_rounded(rounded_up(number));
            assert!((number..=number + number / 2048).contains(&stored), "{number}: {stored}");
            assert!(stored < INFINITE);
        }
    }
}
