//! The shards of a table: the sets with the same number of checkers on each level.
//!
//! A level has the squares with the same distance from the centre. A quiet move takes a checker to
//! a farther level, and a capture removes one from a level. So a shard is built from a few shards:
//! of the same table, those with one checker on a farther level; of the smaller table, those with
//! one checker less. In a build in memory, and if there are too many combinations of these numbers,
//! a shard has the sets with the same sum of levels.

use zugi_tables::Home;

use super::patterns::Patterns;
use super::quadrants::Quadrants;

/// The maximum number of combinations of numbers of checkers on the levels; if there are more,
/// shards are by sum.
const MOST_COMBINATIONS: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Levels {
    /// The number of squares of each level.
    squares: Vec<u32>,
    /// For each level, the number that a checker on it adds to the key of a set.
    strides: Vec<u32>,
    /// For each shard, the number of checkers on each level; shards are in the order of falling
    /// sums of levels. Empty if shards are by sum.
    counts: Vec<Vec<u32>>,
    /// The shard of each key.
    shards: Vec<u16>,
}

impl Levels {
    pub fn new(patterns: &Patterns, checkers: u32, home: Home) -> Levels {
        let levels = &patterns.levels[..patterns.spots()];
        let mut squares = vec![0; levels.iter().max().map_or(0, |&last| usize::from(last) + 1)];
        for &level in levels {
            squares[usize::from(level)] += 4;
        }
        let (mut strides, mut keys) = (Vec::new(), 1_usize);
        for &squares in &squares {
            strides.push(keys as u32);
            keys = keys.saturating_mul((checkers.min(squares) + 1) as usize);
        }
        if home == Home::Memory || keys > MOST_COMBINATIONS {
            let strides: Vec<u32> = (0..squares.len() as u32).collect();
            let shards = (0..=checkers * strides.last().unwrap_or(&0)).map(|it| it as u16).rev();
            return Levels { squares, strides, counts: Vec::new(), shards: shards.collect() };
        }
        let mut counts = combinations(&squares, checkers);
        let distance = |counts: &Vec<u32>| (0..).zip(counts).map(|(level, it)| level * it).sum();
        counts.sort_by_cached_key(|counts| std::cmp::Reverse::<u32>(distance(counts)));
        let mut shards = vec![0; keys];
        for (shard, counts) in counts.iter().enumerate() {
            shards[key(counts, &strides) as usize] = shard as u16;
        }
        Levels { squares, strides, counts, shards }
    }

    pub fn shards(&self) -> usize {
        if self.counts.is_empty() { self.shards.len() } else { self.counts.len() }
    }

    pub fn counts(&self) -> &[Vec<u32>] {
        &self.counts
    }

    /// The shard after a checker has left level `from` for level `to` or, without `to`, for good.
    /// `counts` has the number of checkers on each level before the move: of a set of this table
    /// or, without `to`, of a set with a checker more. `None` if there is no such checker or no
    /// free square.
    pub fn after(&self, counts: &[u32], from: u8, to: Option<u8>) -> Option<usize> {
        let mut counts = counts.to_vec();
        counts[usize::from(from)] = counts[usize::from(from)].checked_sub(1)?;
        if let Some(to) = to {
            counts[usize::from(to)] += 1;
        }
        let fit = counts.iter().zip(&self.squares).all(|(count, squares)| count <= squares);
        fit.then(|| usize::from(self.shards[key(&counts, &self.strides) as usize]))
    }

    pub fn about_sets(&self, shard: usize) -> u64 {
        let choose = |of: u32, count: u32| {
            (0..u64::from(count)).fold(1, |all, it| all * (u64::from(of) - it) / (it + 1))
        };
        let all = self.squares.iter().zip(&self.counts[shard]);
        let all: u64 = all.map(|(&of, &count)| choose(of, count)).product();
        // Up to the symmetries of the board; some sets have several numbers.
        all / 8 + all / 100 + 1
    }

    /// Calls `visit` with the shard of each set, in the order of their numbers.
    pub fn visit_shards(&self, quadrants: &Quadrants, mut visit: impl FnMut(u16)) {
        let patterns = &quadrants.patterns;
        let key = |&pattern: &u32| {
            let spots = (0..patterns.spots()).filter(|spot| pattern >> spot & 1 != 0);
            spots.map(|spot| self.strides[usize::from(patterns.levels[spot])]).sum()
        };
        let keys = patterns.by_rank.iter().map(|members| members.iter().map(key).collect());
        let keys: Vec<Vec<u32>> = keys.collect();
        quadrants.visit_sums(&keys, |key| visit(self.shards[key as usize]));
    }

    /// The number of sets of each shard.
    pub fn sizes(&self, quadrants: &Quadrants) -> Vec<u32> {
        let mut sizes = vec![0; self.shards()];
        self.visit_shards(quadrants, |shard| sizes[usize::from(shard)] += 1);
        sizes
    }
}

fn key(counts: &[u32], strides: &[u32]) -> u32 {
    counts.iter().zip(strides).map(|(count, stride)| count * stride).sum()
}

/// All distributions of this number of checkers to levels with these numbers of squares.
fn combinations(squares: &[u32], checkers: u32) -> Vec<Vec<u32>> {
    let [first, rest @ ..] = squares else {
        return if checkers == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with = |count: u32| {
        let rest = combinations(rest, checkers - count).into_iter();
        rest.map(move |rest| [&[count], &rest[..]].concat())
    };
    (0..=checkers.min(*first)).flat_map(with).collect()
}
