//! Builds a table of Zola from the one with a checker less, shard by shard, see `levels`.
//!
//! A capture leads to the smaller table, and a quiet move to a set of the same table with a greater
//! sum of distances from the centre. So one pass by falling sum builds a table, and sets with the
//! same sum do not depend on each other. A side without a move passes, and then the other side has
//! a move: so the side that passes wins if and only if the other one, to move, does not.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

#[cfg(feature = "table-files")]
use rayon::prelude::*;
use zugi_game::board::Bits;
use zugi_tables::{Extent, Finished, Generation, Home, RulesBroken, Units};

use super::ZolaIndex;
use super::dependencies::{Finder, Moves, Sources, Turns};
use super::levels::Levels;
use super::source_vectors::{SourceVectors, fill, find};
use super::vectors::words;
use crate::rules::Size;

/// The number of sets that a thread takes at a time.
const BATCH: usize = 32;
/// The maximum number of sets of a shard of a build in memory. All shards then share a buffer of a
/// few megabytes, which stays in the cache of the processor.
const MOST_SETS: u32 = 1 << 16;
/// The least number of checkers of a table that is built in files: the vectors of the smaller table
/// must have whole words.
const LEAST_IN_FILES: u32 = 7;
/// The bytes that are kept for each set during a build in files: 2 for its shard, 4 for its rank
/// there, 4 for its number in the order of the shards; and 3 for shard and rank in the smaller
/// table, which has at most half as many sets.
const KEPT: u64 = 13;

#[derive(Debug)]
pub(super) struct ShardGeneration<S: Size> {
    own: Arc<ZolaIndex<S>>,
    smaller: Arc<ZolaIndex<S>>,
    turns: Turns,
    smaller_turns: Turns,
    /// The numbers of the sets, by shard, then by number.
    order: Vec<u32>,
    /// The start of each shard in `order`, and the end of the last one.
    begins: Vec<u32>,
    in_files: Option<InFiles>,
}

/// For builds in files; the arrays have the data of the table, then of the smaller one.
#[derive(Debug)]
struct InFiles {
    levels: [Levels; 2],
    /// The shard of each set.
    shards: [Vec<u16>; 2],
    /// The number of sets with lower numbers in the same shard.
    ranks: [Vec<u32>; 2],
    smaller_begins: Vec<u32>,
    /// The levels of the squares of quiet moves, before and after the move.
    steps: BTreeSet<(u8, u8)>,
}

/// The finished vectors from which those of a shard are computed.
#[derive(Clone, Copy)]
struct SourceSlices<'a> {
    /// See [`SourceVectors::quiet`].
    quiet: &'a [&'a [u64]; 256],
    /// See [`SourceVectors::captures`].
    captures: &'a [&'a [u64]; 256],
    /// For each set of the table, and of the smaller one, the number of its vector within its
    /// shard. If `None`, the vectors have the numbers of their sets.
    ranks: Option<&'a [Vec<u32>; 2]>,
}

/// Buffers of a thread.
#[derive(Default)]
struct Batch {
    moves: Moves,
    sources: Sources,
}

/// Loads the first word of each vector that will be needed, in one loop, so that the waits for
/// memory overlap.
#[inline(never)]
fn touch(from: SourceVectors<'_>, sources: &Sources) {
    let mut sum = 0;
    let line = |table: &[u64], number: u32, checkers: usize| {
        let bit = (number as usize) << checkers;
        table[bit / 64]
    };
    for quiet in &sources.quiet {
        sum ^= line(from.quiet[usize::from(quiet.shard_key)], quiet.number, from.checkers);
    }
    for captures in &sources.captures {
        let table = from.captures[usize::from(captures.shard_key)];
        sum ^= line(table, captures.number, from.checkers - 1);
    }
    black_box(sum);
}

/// The start of each shard, and the end of the last one.
fn begins(sizes: &[u32]) -> Vec<u32> {
    let mut end = 0;
    let ends = sizes.iter().map(|size| {
        end += size;
        end
    });
    [0].into_iter().chain(ends).collect()
}

/// Splits the shards with more than [`MOST_SETS`] sets. This is possible because the sets of a
/// shard do not depend on each other.
fn split(begins: &[u32]) -> Vec<u32> {
    let shards = begins.iter().zip(begins.iter().skip(1));
    let parts = shards.flat_map(|(&begin, &end)| (begin..end).step_by(MOST_SETS as usize));
    parts.chain(begins.last().copied()).collect()
}

