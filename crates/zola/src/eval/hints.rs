//! Hints for the order of moves.
//!
//! The hint of a move is the sum of the weights of its features. `zugi train --priors` fits the
//! weights to the moves of games.

use std::ops::ControlFlow;

use zugi_game::Game;
use zugi_game::board::{Bits, Square};
use zugi_search::eval::{HasLinearPriors, Term, parse};
use zugi_search::{Searchable, Value};

use super::safety::{KINDS, Safety};
use super::square_sets::{self, WORD};
use super::{Attacks, HasNet};
use crate::rules::{Size, Zola, ZolaMove};

/// The number of classes of squares on 10x10. A class has the squares that the symmetries of the
/// board map to each other.
const SQUARE_CLASSES: usize = 15;

/// Weights depend on the share of the squares with checkers, in quarters.
const STAGES: usize = 4;

/// The number of features in each row of a stage.
///
/// A capture has one feature for the safety of both checkers together. A quiet move has one for
/// three things together: the safety of its checker, the number of enemies that could capture on
/// its target, and the number of own checkers that could; both numbers count up to two. Every move
/// has one for the class of its first square and one for that of its target.
const LENGTHS: [usize; 6] =
    [KINDS * KINDS, SQUARE_CLASSES, SQUARE_CLASSES, 9 * KINDS, SQUARE_CLASSES, SQUARE_CLASSES];

macro_rules! terms {
    ($($stage:literal)*) => {
        [$(
            Term { name: concat!($stage, ".capture"), len: LENGTHS[0] },
            Term { name: concat!($stage, ".capture.from"), len: LENGTHS[1] },
            Term { name: concat!($stage, ".capture.to"), len: LENGTHS[2] },
            Term { name: concat!($stage, ".quiet"), len: LENGTHS[3] },
            Term { name: concat!($stage, ".quiet.from"), len: LENGTHS[4] },
            Term { name: concat!($stage, ".quiet.to"), len: LENGTHS[5] },
        )*]
    };
}

const TERMS: [Term; STAGES * LENGTHS.len()] = terms!["last" "sparse" "thinned" "full"];

/// Where the features of captures begin among those of a stage: for safety, first square and
/// target.
const CAPTURES: [usize; 3] = [0, LENGTHS[0], LENGTHS[0] + LENGTHS[1]];

/// The same for quiet moves.
const QUIET: [usize; 3] = {
    let begin = CAPTURES[2] + LENGTHS[2];
    [begin, begin + LENGTHS[3], begin + LENGTHS[3] + LENGTHS[4]]
};

/// The number of features of a stage.
const OF_STAGE: usize = QUIET[2] + LENGTHS[5];

/// Added to each sum, so that none is negative.
const BASE: Value = 16_000;

/// The class of a square of a board of length `n`; the corners have 0.
const fn place(square: usize, n: usize) -> usize {
    let (file, rank) = (square % n, square / n);
    let file = if file < n - 1 - file { file } else { n - 1 - file };
    let rank = if rank < n - 1 - rank { rank } else { n - 1 - rank };
    let (low, high) = if file < rank { (file, rank) } else { (rank, file) };
    high * (high + 1) / 2 + low
}

/// An upper bound for the number of squares of a board, a power of 2.
const SQUARES: usize = 128;

/// The number of kinds of targets: one bit for each of the sets in [`Hinter::new`].
const TARGETS: usize = 1 << 7;

/// The bit of a target with an enemy, which makes the move a capture.
const ENEMY: usize = 1 << 2;

/// The weights of a stage: `by_target` by kind of target and safety of the checker, `from` by kind
/// of move and first square, `to` by kind of move and target.
struct Weights {
    by_target: [[i16; KINDS]; TARGETS],
    from: [[i16; SQUARES]; 2],
    to: [[i16; SQUARES]; 2],
}

/// The index of the feature of this kind of target for safety 0 of the moving checker; the features
/// for the other safeties follow it. The index is within the row for captures if the target has an
/// enemy, else within the row for quiet moves.
const fn of_target(target: usize) -> usize {
    if target & ENEMY != 0 {
        return target % KINDS * KINDS;
    }
    // How many checkers could capture on the square: one bit says at least one, the other at least
    // two.
    let [ours, theirs] = [target >> 3 & 3, target >> 5 & 3];
    let [ours, theirs] = [ours % 2 + ours / 2, theirs % 2 + theirs / 2];
    (theirs * 3 + ours) * KINDS
}

