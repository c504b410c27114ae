//! The ranked patterns of checkers in a quadrant of the board.
//!
//! A pattern and its mirror image in the diagonal through the centre form a class and have
//! neighbouring ranks. The greater one is the top of the class.

use std::collections::HashMap;

use zugi_game::board::{Bits, Square};

use crate::rules::Size;

/// The data of a pattern in one word, from the highest bit down: the number of its class (24 bits),
/// its rank among patterns with as many checkers (24), the rank of its mirror image minus its own
/// (8), and the number of checkers (8). A pattern with more checkers or of a greater class has a
/// greater word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Pattern(u64);

impl Pattern {
    /// The numbers of classes and the ranks of patterns are less than this.
    const MOST: usize = 1 << 24;

    fn new(class: usize, rank: usize, to_mirrored: i8, count: usize) -> Pattern {
        assert!(class < Pattern::MOST && rank < Pattern::MOST && count < 256);
        let class_and_rank = (class as u64) << 40 | (rank as u64) << 16;
        Pattern(class_and_rank | u64::from(to_mirrored as u8) << 8 | count as u64)
    }

    /// The number of its class; patterns with more checkers have classes with greater numbers.
    #[inline(always)]
    pub fn class(self) -> u32 {
        (self.0 >> 40) as u32
    }

    #[inline(always)]
    pub fn rank(self) -> u32 {
        (self.0 >> 16) as u32 & 0xFF_FFFF
    }

    /// The rank of its mirror image minus its own: 0 for a symmetric pattern, -1 for any other top,
    /// 1 for any other pattern.
    #[inline(always)]
    fn to_mirrored(self) -> i8 {
        (self.0 >> 8) as i8
    }

    /// Its own rank, or that of its mirror image if `mirrored`.
    #[inline(always)]
    pub fn rank_if(self, mirrored: bool) -> u32 {
        self.rank().wrapping_add_signed(i32::from(self.to_mirrored()) * i32::from(mirrored))
    }

    #[inline(always)]
    pub fn count(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub fn is_symmetric(self) -> bool {
        self.to_mirrored() == 0
    }

    #[inline(always)]
    pub fn is_top(self) -> bool {
        self.to_mirrored() <= 0
    }
}

/// Single bits: a table is faster than shifts of 128-bit words.
static BIT: [u128; 128] = {
    let mut bits = [0; 128];
    let mut bit = 0;
    while bit < 128 {
        bits[bit] = 1 << bit;
        bit += 1;
    }
    bits
};

/// All bits below each bit.
static BELOW: [u128; 128] = {
    let mut below = [0; 128];
    let mut bit = 0;
    while bit < 128 {
        below[bit] = (1 << bit) - 1;
        bit += 1;
    }
    below
};

/// A set of squares by quadrants, 32 bits for each. Its bits are in the order of the checkers in
/// vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Quarters(pub u128);

impl Quarters {
    /// The pattern of a quadrant, whose number is taken modulo 4.
    #[inline(always)]
    pub fn pattern(self, quadrant: u8) -> u32 {
        (self.0 >> (32 * (quadrant & 3))) as u32
    }

    #[inline(always)]
    pub fn of(quadrant: u8, pattern: u32) -> Quarters {
        Quarters(u128::from(pattern) << (32 * (quadrant & 3)))
    }

    /// The number of squares of the set with lower bits.
    #[inline(always)]
    pub fn place(self, bit: u8) -> u8 {
        (self.0 & BELOW[usize::from(bit & 127)]).count_ones() as u8
    }

    /// The set without this square, or with it if it was missing.
    #[inline(always)]
    pub fn without_or_with(self, bit: u8) -> Quarters {
        Quarters(self.0 ^ BIT[usize::from(bit & 127)])
    }