fn steps<S: Size>(index: &ZolaIndex<S>) -> BTreeSet<(u8, u8)> {
    let patterns = &index.quadrants.patterns;
    let mut steps = BTreeSet::new();
    for square in 0..S::SQUARES {
        let alone = S::Bits::of(square);
        let _ = S::visit(alone, S::Bits::EMPTY, &mut |from, to| {
            let level = |square: u8| patterns.level(patterns.bits[usize::from(square)]);
            steps.insert((level(from.index()), level(to.index())));
            ControlFlow::Continue(())
        });
    }
    steps
}

pub(super) fn bytes_in_memory<S: Size>(index: &ZolaIndex<S>) -> u64 {
    let sets = u64::from(index.quadrants.sets());
    4 * sets + 8 * words(index.checkers as usize) as u64 * sets.min(MOST_SETS.into())
}

/// The memory in bytes of a build in files: for the shard that needs most, with the shards from
/// which it is built, and for the data of all sets. `None` if the table cannot be built in files.
pub(super) fn bytes_in_files<S: Size>(index: &ZolaIndex<S>) -> Option<u64> {
    let checkers = index.checkers;
    if checkers < LEAST_IN_FILES || !cfg!(feature = "table-files") {
        return None;
    }
    let patterns = &index.quadrants.patterns;
    let [own, smaller] = [checkers, checkers - 1].map(|it| Levels::new(patterns, it, Home::Files));
    let steps = steps(index);
    let bytes = |(shard, counts): (usize, &Vec<u32>)| {
        let quiet = steps.iter().filter_map(|&(from, to)| own.after(counts, from, Some(to)));
        let quiet = quiet.chain([shard]).map(|shard| own.about_sets(shard)).sum::<u64>();
        let captures = (0..).zip(counts).filter_map(|(from, _)| smaller.after(counts, from, None));
        let captures = captures.map(|shard| smaller.about_sets(shard)).sum::<u64>();
        (2 * quiet + captures) << (checkers - 4)
    };
    let largest = own.counts().iter().enumerate().map(bytes).max()?;
    Some(largest + KEPT * u64::from(index.quadrants.sets()))
}

impl<S: Size> ShardGeneration<S> {
    pub fn new(own: &Arc<ZolaIndex<S>>, smaller: &Arc<ZolaIndex<S>>, home: Home) -> Self {
        let checkers = own.checkers;
        let levels = Levels::new(&own.quadrants.patterns, checkers, home);
        let begins_of_own = begins(&levels.sizes(&own.quadrants));
        let (mut order, mut next) = (vec![0; own.quadrants.sets() as usize], begins_of_own.clone());
        let mut number = 0;
        levels.visit_shards(&own.quadrants, |shard| {
            let at = &mut next[usize::from(shard)];
            order[*at as usize] = number;
            *at += 1;
            number += 1;
        });
        let in_files = (home == Home::Files && cfg!(feature = "table-files")).then(|| {
            let of_smaller = Levels::new(&smaller.quadrants.patterns, checkers - 1, home);
            let levels = [levels, of_smaller];
            let (mut shards, mut ranks) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
            for (at, index) in [own, smaller].into_iter().enumerate() {
                let mut sizes = vec![0; levels[at].shards()];
                levels[at].visit_shards(&index.quadrants, |shard| {
                    shards[at].push(shard);
                    ranks[at].push(sizes[usize::from(shard)]);
                    sizes[usize::from(shard)] += 1;
                });
            }
            let smaller_begins = begins(&levels[1].sizes(&smaller.quadrants));
            InFiles { levels, shards, ranks, smaller_begins, steps: steps(own) }
        });
        let begins = match home {
            Home::Memory => split(&begins_of_own),
            Home::Files => begins_of_own,
        };
        ShardGeneration {
            own: Arc::clone(own),
            smaller: Arc::clone(smaller),
            turns: Turns::new(checkers as usize),
            smaller_turns: Turns::new(checkers.saturating_sub(1) as usize),
            order,
            begins,
            in_files,
        }
    }

    fn checkers(&self) -> usize {
        self.own.checkers as usize
    }

    fn numbers(&self, shard: usize) -> &[u32] {
        &self.order[self.begins[shard] as usize..self.begins[shard + 1] as usize]
    }

    /// The start of each shard of the table with this number of checkers, and the end of the last
    /// one.
    fn begins(&self, checkers: u32) -> &[u32] {
        match &self.in_files {
            Some(in_files) if checkers != self.own.checkers => &in_files.smaller_begins,
            _ => &self.begins,
        }
    }

    fn extent(&self, checkers: u32, shard: usize) -> Extent {
        let words = words(checkers as usize);
        let begins = self.begins(checkers);
        let [begin, end] = [begins[shard], begins[shard + 1]].map(|set| set as usize * words);
        Extent { pieces: checkers, words: begin..end }
    }

