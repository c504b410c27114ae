//! The numbers of the sets of squares that checkers can stand on, up to the board's eight
//! symmetries.
//!
//! A quarter turn of the board shifts the patterns of its four quadrants in a cycle, and the
//! reflection at a diagonal mirrors each and reverses their order. So every set has an image
//! whose first quadrant has the greatest class of patterns, and there its top. These images
//! are numbered: by the class, by how many checkers the next quadrants have, and by the ranks
//! of the patterns there. Where two quadrants have the same class a set may have several such
//! images, and a number for each; they are few.

use super::patterns::{Pattern, Patterns, Place};
use crate::board::Bits;
use crate::games::zola::Size;

/// The patterns of the four quadrants.
pub(super) type Four = [u32; 4];

/// How a set comes to its image: the quadrant that comes first, and whether the board is
/// mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub first: u8,
    pub mirrored: bool,
}

impl Turn {
    /// Where a quadrant goes.
    #[inline(always)]
    pub fn quadrant(self, quadrant: u8) -> u8 {
        let forward = quadrant.wrapping_sub(self.first) & 3;
        if self.mirrored { forward.wrapping_neg() & 3 } else { forward }
    }
}

/// How many checkers there are before each quadrant.
#[inline(always)]
pub(super) fn before(known: &[Pattern; 4]) -> [u8; 4] {
    let [first, second, third, _] = known;
    let second_end = first.count + second.count;
    [0, first.count, second_end, second_end + third.count]
}

/// The place in the order of a set's checkers.
#[inline(always)]
pub(super) fn place_in(four: &Four, before: [u8; 4], at: Place) -> u8 {
    let quadrant = usize::from(at.quadrant & 3);
    let below = four[quadrant] & ((1 << at.spot) - 1);
    before[quadrant] + below.count_ones() as u8
}

/// Sets with the same class in the first quadrant and the same numbers of checkers in the
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    begin: u32,
    class: u32,
    counts: [u8; 4],
}

/// The numbers of the sets of so many squares.
#[derive(Debug)]
pub(super) struct Quadrants {
    pub patterns: Patterns,
    pieces: usize,
    /// By rising begin.
    groups: Vec<Group>,
    /// Where a group begins: by class, then by the checkers of the second and the third
    /// quadrant.
    begins: Vec<u32>,
    /// How many patterns with so many checkers there are.
    all: Vec<u32>,
    /// How many patterns with as many checkers have no greater class.
    prefix: Vec<u32>,
    sets: u32,
}

impl Quadrants {
    /// `None` if the sets are too many to be numbered.
    pub fn new<S: Size>(pieces: usize) -> Option<Quadrants> {
        let patterns = Patterns::new::<S>(pieces);
        let prefix = patterns.tops.iter().map(|&top| patterns.of(top).rank + 1).collect();
        let all =
            (0..=pieces).map(|count| patterns.by_rank.get(count).map_or(0, |it| it.len() as u32));
        let mut quadrants = Quadrants {
            begins: vec![u32::MAX; patterns.tops.len() * (pieces + 1) * (pieces + 1)],
            all: all.collect(),
            patterns,
            pieces,
            groups: Vec::new(),
            prefix,
            sets: 0,
        };
        quadrants.make_groups()?;
        Some(quadrants)
    }

    fn make_groups(&mut self) -> Option<()> {
        let mut begin = 0_u64;
        for class in 0..self.patterns.tops.len() as u32 {
            let top = self.patterns.of(self.patterns.tops[class as usize]);
            let first = top.count;
            let rest = (self.pieces - usize::from(first)) as u8;
            for second in 0..=first.min(rest) {
                for third in 0..=first.min(rest - second) {
                    let fourth = rest - second - third;
                    // A symmetric first quadrant leaves a reflection to choose from.
                    if fourth > first || top.is_symmetric() && fourth > second {
                        continue;
                    }
                    let counts = [first, second, third, fourth];
                    let sizes = counts.map(|count| u64::from(self.radix(class, first, count)));
                    let at = self.group_at(class, second, third);
                    self.begins[at] = u32::try_from(begin).ok()?;
                    self.groups.push(Group { begin: self.begins[at], class, counts });
                    begin += sizes[1] * sizes[2] * sizes[3];
                }
            }
        }
        self.sets = u32::try_from(begin).ok()?;
        Some(())
    }

