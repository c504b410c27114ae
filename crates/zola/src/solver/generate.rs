//! Makes a table of Zola from the one of one checker less.
//!
//! A capture leads to the smaller table, a quiet move to a set of the same table whose distances
//! from the centre have a greater sum. So one pass by falling sum makes a table, and sets with the
//! same sum do not depend on each other. If a side has no move it passes, and then the other side
//! has a move: its entry follows from those of the exchanged colours.

use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::ControlFlow;

#[cfg(feature = "table-files")]
use rayon::prelude::*;
use zugi_solver::tables::{Generation, RulesBroken};

use super::dependencies::{Finder, Moves, Source, Sources, Turns};
use super::quadrants::Quadrants;
use super::vectors::{exchanged, from_ones, insert, ones, swap, used, words};
use crate::rules::Size;

/// Sets that a thread takes at a time.
const BATCH: usize = 32;
/// Sets of a part of the work, at most.
const PART: usize = 1 << 16;

/// What makes a table.
#[derive(Debug)]
pub(super) struct Making<'a, S: Size> {
    quadrants: &'a Quadrants,
    smaller: &'a Quadrants,
    turns: Turns,
    smaller_turns: Turns,
    checkers: usize,
    /// The numbers of the sets by falling sum, then by rising number.
    order: Vec<u32>,
    /// The ends of the parts in the order: all sets of one have the same sum.
    ends: Vec<usize>,
    size: PhantomData<S>,
}

/// What a thread needs for a batch of sets.
#[derive(Default)]
struct Batch {
    moves: Moves,
    sources: Sources,
}

/// The vector of a set in a table.
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

/// One of the tables that a vector is made of.
#[derive(Clone, Copy)]
struct Known<'a> {
    table: &'a [u64],
    smaller: &'a [u64],
    checkers: usize,
    turns: &'a Turns,
    smaller_turns: &'a Turns,
}

/// Brings the checkers to the places that they have before the move.
#[inline(always)]
fn place(vector: &mut [u64], source: &Source, turns: &Turns) {
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

impl Known<'_> {
    /// The wins by quiet moves.
    #[inline(always)]
    fn add_quiet<const N: usize>(self, quiet: &Source, win: &mut [u64; N], moves: &mut [u64; N]) {
        let mut vector = load::<N>(self.table, quiet.number, self.checkers);
        place(&mut vector, quiet, self.turns);
        for word in 0..N {
            let own = ones(quiet.mover.into(), word);
            win[word] |= vector[word] & own;
            moves[word] |= own;
        }
    }

    /// The wins by captures.
    #[inline(always)]
    fn add_captures<const N: usize>(
        self,
        captures: &Source,
        win: &mut [u64; N],
        moves: &mut [u64; N],
    ) {
        let half = words(self.checkers - 1).min(N);
        let mut vector = load::<N>(self.smaller, captures.number, self.checkers - 1);
        place(&mut vector[..half], captures, self.smaller_turns);
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

    /// The vector of a set: the bits of colourings in which the side of the ones, having just
    /// moved, wins.
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
            // Where one side has no checker, the game is over.
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

/// What the vectors of the sets depend on.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn find(finder: Finder<'_>, moves: &Moves, sources: &mut Sources) {
    finder.find(moves, sources);
}

/// Makes the vectors of some sets; whether there is a position in which nobody can move.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn fill(known: Known<'_>, sources: &Sources, into: &mut [u64]) -> bool {
    match words(known.checkers) {
        // Tables of more checkers, which have longer vectors, are only made for files.
        _ if !cfg!(feature = "table-files") => known.fill::<1>(sources, into),
        1 => known.fill::<1>(sources, into),
        2 => known.fill::<2>(sources, into),
        4 => known.fill::<4>(sources, into),
        8 => known.fill::<8>(sources, into),
        16 => known.fill::<16>(sources, into),
        _ => fill_long(known, sources, into),
    }
}

/// The same for many checkers, which few sets have.
#[inline(never)]
fn fill_long(known: Known<'_>, sources: &Sources, into: &mut [u64]) -> bool {
    match words(known.checkers) {
        32 => known.fill::<32>(sources, into),
        64 => known.fill::<64>(sources, into),
        128 => known.fill::<128>(sources, into),
        256 => known.fill::<256>(sources, into),
        512 => known.fill::<512>(sources, into),
        _ => known.fill::<1024>(sources, into),
    }
}

