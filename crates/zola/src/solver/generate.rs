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

use super::dependencies::{Finder, Moves, Sources, Turns};
use super::known::{Known, fill, find};
use super::quadrants::Quadrants;
use super::vectors::words;
use crate::rules::Size;

/// Sets that a thread takes at a time.
const BATCH: usize = 32;
/// Sets of a part of the work, at most.
const PART: usize = 1 << 16;

/// Makes the vectors of sets.
#[derive(Debug)]
pub(super) struct Maker<'a, S> {
    quadrants: &'a Quadrants,
    smaller: &'a Quadrants,
    turns: Turns,
    smaller_turns: Turns,
    checkers: usize,
    size: PhantomData<S>,
}

/// Where the vectors are that others are made of.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    /// Those of the table, by [`Source::part`](super::dependencies::Source::part) of a quiet move.
    pub quiet: &'a [&'a [u64]; 256],
    /// Those of the smaller table, by the part of a capture.
    pub captures: &'a [&'a [u64]; 256],
    /// For each set of the table, and of the smaller one, the number of its vector in its part, if
    /// it is not the number of the set.
    pub ranks: Option<[&'a [u32]; 2]>,
}

/// What a thread needs for a batch of sets.
#[derive(Default)]
struct Batch {
    moves: Moves,
    sources: Sources,
}

/// Begins to fetch what will be needed: all at once, so that nothing waits for each.
#[inline(never)]
fn touch(known: Known<'_>, sources: &Sources) {
    let mut sum = 0;
    let line = |table: &[u64], number: u32, checkers: usize| {
        let bit = (number as usize) << checkers;
        table[bit / 64]
    };
    for quiet in &sources.quiet {
        sum ^= line(known.quiet[usize::from(quiet.part)], quiet.number, known.checkers);
    }
    for captures in &sources.captures {
        let table = known.captures[usize::from(captures.part)];
        sum ^= line(table, captures.number, known.checkers - 1);
    }
    black_box(sum);
}

impl<'a, S: Size> Maker<'a, S> {
    pub fn new(quadrants: &'a Quadrants, smaller: &'a Quadrants, checkers: usize) -> Self {
        Maker {
            quadrants,
            smaller,
            turns: Turns::new(checkers),
            smaller_turns: Turns::new(checkers.saturating_sub(1)),
            checkers,
            size: PhantomData,
        }
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

    /// The vectors of these sets, one after the other.
    ///
    /// # Errors
    /// There is a position in which nobody can move.
    pub fn make(&self, numbers: &[u32], places: Places<'_>) -> Result<Vec<u64>, RulesBroken> {
        let known = Known {
            quiet: places.quiet,
            captures: places.captures,
            checkers: self.checkers,
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let finder = Finder {
            quadrants: self.quadrants,
            smaller: self.smaller,
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let words = words(self.checkers);
        let mut vectors = vec![0; numbers.len() * words];
        let make = |batch: &mut Batch, (into, numbers): (&mut [u64], &[u32])| {
            self.add_moves(numbers, &mut batch.moves);
            find(finder, &batch.moves, &mut batch.sources);
            if let Some([own, smaller]) = places.ranks {
                for quiet in &mut batch.sources.quiet {
                    quiet.number = own[quiet.number as usize];
                }
                for captures in &mut batch.sources.captures {
                    captures.number = smaller[captures.number as usize];
                }
            }
            touch(known, &batch.sources);
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
}

/// What makes a table in memory.
#[derive(Debug)]
pub(super) struct Making<'a, S: Size> {
    maker: Maker<'a, S>,
    /// The numbers of the sets by falling sum, then by rising number.
    order: Vec<u32>,
    /// The ends of the parts in the order: all sets of one have the same sum.
    ends: Vec<usize>,
}

impl<'a, S: Size> Making<'a, S> {
    pub fn new(quadrants: &'a Quadrants, smaller: &'a Quadrants, checkers: usize) -> Self {
        let mut counts: Vec<usize> = Vec::new();
        quadrants.visit_sums(&quadrants.patterns.sums, |sum| {
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
        quadrants.visit_sums(&quadrants.patterns.sums, |sum| {
            let at = &mut begins[sum as usize];
            order[*at] = number;
            *at += 1;
            number += 1;
        });
        Making { maker: Maker::new(quadrants, smaller, checkers), order, ends }
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
}

impl<S: Size> Generation for Making<'_, S> {
    fn parts(&self) -> usize {
        self.ends.len()
    }

    fn entries(&self, part: usize) -> u64 {
        (self.numbers(part).len() as u64) << self.maker.checkers
    }

    /// The vectors of a part's sets, one after the other.
    fn make(
        &self,
        part: usize,
        table: &[u64],
        smaller: &[&[u64]],
    ) -> Result<Vec<u64>, RulesBroken> {
        let smaller = smaller.first().copied().unwrap_or_default();
        let places = Places { quiet: &[table; 256], captures: &[smaller; 256], ranks: None };
        self.maker.make(self.numbers(part), places)
    }

    fn put(&self, part: usize, content: &[u64], table: &mut [u64]) {
        let checkers = self.maker.checkers;
        let words = words(checkers);
        for (&number, vector) in self.numbers(part).iter().zip(content.chunks_exact(words)) {
            if checkers < 6 {
                let bit = (number as usize) << checkers;
                table[bit / 64] |= vector[0] << (bit % 64);
            } else {
                table[number as usize * words..][..words].copy_from_slice(vector);
            }
        }
    }
}
