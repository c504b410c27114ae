//! Reads and writes the positions of a segment.

use super::squares::{even_bits, spread};

/// A draw: neither side can force a win.
pub(super) const DRAW: u64 = 0;
/// The side to move loses.
pub(super) const LOSS: u64 = 1;
/// The side to move wins. Impossible positions also have this value; any would do, because no move
/// leads to them.
pub(super) const WIN: u64 = 2;
/// The draw by quiet plies prevents the win of one side.
pub(super) const CURSED: u64 = 3;

/// How cursed positions count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// As draws.
    QuietPlies,
    /// As wins and losses.
    Unlimited,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentView<'a> {
    pub codes: &'a [u64],
    /// Empty if no position is cursed.
    pub losses: &'a [u64],
    pub columns: u64,
}

/// The 64 bits from this bit on; those beyond the end are 0.
#[inline(always)]
fn bits_at(words: &[u64], bit: u64) -> u64 {
    let (at, shift) = ((bit / 64) as usize, bit % 64);
    let low = words.get(at).copied().unwrap_or(0) >> shift;
    let high = words.get(at + 1).copied().unwrap_or(0);
    // Two shifts, because a single one by 64 would overflow.
    low | high << 1 << (63 - shift)
}

/// Sets the bits from this bit on, which must be 0 before.
#[inline(always)]
fn set_bits(words: &mut [u64], bit: u64, bits: u64) {
    let (at, shift) = ((bit / 64) as usize, bit % 64);
    words[at] |= bits << shift;
    let high = bits >> 1 >> (63 - shift);
    if high != 0 {
        words[at + 1] |= high;
    }
}

#[inline(always)]
pub(super) fn low_bits(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The values of up to 64 columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub lost: u64,
    pub won: u64,
    pub is_cursed: bool,
}

impl SegmentView<'_> {
    #[inline(always)]
    fn position(&self, row: u32, half: bool, column: u64) -> u64 {
        (2 * u64::from(row) + u64::from(half)) * self.columns + column
    }

    #[inline(always)]
    pub fn code(&self, row: u32, half: bool, column: u32) -> u64 {
        let bit = 2 * self.position(row, half, column.into());
        self.codes.get((bit / 64) as usize).map_or(DRAW, |word| word >> (bit % 64) & 3)
    }

    pub fn is_loss(&self, row: u32, half: bool, column: u32) -> bool {
        let bit = self.position(row, half, column.into());
        self.losses.get((bit / 64) as usize).is_some_and(|word| word >> (bit % 64) & 1 != 0)
    }

    /// The values of `count` columns, at most 64, from `column` on.
    #[inline(always)]
    pub fn columns(&self, row: u32, half: bool, column: u64, count: u64, rule: Rule) -> Columns {
        let position = self.position(row, half, column);
        let (low, high) =
            (bits_at(self.codes, 2 * position), bits_at(self.codes, 2 * position + 64));
        let lost = even_bits(low) | even_bits(high) << 32;
        let won = even_bits(low >> 1) | even_bits(high >> 1) << 32;
        let (lost, won) = (lost & low_bits(count), won & low_bits(count));
        let cursed = lost & won;
        let (mut lost, mut won) = (lost & !cursed, won & !cursed);
        if cursed != 0 && rule == Rule::Unlimited {
            let losses = bits_at(self.losses, position);
            lost |= cursed & losses;
            won |= cursed & !losses;
        }
        Columns { lost, won, is_cursed: cursed != 0 }
    }
}

/// A segment that is being built.
#[derive(Debug)]
pub(super) struct NewSegment {
    pub codes: Vec<u64>,
    /// Empty until a position is a cursed loss.
    pub losses: Vec<u64>,
    columns: u64,
    loss_words: usize,
}

impl NewSegment {
    /// Without values; `codes` and `losses` are sizes in words.
    pub fn new(codes: usize, losses: usize, columns: u64) -> NewSegment {
        NewSegment { codes: vec![0; codes], losses: Vec::new(), columns, loss_words: losses }
    }

    pub fn view(&self) -> SegmentView<'_> {
        SegmentView { codes: &self.codes, losses: &self.losses, columns: self.columns }
    }

    /// Sets the values of `count` columns, at most 64, from `column` on.
    #[inline(always)]
    pub fn set(&mut self, (row, half): (u32, bool), column: u64, count: u64, values: Values) {
        let Values { lost, won, cursed_losses } = values;
        let position = self.view().position(row, half, column);
        let (lost, won) = (lost & low_bits(count), won & low_bits(count));
        set_bits(&mut self.codes, 2 * position, spread(lost) | spread(won) << 1);
        if count > 32 {
            let (lost, won) = (lost >> 32, won >> 32);
            set_bits(&mut self.codes, 2 * position + 64, spread(lost) | spread(won) << 1);
        }
        let losses = cursed_losses & low_bits(count);
        if losses != 0 {
            self.losses.resize(self.loss_words, 0);
            set_bits(&mut self.losses, position, losses);
        }
    }
}

/// The bits of up to 64 columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    /// The first bits of the codes.
    pub lost: u64,
    /// The second bits.
    pub won: u64,
    pub cursed_losses: u64,
}
