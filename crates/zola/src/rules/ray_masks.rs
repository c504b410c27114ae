//! Eight sets of squares, one for each direction, on which the move generator works at once.
//!
//! Every operation is a loop over eight 64-bit integers without branches, which the compiler turns
//! into one or a few vector instructions if the processor has them.

use std::fmt::Debug;

use zugi_game::board::{Bits, Square};

pub(super) const LANES: usize = 8;

/// The steps (file, rank) of lanes 0 to 3: each leads to a square with a higher index. Lane `i + 4`
/// has the opposite direction of lane `i`.
pub(super) const STEPS: [(i8, i8); LANES / 2] = [(1, 0), (1, 1), (0, 1), (-1, 1)];

pub(super) trait Lanes: Copy + Debug {
    type Bits: Bits;

    /// The same set in each lane.
    fn spread(set: Self::Bits) -> Self;

    /// Moves each set one step in its direction. Squares wrap around at the edges; the masks of
    /// [`MoveMasks`](super::move_masks::MoveMasks) remove them.
    fn step(self, shifts: &[u32; LANES]) -> Self;

    fn and(self, other: Self) -> Self;

    fn add_common(&mut self, a: &Self, b: &Self);

    /// The number of squares in all lanes together.
    fn count(self) -> u32;

    /// The squares in at least one lane, and those in at least two.
    fn once_and_twice(self) -> (Self::Bits, Self::Bits);

    /// The set of a lane; its bits are indices for [`Lanes::square`].
    fn lane(&self, lane: usize) -> Self::Bits;

    /// The square with this index in a lane.
    fn square(lane: usize, index: Square) -> Square;
}

/// Lanes for boards with up to 64 squares.
#[derive(Clone, Copy, Debug)]
pub struct U64Board(pub(super) [u64; LANES]);

impl Lanes for U64Board {
    type Bits = u64;

    #[inline(always)]
    fn spread(set: u64) -> U64Board {
        U64Board([set; LANES])
    }

    #[inline(always)]
    fn step(mut self, shifts: &[u32; LANES]) -> U64Board {
        for (set, &shift) in self.0.iter_mut().zip(shifts) {
            *set = set.rotate_left(shift);
        }
        self
    }

    #[inline(always)]
    fn and(mut self, other: U64Board) -> U64Board {
        for lane in 0..LANES {
            self.0[lane] &= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn add_common(&mut self, a: &U64Board, b: &U64Board) {
        for lane in 0..LANES {
            self.0[lane] |= a.0[lane] & b.0[lane];
        }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|set| set.count_ones()).sum()
    }

    #[inline(always)]
    fn once_and_twice(self) -> (u64, u64) {
        // Folds one half of the lanes onto the other until one lane is left.
        let (mut once, mut twice, mut lanes) = (self.0, [0; LANES], LANES / 2);
        while lanes > 0 {
            for lane in 0..lanes {
                twice[lane] |= twice[lane + lanes] | once[lane] & once[lane + lanes];
                once[lane] |= once[lane + lanes];
            }
            lanes /= 2;
        }
        (once[0], twice[0])
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> u64 {
        self.0[lane]
    }

    #[inline(always)]
    fn square(_lane: usize, index: Square) -> Square {
        index
    }
}

/// Lanes for the 10x10 board, each in two halves.
///
/// Vector instructions have no rotations of 128 bits. So lanes 4 to 7 have the board rotated by 180
/// degrees: there, their directions are the same left shifts as those of lanes 0 to 3. The rotation
/// does not change distances from the centre.
#[derive(Clone, Copy, Debug)]
pub struct U128Board {
    low: U64Board,
    high: U64Board,
}

/// The number of squares of the 10x10 board.
const WIDE_SQUARES: u8 = 100;

/// A set rotated by 180 degrees.
#[inline(always)]
const fn turn(set: u128) -> u128 {
    set.reverse_bits() >> (128 - WIDE_SQUARES as u32)
}

impl U128Board {
    /// Lanes with these sets; those of lanes 4 to 7 are rotated already.
    pub(super) const fn new(sets: [u128; LANES]) -> U128Board {
        let (mut low, mut high) = ([0; LANES], [0; LANES]);
        let mut lane = 0;
        while lane < LANES {
            low[lane] = sets[lane] as u64;
            high[lane] = (sets[lane] >> 64) as u64;
            lane += 1;
        }
        U128Board { low: U64Board(low), high: U64Board(high) }
    }
}

impl Lanes for U128Board {
    type Bits = u128;

    #[inline(always)]
    fn spread(set: u128) -> U128Board {
        let turned = turn(set);
        U128Board::new([set, set, set, set, turned, turned, turned, turned])
    }

    #[inline(always)]
    fn step(mut self, shifts: &[u32; LANES]) -> U128Board {
        let (low, high) = (&mut self.low.0, &mut self.high.0);
        for lane in 0..LANES {
            high[lane] = high[lane] << shifts[lane] | low[lane] >> (64 - shifts[lane]);
            low[lane] <<= shifts[lane];
        }
        self
    }

    #[inline(always)]
    fn and(self, other: U128Board) -> U128Board {
        U128Board { low: self.low.and(other.low), high: self.high.and(other.high) }
    }

    #[inline(always)]
    fn add_common(&mut self, a: &U128Board, b: &U128Board) {
        self.low.add_common(&a.low, &b.low);
        self.high.add_common(&a.high, &b.high);
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.low.count() + self.high.count()
    }

    #[inline(always)]
    fn once_and_twice(self) -> (u128, u128) {
        // One pair for lanes 0 to 3, one for the rotated lanes.
        let (mut once, mut twice) = ([0; 2], [0; 2]);
        for lane in 0..LANES {
            let (half, set) = (lane / (LANES / 2), self.lane(lane));
            twice[half] |= once[half] & set;
            once[half] |= set;
        }
        let (other_once, other_twice) = (turn(once[1]), turn(twice[1]));
        (once[0] | other_once, twice[0] | other_twice | once[0] & other_once)
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> u128 {
        u128::from(self.low.0[lane]) | u128::from(self.high.0[lane]) << 64
    }

    #[inline(always)]
    fn square(lane: usize, index: Square) -> Square {
        if lane < LANES / 2 { index } else { Square::new(WIDE_SQUARES - 1 - index.index()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step in each lane leads to the neighbour in its direction.
    fn check_steps<L: Lanes>(size: i8, shifts: &[u32; LANES]) {
        let (file, rank) = (size / 2, size / 2 - 1);
        let square = |file: i8, rank: i8| Square::at(file as u8, rank as u8, size as u8);
        let moved = L::spread(L::Bits::of(square(file, rank))).step(shifts);
        for lane in 0..LANES {
            let (df, dr) = STEPS[lane % 4];
            let sign = if lane < 4 { 1 } else { -1 };
            let index = moved.lane(lane).first().unwrap();
            let expected = square(file + sign * df, rank + sign * dr);
            assert_eq!(L::square(lane, index), expected, "lane {lane}");
        }
        assert_eq!(moved.count(), 8);
        let mut all = moved;
        all.add_common(&moved, &moved);
        assert_eq!(all.and(moved).count(), 8);
    }

    #[test]
    fn steps_go_their_ways() {
        check_steps::<U64Board>(8, &[1, 9, 8, 7, 63, 55, 56, 57]);
        check_steps::<U64Board>(6, &[1, 7, 6, 5, 63, 57, 58, 59]);
        check_steps::<U128Board>(10, &[1, 11, 10, 9, 1, 11, 10, 9]);
    }
}
