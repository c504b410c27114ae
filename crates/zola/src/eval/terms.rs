//! The terms of Zola's evaluation: what is counted, and how it is weighed.
//!
//! Every term is counted for both sides and has two weights for each, one for a full
//! board and one for an empty one; between them it is tapered by the number of
//! checkers. Sets of checkers are counted for each level, that is distance from the
//! centre: captures go inward and quiet moves outward, so that a level decides what a
//! checker can do and what can be done to it.

use zugi_game::board::Bits;
use zugi_search::Value;
use zugi_search::eval::{Term, parse};

use crate::rules::{Size, Size4, Size6, Size8, Size10, distance, movegen::Contacts, versions};

/// The sets of checkers that are counted by level, see [`Side`].
const SETS: usize = 5;

/// The numbers that are counted for the whole board, see [`Side`].
const TOTALS: usize = 2;

/// The names of a side's terms in one phase.
macro_rules! names {
    ($side:literal) => {
        [
            concat!($side, ".checkers"),
            concat!($side, ".attacked"),
            concat!($side, ".hanging"),
            concat!($side, ".outnumbered"),
            concat!($side, ".free"),
            concat!($side, ".captures"),
            concat!($side, ".quiet"),
        ]
    };
}

/// The names of the terms by phase and side, and in each phase the worth of the move.
const NAMES: [([[&str; SETS + TOTALS]; 2], &str); 2] = [
    ([names!("early.own"), names!("early.enemy")], "early.tempo"),
    ([names!("late.own"), names!("late.enemy")], "late.tempo"),
];

const TERMS: usize = 2 * (2 * (SETS + TOTALS) + 1);

/// The terms on a board with this number of levels.
pub(super) const fn terms(levels: usize) -> [Term; TERMS] {
    let mut terms = [Term { name: "", len: 1 }; TERMS];
    let (mut count, mut phase) = (0, 0);
    while phase < 2 {
        let (sides, tempo) = NAMES[phase];
        let mut i = 0;
        while i < 2 * (SETS + TOTALS) {
            let (side, term) = (i / (SETS + TOTALS), i % (SETS + TOTALS));
            let len = if term < SETS { levels } else { 1 };
            terms[count] = Term { name: sides[side][term], len };
            count += 1;
            i += 1;
        }
        terms[count] = Term { name: tempo, len: 1 };
        count += 1;
        phase += 1;
    }
    terms
}

/// The number of features in one phase.
const fn features_of_phase(levels: usize) -> usize {
    2 * (SETS * levels + TOTALS) + 1
}

/// What is counted for one side.
struct Side<B> {
    /// All checkers; those that are attacked; of these the ones that hang, that is no
    /// other checker could recapture; those that are attacked twice or more and not
    /// so often defended; those with a quiet move.
    sets: [B; SETS],
    /// Captures and quiet moves.
    totals: [u32; TOTALS],
}

impl<B: Bits> Side<B> {
    #[inline(always)]
    fn new(own: B, own_contacts: &Contacts<B>, enemy_contacts: &Contacts<B>) -> Side<B> {
        let attacked = own & enemy_contacts.once;
        let hanging = attacked & !own_contacts.once;
        let outnumbered = own & enemy_contacts.twice & !own_contacts.twice;
        Side {
            sets: [own, attacked, hanging, outnumbered, own_contacts.free],
            totals: [own_contacts.captures, own_contacts.quiet],
        }
    }
}

/// What is counted for the side to move and for the other one.
#[inline(always)]
fn sides<B: Bits>(own: B, enemy: B, contacts: &[Contacts<B>; 2]) -> [Side<B>; 2] {
    let [own_contacts, enemy_contacts] = contacts;
    [Side::new(own, own_contacts, enemy_contacts), Side::new(enemy, enemy_contacts, own_contacts)]
}

/// The early weight in the upper half and the late one in the lower half, so that one
/// multiplication serves both phases.
fn pack(early: Value, late: Value) -> i64 {
    ((early as i64) << 32) + late as i64
}

/// The squares of each level, the innermost first, as words of [`Bits::words`].
const fn level_masks<const L: usize>(size: u8) -> [[u64; L]; 2] {
    let mut masks = [[0; L]; 2];
    // Distances are of the form 8i + 2.
    let (mut level, mut length) = (0, 2);
    while level < L {
        let (mut square, mut found) = (0, false);
        while square < size * size {
            if distance(square, size) == length {
                masks[(square / 64) as usize][level] |= 1 << (square % 64);
                found = true;
            }
            square += 1;
        }
        if found {
            level += 1;
        }
        length += 8;
    }
    masks
}

/// The weights for a board with `L` levels.
pub struct Weights<const L: usize> {
    sets: [[[i64; L]; SETS]; 2],
    totals: [[i64; TOTALS]; 2],
    tempo: i64,
}

