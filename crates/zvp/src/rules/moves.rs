//! Directions, and moves of Zombies vs Princesses Draughts as 28 bits.

use std::fmt;

use zugi_game::PackedMove;
use zugi_game::board::{Bits, Square};

use super::SIZE;

/// A diagonal direction on the board with `a1` at the bottom left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// +1 file, +1 rank: forwards for White.
    UpRight,
    /// -1 file, +1 rank: sideways.
    UpLeft,
    /// +1 file, -1 rank: sideways.
    DownRight,
    /// -1 file, -1 rank: forwards for Black.
    DownLeft,
}

impl Direction {
    /// All directions, by rising index.
    pub const ALL: [Direction; 4] =
        [Direction::UpRight, Direction::UpLeft, Direction::DownRight, Direction::DownLeft];

    #[must_use]
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// Moves a set of dark squares one step. A step over the left or right edge ends on a light
    /// square, one over the other edges on none, so the intersection with a set of dark squares
    /// removes both.
    ///
    /// ```
    /// use zugi_zvp::{DARK, Direction};
    /// assert_eq!(Direction::UpRight.step(1), 1 << 9); // a1 to b2
    /// assert_eq!(Direction::UpLeft.step(1) & DARK, 0);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn step(self, set: u64) -> u64 {
        match self {
            Direction::UpRight => set << 9,
            Direction::UpLeft => set << 7,
            Direction::DownRight => set >> 7,
            Direction::DownLeft => set >> 9,
        }
    }
}

/// A step, or a chain of one or more jumps.
///
/// Bits 0 to 5 are the first square, and bits 6 to 9 the number of jumps, 0 for a step. The
/// directions follow, two bits each: one for a step, else one for each jump. So moves with
/// different paths have different bits, even if they begin, end and capture alike. Unused bits are
/// 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZvpMove(u32);

impl ZvpMove {
    /// The number of jumps in the longest chain on any board. A jump leads two files and two ranks
    /// away, so a piece can reach only eight squares by jumps. Nine pairs of them are one jump
    /// apart, and no pair is jumped twice, because the piece between has changed sides or is gone.
    pub const MAX_JUMPS: u32 = 9;

    const JUMPS_SHIFT: u32 = 6;
    const PATH_SHIFT: u32 = 10;
    const BITS: u32 = Self::PATH_SHIFT + 2 * Self::MAX_JUMPS;

    /// A step from a square, whose index must be less than 64.
    #[must_use]
    #[inline(always)]
    pub const fn step(from: Square, direction: Direction) -> ZvpMove {
        ZvpMove(from.index() as u32 & 63 | (direction as u32) << Self::PATH_SHIFT)
    }

    /// The start of a chain, without jumps; it is not yet a move.
    #[inline(always)]
    pub(super) const fn chain(from: Square) -> ZvpMove {
        ZvpMove(from.index() as u32 & 63)
    }

    /// The chain with another jump; it must have less than [`Self::MAX_JUMPS`].
    #[inline(always)]
    pub(super) const fn jump(self, direction: Direction) -> ZvpMove {
        let path = (direction as u32) << (Self::PATH_SHIFT + 2 * self.jumps());
        ZvpMove((self.0 | path) + (1 << Self::JUMPS_SHIFT))
    }

    /// The first square; its index is less than 64.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The number of jumps, which is the number of captured pieces; 0 for a step.
    #[must_use]
    #[inline(always)]
    pub const fn jumps(self) -> u32 {
        self.0 >> Self::JUMPS_SHIFT & 15
    }

