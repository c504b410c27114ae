//! Sets of dark squares in 32 bits, and their ranks.
//!
//! The dark squares have the numbers 0 to 31 from `a1`, by rank and then by file. The *level* of a
//! square, from 0 for `a1` to 7 for `h8`, is the number of steps forwards from `a1`; sideways moves
//! do not change it.

use zugi_game::Player;
use zugi_game::board::Bits;

use crate::rules::Direction;

/// The number of dark squares.
pub(super) const SQUARES: usize = 32;
/// Stands for a square beyond the edge.
const NO_SQUARE: u8 = SQUARES as u8;
/// More than the pieces of any table.
pub(super) const MOST: usize = 8;

/// Binomial coefficients: `CHOOSE[k][n]` is the number of sets of `k` of the first `n` squares.
pub(super) static CHOOSE: [[u32; SQUARES + 1]; MOST + 1] = choose();

const fn choose() -> [[u32; SQUARES + 1]; MOST + 1] {
    let mut choose = [[0; SQUARES + 1]; MOST + 1];
    let mut n = 0;
    while n <= SQUARES {
        choose[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
}

/// The file and the rank of a square.
const fn place(square: usize) -> (i32, i32) {
    let rank = (square / 4) as i32;
    ((square % 4) as i32 * 2 + rank % 2, rank)
}

const fn square_at(file: i32, rank: i32) -> u8 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return NO_SQUARE;
    }
    (rank * 4 + file / 2) as u8
}

/// `NEIGHBOURS[d][s]` is the square next to `s` in the direction with index `d`.
static NEIGHBOURS: [[u8; SQUARES]; 4] = {
    let steps = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mut neighbours = [[NO_SQUARE; SQUARES]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < SQUARES {
            let (file, rank) = place(square);
            let (right, up) = steps[direction];
            neighbours[direction][square] = square_at(file + right, rank + up);
            square += 1;
        }
        direction += 1;
    }
    neighbours
};

/// The neighbour in a direction; `None` beyond the edge.
#[inline(always)]
pub(super) fn neighbour(square: u32, direction: Direction) -> Option<u32> {
    let next = NEIGHBOURS[direction as usize][square as usize % SQUARES];
    (next != NO_SQUARE).then_some(u32::from(next))
}

pub(super) fn level(square: u32) -> u32 {
    let (file, rank) = place(square as usize);
    (file + rank) as u32 / 2
}

/// The square on which a side's pieces are promoted.
pub(super) const fn goal(player: Player) -> u32 {
    match player {
        Player::One => SQUARES as u32 - 1,
        Player::Two => 0,
    }
}

/// The mirror image of each set of the squares 0 to 7, 8 to 15, 16 to 23 and 24 to 31.
static IMAGES: [[u32; 256]; 4] = {
    let mut images = [[0; 256]; 4];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = place(square);
        let image = 1 << square_at(rank, file);
        let mut set = 0;
        while set < 256 {
            if set >> (square % 8) & 1 != 0 {
                images[square / 8][set] |= image;
            }
            set += 1;
        }
        square += 1;
    }
    images
};

/// The reflection of a set in the diagonal from corner to corner. It keeps levels.
#[inline(always)]
pub(super) fn mirror(set: u32) -> u32 {
    let [a, b, c, d] = set.to_le_bytes().map(usize::from);
    IMAGES[0][a] | IMAGES[1][b] | IMAGES[2][c] | IMAGES[3][d]
}

/// What the squares of a set within a group of eight squares add to the rank of the set. The
/// indices are the group, the number of squares of the set before the group, and the squares of the
/// set within the group.
static RANKS: [[[u32; 256]; MOST]; 4] = {
    let choose = choose();
    let mut ranks = [[[0; 256]; MOST]; 4];
    let mut eight = 0;
    while eight < 4 {
        let mut before = 0;
        while before < MOST {
            let mut set = 1;
            while set < 256_usize {
                // The rank without the greatest square, plus the part of that square.
                let last = set.ilog2() as usize;
                let k = before + set.count_ones() as usize;
                let of_last = if k <= MOST { choose[k][8 * eight + last] } else { 0 };
                ranks[eight][before][set] = ranks[eight][before][set ^ 1 << last] + of_last;
                set += 1;
            }
            before += 1;
        }
        eight += 1;
    }
    ranks
};