    /// The extents that a shard is built from, by
    /// [`Source::shard_key`](super::dependencies::Source::shard_key): for quiet moves, and for
    /// captures.
    fn parts(&self, shard: usize) -> [Vec<(u8, Extent)>; 2] {
        let Some(InFiles { levels: [own, smaller], steps, .. }) = &self.in_files else {
            return [Vec::new(), Vec::new()];
        };
        let counts = &own.counts()[shard];
        let checkers = self.own.checkers;
        let quiet = steps.iter().filter_map(|&(from, to)| {
            let shard = own.after(counts, from, Some(to))?;
            Some((from << 4 | to, self.extent(checkers, shard)))
        });
        let captures = (0..).zip(counts).filter_map(|(from, _)| {
            let shard = smaller.after(counts, from, None)?;
            Some((from, self.extent(checkers - 1, shard)))
        });
        [quiet.collect(), captures.collect()]
    }

    fn add_moves(&self, numbers: &[u32], moves: &mut Moves) {
        moves.sets.clear();
        moves.moves.clear();
        for &number in numbers {
            let quarters = self.own.quadrants.with_number(number);
            let set = self.own.quadrants.set(quarters);
            // With the set as both own and enemy checkers, `visit` gives each checker's steps and
            // its captures of all other checkers.
            let _ = S::visit(set, set, &mut |from, to| {
                moves.moves.push((from.index(), to.index()));
                ControlFlow::Continue(())
            });
            moves.sets.push((quarters, moves.moves.len() as u32));
        }
    }

    /// The vectors of these sets.
    ///
    /// # Errors
    /// In some position neither side can move.
    fn vectors(&self, numbers: &[u32], places: SourceSlices<'_>) -> Result<Vec<u64>, RulesBroken> {
        let from = SourceVectors {
            quiet: places.quiet,
            captures: places.captures,
            checkers: self.checkers(),
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let finder = Finder {
            quadrants: &self.own.quadrants,
            smaller: &self.smaller.quadrants,
            turns: &self.turns,
            smaller_turns: &self.smaller_turns,
        };
        let words = words(self.checkers());
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
            touch(from, &batch.sources);
            fill(from, &batch.sources, into)
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

impl<S: Size> Generation for ShardGeneration<S> {
    fn shards(&self, pieces: u32) -> usize {
        self.begins(pieces).len() - 1
    }

    fn extents(&self, pieces: u32, shard: usize) -> Vec<Extent> {
        vec![self.extent(pieces, shard)]
    }

    fn make(&self, shard: usize, finished: Finished<'_>) -> Result<Vec<Vec<u64>>, RulesBroken> {
        let (mut quiet, mut captures): ([&[u64]; 256], [&[u64]; 256]) = ([&[]; 256], [&[]; 256]);
        match finished {
            Finished::Tables { table, smaller } => {
                quiet = [table; 256];
                captures = [smaller.first().copied().unwrap_or_default(); 256];
            }
            Finished::Extents(extents) => {
                for (parts, places) in self.parts(shard).iter().zip([&mut quiet, &mut captures]) {
                    for (part, extent) in parts {
                        places[usize::from(*part)] = extents.get(extent);
                    }
                }
            }
        }
        let ranks = self.in_files.as_ref().map(|in_files| &in_files.ranks);
        let places = SourceSlices { quiet: &quiet, captures: &captures, ranks };
        Ok(vec![self.vectors(self.numbers(shard), places)?])
    }

    fn put(&self, shard: usize, _: &Extent, content: &[u64], table: &mut [u64]) {
        let checkers = self.checkers();
        let words = words(checkers);
        for (&number, vector) in self.numbers(shard).iter().zip(content.chunks_exact(words)) {
            if checkers < 6 {
                let bit = (number as usize) << checkers;
                table[bit / 64] |= vector[0] << (bit % 64);
            } else {
                table[number as usize * words..][..words].copy_from_slice(vector);
            }
        }
    }

    fn needs(&self, shard: usize) -> Vec<Extent> {
        self.parts(shard).into_iter().flatten().map(|(_, extent)| extent).collect()
    }

    fn bytes(&self, _: usize) -> u64 {
        KEPT * self.order.len() as u64
    }

    fn units(&self, pieces: u32) -> Option<Units<'_>> {
        let [own, smaller] = &self.in_files.as_ref()?.shards;
        let shards = if pieces == self.own.checkers { own } else { smaller };
        Some(Units { words: words(pieces as usize), shards })
    }
}
