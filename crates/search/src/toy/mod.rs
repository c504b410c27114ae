//! Small games that implement the traits of this crate, for examples and tests: [`Hexapawn`] for
//! alpha-beta, weights and nets, and [`Pile`](zugi_game::toy::Pile) for the tree search.

mod net;
mod pile;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};
use zugi_game::{Game, PackedMove, Player, toy::Hexapawn};

use crate::eval::{HasEvaluator, HasLinearEval, Term, Tunable, WeightsError, parse, read_into};
use crate::{AlphaBeta, Evaluator, Searchable, Value};
pub use pile::PileLead;

/// The number of files and of ranks.
const SIZE: u8 = 4;
const SQUARES: usize = 16;

const BOARD: u64 = 0xffff;
const FIRST_FILE: u64 = 0x1111;
const LAST_FILE: u64 = 0x8888;

/// The unit of ordering scores.
const HINT: i32 = 1 << 13;

/// The squares on which each side could capture, in the order of [`Player::BOTH`].
pub struct HexapawnAttacks([u64; 2]);

impl HexapawnAttacks {
    fn new(pawns: [u64; 2]) -> HexapawnAttacks {
        let [white, black] = pawns;
        let aside = |ahead: u64| (ahead & !LAST_FILE) << 1 | (ahead & !FIRST_FILE) >> 1;
        HexapawnAttacks([white << SIZE & BOARD, black >> SIZE].map(aside))
    }

    /// The squares on which pawns of this player can be captured.
    fn on(&self, player: Player) -> u64 {
        self.0[player.opponent().index()]
    }
}

fn pawns(position: &Hexapawn) -> [u64; 2] {
    Player::BOTH.map(|player| position.pawns(player))
}

/// A square as this player sees it: for player two the order of the ranks is reversed.
fn from_side(square: Square, player: Player) -> Square {
    let mirrored = || Square::new(square.index() ^ (SQUARES as u8 - SIZE));
    if player == Player::One { square } else { mirrored() }
}

impl Searchable for Hexapawn {
    type Context = HexapawnAttacks;

    fn context(&self) -> HexapawnAttacks {
        HexapawnAttacks::new(pawns(self))
    }

    /// Captures first, then moves to squares without attack.
    fn score_moves(&self, attacks: &HexapawnAttacks, visit: &mut impl FnMut(Self::Move, i32)) {
        let attacked = attacks.on(self.to_move());
        let _ = self.visit_moves(&mut |mv| {
            let is_safe = !attacked.contains(mv.target() as u8);
            visit(mv, HINT * (2 * i32::from(self.is_tactical(mv)) + i32::from(is_safe)));
            ControlFlow::Continue(())
        });
    }

    fn is_tactical(&self, mv: Self::Move) -> bool {
        self.pawns(self.to_move().opponent()).contains(mv.target() as u8)
    }

    fn moves_left(&self) -> u32 {
        pawns(self).map(Bits::count).iter().sum()
    }

    /// The capture of the pawn that has just moved.
    fn quiescence_move(&self, _: &HexapawnAttacks, last: Self::Move) -> Option<Self::Move> {
        self.moves().into_iter().find(|mv| mv.target() == last.target())
    }
}

/// The features of each side: its pawns, those on its second and third rank, and those that can be
/// captured.
const TERMS: [Term; 3] = [
    Term { name: "pawns", len: 1 },
    Term { name: "advance", len: 2 },
    Term { name: "attacked", len: 1 },
];
const PAWNS: usize = 0;
const ADVANCE: usize = 1;
const ATTACKED: usize = 3;
const FEATURES: usize = 4;

/// A larger game may read its weights from a file with `include_str`.
const WEIGHTS: [Value; FEATURES] = parse("pawns 100\nadvance 15 60\nattacked -20\n", &TERMS);

/// The features in the order of [`TERMS`]: those of the side to move minus those of the other.
fn features(position: &Hexapawn, attacks: &HexapawnAttacks) -> [i16; FEATURES] {
    let mut features = [0; FEATURES];
    for player in Player::BOTH {
        let sign = if player == position.to_move() { 1 } else { -1 };
        let (pawns, attacked) = (position.pawns(player), attacks.on(player));
        for square in pawns.squares() {
            let rank = usize::from(from_side(square, player).rank(SIZE));
            features[PAWNS] += sign;
            features[ATTACKED] += sign * i16::from(attacked.contains(square));
            if (1..=2).contains(&rank) {
                features[ADVANCE + rank - 1] += sign;
            }
        }
    }
    features
}

/// A weighted sum of the pawns, their advance, and the pawns that can be captured.
pub struct HexapawnSum {
    /// In the order of the features.
    weights: [Value; FEATURES],
}

impl Default for HexapawnSum {
    fn default() -> HexapawnSum {
        HexapawnSum { weights: WEIGHTS }
    }
}

impl Evaluator<Hexapawn> for HexapawnSum {
    fn evaluate(&self, position: &Hexapawn, attacks: &HexapawnAttacks) -> Value {
        let pairs = self.weights.iter().zip(features(position, attacks));
        pairs.map(|(weight, feature)| weight * Value::from(feature)).sum()
    }
}

impl Tunable<Hexapawn> for HexapawnSum {
    const UNIT: Value = 1;

    fn terms() -> Vec<Term> {
        TERMS.to_vec()
    }

    fn weights(&self) -> &[Value] {
        &self.weights
    }

    fn from_text(text: &str) -> Result<HexapawnSum, WeightsError> {
        let mut weights = [0; FEATURES];
        read_into(&mut weights, text, &TERMS)?;
        Ok(HexapawnSum { weights })
    }

    fn features(position: &Hexapawn) -> Vec<i16> {
        features(position, &position.context()).to_vec()
    }
}

impl HasLinearEval for Hexapawn {
    type LinearEval = HexapawnSum;
}

impl HasEvaluator for Hexapawn {
    type Evaluator = HexapawnSum;
    type Search<E: Evaluator<Hexapawn>> = AlphaBeta<Hexapawn, E>;
}