const fn is_quiet(target: usize) -> bool {
    target & ENEMY == 0
}

const fn by_square(weights: &[Value; STAGES * OF_STAGE], n: usize) -> [Weights; STAGES] {
    const NONE: Weights = Weights {
        by_target: [[0; KINDS]; TARGETS],
        from: [[0; SQUARES]; 2],
        to: [[0; SQUARES]; 2],
    };
    // Weights fit into 16 bits, see `MAX_WEIGHT`.
    let (mut tables, mut stage) = ([NONE; STAGES], 0);
    while stage < STAGES {
        let (begin, mut target) = (stage * OF_STAGE, 0);
        while target < TARGETS {
            let begins = if is_quiet(target) { QUIET } else { CAPTURES };
            let mut own = 0;
            while own < KINDS {
                let feature = begin + begins[0] + of_target(target) + own;
                tables[stage].by_target[target][own] = weights[feature] as i16;
                own += 1;
            }
            target += 1;
        }
        let mut kind = 0;
        while kind < 2 {
            let begins = if kind == 0 { CAPTURES } else { QUIET };
            let mut square = 0;
            while square < n * n {
                let place = place(square, n);
                tables[stage].from[kind][square] = weights[begin + begins[1] + place] as i16;
                tables[stage].to[kind][square] = weights[begin + begins[2] + place] as i16;
                square += 1;
            }
            kind += 1;
        }
        stage += 1;
    }
    tables
}

macro_rules! weights {
    ($variant:literal, $n:literal) => {{
        static WEIGHTS: [Weights; STAGES] =
            by_square(&parse(include_str!(concat!("priors/", $variant, ".txt")), &TERMS), $n);
        &WEIGHTS
    }};
}

fn weights<S: Size>() -> &'static [Weights; STAGES] {
    match S::N {
        // 4x4 is known from tables, so weights of its own would gain little.
        4 => weights!("zola-6", 4),
        6 => weights!("zola-6", 6),
        8 => weights!("zola-8", 8),
        _ => weights!("zola-10", 10),
    }
}

/// The data of a position for the hints of its moves.
struct Hinter {
    /// For each square, a bit for each of the sets in [`Hinter::new`] that contains it.
    squares: [[u8; WORD]; 2],
    stage: usize,
}

impl Hinter {
    #[inline]
    fn new<S: Size>(attacks: &Attacks<S>) -> Hinter {
        let Attacks { own, enemy, contacts } = attacks;
        let Safety { bits: [low, high] } = Safety::new(*own, *enemy, contacts);
        let [ours, theirs] = contacts;
        let sets = [low, high, *enemy, ours.once, ours.twice, theirs.once, theirs.twice];
        let mut squares = [[0; WORD]; 2];
        let words = usize::from(S::SQUARES).div_ceil(WORD);
        for (word, squares) in squares.iter_mut().take(words).enumerate() {
            *squares = square_sets::of_word(&sets, word);
        }
        let checkers = (*own | *enemy).count() as usize;
        Hinter { squares, stage: checkers * STAGES / (usize::from(S::SQUARES) + 1) }
    }

    /// The kind of a move's target, less than [`TARGETS`], and the safety of its checker, less than
    /// [`KINDS`].
    #[inline]
    fn target_and_safety(&self, from: Square, to: Square) -> (usize, usize) {
        let sets = |square: Square| {
            usize::from(self.squares.as_flattened()[usize::from(square) % SQUARES])
        };
        (sets(to) % TARGETS, sets(from) % KINDS)
    }
}

fn is_of_checker(mv: ZolaMove) -> bool {
    mv != ZolaMove::PASS && mv != ZolaMove::SWAP
}

/// Calls `visit` with each legal move and its hint.
#[inline]
pub(super) fn visit<S: Size>(
    position: &Zola<S>,
    attacks: &Attacks<S>,
    visit: &mut impl FnMut(ZolaMove, i32),
) {
    let hinter = Hinter::new(attacks);
    let weights = &weights::<S>()[hinter.stage];
    let _ = position.visit_moves(&mut |mv| {
        let mut hint = 0;
        if is_of_checker(mv) {
            let (target, own) = hinter.target_and_safety(mv.from(), mv.to());
            let kind = usize::from(is_quiet(target));
            let [from, to] = [mv.from(), mv.to()].map(|square| usize::from(square) % SQUARES);
            hint = BASE
                + Value::from(weights.by_target[target][own])
                + Value::from(weights.from[kind][from])
                + Value::from(weights.to[kind][to]);
        }
        visit(mv, hint.max(0));
        ControlFlow::Continue(())
    });
}

