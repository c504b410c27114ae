//! Vectors with one bit for each colouring of a set of checkers.
//!
//! Bit `i` of the index of a bit is the owner of the `i`-th checker, so a vector of `k` checkers
//! has 2^k bits. Each operation works on all colourings at once.

/// For each place below 6, the bits of a word whose index has a 1 at this place.
const ONES: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The number of words of a vector of this number of checkers.
pub(super) const fn words(checkers: usize) -> usize {
    if checkers <= 6 { 1 } else { 1 << (checkers - 6) }
}

/// The bits of a word that a vector of this number of checkers uses.
pub(super) const fn used(checkers: usize) -> u64 {
    if checkers >= 6 { u64::MAX } else { (1 << (1 << checkers)) - 1 }
}

/// The bits of word `word` whose checker `place` is a 1.
#[inline(always)]
pub(super) fn ones(place: usize, word: usize) -> u64 {
    if place < 6 { ONES[place] } else { 0_u64.wrapping_sub(word as u64 >> (place - 6) & 1) }
}

/// Exchanges two checkers in the index; `low` must be less than `high`.
#[inline(always)]
pub(super) fn swap(vector: &mut [u64], low: usize, high: usize) {
    if high < 6 {
        let shift = (1 << high) - (1 << low);
        let mask = ONES[low] & !ONES[high];
        for word in vector {
            let differ = (*word >> shift ^ *word) & mask;
            *word ^= differ ^ differ << shift;
        }
    } else if low < 6 {
        let (shift, mask, step) = (1 << low, !ONES[low], 1 << (high - 6));
        for pair in vector.chunks_exact_mut(2 * step) {
            let (zeros, others) = pair.split_at_mut(step);
            for (zero, one) in zeros.iter_mut().zip(others) {
                let differ = (*zero >> shift ^ *one) & mask;
                *zero ^= differ << shift;
                *one ^= differ;
            }
        }
    } else {
        let (low, high) = (1 << (low - 6), 1 << (high - 6));
        for word in 0..vector.len() {
            if word & low != 0 && word & high == 0 {
                vector.swap(word, word ^ low ^ high);
            }
        }
    }
}

/// Inserts a checker at `place` that does not affect the bits: `to` is twice as long as `from`. If
/// both have one word, only the lower half of `from` is used.
#[inline(always)]
pub(super) fn insert(from: &[u64], to: &mut [u64], place: usize) {
    if place >= 6 {
        let step = 1 << (place - 6);
        for (from, to) in from.chunks_exact(step).zip(to.chunks_exact_mut(2 * step)) {
            let (zeros, ones) = to.split_at_mut(step);
            zeros.copy_from_slice(from);
            ones.copy_from_slice(from);
        }
        return;
    }
    for (word, to) in to.iter_mut().enumerate() {
        *to = from[word / 2] >> (32 * (word & 1)) & 0xFFFF_FFFF;
    }
    // Each step opens gaps of half the width.
    for step in (place..5).rev() {
        let width = 1 << step;
        let stay = !ONES[step] & !ONES[step + 1];
        for word in to.iter_mut() {
            *word = *word & stay | (*word & stay << width) << width;
        }
    }
    for word in to {
        *word |= *word << (1 << place);
    }
}

/// Gives each colouring in which checker `place` is a 0 the bit that `vector` has for the same
/// colouring with a 1 there; all other bits are 0. Calls `take` with the number and the content of
/// each word that has such colourings.
#[inline(always)]
pub(super) fn from_ones(vector: &[u64], place: usize, take: &mut impl FnMut(usize, u64)) {
    if place < 6 {
        for (word, bits) in vector.iter().enumerate() {
            take(word, (bits & ONES[place]) >> (1 << place));
        }
    } else {
        let step = 1 << (place - 6);
        for word in 0..vector.len() {
            if word & step == 0 {
                take(word, vector[word | step]);
            }
        }
    }
}

/// For each colouring, the bit of the one with all owners exchanged.
#[inline(always)]
pub(super) fn exchanged<const N: usize>(vector: &[u64; N], checkers: usize) -> [u64; N] {
    let mut exchanged = [0; N];
    for (word, to) in exchanged.iter_mut().enumerate() {
        *to = vector[N - 1 - word].reverse_bits();
    }
    if checkers < 6 {
        exchanged[0] >>= 64 - (1 << checkers);
    }
    exchanged
}
