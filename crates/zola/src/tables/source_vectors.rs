//! The vector of a set, from the vectors of the sets after its moves.

use super::dependencies::{Finder, Moves, Source, Sources, Turns};
use super::vectors::{exchanged, from_ones, insert, ones, swap, used, words};

#[inline(always)]
fn load<const N: usize>(table: &[u64], number: u32, checkers: usize) -> [u64; N] {
    let mut vector = [0; N];
    if checkers < 6 {
        let bit = (number as usize) << checkers;
        vector[0] = table[bit / 64] >> (bit % 64) & used(checkers);
    } else {
        let begin = number as usize * words(checkers);
        let from = &table[begin..begin + words(checkers)];
        vector[..from.len()].copy_from_slice(from);
    }
    vector
}

/// The finished vectors from which others are computed, see `generate`.
#[derive(Clone, Copy)]
pub(super) struct SourceVectors<'a> {
    /// Those of the same table, by [`Source::shard_key`] of a quiet move.
    pub quiet: &'a [&'a [u64]; 256],
    /// Those of the smaller table, by [`Source::shard_key`] of a capture.
    pub captures: &'a [&'a [u64]; 256],
    pub checkers: usize,
    pub turns: &'a Turns,
    pub smaller_turns: &'a Turns,
}

/// Moves the checkers to the places that they have before the move.
#[inline(always)]
fn restore_order(vector: &mut [u64], source: &Source, turns: &Turns) {
    for (low, high) in turns.changes(source.turn) {
        swap(vector, low, high);
    }
    let mut pairs = source.pairs;
    while pairs != 0 {
        let low = pairs.trailing_zeros() as usize;
        pairs &= pairs - 1;
        swap(vector, low, low + 1);
    }
    let (mut at, to) = (usize::from(source.moved), usize::from(source.mover));
    while at != to {
        let next = if at > to { at - 1 } else { at + 1 };
        swap(vector, at.min(next), at.max(next));
        at = next;
    }
}

impl SourceVectors<'_> {
    #[inline(always)]
    fn add_quiet<const N: usize>(self, quiet: &Source, win: &mut [u64; N], moves: &mut [u64; N]) {
        let mut vector =
            load::<N>(self.quiet[usize::from(quiet.shard_key)], quiet.number, self.checkers);
        restore_order(&mut vector, quiet, self.turns);
        for word in 0..N {
            let own = ones(quiet.mover.into(), word);
            win[word] |= vector[word] & own;
            moves[word] |= own;
        }
    }

    /// Adds the wins by all captures that one checker can make.
    #[inline(always)]
    fn add_captures<const N: usize>(
        self,
        captures: &Source,
        win: &mut [u64; N],
        moves: &mut [u64; N],
    ) {
        let half = words(self.checkers - 1).min(N);
        let mut vector = load::<N>(
            self.captures[usize::from(captures.shard_key)],
            captures.number,
            self.checkers - 1,
        );
        restore_order(&mut vector[..half], captures, self.smaller_turns);
        let mover = usize::from(captures.mover);
        let mut wide = [0; N];
        insert(&vector[..half], &mut wide, mover);
        for (word, wide) in wide.iter_mut().enumerate() {
            *wide &= ones(mover, word);
        }
        let mut targets = captures.targets;
        while targets != 0 {
            let target = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            from_ones(&wide, target, &mut |word, bits| win[word] |= bits);
            for (word, moves) in moves.iter_mut().enumerate() {
                *moves |= ones(mover, word) & !ones(target, word);
            }
        }
    }

    /// The vector of a set: the bit of a colouring is 1 if the side of its ones wins when the other
    /// side is to move. Also returns whether neither side can move in some colouring.
    #[inline(always)]
    fn vector<const N: usize>(self, quiet: &[Source], captures: &[Source]) -> ([u64; N], bool) {
        let (mut win, mut moves) = ([0; N], [0; N]);
        for quiet in quiet {
            self.add_quiet(quiet, &mut win, &mut moves);
        }
        for captures in captures {
            self.add_captures(captures, &mut win, &mut moves);
        }
        let checkers = self.checkers;
        let (other_wins, other_moves) = (exchanged(&win, checkers), exchanged(&moves, checkers));
        let mut all_stuck = 0;
        for word in 0..N {
            let mut stuck = !(moves[word] | other_moves[word]) & used(checkers);
            // A colouring with one colour is the end of a game.
            if word == 0 {
                stuck &= !1;
            }
            if word == N - 1 {
                stuck &= !(1 << (((1_u64 << checkers) - 1) % 64));
            }
            all_stuck |= stuck;
            win[word] |= !moves[word] & !other_wins[word];
        }
        win[0] &= !1;
        let mut vector = exchanged(&win, checkers);
        for word in &mut vector {
            *word = !*word & used(checkers);
        }
        (vector, all_stuck != 0)
    }

    #[inline(always)]
    fn fill<const N: usize>(self, sources: &Sources, into: &mut [u64]) -> bool {
        let (mut quiet, mut captures, mut all_stuck) = (0, 0, false);
        for (&(quiet_end, captures_end), into) in sources.ends.iter().zip(into.chunks_exact_mut(N))
        {
            let (quiet_end, captures_end) = (quiet_end as usize, captures_end as usize);
            let (vector, stuck) = self.vector::<N>(
                &sources.quiet[quiet..quiet_end],
                &sources.captures[captures..captures_end],
            );
            into.copy_from_slice(&vector);
            all_stuck |= stuck;
            (quiet, captures) = (quiet_end, captures_end);
        }
        all_stuck
    }
}

/// [`Finder::find`], compiled for several processors.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub(super) fn find(finder: Finder<'_>, moves: &Moves, sources: &mut Sources) {
    finder.find(moves, sources);
}

/// Computes the vectors of some sets. Returns whether in some position neither side can move.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub(super) fn fill(from: SourceVectors<'_>, sources: &Sources, into: &mut [u64]) -> bool {
    match words(from.checkers) {
        1 => from.fill::<1>(sources, into),
        2 => from.fill::<2>(sources, into),
        4 => from.fill::<4>(sources, into),
        8 => from.fill::<8>(sources, into),
        16 => from.fill::<16>(sources, into),
        _ => fill_long(from, sources, into),
    }
}

/// Not inlined: few builds have such long vectors.
#[inline(never)]
fn fill_long(from: SourceVectors<'_>, sources: &Sources, into: &mut [u64]) -> bool {
    match words(from.checkers) {
        32 => from.fill::<32>(sources, into),
        64 => from.fill::<64>(sources, into),
        128 => from.fill::<128>(sources, into),
        256 => from.fill::<256>(sources, into),
        512 => from.fill::<512>(sources, into),
        _ => from.fill::<1024>(sources, into),
    }
}
