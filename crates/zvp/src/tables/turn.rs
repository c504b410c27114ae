//! The positions of a part of a table with one side to move, as bit matrices.
//!
//! A row is a placement of the side to move, and has a bit for each placement of the other side; in
//! a segment it is the other way round, see [`super::layout`]. So a move of a row's piece takes one
//! look-up in another row, for all positions of the row at once.

use rayon::prelude::*;

/// The least number of words of a matrix on which several threads work.
const SHARED_WORDS: usize = 1 << 13;

/// Bits by rows; a row has two halves of whole words, see [`super::layout`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Matrix {
    /// The number of words of half a row.
    pub half: usize,
    pub words: Vec<u64>,
}

impl Matrix {
    pub fn new(rows: usize, columns: usize) -> Matrix {
        let half = columns.div_ceil(64);
        Matrix { half, words: vec![0; rows * 2 * half] }
    }

    #[inline(always)]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * 2 * self.half..][..2 * self.half]
    }

    #[inline(always)]
    pub fn word(&self, row: usize, half: bool, at: usize) -> u64 {
        self.words[(2 * row + usize::from(half)) * self.half + at]
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct QuietMoves {
    /// The start of the moves of each row, and the end of the last ones.
    pub begin: Vec<u32>,
    /// For each move twice the row after it, plus 1 if the halves are exchanged.
    pub to: Vec<u32>,
}

impl QuietMoves {
    #[inline(always)]
    fn of(&self, row: usize) -> &[u32] {
        &self.to[self.begin[row] as usize..self.begin[row + 1] as usize]
    }
}

/// The values without quiet moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Seeds {
    /// Won by a move that is not quiet, or impossible.
    pub won: Matrix,
    /// Lost, because all captures lose.
    pub lost: Matrix,
    /// Without captures, so quiet moves are legal.
    pub open: Matrix,
    /// Of these, the positions that are lost if all quiet moves lose.
    pub may_lose: Matrix,
}

#[derive(Debug)]
pub(super) struct Turn {
    pub rows: usize,
    pub columns: usize,
    pub seeds: Seeds,
    pub quiet: QuietMoves,
    /// The won and the lost positions so far.
    pub won: Matrix,
    pub lost: Matrix,
    /// The rows that the last step has changed.
    is_changed: Vec<bool>,
    /// Copies with rows and columns exchanged, for the other side.
    pub seen_won: Matrix,
    pub seen_lost: Matrix,
    is_seen_changed: Vec<bool>,
}

impl Turn {
    /// `won` and `lost` are the positions that are decided if no ply is allowed.
    pub fn new(
        (rows, columns): (usize, usize),
        seeds: Seeds,
        quiet: QuietMoves,
        [won, lost]: [Matrix; 2],
    ) -> Turn {
        let seen = || Matrix::new(columns, rows);
        let mut turn = Turn {
            rows,
            columns,
            seeds,
            quiet,
            won,
            lost,
            is_changed: vec![true; rows],
            seen_won: seen(),
            seen_lost: seen(),
            is_seen_changed: Vec::new(),
        };
        turn.show();
        turn
    }

    /// Allows one more ply: computes the rows with a quiet move to a changed row of `other`, or all
    /// rows. Returns whether a row has changed.
    pub fn step(&mut self, other: &Turn, all: bool) -> bool {
        let width = 2 * self.won.half;
        let rows = if self.won.words.len() < SHARED_WORDS { self.rows } else { 64 };
        let Turn { won, lost, is_changed, seeds, quiet, .. } = self;
        let chunks = won.words.par_chunks_mut(rows * width);
        let chunks = chunks.zip(lost.words.par_chunks_mut(rows * width));
        let chunks = chunks.zip(is_changed.par_chunks_mut(rows)).enumerate();
        chunks.for_each(|(chunk, ((won, lost), is_changed))| {
            let mut sums = vec![0; 2 * width];
            let (can_win, all_lose) = sums.split_at_mut(width);
            let of_rows = won.chunks_mut(width).zip(lost.chunks_mut(width)).zip(is_changed);
            for (at, ((won, lost), is_changed)) in of_rows.enumerate() {
                let row = chunk * rows + at;
                let moves = quiet.of(row);
                let is_fresh = |mv: &u32| other.is_seen_changed[(mv / 2) as usize];
                *is_changed = (all || moves.iter().any(is_fresh)) && {
                    gather(other, moves, can_win, all_lose);
                    combine(seeds, row, can_win, all_lose, won, lost)
                };
            }
        });
        self.is_changed.contains(&true)
    }

    /// Updates the copies for the other side.
    pub fn show(&mut self) {
        let stripes: Vec<usize> = self
            .is_changed
            .chunks(64)
            .enumerate()
            .filter_map(|(stripe, rows)| rows.contains(&true).then_some(stripe))
            .collect();
        self.is_seen_changed.clear();
        self.is_seen_changed.resize(self.columns, false);
        if stripes.is_empty() {
            return;
        }
        let Turn { won, lost, seen_won, seen_lost, is_seen_changed, .. } = self;
        for (from, to) in [(won, seen_won), (lost, seen_lost)] {
            exchange(from, to, &stripes, is_seen_changed);
        }
    }
}

