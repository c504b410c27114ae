//! The two boards of Zoka as bit sets: steps along files and ranks, and flood fill.

use std::fmt::Debug;
use std::hash::Hash;

use zugi_game::board::Bits;

/// A direction along files or ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridDirection {
    /// To higher ranks.
    Up,
    /// To later files.
    Right,
    /// To lower ranks.
    Down,
    /// To earlier files.
    Left,
}

impl GridDirection {
    /// All directions, clockwise.
    pub const ALL: [GridDirection; 4] =
        [GridDirection::Up, GridDirection::Right, GridDirection::Down, GridDirection::Left];
}

/// A square board as sets of its squares.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    type Set: Bits;

    /// The number of files, and of ranks.
    const SIZE: u8;

    const BOARD: Self::Set;

    /// Moves every square of the set one step, and drops those that leave the board.
    ///
    /// ```
    /// use zugi_zoka::{Grid, GridDirection, Narrow};
    /// assert_eq!(Narrow::shift(GridDirection::Up, 1), 1 << 8); // a1 to a2
    /// assert_eq!(Narrow::shift(GridDirection::Left, 1), 0);
    /// ```
    fn shift(direction: GridDirection, set: Self::Set) -> Self::Set;

    /// The squares adjacent to a square of the set, whether they are in the set or not.
    ///
    /// ```
    /// use zugi_zoka::{Grid, Narrow};
    /// assert_eq!(Narrow::around(1), 1 << 1 | 1 << 8); // b1 and a2
    /// ```
    #[inline(always)]
    fn around(set: Self::Set) -> Self::Set {
        // Not `GridDirection::ALL.map`: its closure may be compiled as a call.
        let files = Self::shift(GridDirection::Up, set) | Self::shift(GridDirection::Down, set);
        files | Self::shift(GridDirection::Right, set) | Self::shift(GridDirection::Left, set)
    }

    /// The squares that can be reached from the open squares of a set by steps through open
    /// squares, those squares included.
    ///
    /// ```
    /// use zugi_zoka::{Grid, Narrow};
    /// let b_file = 0x0202_0202_0202_0202;
    /// assert_eq!(Narrow::flood(1, !b_file), 0x0101_0101_0101_0101); // the file of a1
    /// ```
    #[inline]
    fn flood(from: Self::Set, open: Self::Set) -> Self::Set {
        let mut reached = from & open;
        loop {
            let more = (reached | Self::around(reached)) & open;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

macro_rules! grids {
    ($($(#[$doc:meta])* $name:ident: $set:ty, $size:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;

        impl $name {
            const FIRST_FILE: $set = {
                let (mut file, mut rank) = (0, 0);
                while rank < $size {
                    file |= 1 << (rank * $size);
                    rank += 1;
                }
                file
            };
        }

        impl Grid for $name {
            type Set = $set;

            const SIZE: u8 = $size;
            const BOARD: $set = <$set>::MAX >> (<$set>::BITS - $size * $size);

            #[inline(always)]
            fn shift(direction: GridDirection, set: $set) -> $set {
                match direction {
                    GridDirection::Up => set << $size & Self::BOARD,
                    GridDirection::Right => (set & !(Self::FIRST_FILE << ($size - 1))) << 1,
                    GridDirection::Down => set >> $size,
                    GridDirection::Left => (set & !Self::FIRST_FILE) >> 1,
                }
            }
        }
    )*};
}

grids! {
    /// 8x8, for two seats.
    Narrow: u64, 8;
    /// 10x10, for three or four.
    Wide: u128, 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Grid>() {
        let size = i32::from(G::SIZE);
        assert_eq!(G::BOARD.count(), u32::from(G::SIZE) * u32::from(G::SIZE));
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        for (direction, (files, ranks)) in GridDirection::ALL.into_iter().zip(steps) {
            for square in G::BOARD.squares() {
                let (file, rank) = (
                    i32::from(square.file(G::SIZE)) + files,
                    i32::from(square.rank(G::SIZE)) + ranks,
                );
                let inside = (0..size).contains(&file) && (0..size).contains(&rank);
                let expected =
                    if inside { G::Set::of((rank * size + file) as u8) } else { G::Set::EMPTY };
                assert_eq!(G::shift(direction, G::Set::of(square)), expected);
            }
        }
    }

    #[test]
    fn steps_lead_to_neighbours_or_off_the_board() {
        check::<Narrow>();
        check::<Wide>();
    }

    #[test]
    fn a_flood_goes_around_corners_and_not_through_diagonals() {
        let diagonal = 1 << 3 | 1 << 10 | 1 << 17 | 1 << 24; // d1, c2, b3, a4
        let corner = 0b111 | 0b11 << 8 | 1 << 16;
        assert_eq!(Narrow::flood(1, !diagonal), corner);
        assert_eq!(Narrow::flood(1, !(diagonal & !(1 << 10))), !(diagonal & !(1 << 10)));
    }
}
