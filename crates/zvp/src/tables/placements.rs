//! The placements of one side's pieces, and their numbers.
//!
//! A placement and its mirror image have the same number; a flag distinguishes them. A *group* has
//! the placements with the same number of unpromoted pieces on each level, which have neighbouring
//! numbers. Only steps forwards and promotions lead to another group, with fewer *steps* to the
//! goal.

use std::ops::Range;
use std::sync::OnceLock;

use zugi_game::Player;

use super::squares::{
    CHOOSE, MOST, SQUARES, goal, level, mirror, rank, squares, squeeze, unsqueeze, with_rank,
};

/// The sets of promoted pieces of one size, up to their mirror images.
#[derive(Debug)]
struct Orbits {
    /// By the rank of a set: twice the index of its orbit, plus 1 for the image.
    of_rank: Vec<u32>,
    /// The first set of each orbit, by rank.
    first: Vec<u32>,
}

impl Orbits {
    fn of_size(size: u32) -> &'static Orbits {
        static ALL: [OnceLock<Orbits>; MOST] = [const { OnceLock::new() }; MOST];
        ALL[size as usize % MOST].get_or_init(|| {
            let sets = CHOOSE[size as usize][SQUARES];
            let (mut of_rank, mut first) = (vec![u32::MAX; sets as usize], Vec::new());
            for number in 0..sets {
                let set = with_rank(size, number);
                let image = rank(mirror(set));
                let orbit = 2 * first.len() as u32;
                if of_rank[number as usize] == u32::MAX {
                    of_rank[image as usize] = orbit | 1;
                    of_rank[number as usize] = orbit;
                    first.push(set);
                }
            }
            Orbits { of_rank, first }
        })
    }
}

/// A set of unpromoted pieces; it also stands for its mirror image.
#[derive(Clone, Copy, Debug)]
struct MenSet {
    set: u32,
    /// The number of the first placement with this set.
    first: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub numbers: Range<u32>,
    /// The steps forwards that its unpromoted pieces need to reach the goal.
    pub steps: u32,
    men: Range<usize>,
}

/// The unpromoted and the promoted pieces. Some numbers stand for overlapping sets, which are no
/// placements.
pub(super) type Placement = (u32, u32);

/// The placements of one side with these numbers of pieces.
#[derive(Debug)]
pub(super) struct Placements {
    promoted: u32,
    men: Vec<MenSet>,
    /// By the rank of a set of unpromoted pieces: the number of the first placement with it or its
    /// image.
    first_of_rank: Vec<u32>,
    /// All numbers are less than this.
    pub count: u32,
    pub groups: Vec<Group>,
}

/// The number of unpromoted pieces on each level, in four bits each.
fn signature(men: u32) -> u32 {
    squares(men).map(|square| 1 << (4 * level(square))).sum()
}

fn steps(side: Player, men: u32) -> u32 {
    let of = |square| match side {
        Player::One => level(goal(side)) - level(square),
        Player::Two => level(square),
    };
    squares(men).map(of).sum()
}

