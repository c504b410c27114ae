//! The numbers of boards: the occupied dark squares, the owners, and the promoted pieces.

use zugi_game::Player;
use zugi_game::board::Bits;

use crate::rules::Zvp;

/// More pieces than any table has.
const MOST: usize = 8;
/// The dark squares.
const SQUARES: usize = 32;

/// Binomial coefficients: `CHOOSE[k][n]` sets of `k` of the first `n` squares.
static CHOOSE: [[u32; SQUARES + 1]; MOST + 1] = {
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
};

/// A set of dark squares by its number among them, from `a1`.
fn square(place: usize) -> u64 {
    let row = place / 4;
    1 << (2 * place + row % 2)
}

/// The pieces of both sides, and those that are promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Board {
    pub pieces: [u64; 2],
    pub promoted: u64,
}

impl Board {
    #[inline]
    pub fn of(position: &Zvp) -> Board {
        let pieces = Player::BOTH.map(|player| position.pieces(player));
        Board { pieces, promoted: position.promoted() }
    }

    /// The number of boards with this number of pieces, including impossible ones.
    pub fn count(pieces: u32) -> u64 {
        u64::from(CHOOSE[pieces as usize % (MOST + 1)][SQUARES]) << (2 * pieces)
    }

    /// Its number: by the rank of the occupied squares (combinatorial number system), then by
    /// two bits for each piece.
    #[inline]
    pub fn number(self) -> u64 {
        let (mut rank, mut kinds, mut rest) = (0, 0, self.pieces[0] | self.pieces[1]);
        for k in 0..MOST {
            if rest == 0 {
                break;
            }
            let square = rest.trailing_zeros();
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            // Two neighbours have one dark square.
            rank += u64::from(CHOOSE[k + 1][square as usize / 2]);
            let is_black = u64::from(self.pieces[1] & bit != 0);
            let is_promoted = u64::from(self.promoted & bit != 0);
            kinds |= (is_black | is_promoted << 1) << (2 * k);
        }
        rank << (2 * (self.pieces[0] | self.pieces[1]).count()) | kinds
    }

    /// The board with this number, which must be below [`Board::count`].
    pub fn with_number(pieces: u32, number: u64) -> Board {
        let (mut rank, mut place) = ((number >> (2 * pieces)) as u32, SQUARES);
        let mut board = Board::default();
        for k in (0..pieces as usize).rev() {
            let of = &CHOOSE[k + 1];
            place = of[..place].partition_point(|&before| before <= rank) - 1;
            rank -= of[place];
            let kind = number >> (2 * k) & 3;
            board.pieces[(kind & 1) as usize] |= square(place);
            board.promoted |= if kind & 2 != 0 { square(place) } else { 0 };
        }
        board
    }

    /// A number that only quiet moves leave unchanged. Every other move without a capture by White
    /// makes it greater: fewer white pieces, then more promoted ones, then unpromoted ones farther
    /// ahead.
    pub fn progress(self) -> u32 {
        let [white, black] = self.pieces.map(|set| set & !self.promoted);
        let steps =
            |set: u64| set.squares().map(|it| u32::from(it.rank(8) + it.file(8))).sum::<u32>();
        let ahead = steps(white) + 14 * black.count() - steps(black);
        let white_pieces = self.pieces[0].count();
        ((MOST as u32 - white_pieces) << 8 | self.promoted.count()) << 8 | ahead
    }
}
