//! The numbers of the sets of squares with checkers, up to the eight symmetries of the board.
//!
//! A quarter turn of the board takes the pattern of each quadrant to the next quadrant, and a
//! reflection in a diagonal mirrors each pattern and reverses their order. So every set has an
//! image whose first quadrant has the greatest class of the four, and whose pattern there is the
//! top of this class. `patterns` defines the class and the rank of a pattern, and the top of a
//! class. These images are numbered by the class, by the numbers of checkers of the next quadrants,
//! and by the ranks of their patterns. If two quadrants have the same class, a set may have several
//! such images and numbers; these sets are few.

use zugi_game::board::Bits;

use super::patterns::{Pattern, Patterns, Quarters};
use crate::rules::Size;

/// How a set becomes its image: the quadrant that comes first, and whether the board is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub first: u8,
    pub mirrored: bool,
}

impl Turn {
    /// The quadrant of the image to which a quadrant goes.
    #[inline(always)]
    pub fn quadrant(self, quadrant: u8) -> u8 {
        let forward = quadrant.wrapping_sub(self.first) & 3;
        if self.mirrored { forward.wrapping_neg() & 3 } else { forward }
    }
}

/// The sets with the same class in the first quadrant and the same numbers of checkers in the
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    begin: u32,
    class: u32,
    counts: [u8; 4],
}

/// The numbering of the sets with one number of checkers.
#[derive(Debug)]
pub(super) struct Quadrants {
    pub patterns: Patterns,
    pieces: usize,
    /// By rising `begin`.
    groups: Vec<Group>,
    /// The start of each group, by [`Quadrants::group_at`].
    begins: Vec<u32>,
    /// The number of patterns with each number of checkers.
    all: Vec<u32>,
    /// For each class, the number of patterns with the same number of checkers and the same or a
    /// lower class.
    prefix: Vec<u32>,
    sets: u32,
}

impl Quadrants {
    /// `None` if the sets are too many for 32 bits.
    pub fn new<S: Size>(pieces: usize) -> Option<Quadrants> {
        let patterns = Patterns::new::<S>(pieces);
        let prefix = patterns.tops.iter().map(|&top| patterns.of(top).rank() + 1).collect();
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
            let first = top.count();
            let rest = (self.pieces - usize::from(first)) as u8;
            for second in 0..=first.min(rest) {
                for third in 0..=first.min(rest - second) {
                    let fourth = rest - second - third;
                    // If the first quadrant is symmetric, a reflection exchanges the second and the
                    // fourth.
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

    /// All numbers are less than this; some sets have several numbers.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// The number of patterns with `count` checkers that another quadrant may have if the first one
    /// has this class, with `first` checkers.
    #[inline(always)]
    fn radix(&self, class: u32, first: u8, count: u8) -> u32 {
        if count == first { self.prefix[class as usize] } else { self.all[usize::from(count)] }
    }

    #[inline(always)]
    fn group_at(&self, class: u32, second: u8, third: u8) -> usize {
        let stride = self.pieces + 1;
        (class as usize * stride + usize::from(second)) * stride + usize::from(third)
    }

    #[inline]
    pub fn set<B: Bits>(&self, quarters: Quarters) -> B {
        let mut set = B::EMPTY;
        for (quadrant, squares) in (0..).zip(&self.patterns.squares) {
            for spot in u64::from(quarters.pattern(quadrant)).squares() {
                set = set | B::of(squares[usize::from(spot)]);
            }
        }
        set
    }

    #[inline(always)]
    pub fn patterns_of(&self, quarters: Quarters) -> [Pattern; 4] {
        let of = |quadrant| self.patterns.of(quarters.pattern(quadrant));
        [of(0), of(1), of(2), of(3)]
    }

    /// The number of a set with these patterns, and the turn to the image with this number.
    #[inline(always)]
    pub fn number(&self, patterns: [Pattern; 4]) -> (u32, Turn) {
        let [zero, one, two, three] = patterns;
        // The greatest pattern becomes the first, by choices without branches.
        let (swap_low, swap_high) = (one > zero, three > two);
        let low = if swap_low { one } else { zero };
        let high = if swap_high { three } else { two };
        let is_high = high > low;
        let top = if is_high { high } else { low };
        let first = if is_high { 2 + u8::from(swap_high) } else { u8::from(swap_low) };
        let is_odd = if is_high { swap_high } else { swap_low };
        // The quadrant opposite the first, and the neighbours of the first in the order of the
        // turn.
        let other_of_low = if is_odd { three } else { two };
        let other_of_high = if is_odd { one } else { zero };
        let third = if is_high { other_of_high } else { other_of_low };
        let (even_next, even_last) = if is_high { (three, one) } else { (one, three) };
        let (odd_next, odd_last) = if is_high { (zero, two) } else { (two, zero) };
        let next = if is_odd { odd_next } else { even_next };
        let last = if is_odd { odd_last } else { even_last };
        let mirrored = if top.is_symmetric() { next.count() < last.count() } else { !top.is_top() };
        let second = if mirrored { last } else { next };
        let fourth = if mirrored { next } else { last };
        let (class, most) = (top.class(), top.count());
        let begin = self.begins[self.group_at(class, second.count(), third.count())];
        let third_radix = self.radix(class, most, third.count());
        let fourth_radix = self.radix(class, most, fourth.count());
        let number = second.rank_if(mirrored) * third_radix + third.rank_if(mirrored);
        let number = number * fourth_radix + fourth.rank_if(mirrored);
        (begin.wrapping_add(number), Turn { first, mirrored })
    }

    #[inline(always)]
    pub fn image(&self, quarters: Quarters, turn: Turn) -> Quarters {
        if !turn.mirrored {
            return Quarters(quarters.0.rotate_right(32 * u32::from(turn.first & 3)));
        }
        let mirror = |quadrant: u8| {
            let mirrored = self.patterns.mirror(quarters.pattern(quadrant));
            Quarters::of(turn.quadrant(quadrant), mirrored).0
        };
        Quarters(mirror(0) | mirror(1) | mirror(2) | mirror(3))
    }

    /// The set with this number, which must be less than [`Quadrants::sets`].
    pub fn with_number(&self, number: u32) -> Quarters {
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
        let (fourth, third, second) = (next(fourth), next(third), next(second));
        let first = self.patterns.tops[class as usize];
        let four = (0..).zip([first, second, third, fourth]);
        Quarters(four.fold(0, |all, (quadrant, pattern)| all | Quarters::of(quadrant, pattern).0))
    }

    /// Calls `visit` for each set, in the order of their numbers, with the sum of the values of its
    /// four patterns; `of` has the values by number of checkers and rank.
    pub fn visit_sums(&self, of: &[Vec<u32>], mut visit: impl FnMut(u32)) {
        for &Group { class, counts, .. } in &self.groups {
            let [first, second, third, fourth] = counts;
            let sums = |count: u8| {
                let radix = self.radix(class, counts[0], count);
                &of[usize::from(count)][..radix as usize]
            };
            let top = self.patterns.of(self.patterns.tops[class as usize]).rank();
            let first = of[usize::from(first)][top as usize];
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