impl<const L: usize> Weights<L> {
    /// The weights in the order of [`terms`].
    fn new(flat: &[Value]) -> Weights<L> {
        let late = features_of_phase(L);
        let mut weights = Weights {
            sets: [[[0; L]; SETS]; 2],
            totals: [[0; TOTALS]; 2],
            tempo: pack(flat[late - 1], flat[2 * late - 1]),
        };
        for i in 0..late - 1 {
            let side = i / (SETS * L + TOTALS);
            let of_side = i % (SETS * L + TOTALS);
            let packed = pack(flat[i], flat[late + i]);
            if of_side < SETS * L {
                weights.sets[side][of_side / L][of_side % L] = packed;
            } else {
                weights.totals[side][of_side - SETS * L] = packed;
            }
        }
        weights
    }

    /// The evaluation for the side that `own` belongs to.
    #[inline(always)]
    fn evaluate<S: Size>(
        &self,
        masks: &[[u64; L]; 2],
        own: S::Bits,
        enemy: S::Bits,
        contacts: &[Contacts<S::Bits>; 2],
    ) -> Value {
        let mut sums = [0; L];
        let mut sum = self.tempo;
        for (side, position) in sides(own, enemy, contacts).into_iter().enumerate() {
            for (set, weights) in position.sets.into_iter().zip(&self.sets[side]) {
                let [low, high] = set.words();
                for level in 0..L {
                    let count = (low & masks[0][level]).count_ones()
                        + (high & masks[1][level]).count_ones();
                    sums[level] += i64::from(count) * weights[level];
                }
            }
            for (total, weight) in position.totals.into_iter().zip(self.totals[side]) {
                sum += i64::from(total) * weight;
            }
        }
        sum += sums.into_iter().sum::<i64>();
        let late = i64::from(sum as i32);
        let early = (sum - late) >> 32;
        let checkers = i64::from(own.count() + enemy.count());
        let full = i64::from(S::SQUARES);
        // No farther from zero than the farther one of both.
        ((early * checkers + late * (full - checkers)) / full) as Value
    }
}

/// The features of a position in the order of [`terms`].
pub(super) fn features<S: Weighed>(own: S::Bits, enemy: S::Bits) -> Vec<i16> {
    let [low_masks, high_masks] = S::masks();
    let mut counts = Vec::new();
    for side in sides(own, enemy, &S::contacts(own, enemy)) {
        for set in side.sets {
            let [low, high] = set.words();
            let levels = low_masks.iter().zip(high_masks);
            let count = |(low_mask, high_mask): (&u64, &u64)| {
                (low & low_mask).count_ones() + (high & high_mask).count_ones()
            };
            counts.extend(levels.map(|masks| count(masks) as i16));
        }
        counts.extend(side.totals.map(|total| total as i16));
    }
    counts.push(1);
    let checkers = (own.count() + enemy.count()) as i16;
    let early = counts.iter().map(|count| count * checkers);
    let late = counts.iter().map(|count| count * (i16::from(S::SQUARES) - checkers));
    early.chain(late).collect()
}

/// A size of the board that has weights.
pub trait Weighed: Size {
    /// The number of levels.
    const LEVELS: usize;

    /// Weights as the evaluation uses them.
    type Weights: Send + Sync + 'static;

    /// The weights that come with the program, in the order of [`terms`].
    fn standard() -> &'static [Value];

    /// Arranges weights that stand in the order of [`terms`], one for each feature.
    fn arrange(flat: &[Value]) -> Self::Weights;

    /// The squares of each level.
    fn masks() -> [&'static [u64]; 2];

    /// The evaluation for the side that `own` belongs to.
    fn evaluate(
        weights: &Self::Weights,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;
}

macro_rules! weighed {
    ($($size:ident in $module:ident: $levels:literal levels, $bits:ident, $file:literal;)*) => {$(
        mod $module {
            use super::*;

            pub const LEVELS: usize = $levels;
            pub static FLAT: [Value; 2 * features_of_phase(LEVELS)] =
                parse(include_str!(concat!("weights/", $file)), &terms(LEVELS));
            pub static MASKS: [[u64; LEVELS]; 2] = level_masks($size::N);

            versions! {
                pub fn evaluate(
                    weights: &Weights<LEVELS>,
                    own: $bits,
                    enemy: $bits,
                    contacts: &[Contacts<$bits>; 2],
                ) -> Value {
                    weights.evaluate::<$size>(&MASKS, own, enemy, contacts)
                }
            }
        }

        impl Weighed for $size {
            const LEVELS: usize = $levels;
            type Weights = Weights<$levels>;

            fn standard() -> &'static [Value] {
                &$module::FLAT
            }

            fn arrange(flat: &[Value]) -> Weights<$levels> {
                Weights::new(flat)
            }

            fn masks() -> [&'static [u64]; 2] {
                $module::MASKS.each_ref().map(|masks| masks.as_slice())
            }

            #[inline]
            fn evaluate(
                weights: &Weights<$levels>,
                own: $bits,
                enemy: $bits,
                contacts: &[Contacts<$bits>; 2],
            ) -> Value {
                $module::evaluate(weights, own, enemy, contacts)
            }
        }
    )*};
}

weighed! {
    Size4 in size4: 3 levels, u64, "zola-4.txt";
    Size6 in size6: 6 levels, u64, "zola-6.txt";
    Size8 in size8: 9 levels, u64, "zola-8.txt";
    Size10 in size10: 14 levels, u128, "zola-10.txt";
}