/// The rank of a set of at most [`MOST`] squares among sets of the same size (combinatorial number
/// system).
#[inline(always)]
pub(super) fn rank(set: u32) -> u32 {
    let (mut rank, mut before) = (0, 0);
    for (eight, part) in set.to_le_bytes().into_iter().enumerate() {
        rank += RANKS[eight][before % MOST][usize::from(part)];
        before += part.count_ones() as usize;
    }
    rank
}

pub(super) fn with_rank(size: u32, mut rank: u32) -> u32 {
    let (mut set, mut square) = (0, SQUARES);
    for k in (1..=size as usize).rev() {
        let of = &CHOOSE[k];
        square = of[..square].partition_point(|&before| before <= rank) - 1;
        rank -= of[square];
        set |= 1 << square;
    }
    set
}

/// Removes `squares` from the numbering; later squares move down. The set must not have any of
/// them.
#[inline(always)]
pub(super) fn squeeze(mut set: u32, mut squares: u32) -> u32 {
    while squares != 0 {
        let square = 31 - squares.leading_zeros();
        squares ^= 1 << square;
        let low = (1_u32 << square) - 1;
        set = set & low | set >> 1 & !low;
    }
    set
}

pub(super) fn unsqueeze(mut set: u32, mut squares: u32) -> u32 {
    while squares != 0 {
        let low = (1_u32 << squares.trailing_zeros()) - 1;
        squares &= squares - 1;
        set = set & low | (set & !low) << 1;
    }
    set
}

/// The squares of a set, or the columns of a word, by rising number.
#[inline(always)]
pub(super) fn squares(set: impl Into<u64>) -> impl Iterator<Item = u32> {
    let set: u64 = set.into();
    set.squares().map(|square| u32::from(square.index()))
}

/// The even bits of a word, moved together.
#[inline(always)]
pub(super) fn even_bits(mut word: u64) -> u64 {
    word &= 0x5555_5555_5555_5555;
    word = (word | word >> 1) & 0x3333_3333_3333_3333;
    word = (word | word >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff;
    word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
    (word | word >> 16) & 0xffff_ffff
}

#[inline(always)]
pub(super) fn spread(word: u64) -> u64 {
    let mut word = word & 0xffff_ffff;
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & 0x5555_5555_5555_5555
}

/// On odd ranks the dark squares are on odd files.
const ODD_RANKS: u64 = 0xff00_ff00_ff00_ff00;

/// A set of dark squares of the whole board in 32 bits.
#[inline]
pub(super) fn compact(set: u64) -> u32 {
    even_bits(set & !ODD_RANKS | (set & ODD_RANKS) >> 1) as u32
}

pub(super) fn expand(set: u32) -> u64 {
    let set = spread(u64::from(set));
    set & !ODD_RANKS | (set & ODD_RANKS) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::DARK;

    #[test]
    fn sets_of_both_kinds_correspond() {
        for (number, square) in DARK.squares().enumerate() {
            let set = u64::of(square);
            assert_eq!((compact(set), expand(1 << number)), (1 << number, set));
            for direction in Direction::ALL {
                let next = direction.step(set) & DARK;
                let found = neighbour(number as u32, direction).map_or(0, |it| expand(1 << it));
                assert_eq!(found, next, "{number} {direction:?}");
            }
            assert_eq!(level(number as u32), u32::from(square.file(8) + square.rank(8)) / 2);
        }
        let mut rng = fastrand::Rng::with_seed(1);
        for set in (0..1000).map(|_| rng.u32(..)) {
            assert_eq!((compact(expand(set)), mirror(mirror(set))), (set, set));
            let levels = |set: u32| squares(set).map(level).sum::<u32>();
            assert_eq!(levels(mirror(set)), levels(set));
        }
    }

    #[test]
    fn sets_and_their_ranks_correspond() {
        for size in 0..=7 {
            let all = CHOOSE[size as usize][SQUARES];
            for number in (0..all).step_by((all as usize / 5000).max(1)) {
                let set = with_rank(size, number);
                assert_eq!((set.count_ones(), rank(set)), (size, number));
            }
        }
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let (set, squares) = (rng.u32(..), rng.u32(..) & rng.u32(..));
            let squeezed = squeeze(set & !squares, squares);
            assert_eq!(unsqueeze(squeezed, squares), set & !squares);
            assert!(squares == 0 || squeezed < 1 << (32 - squares.count_ones()));
        }
    }
}
