//! The terms of the evaluation: what is counted, and how it is weighed.
//!
//! Each side has terms of its own, for the sides have different pieces and aims. Each
//! term has a weight for a full board and one for an empty one; between them it is
//! tapered by the number of pieces. Pieces are counted by square; squares that are
//! mirror images on the line from corner to corner are one.

use zugi_game::board::Bits;
use zugi_game::{Game, Player};
use zugi_search::Value;
use zugi_search::eval::{Term, parse};

use super::Threats;
use crate::rules::Zvp;

/// The pieces at the start. Their number never grows.
pub(super) const FULL: u32 = 13;

/// Squares that differ, see [`CLASSES`].
const SQUARES: usize = 20;

/// Numbers of safe steps that are told apart: so many or more are the last one.
const SAFE: usize = 6;

// A side's features: where each term begins.
const MEN: usize = 0;
const PROMOTED: usize = MEN + SQUARES;
const ATTACKED: usize = PROMOTED + SQUARES;
const STEPS: usize = ATTACKED + 1;
const SAFE_STEPS: usize = STEPS + 1;
const TEMPO: usize = SAFE_STEPS + SAFE;
const OF_SIDE: usize = TEMPO + 1;

/// The features of one phase.
const OF_PHASE: usize = 2 * OF_SIDE;

/// The features of both phases.
pub(super) const FEATURES: usize = 2 * OF_PHASE;

/// A side's terms in one phase.
macro_rules! side {
    ($side:literal) => {
        [
            Term { name: concat!($side, ".men"), len: SQUARES },
            Term { name: concat!($side, ".promoted"), len: SQUARES },
            Term { name: concat!($side, ".attacked"), len: 1 },
            Term { name: concat!($side, ".steps"), len: 1 },
            Term { name: concat!($side, ".safe"), len: SAFE },
            Term { name: concat!($side, ".tempo"), len: 1 },
        ]
    };
}

/// The terms by phase and side.
pub(super) const TERMS: [Term; 24] = {
    let sides =
        [side!("early.white"), side!("early.black"), side!("late.white"), side!("late.black")];
    let mut terms = [Term { name: "", len: 0 }; 24];
    let mut i = 0;
    while i < terms.len() {
        terms[i] = sides[i / 6][i % 6];
        i += 1;
    }
    terms
};

/// The weights that come with the program, in the order of [`TERMS`].
pub(super) const WEIGHTS: [Value; FEATURES] = parse(include_str!("weights.txt"), &TERMS);

/// The class of each dark square for White: by steps forwards from the corner, then by
/// distance from the line to the other corner. Black's are those of the opposite squares.
static CLASSES: [u8; 64] = {
    let mut classes = [0; 64];
    let (mut class, mut advance) = (0, 0);
    while advance < 8 {
        let mut aside = 0;
        while advance + aside < 8 && aside <= advance {
            let (high, low) = (advance + aside, advance - aside);
            classes[8 * high + low] = class;
            classes[8 * low + high] = class;
            class += 1;
            aside += 1;
        }
        advance += 1;
    }
    assert!(class as usize == SQUARES);
    classes
};

/// Calls `visit` with the index of each feature that is not zero in the first phase and
/// its count, from the point of view of the side to move: what is good for White counts
/// negative if Black is to move.
#[inline(always)]
pub(super) fn visit_features(
    position: &Zvp,
    threats: &Threats,
    mut visit: impl FnMut(usize, Value),
) {
    for (player, side) in Player::BOTH.into_iter().zip(threats.by_player(position.to_move())) {
        let to_move = player == position.to_move();
        let sign = if to_move { 1 } else { -1 };
        let mut add = |feature: usize, count: u32| {
            visit(player.index() * OF_SIDE + feature, sign * count as Value);
        };
        for square in side.view.own.squares() {
            let begin = if side.view.promoted.contains(square) { PROMOTED } else { MEN };
            let seen = if player == Player::One { square } else { 63 - square };
            add(begin + usize::from(CLASSES[usize::from(seen)]), 1);
        }
        add(ATTACKED, side.attacked.count());
        add(STEPS, side.steps);
        add(SAFE_STEPS + (side.safe_steps as usize).min(SAFE - 1), 1);
        add(TEMPO, u32::from(to_move));
    }
}

/// How much of the first phase is left, up to [`FULL`].
fn fullness(position: &Zvp) -> Value {
    (position.pieces(Player::One) | position.pieces(Player::Two)).count().min(FULL) as Value
}

/// The evaluation for the side to move, with weights in the order of [`TERMS`].
#[inline]
pub(super) fn evaluate(weights: &[Value; FEATURES], position: &Zvp, threats: &Threats) -> Value {
    let [mut early, mut late] = [0; 2];
    visit_features(position, threats, |feature, count| {
        early += weights[feature] * count;
        late += weights[OF_PHASE + feature] * count;
    });
    let (full, all) = (fullness(position), FULL as Value);
    (early * full + late * (all - full)) / all
}

/// The features of a position in the order of [`TERMS`].
pub(super) fn features(position: &Zvp, threats: &Threats) -> Vec<i16> {
    let mut features = vec![0; FEATURES];
    let (full, all) = (fullness(position) as i16, FULL as i16);
    visit_features(position, threats, |feature, count| {
        features[feature] += count as i16 * full;
        features[OF_PHASE + feature] += count as i16 * (all - full);
    });
    features
}