impl<'a, S: Size> Making<'a, S> {
    pub fn new(quadrants: &'a Quadrants, smaller: &'a Quadrants, checkers: usize) -> Self {
        let mut counts: Vec<usize> = Vec::new();
        quadrants.visit_sums(|sum| {
            let sum = sum as usize;
            if sum >= counts.len() {
                counts.resize(sum + 1, 0);
            }
            counts[sum] += 1;
        });
        let (mut begins, mut ends, mut begin) = (vec![0; counts.len()], Vec::new(), 0);
        for (sum, &count) in counts.iter().enumerate().rev() {
            begins[sum] = begin;
            ends.extend((begin + PART..begin + count).step_by(PART));
            begin += count;
            ends.extend((count > 0).then_some(begin));
        }
        let (mut order, mut number) = (vec![0; quadrants.sets() as usize], 0);
        quadrants.visit_sums(|sum| {
            let at = &mut begins[sum as usize];
            order[*at] = number;
            *at += 1;
            number += 1;
        });
        Making {
            quadrants,
            smaller,
            turns: Turns::new(checkers),
            smaller_turns: Turns::new(checkers.saturating_sub(1)),
            checkers,
            order,
            ends,
            size: PhantomData,
        }
    }

    /// The bytes that this takes, the content of a part included.
    pub fn bytes(quadrants: &Quadrants, checkers: usize) -> u64 {
        let order = size_of::<u32>() * quadrants.sets() as usize;
        let part = size_of::<u64>() * words(checkers) * PART.min(quadrants.sets() as usize);
        (order + part) as u64
    }

    fn numbers(&self, part: usize) -> &[u32] {
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.order[begin..self.ends[part]]
    }

    fn add_moves(&self, numbers: &[u32], moves: &mut Moves) {
        moves.sets.clear();
        moves.moves.clear();
        for &number in numbers {
            let quarters = self.quadrants.with_number(number);
            let set = self.quadrants.set(quarters);
            // Where both sides have all checkers, each moves as if it were of either colour.
            let _ = S::visit(set, set, &mut |from, to| {
                moves.moves.push((from.index(), to.index()));
                ControlFlow::Continue(())
            });
            moves.sets.push((quarters, moves.moves.len() as u32));
        }
    }

    /// Begins to fetch what will be needed: all at once, so that nothing waits for each.
    #[inline(never)]
    fn touch(&self, known: Known<'_>, sources: &Sources) {
        let mut sum = 0;
        let line = |table: &[u64], number: u32, checkers: usize| {
            let bit = (number as usize) << checkers;
            table[bit / 64]
        };
        for quiet in &sources.quiet {
            sum ^= line(known.table, quiet.number, self.checkers);
        }
        for captures in &sources.captures {
            sum ^= line(known.smaller, captures.number, self.checkers - 1);
        }
        black_box(sum);
    }
}

impl<S: Size> Generation for Making<'_, S> {
    fn parts(&self) -> usize {
        self.ends.len()
    }

    fn entries(&self, part: usize) -> u64 {
        (self.numbers(part).len() as u64) << self.checkers
    }

    /// The vectors of a part's sets, one after the other.
    fn make(
        &self,
        part: usize,
        table: &[u64],
        smaller: &[&[u64]],
    ) -> Result<Vec<u64>, RulesBroken> {
        let (numbers, words) = (self.numbers(part), words(self.checkers));
        let known = Known {
            table,
            smaller: smaller.first().copied().unwrap_or_default(),
            checkers: self.checkers,
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let mut vectors = vec![0; numbers.len() * words];
        let finder = Finder {
            quadrants: self.quadrants,
            smaller: self.smaller,
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let make = |batch: &mut Batch, (into, numbers): (&mut [u64], &[u32])| {
            self.add_moves(numbers, &mut batch.moves);
            find(finder, &batch.moves, &mut batch.sources);
            self.touch(known, &batch.sources);
            fill(known, &batch.sources, into)
        };
        #[cfg(feature = "table-files")]
        let stuck = {
            let batches = vectors.par_chunks_mut(BATCH * words).zip(numbers.par_chunks(BATCH));
            batches.map_init(Batch::default, make).reduce(|| false, |a, b| a | b)
        };
        #[cfg(not(feature = "table-files"))]
        let stuck = {
            let (batches, mut batch) = (vectors.chunks_mut(BATCH * words), Batch::default());
            batches.zip(numbers.chunks(BATCH)).fold(false, |a, it| a | make(&mut batch, it))
        };
        let kept = RulesBroken("somebody can always move");
        if stuck { Err(kept) } else { Ok(vectors) }
    }

    fn put(&self, part: usize, content: &[u64], table: &mut [u64]) {
        let words = words(self.checkers);
        for (&number, vector) in self.numbers(part).iter().zip(content.chunks_exact(words)) {
            if self.checkers < 6 {
                let bit = (number as usize) << self.checkers;
                table[bit / 64] |= vector[0] << (bit % 64);
            } else {
                table[number as usize * words..][..words].copy_from_slice(vector);
            }
        }
    }
}
