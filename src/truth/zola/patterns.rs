//! The patterns of checkers that a quadrant of the board may have, ranked.
//!
//! A pattern and its mirror image at the diagonal through the board's centre form a class;
//! its members have neighbouring ranks. The greater one is the top of the class.

use std::collections::HashMap;

use crate::board::Bits;
use crate::games::zola::Size;

/// What is known of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pattern {
    /// The number of its class: more checkers have greater numbers.
    pub class: u32,
    /// Its rank among those with as many checkers.
    pub rank: u32,
    /// The pattern itself, one bit for each place.
    pub pattern: u32,
    /// Its mirror image.
    pub mirrored: u32,
    /// The number of checkers.
    pub count: u8,
    /// The rank of its mirror image less its own: 0 for a pattern that is its own image, -1
    /// for the other tops.
    pub to_mirrored: i8,
}

impl Pattern {
    /// Whether it is its own mirror image.
    #[inline(always)]
    pub fn is_symmetric(&self) -> bool {
        self.to_mirrored == 0
    }

    /// Whether no pattern of its class is greater.
    #[inline(always)]
    pub fn is_top(&self) -> bool {
        self.to_mirrored <= 0
    }
}

/// Where a square is: in which quadrant, and there in which place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub quadrant: u8,
    pub spot: u8,
}

/// The quadrants of a board, and their patterns of up to so many checkers.
#[derive(Debug)]
pub(super) struct Patterns {
    /// The place of each square.
    pub places: Vec<Place>,
    /// The square of each place.
    pub squares: [Vec<u8>; 4],
    /// Where a place's mirror image is.
    pub mirrored: Vec<u8>,
    /// The places whose mirror image is the next place. That order of the places keeps the
    /// order of the checkers, but for those of pairs.
    pub pairs: u32,
    /// The patterns with so many checkers, by rank.
    pub by_rank: Vec<Vec<u32>>,
    /// The sums of their checkers' distances from the centre, in steps of 8 units of
    /// [`distance`](crate::games::zola::distance), of which there are 2 for the nearest.
    pub sums: Vec<Vec<u32>>,
    /// The top of each class.
    pub tops: Vec<u32>,
    known: Known,
}

/// What is known of each pattern.
#[derive(Debug)]
enum Known {
    Direct(Vec<Pattern>),
    /// Quadrants of many squares have few checkers.
    Sparse(HashMap<u32, Pattern>),
}

/// Quadrants of up to so many squares have a table of all their patterns.
const DIRECT: usize = 16;

/// The places of the board's squares. A quarter turn carries each quadrant to the next one,
/// and each place to the same place there. The nearest to the centre come first.
fn squares<S: Size>() -> [Vec<u8>; 4] {
    let (n, half) = (S::N, S::N / 2);
    let mut first: Vec<(u8, u8)> =
        (0..half).flat_map(|rank| (0..half).map(move |file| (file, rank))).collect();
    let key = |&(file, rank): &(u8, u8)| (S::distance(rank * n + file), file.max(rank), file);
    first.sort_by_key(key);
    let mut quadrants: [Vec<u8>; 4] = Default::default();
    for (file, rank) in first {
        let (mut file, mut rank) = (file, rank);
        for quadrant in &mut quadrants {
            quadrant.push(rank * n + file);
            (file, rank) = (n - 1 - rank, file);
        }
    }
    quadrants
}

impl Patterns {
    pub fn new<S: Size>(most: usize) -> Patterns {
        let squares = squares::<S>();
        let mut places = vec![Place::default(); usize::from(S::SQUARES)];
        for (quadrant, squares) in (0..).zip(&squares) {
            for (spot, &square) in (0..).zip(squares) {
                places[usize::from(square)] = Place { quadrant, spot };
            }
        }
        let transposed = |square: &u8| (square % S::N) * S::N + square / S::N;
        let mirrored = squares[0].iter().map(|it| places[usize::from(transposed(it))].spot);
        let mirrored: Vec<u8> = mirrored.collect();
        let spots = 0..mirrored.len();
        let pairs = spots.filter(|&spot| usize::from(mirrored[spot]) == spot + 1);
        let pairs = pairs.fold(0, |pairs, spot| pairs | 1 << spot);
        let steps: Vec<u32> =
            squares[0].iter().map(|&square| (S::distance(square) / 8) as u32).collect();
        let mut patterns = Patterns {
            places,
            pairs,
            known: Known::Sparse(HashMap::new()),
            by_rank: Vec::new(),
            sums: Vec::new(),
            tops: Vec::new(),
            squares,
            mirrored,
        };
        patterns.rank_all(most, &steps);
        patterns
    }

    /// The squares of a quadrant.
    pub fn spots(&self) -> usize {
        self.mirrored.len()
    }

    fn mirror(&self, pattern: u32) -> u32 {
        let spots = u64::from(pattern).squares();
        spots.fold(0, |image, spot| image | 1 << self.mirrored[usize::from(spot)])
    }

    fn rank_all(&mut self, most: usize, steps: &[u32]) {
        let mut all = Vec::new();
        for count in 0..=most.min(self.spots()) {
            let mut members = combinations(self.spots(), count);
            members.sort_by_key(|&pattern| (pattern.max(self.mirror(pattern)), pattern));
            for (rank, &pattern) in (0..).zip(&members) {
                let (mirrored, class) = (self.mirror(pattern), self.tops.len() as u32);
                let (count, to_mirrored) = (count as u8, mirrored.cmp(&pattern) as i8);
                if to_mirrored <= 0 {
                    self.tops.push(pattern);
                }
                all.push(Pattern { class, rank, pattern, mirrored, count, to_mirrored });
            }
            let sum = |&pattern: &u32| {
                u64::from(pattern).squares().map(|spot| steps[usize::from(spot)]).sum()
            };
            self.sums.push(members.iter().map(sum).collect());
            self.by_rank.push(members);
        }
        self.known = if self.spots() <= DIRECT {
            let mut table = vec![Pattern::default(); 1 << self.spots()];
            all.into_iter().for_each(|known| table[known.pattern as usize] = known);
            Known::Direct(table)
        } else {
            Known::Sparse(all.into_iter().map(|known| (known.pattern, known)).collect())
        };
    }

    /// What is known of a pattern; it must not have more checkers than this was made for.
    #[inline(always)]
    pub fn of(&self, pattern: u32) -> Pattern {
        match &self.known {
            Known::Direct(table) => table[pattern as usize],
            Known::Sparse(map) => map.get(&pattern).copied().unwrap_or_default(),
        }
    }
}

/// All sets of so many of the first `spots` places.
fn combinations(spots: usize, count: usize) -> Vec<u32> {
    if count == 0 {
        return vec![0];
    }
    let last = |top: usize| {
        combinations(top, count - 1).into_iter().map(move |pattern| pattern | 1 << top)
    };
    (count - 1..spots).flat_map(last).collect()
}
