//! Makes a table of Zola in shards, see `levels`: only what a shard is made of is in memory.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use zugi_game::board::Bits;
use zugi_solver::tables::{RulesBroken, ScatteredGeneration, ShardContents, ShardId};

use super::ZolaIndex;
use super::generate::{Maker, Places};
use super::levels::{Assigned, Levels};
use super::vectors::words;
use crate::rules::Size;

/// The least number of checkers: the vectors of the smaller table have whole words.
const LEAST: u32 = 7;
/// The bytes that are kept for each set: its shard, its place there, its number in the order of the
/// shards, and the first two of the smaller table, which has half as many sets or fewer.
const KEPT: u64 = 13;

/// What makes a table in shards.
pub(super) struct Scattered<'a, S: Size> {
    maker: Maker<'a, S>,
    checkers: u32,
    /// Of the table, and of the smaller one.
    levels: [Levels; 2],
    assigned: [Assigned; 2],
    /// The numbers of the sets by shard, then by rising number.
    order: Vec<u32>,
    /// The levels of the squares of each quiet move, before and after it.
    steps: BTreeSet<(u8, u8)>,
}

impl<S: Size> fmt::Debug for Scattered<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} shards of {} checkers", self.levels[0].shards(), self.checkers)
    }
}

/// The memory in bytes that making a table takes: the shard that needs most with what it is made
/// of, and what is kept for each set.
pub(super) fn least_bytes<S: Size>(index: &ZolaIndex<S>) -> Option<u64> {
    let checkers = index.checkers;
    if checkers < LEAST {
        return None;
    }
    let patterns = &index.quadrants.patterns;
    let own = Levels::new(patterns, checkers)?;
    let smaller = Levels::new(patterns, checkers - 1)?;
    let steps = steps(index);
    let bytes = |shard: usize| {
        let counts = own.counts(shard);
        let quiet = steps.iter().filter_map(|&(from, to)| own.after(counts, from, Some(to)));
        let quiet = quiet.chain([shard]).map(|shard| own.about_sets(shard)).sum::<u64>();
        let captures = (0..).zip(counts).filter_map(|(from, _)| smaller.after(counts, from, None));
        let captures = captures.map(|shard| smaller.about_sets(shard)).sum::<u64>();
        (2 * quiet + captures) << (checkers - 4)
    };
    let largest = (0..own.shards()).map(bytes).max().unwrap_or(0);
    Some(largest + KEPT * u64::from(index.quadrants.sets()))
}

impl<'a, S: Size> Scattered<'a, S> {
    /// `None` for tables that are not made in shards.
    pub fn new(own: &'a ZolaIndex<S>, smaller: &'a ZolaIndex<S>) -> Option<Self> {
        let checkers = own.checkers;
        if checkers < LEAST {
            return None;
        }
        let indices = [own, smaller];
        let [of_own, of_smaller] =
            indices.map(|index| Levels::new(&index.quadrants.patterns, index.checkers));
        let levels = [of_own?, of_smaller?];
        let assigned = [0, 1].map(|at| levels[at].assign(&indices[at].quadrants));
        let mut begins: Vec<u32> = vec![0];
        for &size in &assigned[0].sizes {
            begins.push(begins[begins.len() - 1] + size);
        }
        let mut order = vec![0; assigned[0].shards.len()];
        for (number, (&shard, rank)) in (0..).zip(assigned[0].shards.iter().zip(&assigned[0].ranks))
        {
            order[(begins[usize::from(shard)] + rank) as usize] = number;
        }
        let maker = Maker::new(&own.quadrants, &smaller.quadrants, checkers as usize);
        Some(Scattered { maker, checkers, levels, assigned, order, steps: steps(own) })
    }

    /// 0 for the table, 1 for the smaller one.
    fn which(&self, pieces: u32) -> usize {
        usize::from(pieces != self.checkers)
    }

    /// The shards that a shard is made of, by [`Source::part`](super::dependencies::Source::part).
    fn quiet(&self, shard: usize) -> impl Iterator<Item = (u8, ShardId)> {
        let [own, _] = &self.levels;
        self.steps.iter().filter_map(move |&(from, to)| {
            let shard = own.after(own.counts(shard), from, Some(to))?;
            Some((from << 4 | to, ShardId { pieces: self.checkers, shard }))
        })
    }

    /// The same for captures.
    fn captures(&self, shard: usize) -> impl Iterator<Item = (u8, ShardId)> {
        let [own, smaller] = &self.levels;
        (0..).zip(own.counts(shard)).filter_map(move |(from, _)| {
            let shard = smaller.after(own.counts(shard), from, None)?;
            Some((from, ShardId { pieces: self.checkers - 1, shard }))
        })
    }
}

/// The levels of the squares of each quiet move, before and after it.
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

impl<S: Size> ScatteredGeneration for Scattered<'_, S> {
    fn shards(&self, pieces: u32) -> usize {
        self.levels[self.which(pieces)].shards()
    }

    fn words(&self, id: ShardId) -> usize {
        self.assigned[self.which(id.pieces)].sizes[id.shard] as usize * self.unit(id.pieces)
    }

    fn bytes(&self) -> u64 {
        KEPT * self.order.len() as u64
    }

    fn unit(&self, pieces: u32) -> usize {
        words(pieces as usize)
    }

    fn shard_of_units(&self, pieces: u32) -> &[u16] {
        &self.assigned[self.which(pieces)].shards
    }

    fn needs(&self, shard: usize) -> Vec<ShardId> {
        self.quiet(shard).chain(self.captures(shard)).map(|(_, id)| id).collect()
    }

    fn make(&self, shard: usize, needs: &ShardContents) -> Result<Vec<u64>, RulesBroken> {
        let (mut quiet, mut captures): ([&[u64]; 256], [&[u64]; 256]) = ([&[]; 256], [&[]; 256]);
        for (part, id) in self.quiet(shard) {
            quiet[usize::from(part)] = needs.get(id);
        }
        for (part, id) in self.captures(shard) {
            captures[usize::from(part)] = needs.get(id);
        }
        let [own, smaller] = &self.assigned;
        let begin = own.sizes[..shard].iter().map(|&size| size as usize).sum::<usize>();
        let numbers = &self.order[begin..begin + own.sizes[shard] as usize];
        let places = Places {
            quiet: &quiet,
            captures: &captures,
            ranks: Some([&own.ranks, &smaller.ranks]),
        };
        self.maker.make(numbers, places)
    }
}
