//! The masks of the move generator for a board size, computed at compile time: which steps lead
//! outward, and which captures do not.

use zugi_game::board::Square;

use super::ray_masks::{LANES, STEPS, U64Board, U128Board};

/// The squared straight-line distance from the centre of a square to the centre of the board, in
/// units of half a square: an exact integer.
///
/// ```
/// use zugi_game::board::Square;
/// use zugi_zola::distance;
/// assert_eq!(distance(Square::at(2, 2, 6), 6), 2); // c3, in the centre
/// assert_eq!(distance(Square::new(0), 6), 50); // a1
/// ```
#[must_use]
pub const fn distance(square: Square, size: u8) -> i32 {
    let n = size as i32;
    let file = 2 * square.file(size) as i32 - (n - 1);
    let rank = 2 * square.rank(size) as i32 - (n - 1);
    file * file + rank * rank
}

/// The masks of the move generator for lanes of type `L` and rays of up to `K` steps.
///
/// Lane `d` of a mask for `k` steps is a set of targets. The origin of a target is the square `k`
/// steps back against direction `d`. A target is in the set if its origin is on the board and the
/// mask allows the move from there.
#[derive(Debug)]
pub(super) struct MoveMasks<L, const K: usize> {
    /// The shift of each lane for one step.
    pub shifts: [u32; LANES],
    /// Targets of one step.
    pub inside: L,
    /// Targets of one step that are farther from the centre than their origins.
    pub quiet: L,
    /// Targets of one step that are nearer to the centre than their origins: a quiet move may lead
    /// from such a target back to its origin.
    pub exit: L,
    /// At index `i`: targets of `i + 1` steps that are no farther from the centre than their
    /// origins.
    pub capture: [L; K],
}

/// The square `steps` steps back from `square`, against the direction of `lane`.
const fn origin(square: Square, lane: usize, steps: usize, size: u8) -> Option<Square> {
    let (file, rank) = STEPS[lane % (LANES / 2)];
    let steps = if lane < LANES / 2 { steps as i8 } else { -(steps as i8) };
    let n = size as i8;
    let file = square.file(size) as i8 - steps * file;
    let rank = square.rank(size) as i8 - steps * rank;
    if 0 <= file && file < n && 0 <= rank && rank < n {
        Some(Square::at(file as u8, rank as u8, size))
    } else {
        None
    }
}

/// The masks as sets of the unrotated board.
const fn masks<const K: usize>(size: u8) -> MoveMasks<[u128; LANES], K> {
    let mut tables = MoveMasks {
        shifts: [0; LANES],
        inside: [0; LANES],
        quiet: [0; LANES],
        exit: [0; LANES],
        capture: [[0; LANES]; K],
    };
    let mut lane = 0;
    while lane < LANES {
        let mut square = 0;
        while square < size * size {
            let at = Square::new(square);
            let mut steps = 1;
            while steps <= K {
                if let Some(origin) = origin(at, lane, steps, size) {
                    let outward = distance(at, size) > distance(origin, size);
                    let bit = 1 << square;
                    if steps == 1 {
                        tables.inside[lane] |= bit;
                    }
                    if steps == 1 && outward {
                        tables.quiet[lane] |= bit;
                    }
                    if steps == 1 && distance(at, size) < distance(origin, size) {
                        tables.exit[lane] |= bit;
                    }
                    if !outward {
                        tables.capture[steps - 1][lane] |= bit;
                    }
                }
                steps += 1;
            }
            square += 1;
        }
        lane += 1;
    }
    tables
}

/// The change of the index of a square by one step in lane `lane % 4`.
const fn stride(lane: usize, size: u8) -> i32 {
    let (file, rank) = STEPS[lane % (LANES / 2)];
    rank as i32 * size as i32 + file as i32
}

pub(super) const fn narrow_tables<const K: usize>(size: u8) -> MoveMasks<U64Board, K> {
    const fn narrow(sets: [u128; LANES]) -> U64Board {
        let mut lanes = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] = sets[lane] as u64;
            lane += 1;
        }
        U64Board(lanes)
    }
    let masks = masks::<K>(size);
    let mut shifts = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        // A step back is a rotation by the complement to 64.
        let sign = if lane < LANES / 2 { 1 } else { -1 };
        shifts[lane] = (sign * stride(lane, size)).rem_euclid(64) as u32;
        lane += 1;
    }
    let mut capture = [U64Board([0; LANES]); K];
    let mut step = 0;
    while step < K {
        capture[step] = narrow(masks.capture[step]);
        step += 1;
    }
    let (inside, quiet, exit) = (narrow(masks.inside), narrow(masks.quiet), narrow(masks.exit));
    MoveMasks { shifts, inside, quiet, exit, capture }
}

pub(super) const fn wide_tables<const K: usize>(size: u8) -> MoveMasks<U128Board, K> {
    /// On the rotated board a lane has the masks that the opposite one has on the unrotated board.
    const fn wide(mut sets: [u128; LANES]) -> U128Board {
        let mut lane = 0;
        while lane < LANES / 2 {
            sets[lane + LANES / 2] = sets[lane];
            lane += 1;
        }
        U128Board::new(sets)
    }
    let masks = masks::<K>(size);
    let mut shifts = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        shifts[lane] = stride(lane, size) as u32;
        lane += 1;
    }
    let mut capture = [U128Board::new([0; LANES]); K];
    let mut step = 0;
    while step < K {
        capture[step] = wide(masks.capture[step]);
        step += 1;
    }
    let (inside, quiet, exit) = (wide(masks.inside), wide(masks.quiet), wide(masks.exit));
    MoveMasks { shifts, inside, quiet, exit, capture }
}

/// For each lane and square, the squares behind it, against the lane's direction.
pub(super) type RaysBehind<B, const SQUARES: usize> = [[B; SQUARES]; LANES];

pub(super) const fn behind<const SQUARES: usize>(size: u8) -> RaysBehind<u128, SQUARES> {
    let mut table = [[0; SQUARES]; LANES];
    let mut lane = 0;
    while lane < LANES {
        let mut square = 0;
        while square < SQUARES {
            let mut steps = 1;
            while let Some(origin) = origin(Square::new(square as u8), lane, steps, size) {
                table[lane][square] |= 1 << origin.index();
                steps += 1;
            }
            square += 1;
        }
        lane += 1;
    }
    table
}

pub(super) const fn behind_narrow<const SQUARES: usize>(size: u8) -> RaysBehind<u64, SQUARES> {
    let wide = behind::<SQUARES>(size);
    let mut table = [[0; SQUARES]; LANES];
    let mut lane = 0;
    while lane < LANES {
        let mut square = 0;
        while square < SQUARES {
            table[lane][square] = wide[lane][square] as u64;
            square += 1;
        }
        lane += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn levels(size: u8) -> usize {
        (0..size * size)
            .map(|square| distance(Square::new(square), size))
            .collect::<BTreeSet<_>>()
            .len()
    }

    #[test]
    fn levels_of_the_rule_sheets() {
        // Six levels on 6x6 (rules sheet), classes A to N on 10x10 (Yucata's figure).
        assert_eq!(levels(6), 6);
        assert_eq!(levels(10), 14);
    }
}
