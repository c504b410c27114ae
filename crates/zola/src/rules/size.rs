//! The board sizes of Zola: each is a type, with its tables and its compiled move generator.

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::black_box;
use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};

use super::move_masks::{
    MoveMasks, RaysBehind, behind, behind_narrow, distance, narrow_tables, wide_tables,
};
use super::movegen::{self, Mobility, Moves, nearest};
use super::ray_masks::{LANES, Lanes, U64Board, U128Board};

/// A board size, at compile time.
#[expect(private_bounds, reason = "lanes are the move generator's own business")]
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    type Bits: Bits;
    /// Eight sets, one for each direction.
    type Lanes: Lanes<Bits = Self::Bits>;
    /// The length of the board, an even number.
    const N: u8;
    const SQUARES: u8 = Self::N * Self::N;
    const NAME: &'static str;

    /// The squared distance of a square from the centre, see [`distance`].
    fn distance(square: Square) -> i32;

    /// The squares behind `square`, against a lane's direction.
    fn behind(lane: usize, square: Square) -> Self::Bits;

    /// For each direction, the target squares of the moves of `own`.
    fn targets(own: Self::Bits, enemy: Self::Bits) -> Self::Lanes;

    /// The number of legal sequences of two moves; `own` moves first.
    fn count_replies(own: Self::Bits, enemy: Self::Bits) -> u64;

    /// The mobility of `own`, and that of `enemy`.
    fn contacts(own: Self::Bits, enemy: Self::Bits) -> [Mobility<Self::Bits>; 2];

    /// The number of moves of `own`, and the number of captures of `enemy` if it were to move.
    ///
    /// ```
    /// use zugi_zola::{Size, Size6};
    /// let (own, enemy) = (1 << 0, 1 << 7); // a1 and b2: a1 can capture, b2 cannot
    /// assert_eq!(Size6::pressure(own, enemy), [1, 0]);
    /// ```
    fn pressure(own: Self::Bits, enemy: Self::Bits) -> [u32; 2];

    /// Calls `visit` with the first square and the target of each move of a checker of `own`, until
    /// it breaks.
    #[inline]
    fn visit(
        own: Self::Bits,
        enemy: Self::Bits,
        visit: &mut impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (from, to) in Moves::new(Self::targets(own, enemy), Self::behind, own) {
            visit(from, to)?;
        }
        ControlFlow::Continue(())
    }

    /// The number of moves of the checkers of `own`; 0 if it must pass.
    ///
    /// ```
    /// use zugi_zola::{Size, Size6};
    /// let (own, enemy) = (1 << 0, 1 << 7); // a1 and b2
    /// assert_eq!(Size6::count(own, enemy), 1);
    /// ```
    #[inline]
    #[must_use]
    fn count(own: Self::Bits, enemy: Self::Bits) -> u32 {
        Self::targets(own, enemy).count()
    }

    /// The squares of the checkers of `own` that can capture an enemy on `target`.
    #[inline]
    fn attackers(
        own: Self::Bits,
        enemy: Self::Bits,
        target: Square,
    ) -> impl Iterator<Item = Square> {
        (0..LANES).filter_map(move |lane| {
            let first_met = nearest(lane, (own | enemy) & Self::behind(lane, target))?;
            let inward = Self::distance(target) <= Self::distance(first_met);
            (own.contains(first_met) && inward).then_some(first_met)
        })
    }
}

/// Compiles functions for processors with AVX-512, with AVX2 and without either; the best version
/// is chosen at run time.
macro_rules! versions {
    ($($function:item)*) => {$(
        #[multiversion::multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
            "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
        ))]
        $function
    )*};
}

/// Defines a size from its constants.
///
/// `black_box` hides the contents of the tables: a compiler that knows them handles each lane in
/// its own way, which halves the speed.
macro_rules! sizes {
    ($($(#[$doc:meta])* $size:ident in $module:ident: $n:literal, $bits:ident, $lanes:ident, $name:literal,
        $tables:ident, $behind:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $size;

        mod $module {
            use super::*;

            const SQUARES: usize = $n * $n;
            static TABLES: MoveMasks<$lanes, { $n - 1 }> = $tables($n);
            pub static BEHIND: RaysBehind<$bits, SQUARES> = $behind($n);
            pub static DISTANCE: [i32; SQUARES] = {
                let mut table = [0; SQUARES];
                let mut square = 0;
                while square < SQUARES {
                    table[square] = distance(Square::new(square as u8), $n);
                    square += 1;
                }
                table
            };

            versions! {
                pub fn targets(own: $bits, enemy: $bits) -> $lanes {
                    movegen::targets(black_box(&TABLES), own, enemy)
                }

                pub fn contacts(own: $bits, enemy: $bits) -> [Mobility<$bits>; 2] {
                    movegen::contacts(black_box(&TABLES), own, enemy)
                }

                pub fn pressure(own: $bits, enemy: $bits) -> [u32; 2] {
                    movegen::pressure(black_box(&TABLES), own, enemy)
                }

                pub fn count_replies(own: $bits, enemy: $bits) -> u64 {
                    movegen::replies(black_box(&TABLES), <$size>::behind, own, enemy)
                }
            }
        }

        impl Size for $size {
            type Bits = $bits;
            type Lanes = $lanes;
            const N: u8 = $n;
            const NAME: &'static str = $name;

            #[inline(always)]
            fn distance(square: Square) -> i32 {
                $module::DISTANCE[usize::from(square)]
            }

            #[inline(always)]
            fn behind(lane: usize, square: Square) -> $bits {
                $module::BEHIND[lane][usize::from(square)]
            }

            #[inline]
            fn targets(own: $bits, enemy: $bits) -> $lanes {
                $module::targets(own, enemy)
            }

            #[inline]
            fn contacts(own: $bits, enemy: $bits) -> [Mobility<$bits>; 2] {
                $module::contacts(own, enemy)
            }

            #[inline]
            fn pressure(own: $bits, enemy: $bits) -> [u32; 2] {
                $module::pressure(own, enemy)
            }

            #[inline]
            fn count_replies(own: $bits, enemy: $bits) -> u64 {
                $module::count_replies(own, enemy)
            }
        }
    )*};
}

sizes! {
    /// 4x4, for exhaustive tests.
    Size4 in size4: 4, u64, U64Board, "zola-4", narrow_tables, behind_narrow;
    /// 6x6, the standard game.
    Size6 in size6: 6, u64, U64Board, "zola-6", narrow_tables, behind_narrow;
    Size8 in size8: 8, u64, U64Board, "zola-8", narrow_tables, behind_narrow;
    Size10 in size10: 10, u128, U128Board, "zola-10", wide_tables, behind;
}