    /// The directions of the step or of the jumps, in order.
    #[inline(always)]
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let path = u64::from(self.0 >> Self::PATH_SHIFT);
        (0..self.jumps().max(1)).map(move |i| Direction::ALL[(path >> (2 * i) & 3) as usize])
    }

    /// The square where the move ends, and those that it jumps over, as sets.
    ///
    /// ```
    /// use zugi_game::Game;
    /// use zugi_zvp::Zvp;
    /// let mv = Zvp::start().parse_move("a1c3e1").unwrap();
    /// assert_eq!(mv.target_and_jumped(), (1 << 4, 1 << 9 | 1 << 11)); // e1; b2 and d2
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn target_and_jumped(self) -> (u64, u64) {
        let mut at = u64::of(self.from());
        let mut jumped = 0;
        for direction in self.directions() {
            at = direction.step(at);
            if self.jumps() > 0 {
                jumped |= at;
                at = direction.step(at);
            }
        }
        (at, jumped)
    }

    /// The squares of the piece in order, from the first one on.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let mut at = u64::of(self.from());
        let landings = self.directions().map(move |direction| {
            let next = direction.step(at);
            at = if self.jumps() > 0 { direction.step(next) } else { next };
            at
        });
        // An impossible move may leave the board; it ends there.
        [self.from()].into_iter().chain(landings.map_while(Bits::first))
    }
}

/// The text of the move, such as `c3e5g3`.
impl fmt::Display for ZvpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares().try_for_each(|square| write!(f, "{}", square.name(SIZE)))
    }
}

impl fmt::Debug for ZvpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PackedMove for ZvpMove {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    /// Ignores all bits but the lowest 28.
    #[inline]
    fn from_bits(bits: u32) -> ZvpMove {
        ZvpMove(bits & ((1 << Self::BITS) - 1))
    }

    #[inline]
    fn target(self) -> usize {
        self.squares().last().map_or(0, |square| usize::from(square) % 64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::DARK;
    use super::*;

    #[test]
    fn moves_are_written_with_the_names_of_squares() {
        let jumps =
            ZvpMove::chain(Square::new(18)).jump(Direction::UpRight).jump(Direction::UpRight);
        assert_eq!((jumps.to_string(), format!("{jumps:?}")), ("c3e5g7".into(), "c3e5g7".into()));
        // Any bits have a text.
        for bits in (0..u32::MAX).step_by(65_521) {
            assert!(format!("{:?}", ZvpMove::from_bits(bits)).len() >= 2);
        }
    }

    #[test]
    fn steps_lead_to_neighbours_or_off_the_dark_squares() {
        let steps = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        for (direction, (file, rank)) in Direction::ALL.into_iter().zip(steps) {
            for square in DARK.squares() {
                let (file, rank) = (square.file(8) as i8 + file, square.rank(8) as i8 + rank);
                let inside = (0..8).contains(&file) && (0..8).contains(&rank);
                let expected = if inside { u64::of((rank * 8 + file) as u8) } else { 0 };
                assert_eq!(direction.step(u64::of(square)) & DARK, expected);
            }
        }
    }

    /// The number of pairs of squares that are one jump apart, among those that jumps can reach.
    fn jumps_within_reach(square: Square) -> usize {
        let mut reached = HashSet::new();
        let mut todo = vec![u64::of(square)];
        let mut jumps = 0;
        while let Some(at) = todo.pop() {
            if reached.insert(at) {
                let landings = Direction::ALL
                    .map(|direction| direction.step(direction.step(at) & DARK) & DARK)
                    .into_iter()
                    .filter(|&landing| landing != 0);
                todo.extend(landings.clone());
                jumps += landings.count();
            }
        }
        assert_eq!(reached.len(), 8);
        jumps / 2
    }

    #[test]
    fn nine_jumps_are_the_most() {
        for square in DARK.squares() {
            assert_eq!(jumps_within_reach(square) as u32, ZvpMove::MAX_JUMPS);
        }
    }

    #[test]
    fn a_longest_chain_keeps_its_path() {
        let path: Vec<Direction> = Direction::ALL.into_iter().cycle().skip(1).take(9).collect();
        let mv =
            path.iter().fold(ZvpMove::chain(Square::new(63)), |mv, &direction| mv.jump(direction));
        assert_eq!(ZvpMove::from_bits(mv.to_bits()), mv);
        assert_eq!((mv.from(), mv.jumps()), (Square::new(63), 9));
        assert_eq!(mv.directions().collect::<Vec<_>>(), path);
    }
}
