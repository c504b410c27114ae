//! Eight sets of squares side by side, one for each direction, so that all checkers
//! look in all directions at once.
//!
//! Every operation is a loop over eight 64-bit integers without branches, which the
//! compiler turns into one or a few vector instructions where the processor has them.

use std::fmt::Debug;

use zugi_game::board::{Bits, Square};

/// The number of directions.
pub(super) const LANES: usize = 8;

/// The steps of lanes 0 to 3, as files and ranks: each leads to a square of higher
/// index. Lane `i + 4` goes the opposite way of lane `i`.
pub(super) const STEPS: [(i8, i8); LANES / 2] = [(1, 0), (1, 1), (0, 1), (-1, 1)];

/// Eight sets of squares of a board, one for each direction.
pub(super) trait Lanes: Copy + Debug {
    /// A set of squares.
    type Bits: Bits;

    /// The same set in each lane.
    fn spread(set: Self::Bits) -> Self;

    /// Moves each set one step in its direction, over the edges too: the table's
    /// masks leave out what has gone astray.
    fn step(self, shifts: &[u32; LANES]) -> Self;

    /// The squares that are in both.
    fn and(self, other: Self) -> Self;

    /// Adds the squares that are in both.
    fn add_common(&mut self, a: &Self, b: &Self);

    /// The number of squares in all lanes together.
    fn count(self) -> u32;

    /// The squares that are in at least one lane, and those in at least two.
    fn once_and_twice(self) -> (Self::Bits, Self::Bits);

    /// One lane's set, see [`Lanes::square`].
    fn lane(&self, lane: usize) -> Self::Bits;

    /// The square that an index of a lane's set stands for.
    fn square(lane: usize, index: Square) -> Square;
}

/// Lanes of boards with up to 64 squares.
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
        // Half of the lanes onto the other half, as long as there are any.
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

/// Lanes of the 10x10 board, each in two halves.
///
/// There are no rotations of 128 bits in vector instructions. So lanes 4 to 7 see the
/// board turned by 180 degrees: there the opposite direction is the same shift to the
/// left. Distances from the centre do not change when the board is turned.
#[derive(Clone, Copy, Debug)]
pub struct U128Board {
    low: U64Board,
    high: U64Board,
}

/// The squares of the board that [`U128Board`] is made for.
const WIDE_SQUARES: u8 = 100;

/// The set turned by 180 degrees.
#[inline(always)]
const fn turn(set: u128) -> u128 {
    set.reverse_bits() >> (128 - WIDE_SQUARES as u32)
}

impl U128Board {
    /// Lanes with these sets, lanes 4 to 7 turned already.
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
        // Of lanes 0 to 3, and of those that see the board turned.
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

    /// A step in each lane leads to the neighbour in that lane's direction.
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
