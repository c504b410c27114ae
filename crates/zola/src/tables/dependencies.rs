//! The vectors (see `mod.rs`) on which the vector of a set depends: those of the sets after all
//! moves of its checkers, where each checker may have either colour.

use super::patterns::{Pattern, Quarters};
use super::quadrants::{Quadrants, Turn};

/// The most checkers of a table.
pub(super) const MOST: usize = 16;

/// For each [`Turn`] and each combination of numbers of checkers in the quadrants: the exchanges of
/// two places that bring the checkers from their order in the image back to that in the set.
#[derive(Debug)]
pub(super) struct Turns {
    checkers: usize,
    /// The range of `changes` for each [`Turns::at`].
    ranges: Vec<(u32, u32)>,
    /// An exchange is 16 times the lower place plus the higher one.
    changes: Vec<u8>,
}

/// Appends the exchanges that bring checker `i`, which is at `places[i]`, to place `i`.
fn sort(places: &[usize], changes: &mut Vec<u8>) {
    let mut places = places.to_vec();
    for checker in 0..places.len() {
        let place = places[checker];
        if place != checker {
            changes.push((checker << 4 | place) as u8);
            if let Some(other) = places.iter().position(|&other| other == checker) {
                places[other] = place;
            }
            places[checker] = checker;
        }
    }
}

impl Turns {
    pub fn new(checkers: usize) -> Turns {
        let stride = checkers + 1;
        let ranges = vec![(0, 0); stride * stride * stride * 8];
        let mut turns = Turns { checkers, ranges, changes: Vec::new() };
        for first in 0..stride {
            for second in 0..stride - first {
                for third in 0..stride - first - second {
                    let counts = [first, second, third, checkers - first - second - third];
                    for number in 0..8 {
                        let turn = Turn { first: number / 2, mirrored: number % 2 != 0 };
                        turns.add(counts, turn);
                    }
                }
            }
        }
        turns
    }

    fn add(&mut self, counts: [usize; 4], turn: Turn) {
        // Where the checkers of each quadrant begin in the image.
        let (mut begins, mut begin) = ([0; 4], 0);
        for place in 0..4 {
            let from = (0..4).find(|&quadrant| turn.quadrant(quadrant) == place);
            let from = usize::from(from.unwrap_or(0));
            begins[from] = begin;
            begin += counts[from];
        }
        let places = begins.iter().zip(counts).flat_map(|(&begin, count)| begin..begin + count);
        let at = self.at(counts.map(|count| count as u8), turn) as usize;
        let begin = self.changes.len() as u32;
        sort(&places.collect::<Vec<_>>(), &mut self.changes);
        self.ranges[at] = (begin, self.changes.len() as u32);
    }

    #[inline(always)]
    fn at(&self, counts: [u8; 4], turn: Turn) -> u32 {
        let stride = self.checkers as u32 + 1;
        let [first, second, third, _] = counts;
        let counts = (u32::from(first) * stride + u32::from(second)) * stride + u32::from(third);
        counts << 3 | u32::from(turn.first) << 1 | u32::from(turn.mirrored)
    }

    /// The exchanges for this index, which [`Turns::at`] gives, as pairs of places, the lower one
    /// first.
    #[inline(always)]
    pub fn changes(&self, at: u32) -> impl Iterator<Item = (usize, usize)> {
        let (begin, end) = self.ranges[at as usize];
        let changes = &self.changes[begin as usize..end as usize];
        changes.iter().map(|pair| (usize::from(pair >> 4), usize::from(pair & 15)))
    }
}

/// Where the vector of another set is, and how to reorder its checkers to their places in this set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Source {
    /// The number of that set; in a build in files it is replaced by the number of the vector
    /// within its shard.
    pub number: u32,
    /// The [`Turns::at`] that restores the order of the quadrants.
    pub turn: u32,
    /// As bits: the places whose checker, after `turn`, has to change places with the next one. In
    /// a mirrored image these are neighbours whose squares are mirror images of each other.
    pub pairs: u16,
    /// The place of the moving checker before the move.
    pub mover: u8,
    /// The index of the slice that has the vector, see `SourceVectors`. For a capture: the level of
    /// the moving checker's square before the move. For a quiet move: 16 times the level before the
    /// move plus the level after it.
    pub shard_key: u8,
    /// The place of the moving checker after a quiet move; for a capture the same as `mover`.
    pub moved: u8,
    /// The places of the checkers that it can capture, as bits.
    pub targets: u16,
}

/// The dependencies of the vectors of some sets.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// One for each quiet move, in the same table.
    pub quiet: Vec<Source>,
    /// One for each checker that can capture, in the table with one checker less.
    pub captures: Vec<Source>,
    /// For each set, the ends of its entries in `quiet` and `captures`.
    pub ends: Vec<(u32, u32)>,
}