/// For all columns at once: whether a quiet move wins, and whether all of them lose.
#[inline(always)]
fn gather(other: &Turn, moves: &[u32], can_win: &mut [u64], all_lose: &mut [u64]) {
    let half = can_win.len() / 2;
    can_win.fill(0);
    all_lose.fill(u64::MAX);
    for &mv in moves {
        let row = (mv / 2) as usize;
        let (lost, won) = (other.seen_lost.row(row), other.seen_won.row(row));
        let (first, second) = if mv % 2 == 0 { (0, half) } else { (half, 0) };
        for (to, from) in [(0, first), (half, second)] {
            let (lost, won) = (&lost[from..][..half], &won[from..][..half]);
            can_win[to..][..half].iter_mut().zip(lost).for_each(|(to, lost)| *to |= lost);
            all_lose[to..][..half].iter_mut().zip(won).for_each(|(to, won)| *to &= won);
        }
    }
}

/// Updates a row from its seeds and from [`gather`]. Returns whether it has changed.
#[inline(always)]
fn combine(
    seeds: &Seeds,
    row: usize,
    can_win: &[u64],
    all_lose: &[u64],
    won: &mut [u64],
    lost: &mut [u64],
) -> bool {
    let (open, may_lose) = (seeds.open.row(row), seeds.may_lose.row(row));
    let (seed_won, seed_lost) = (seeds.won.row(row), seeds.lost.row(row));
    let mut changed = 0;
    for at in 0..won.len() {
        let new_won = seed_won[at] | open[at] & can_win[at];
        let new_lost = seed_lost[at] | may_lose[at] & all_lose[at];
        changed |= new_won ^ won[at] | new_lost ^ lost[at];
        (won[at], lost[at]) = (new_won, new_lost);
    }
    changed != 0
}

/// Exchanges rows and columns for these stripes of 64 rows, and marks the rows of `to` that change.
fn exchange(from: &Matrix, to: &mut Matrix, stripes: &[usize], is_changed: &mut [bool]) {
    let (width, half) = (2 * to.half, to.half);
    let rows = from.words.len() / (2 * from.half).max(1);
    let chunk =
        if to.words.len() < SHARED_WORDS { is_changed.len().next_multiple_of(64) } else { 64 };
    let chunks = to.words.par_chunks_mut(chunk * width).zip(is_changed.par_chunks_mut(chunk));
    chunks.enumerate().for_each(|(number, (to, is_changed))| {
        let blocks = to.chunks_mut(64 * width).zip(is_changed.chunks_mut(64));
        for (block, (to, is_changed)) in (number * chunk / 64..).zip(blocks) {
            for &stripe in stripes {
                let count = (rows - 64 * stripe).min(64);
                for of_half in 0..2 {
                    let mut bits = [0; 64];
                    for (row, bits) in bits[..count].iter_mut().enumerate() {
                        let row = 2 * (64 * stripe + row) + of_half;
                        *bits = from.words[row * from.half + block];
                    }
                    transpose(&mut bits);
                    for (row, is_changed) in is_changed.iter_mut().enumerate() {
                        let to = &mut to[row * width + of_half * half + stripe];
                        *is_changed |= *to != bits[row];
                        *to = bits[row];
                    }
                }
            }
        }
    });
}

#[inline]
fn transpose(bits: &mut [u64; 64]) {
    fn stage<const WIDTH: usize>(bits: &mut [u64; 64], mask: u64) {
        for pair in bits.chunks_exact_mut(2 * WIDTH) {
            let (upper, lower) = pair.split_at_mut(WIDTH);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differing = (*upper >> WIDTH ^ *lower) & mask;
                *upper ^= differing << WIDTH;
                *lower ^= differing;
            }
        }
    }
    stage::<32>(bits, 0x0000_0000_ffff_ffff);
    stage::<16>(bits, 0x0000_ffff_0000_ffff);
    stage::<8>(bits, 0x00ff_00ff_00ff_00ff);
    stage::<4>(bits, 0x0f0f_0f0f_0f0f_0f0f);
    stage::<2>(bits, 0x3333_3333_3333_3333);
    stage::<1>(bits, 0x5555_5555_5555_5555);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged() {
        let mut rng = fastrand::Rng::with_seed(1);
        for (rows, columns) in [(1, 1), (3, 64), (64, 65), (130, 200), (1000, 700)] {
            let mut from = Matrix::new(rows, columns);
            for half in 0..2 * rows {
                for column in 0..columns {
                    let bit = u64::from(rng.bool()) << (column % 64);
                    from.words[half * from.half + column / 64] |= bit;
                }
            }
            let (mut to, mut back) = (Matrix::new(columns, rows), Matrix::new(rows, columns));
            let stripes = |rows: usize| (0..rows.div_ceil(64)).collect::<Vec<_>>();
            let mut is_changed = vec![false; columns];
            exchange(&from, &mut to, &stripes(rows), &mut is_changed);
            let bit = |of: &Matrix, row, half, column| {
                of.word(row, half, column / 64) >> (column % 64) & 1
            };
            for (row, is_changed) in is_changed.iter().enumerate() {
                let has_bits = to.row(row).iter().any(|&word| word != 0);
                assert_eq!(*is_changed, has_bits);
                for column in 0..rows {
                    for half in [false, true] {
                        assert_eq!(bit(&to, row, half, column), bit(&from, column, half, row));
                    }
                }
            }
            exchange(&to, &mut back, &stripes(columns), &mut vec![false; rows]);
            assert_eq!(back, from);
        }
    }
}