    #[inline(always)]
    pub fn contains(self, bit: u8) -> bool {
        self.0 & BIT[usize::from(bit & 127)] != 0
    }
}

/// The quadrants of a board, and their patterns.
#[derive(Debug)]
pub(super) struct Patterns {
    /// The bit of each square in [`Quarters`].
    pub bits: Vec<u8>,
    /// The square of each bit, by quadrant.
    pub squares: [Vec<u8>; 4],
    /// For each group of eight squares of the board and each byte, which is a set of these squares:
    /// the same set in the order of [`Quarters`].
    eights: Vec<[u128; 256]>,
    /// The bit of the mirror image of each bit of a quadrant.
    mirrored: Vec<u8>,
    /// The bits whose mirror image is the next bit. Mirroring exchanges the order of such
    /// neighbours, and of no other checkers of a quadrant.
    pub pairs: u128,
    /// The patterns by number of checkers and rank.
    pub by_rank: Vec<Vec<u32>>,
    /// The level of each bit of a quadrant: squares with the same distance from the centre have the
    /// same level, the nearest ones 0. There are at most 15 levels.
    pub levels: [u8; 32],
    /// The top of each class.
    pub tops: Vec<u32>,
    table: PatternTable,
}

#[derive(Debug)]
enum PatternTable {
    /// The data and the mirror image, by pattern.
    Direct(Vec<Pattern>, Vec<u32>),
    /// For large quadrants, which have few checkers.
    Sparse(HashMap<u32, Pattern>),
}

/// A quadrant of at most this many squares has a table of all patterns.
const DIRECT: usize = 16;

/// The squares of each quadrant, the nearest to the centre first. A quarter turn takes each
/// quadrant to the next one, and each square to the one with the same index.
fn squares<S: Size>() -> [Vec<u8>; 4] {
    let (n, half) = (S::N, S::N / 2);
    let mut first: Vec<(u8, u8)> =
        (0..half).flat_map(|rank| (0..half).map(move |file| (file, rank))).collect();
    let key =
        |&(file, rank): &(u8, u8)| (S::distance(Square::at(file, rank, n)), file.max(rank), file);
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
        let mut bits = vec![0; usize::from(S::SQUARES)];
        for (quadrant, squares) in (0..).zip(&squares) {
            for (spot, &square) in (0..).zip(squares) {
                bits[usize::from(square)] = 32 * quadrant + spot;
            }
        }
        let transposed = |square: &u8| (square % S::N) * S::N + square / S::N;
        let mirrored = squares[0].iter().map(|it| bits[usize::from(transposed(it))]);
        let mirrored: Vec<u8> = mirrored.collect();
        let spots = 0..mirrored.len();
        let pairs = spots.filter(|&spot| usize::from(mirrored[spot]) == spot + 1);
        let pairs = pairs.fold(0_u32, |pairs, spot| pairs | 1 << spot);
        let steps: Vec<u32> = squares[0]
            .iter()
            .map(|&square| (S::distance(Square::new(square)) / 8) as u32)
            .collect();
        let mut distances = steps.clone();
        // Equal distances are neighbours, because the squares are sorted.
        distances.dedup();
        let mut levels = [0; 32];
        for (level, step) in levels.iter_mut().zip(&steps) {
            *level = distances.partition_point(|distance| distance < step) as u8;
        }
        assert!(distances.len() < 16);
        let mut patterns = Patterns {
            levels,
            eights: bits.chunks(8).map(eight).collect(),
            bits,
            pairs: (0..4).fold(0, |all, quadrant| all | Quarters::of(quadrant, pairs).0),
            table: PatternTable::Sparse(HashMap::new()),
            by_rank: Vec::new(),
            tops: Vec::new(),
            squares,
            mirrored,
        };
        patterns.rank_all(most);
        patterns
    }

    /// The number of squares of a quadrant.
    pub fn spots(&self) -> usize {
        self.mirrored.len()
    }

    #[inline(always)]
    pub fn mirror(&self, pattern: u32) -> u32 {
        match &self.table {
            PatternTable::Direct(_, mirrors) => mirrors[pattern as usize],
            PatternTable::Sparse(_) => self.mirror_slowly(pattern),
        }
    }

    #[inline(always)]
    pub fn quarters(&self, set: impl Bits) -> Quarters {
        let [low, high] = set.words();
        let bytes = [low.to_le_bytes(), high.to_le_bytes()];
        let eights = self.eights.iter().zip(bytes.as_flattened());
        Quarters(eights.fold(0, |all, (eight, &byte)| all | eight[usize::from(byte)]))
    }

    #[inline(always)]
    pub fn level(&self, bit: u8) -> u8 {
        self.levels[usize::from(bit & 31)]
    }

    fn mirror_slowly(&self, pattern: u32) -> u32 {
        let spots = u64::from(pattern).squares();
        spots.fold(0, |image, spot| image | 1 << self.mirrored[usize::from(spot)])
    }

    fn rank_all(&mut self, most: usize) {
        let (mut all, mut tops) = (Vec::new(), Vec::new());
        for count in 0..=most.min(self.spots()) {
            let mut members = combinations(self.spots(), count);
            let mirror = |pattern: u32| self.mirror_slowly(pattern);
            members.sort_by_key(|&pattern| (pattern.max(mirror(pattern)), pattern));
            for (rank, &pattern) in members.iter().enumerate() {
                let to_mirrored = mirror(pattern).cmp(&pattern) as i8;
                all.push((pattern, Pattern::new(tops.len(), rank, to_mirrored, count)));
                tops.extend((to_mirrored <= 0).then_some(pattern));
            }
            self.by_rank.push(members);
        }
        self.tops = tops;
        self.table = if self.spots() <= DIRECT {
            let mut table = vec![Pattern::default(); 1 << self.spots()];
            all.into_iter().for_each(|(pattern, data)| table[pattern as usize] = data);
            let mirrors = (0..1 << self.spots()).map(|pattern| self.mirror_slowly(pattern));
            PatternTable::Direct(table, mirrors.collect())
        } else {
            PatternTable::Sparse(all.into_iter().collect())
        };
    }

    /// The data of a pattern, which must not have more checkers than the table.
    #[inline(always)]
    pub fn of(&self, pattern: u32) -> Pattern {
        match &self.table {
            PatternTable::Direct(table, _) => table[pattern as usize],
            PatternTable::Sparse(map) => map.get(&pattern).copied().unwrap_or_default(),
        }
    }
}

fn eight(bits: &[u8]) -> [u128; 256] {
    let mut sets = [0; 256];
    for (byte, set) in sets.iter_mut().enumerate() {
        let squares = bits.iter().enumerate().filter(|(square, _)| byte >> square & 1 != 0);
        *set = squares.fold(0, |set, (_, bit)| set | 1 << bit);
    }
    sets
}

/// All sets of `count` of the first `spots` squares.
fn combinations(spots: usize, count: usize) -> Vec<u32> {
    if count == 0 {
        return vec![0];
    }
    let last = |top: usize| {
        combinations(top, count - 1).into_iter().map(move |pattern| pattern | 1 << top)
    };
    (count - 1..spots).flat_map(last).collect()
}