    /// The number of sets with a number.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// The patterns with `count` checkers beside a first quadrant of this class with `first`.
    #[inline(always)]
    fn radix(&self, class: u32, first: u8, count: u8) -> u32 {
        if count == first { self.prefix[class as usize] } else { self.all[usize::from(count)] }
    }

    #[inline(always)]
    fn group_at(&self, class: u32, second: u8, third: u8) -> usize {
        let stride = self.pieces + 1;
        (class as usize * stride + usize::from(second)) * stride + usize::from(third)
    }

    /// The patterns of a set.
    #[inline]
    pub fn four(&self, set: impl Bits) -> Four {
        let mut four = [0; 4];
        for square in set.squares() {
            let place = self.patterns.places[usize::from(square)];
            four[usize::from(place.quadrant)] |= 1 << place.spot;
        }
        four
    }

    /// The set with these patterns.
    #[inline]
    pub fn set<B: Bits>(&self, four: Four) -> B {
        let mut set = B::EMPTY;
        for (pattern, squares) in four.into_iter().zip(&self.patterns.squares) {
            for spot in u64::from(pattern).squares() {
                set = set | B::of(squares[usize::from(spot)]);
            }
        }
        set
    }

    /// The number of a set with these patterns, and how it comes to the image that has it.
    #[inline(always)]
    pub fn number(&self, four: &[Pattern; 4]) -> (u32, Turn) {
        let mut first = 0;
        for quadrant in 1..4 {
            first = if four[quadrant].class > four[first].class { quadrant } else { first };
        }
        let top = four[first];
        let next = four[(first + 1) & 3];
        let third = four[(first + 2) & 3];
        let last = four[(first + 3) & 3];
        let mirrored = if top.is_symmetric() { next.count < last.count } else { !top.is_top() };
        let (second, fourth) = if mirrored { (last, next) } else { (next, last) };
        let sign = i32::from(mirrored);
        let rank = |of: Pattern| of.rank.wrapping_add_signed(sign * i32::from(of.to_mirrored));
        let begin = self.begins[self.group_at(top.class, second.count, third.count)];
        let third_radix = self.radix(top.class, top.count, third.count);
        let fourth_radix = self.radix(top.class, top.count, fourth.count);
        let number = (rank(second) * third_radix + rank(third)) * fourth_radix + rank(fourth);
        (begin.wrapping_add(number), Turn { first: first as u8, mirrored })
    }

    /// The patterns of the set with this number, which must be below [`Quadrants::sets`].
    pub fn with_number(&self, number: u32) -> Four {
        let group = self.groups.partition_point(|group| group.begin <= number) - 1;
        let Group { begin, class, counts } = self.groups[group];
        let [_, second, third, fourth] = counts;
        let mut rest = number - begin;
        let mut next = |count: u8| {
            let radix = self.radix(class, counts[0], count);
            let rank = rest % radix;
            rest /= radix;
            self.patterns.by_rank[usize::from(count)][rank as usize]
        };
        let fourth = next(fourth);
        let third = next(third);
        [self.patterns.tops[class as usize], next(second), third, fourth]
    }

    /// Calls `visit` with the sum of the distances of each set, in the order of their numbers,
    /// see [`Pattern::sum`].
    pub fn visit_sums(&self, mut visit: impl FnMut(u32)) {
        for &Group { class, counts, .. } in &self.groups {
            let [first, second, third, fourth] = counts;
            let sums = |count: u8| {
                let radix = self.radix(class, counts[0], count);
                &self.patterns.sums[usize::from(count)][..radix as usize]
            };
            let top = self.patterns.of(self.patterns.tops[class as usize]).rank;
            let first = self.patterns.sums[usize::from(first)][top as usize];
            for second in sums(second) {
                for third in sums(third) {
                    for fourth in sums(fourth) {
                        visit(first + second + third + fourth);
                    }
                }
            }
        }
    }
}