/// Some sets, and the moves of their checkers, of either colour.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Each set, with the end of its entries in `moves`.
    pub sets: Vec<(Quarters, u32)>,
    /// The first square and the target.
    pub moves: Vec<(u8, u8)>,
}

#[inline(always)]
fn counts(patterns: [Pattern; 4]) -> [u8; 4] {
    let [first, second, third, fourth] = patterns;
    [first.count(), second.count(), third.count(), fourth.count()]
}

/// Finds the numbers of the sets after moves; `smaller` is for the table with one checker less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'a> {
    pub quadrants: &'a Quadrants,
    pub smaller: &'a Quadrants,
    pub turns: &'a Turns,
    pub smaller_turns: &'a Turns,
}

impl Finder<'_> {
    /// The places of the checkers whose mirror image is the next checker; 0 if the set is not
    /// mirrored.
    #[inline(always)]
    fn pairs(self, quarters: Quarters, mirrored: bool) -> u16 {
        let mut both = quarters.0 & quarters.0 >> 1 & self.quadrants.patterns.pairs;
        if !mirrored || both == 0 {
            return 0;
        }
        let mut pairs = 0;
        while both != 0 {
            pairs |= 1 << quarters.place(both.trailing_zeros() as u8);
            both &= both - 1;
        }
        pairs
    }

    #[inline(always)]
    fn patterns_after(
        self,
        patterns: [Pattern; 4],
        quarters: Quarters,
        changed: [u8; 2],
    ) -> [Pattern; 4] {
        let [one, two] = changed.map(|bit| bit >> 5);
        let of = |quadrant: u8| self.quadrants.patterns.of(quarters.pattern(quadrant));
        let (of_one, of_two) = (of(one), of(two));
        let [zeroth, first, second, third] = patterns;
        let choose = |quadrant, before| {
            let after = if quadrant == one { of_one } else { before };
            if quadrant == two { of_two } else { after }
        };
        [choose(0, zeroth), choose(1, first), choose(2, second), choose(3, third)]
    }

    #[inline(always)]
    fn quiet(self, quarters: Quarters, patterns: [Pattern; 4], from: u8, to: u8) -> Source {
        let mover = quarters.place(from);
        let after = quarters.without_or_with(from).without_or_with(to);
        let patterns = self.patterns_after(patterns, after, [from, to]);
        let (number, turn) = self.quadrants.number(patterns);
        let (moved, pairs) = (after.place(to), self.pairs(after, turn.mirrored));
        let turn = self.turns.at(counts(patterns), turn);
        let levels = [from, to].map(|bit| self.quadrants.patterns.level(bit));
        let shard_key = levels[0] << 4 | levels[1];
        Source { number, turn, pairs, mover, shard_key, moved, targets: 0 }
    }

    #[inline(always)]
    fn captures(
        self,
        quarters: Quarters,
        patterns: [Pattern; 4],
        from: u8,
        mover: u8,
        targets: u16,
    ) -> Source {
        let after = quarters.without_or_with(from);
        // A pattern has the same class and rank in both tables, so the data of the larger one serve
        // for the smaller one.
        let patterns = self.patterns_after(patterns, after, [from, from]);
        let (number, turn) = self.smaller.number(patterns);
        let pairs = self.pairs(after, turn.mirrored);
        let turn = self.smaller_turns.at(counts(patterns), turn);
        let shard_key = self.quadrants.patterns.level(from);
        Source { number, turn, pairs, mover, shard_key, moved: mover, targets }
    }

    #[inline(always)]
    pub fn find(self, moves: &Moves, sources: &mut Sources) {
        sources.quiet.clear();
        sources.captures.clear();
        sources.ends.clear();
        let mut begin = 0;
        for &(quarters, end) in &moves.sets {
            let patterns = self.quadrants.patterns_of(quarters);
            let mut targets = [0_u16; MOST];
            for &(from, to) in &moves.moves[begin..end as usize] {
                let [from, to] =
                    [from, to].map(|square| self.quadrants.patterns.bits[usize::from(square)]);
                if !quarters.contains(to) {
                    sources.quiet.push(self.quiet(quarters, patterns, from, to));
                } else {
                    let mover = usize::from(quarters.place(from)) % MOST;
                    targets[mover] |= 1 << quarters.place(to);
                }
            }
            begin = end as usize;
            let (mut rest, mut mover) = (quarters.0, 0);
            while rest != 0 {
                let from = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let targets = targets[usize::from(mover) % MOST];
                if targets != 0 {
                    sources.captures.push(self.captures(quarters, patterns, from, mover, targets));
                }
                mover += 1;
            }
            sources.ends.push((sources.quiet.len() as u32, sources.captures.len() as u32));
        }
    }
}