impl Placements {
    pub fn of(side: Player, men: u32, promoted: u32) -> &'static Placements {
        type OfSide = [[OnceLock<Placements>; MOST]; MOST];
        static ALL: [OfSide; 2] =
            [const { [const { [const { OnceLock::new() }; MOST] }; MOST] }; 2];
        ALL[side.index()][men as usize % MOST][promoted as usize % MOST]
            .get_or_init(|| Placements::new(side, men, promoted))
    }

    /// The number of placements, without a list of them.
    pub fn count_of(men: u32, promoted: u32) -> u64 {
        // A set that is its own image has squares of the diagonal from corner to corner and some of
        // the 12 pairs of other squares. The diagonal has 8 squares, or 7 without the goal.
        let choose = |n: usize, k: usize| u64::from(CHOOSE[k % (MOST + 1)][n]);
        let own_images = |on_line: usize, size: u32| {
            let size = size as usize;
            (0..=size / 2).map(|pairs| choose(12, pairs) * choose(on_line, size - 2 * pairs)).sum()
        };
        let own: u64 = own_images(7, men);
        let others = (choose(SQUARES - 1, men as usize) - own) / 2;
        let of_promoted: u64 = own_images(8, promoted);
        let orbits = (choose(SQUARES, promoted as usize) + of_promoted) / 2;
        own * orbits + others * choose(SQUARES - men as usize, promoted as usize)
    }

    fn new(side: Player, men: u32, promoted: u32) -> Placements {
        let sets = CHOOSE[men as usize][SQUARES];
        let first_sets = (0..sets).map(|number| with_rank(men, number));
        let goal = 1 << goal(side);
        let mut order: Vec<(u32, u32, u32)> = first_sets
            .filter(|&set| set & goal == 0 && set <= mirror(set))
            .map(|set| (steps(side, set), signature(set), set))
            .collect();
        order.sort_unstable();
        let mut new = Placements {
            promoted,
            men: Vec::with_capacity(order.len()),
            first_of_rank: vec![u32::MAX; sets as usize],
            count: 0,
            groups: Vec::new(),
        };
        let others = CHOOSE[promoted as usize][SQUARES - men as usize];
        let mut before = None;
        for (steps, signature, set) in order {
            let (image, first) = (mirror(set), new.count);
            if before.replace((steps, signature)) != Some((steps, signature)) {
                let at = new.men.len();
                new.groups.push(Group { numbers: first..first, steps, men: at..at });
            }
            new.men.push(MenSet { set, first });
            for set in [set, image] {
                new.first_of_rank[rank(set) as usize] = first;
            }
            let own = Orbits::of_size(promoted).first.len() as u32;
            new.count += if set == image { own } else { others };
            if let Some(group) = new.groups.last_mut() {
                (group.numbers.end, group.men.end) = (new.count, new.men.len());
            }
        }
        new
    }

    /// The number of a placement, and whether it is the image of [`Placements::placement`] of this
    /// number.
    #[inline]
    pub fn number(&self, (men, promoted): Placement) -> (u32, bool) {
        let first = self.first_of_rank[rank(men) as usize];
        let image = mirror(men);
        if image == men {
            let orbit = Orbits::of_size(self.promoted).of_rank[rank(promoted) as usize];
            return (first + orbit / 2, orbit & 1 != 0);
        }
        let is_image = image < men;
        let (men, promoted) = if is_image { (image, mirror(promoted)) } else { (men, promoted) };
        (first + rank(squeeze(promoted, men)), is_image)
    }

    pub fn placement(&self, number: u32) -> Placement {
        let at = self.men.partition_point(|men| men.first <= number).saturating_sub(1);
        let MenSet { set, first } = self.men[at];
        (set, self.promoted_with(set, number - first))
    }

    /// The promoted pieces of the placement with this index among those with these unpromoted
    /// pieces.
    fn promoted_with(&self, men: u32, number: u32) -> u32 {
        if mirror(men) == men {
            return Orbits::of_size(self.promoted).first[number as usize];
        }
        unsqueeze(with_rank(self.promoted, number), men)
    }

    pub fn of_group(&self, group: &Group) -> impl Iterator<Item = Placement> {
        let numbers = group.numbers.clone();
        let ends = self.men[group.men.clone()].iter().skip(1).map(|men| men.first);
        let ends = ends.chain([numbers.end]);
        self.men[group.men.clone()].iter().zip(ends).flat_map(move |(men, end)| {
            (0..end - men.first).map(|number| (men.set, self.promoted_with(men.set, number)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_and_their_numbers_correspond() {
        for (men, promoted) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 1)] {
            for side in Player::BOTH {
                let all = Placements::of(side, men, promoted);
                assert_eq!(u64::from(all.count), Placements::count_of(men, promoted));
                let mut number = 0;
                for group in &all.groups {
                    assert_eq!(group.numbers.start, number);
                    for placement in all.of_group(group) {
                        assert_eq!(all.placement(number), placement);
                        let image = (mirror(placement.0), mirror(placement.1));
                        if placement.0 & placement.1 == 0 {
                            let is_own_image = image == placement;
                            assert_eq!(all.number(placement), (number, false));
                            assert_eq!(all.number(image), (number, !is_own_image));
                        }
                        assert_eq!(steps(side, placement.0), group.steps);
                        number += 1;
                    }
                    assert_eq!(group.numbers.end, number);
                }
                assert_eq!(all.count, number);
            }
        }
    }
}