impl<S: HasNet> HasLinearPriors for Zola<S> {
    fn prior_terms() -> Vec<Term> {
        TERMS.to_vec()
    }

    fn visit_prior_features(&self, visit: &mut impl FnMut(ZolaMove, &[u16])) {
        let attacks = self.context();
        let hinter = Hinter::new(&attacks);
        let place = |square: Square| place(square.into(), S::N.into());
        let _ = self.visit_moves(&mut |mv| {
            let (target, own) = hinter.target_and_safety(mv.from(), mv.to());
            let begins = if is_quiet(target) { QUIET } else { CAPTURES };
            let features = [of_target(target) + own, place(mv.from()), place(mv.to())];
            let number = |i: usize| (hinter.stage * OF_STAGE + begins[i] + features[i]) as u16;
            let features = [number(0), number(1), number(2)];
            visit(mv, if is_of_checker(mv) { &features } else { &[] });
            ControlFlow::Continue(())
        });
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::conformance;

    use super::*;
    use crate::rules::{Size4, Size6, Size8, Size10, Zola6};

    fn check<S: HasNet>(text: &str) {
        let weights: [Value; STAGES * OF_STAGE] = parse(text, &TERMS);
        let (mut rng, mut seen) = (Rng::with_seed(1), vec![false; weights.len()]);
        for _ in 0..200 {
            for position in conformance::random_game(&Zola::<S>::start(), &mut rng) {
                let mut hints = Vec::new();
                position.score_moves(&position.context(), &mut |mv, hint| hints.push((mv, hint)));
                let mut expected = Vec::new();
                position.visit_prior_features(&mut |mv, features| {
                    let of_one = |&feature: &u16| weights[usize::from(feature)];
                    let base = if features.is_empty() { 0 } else { BASE };
                    expected.push((mv, base + features.iter().map(of_one).sum::<i32>()));
                    features.iter().for_each(|&feature| seen[usize::from(feature)] = true);
                });
                assert!(expected.iter().all(|&(_, hint)| hint >= 0));
                assert_eq!(hints, expected, "{}", position.text());
            }
        }
        // Small boards have fewer classes of squares.
        let places =
            2 * (2 * STAGES) * (SQUARE_CLASSES - place(S::SQUARES as usize / 2, S::N.into()));
        let count = seen.iter().filter(|&&seen| seen).count();
        assert!(count + places >= 250, "{}: {count} of the features", S::NAME);
    }

    #[test]
    fn hints_are_the_sums_of_the_weights_of_the_features() {
        check::<Size4>(include_str!("priors/zola-6.txt"));
        check::<Size6>(include_str!("priors/zola-6.txt"));
        check::<Size8>(include_str!("priors/zola-8.txt"));
        check::<Size10>(include_str!("priors/zola-10.txt"));
    }

    #[test]
    fn images_of_a_square_are_one_place() {
        let places = |n: usize| (0..n * n).map(move |square| place(square, n));
        for (n, count) in [(4, 3), (6, 6), (8, 10), (10, SQUARE_CLASSES)] {
            assert_eq!(places(n).max(), Some(count - 1), "{n}");
            assert_eq!(places(n).filter(|&place| place == 0).count(), 4, "the corners");
        }
    }

    #[test]
    fn a_capture_without_recapture_comes_before_one_with() {
        // c1 can capture d1, which nothing defends, and c3, which e5 defends.
        let position = Zola6::from_text("6/4b1/6/2b3/6/2rb2 r -").unwrap();
        let mut hints = Vec::new();
        position.score_moves(&position.context(), &mut |mv, hint| {
            hints.push((hint, position.move_text(mv)));
        });
        let hint = |text: &str| hints.iter().find(|(_, mv)| mv == text).map(|&(hint, _)| hint);
        assert!(hint("c1d1") > hint("c1c3") && hint("c1c3").is_some(), "{hints:?}");
    }
}
