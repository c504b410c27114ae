//! Hints for the order of moves.
//!
//! The hint of a move is the sum of the weights of its features. `zugi train --priors` fits the
//! weights to the moves of games.

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};
use zugi_game::{Chance, Game, Seated};
use zugi_search::eval::{HasLinearPriors, Term, parse};
use zugi_search::{Searchable, Value};

use super::sides::{Side, Sides, rays};
use super::terms;
use crate::rules::{
    Grid, GridDirection, SetOf, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition, ZokaVariant,
};

macro_rules! features {
    ($($name:ident: $text:literal, $len:literal;)*) => {
        /// The features of a move. A feature with a length above 1 is a row of features.
        #[derive(Clone, Copy)]
        enum Feature { $($name,)* }

        const LENGTHS: &[usize] = &[$($len,)*];

        const TERMS: [Term; STAGES * LENGTHS.len()] = [
            $(Term { name: concat!("early.", $text), len: $len },)*
            $(Term { name: concat!("late.", $text), len: $len },)*
            $(Term { name: concat!("last.", $text), len: $len },)*
        ];
    };
}

features! {
    Pass: "pass", 1;
    EndByPass: "end-by-pass", 1;
    // By the number of pieces in hand, and of Zokers among them.
    TurnOver: "turn-over", 6;
    TurnOverZokers: "turn-over.zokers", 4;
    Zoker: "zoker", 1;
    ZokerNear: "zoker.near", 1;
    ZokerEdge: "zoker.edge", 1;
    ZokerCorner: "zoker.corner", 1;
    ZokerPlug: "zoker.plug", 1;
    ZokerEnemyPlug: "zoker.enemy-plug", 1;
    ZokerAim: "zoker.aim", 1;
    ZokerSpoil: "zoker.spoil", 1;
    ZokerByZoker: "zoker.by-zoker", 1;
    ZokerByScorer: "zoker.by-scorer", 1;
    ZokerInside: "zoker.inside", 1;
    ZokerShield: "zoker.shield", 1;
    ZokerSeen: "zoker.seen", 1;
    ZokerEnemySees: "zoker.enemy-sees", 1;
    ZokerWall: "zoker.wall", 1;
    // By value, like all rows of length 6 from here on.
    Scorer: "scorer", 6;
    ScorerSafe: "scorer.safe", 6;
    ScorerEnemySees: "scorer.enemy-sees", 6;
    ScorerNear: "scorer.near", 1;
    ScorerEdge: "scorer.edge", 1;
    ScorerCorner: "scorer.corner", 1;
    ScorerByZoker: "scorer.by-zoker", 1;
    ScorerByScorer: "scorer.by-scorer", 1;
    ScorerPlug: "scorer.plug", 1;
    ScorerSpoil: "scorer.spoil", 1;
    ScorerEnemyPlug: "scorer.enemy-plug", 1;
    ZokerStep: "zoker-step", 1;
    ZokerStepPlug: "zoker-step.plug", 1;
    ZokerStepAim: "zoker-step.aim", 1;
    ZokerStepNoAim: "zoker-step.no-aim", 1;
    ZokerStepEnemyPlug: "zoker-step.enemy-plug", 1;
    ZokerStepOpen: "zoker-step.open", 1;
    ZokerStepHold: "zoker-step.hold", 1;
    ZokerStepRelease: "zoker-step.release", 1;
    ZokerStepShield: "zoker-step.shield", 1;
    ZokerStepEdge: "zoker-step.edge", 1;
    ZokerStepFromScorer: "zoker-step.from-scorer", 1;
    ZokerStepSpoil: "zoker-step.spoil", 1;
    ZokerStepToScorer: "zoker-step.to-scorer", 1;
    ScorerStep: "scorer-step", 1;
    ScorerStepAttacked: "scorer-step.attacked", 6;
    ScorerStepEnemySees: "scorer-step.enemy-sees", 6;
    ScorerStepSafe: "scorer-step.safe", 6;
    ScorerStepUnsafe: "scorer-step.unsafe", 6;
    ScorerStepPlug: "scorer-step.plug", 1;
    ScorerStepEdge: "scorer-step.edge", 1;
    ScorerStepByZoker: "scorer-step.by-zoker", 1;
    ScorerStepEscape: "scorer-step.escape", 1;
    Strike: "strike", 6;
    StrikeOpen: "strike.open", 1;
    StrikeHeld: "strike.held", 1;
    StrikeInside: "strike.inside", 1;
    StrikeProtected: "strike.protected", 1;
    // By the sum of the values, from -5 to 11.
    StrikeTwo: "strike-two", 17;
    StrikeTwoOpen: "strike-two.open", 1;
    // By the gain, from -6 to 6.
    Exchange: "exchange", 13;
    ExchangeAttacked: "exchange.attacked", 1;
    ExchangeSafe: "exchange.safe", 1;
}

/// The stages: all seats have many pieces left, a seat has few, or the number of turns left is
/// known.
const STAGES: usize = 3;

/// A seat has few pieces left to turn over and place if they are fewer than this.
const FEW: Value = 5;

/// The start of each row among the features of a stage.
const OFFSETS: [usize; LENGTHS.len() + 1] = {
    let mut offsets = [0; LENGTHS.len() + 1];
    let mut i = 0;
    while i < LENGTHS.len() {
        offsets[i + 1] = offsets[i] + LENGTHS[i];
        i += 1;
    }
    offsets
};

/// The number of features of a stage.
const OF_STAGE: usize = OFFSETS[LENGTHS.len()];

const FEATURES: usize = STAGES * OF_STAGE;

type Weights = [Value; FEATURES];

fn weights<V: ZokaVariant>() -> &'static Weights {
    const { &parse(V::PRIORS, &TERMS) }
}

/// Added to each hint, so that hardly any is negative.
const BASE: i32 = 8000;

/// The data of a position for the hints of its moves.
struct Hinter<'a, V: ZokaVariant> {
    position: &'a ZokaPosition<V>,
    own: &'a Side<SetOf<V>>,
    enemy: &'a Side<SetOf<V>>,
    /// The squares within two steps of the own pieces: walls are built there.
    near: SetOf<V>,
    /// The empty squares from which a Zoker could strike an enemy Scorer that is not perfectly
    /// protected.
    striking_squares: SetOf<V>,
    edge: SetOf<V>,
    corner: SetOf<V>,
    /// The squares adjacent to own Zokers, to own Scorers, and to enemy Scorers.
    beside_zokers: SetOf<V>,
    by_scorers: SetOf<V>,
    by_enemy_scorers: SetOf<V>,
    /// The empty squares that are seen both from attacked own Scorers and by enemy Zokers: those
    /// between a Scorer and its attacker, and a few others.
    shields: SetOf<V>,
    /// The squares adjacent to those where own Scorers are perfectly protected.
    walls: SetOf<V>,
    stage: usize,
}

impl<'a, V: ZokaVariant> Hinter<'a, V> {
    fn new(position: &'a ZokaPosition<V>, sides: &'a Sides<SetOf<V>>) -> Hinter<'a, V> {
        let [own, enemy] = &sides.sides;
        let board = V::Grid::BOARD;
        let next = V::Grid::around(own.side_pieces.pieces());
        let corners = V::Grid::around(next) & !next;
        let (striking_squares, _) =
            rays::<V::Grid>(enemy.side_pieces.scorers & !enemy.perfect, sides.empty);
        let (watched, _) = rays::<V::Grid>(own.attacked, sides.empty);
        let moved = |direction| V::Grid::shift(direction, board);
        let files = moved(GridDirection::Left) & moved(GridDirection::Right);
        let ranks = moved(GridDirection::Up) & moved(GridDirection::Down);
        let is_few = terms::fullness(position) < FEW;
        Hinter {
            position,
            own,
            enemy,
            near: next | corners,
            striking_squares,
            edge: board & !(files & ranks),
            corner: board & !files & !ranks,
            beside_zokers: V::Grid::around(own.side_pieces.zokers),
            by_scorers: V::Grid::around(own.side_pieces.scorers),
            by_enemy_scorers: V::Grid::around(enemy.side_pieces.scorers),
            shields: watched & enemy.seen,
            walls: V::Grid::around(own.inner),
            stage: if position.turns_left().is_some() { 2 } else { usize::from(is_few) },
        }
    }

    /// The value of the Scorer on a square, negative for one of the own side.
    fn value_at(&self, square: Square) -> i32 {
        self.position.piece_at(square).map_or(0, |(seat, piece)| {
            let value = i32::from(piece.value());
            if self.position.side_of(seat) == self.position.to_move() { -value } else { value }
        })
    }

    /// Calls `add` with each feature of a move, as an index within its stage.
    #[inline(always)]
    fn features(&self, mv: ZokaMove, add: &mut impl FnMut(usize)) {
        let mut put = |feature: Feature, which: usize, holds: bool| {
            if holds {
                add(OFFSETS[feature as usize] + which);
            }
        };
        match mv.action() {
            None | Some(ZokaAction::Pass) => {
                let ends = self.position.ends_by_pass();
                put(if ends { Feature::EndByPass } else { Feature::Pass }, 0, true);
            }
            Some(ZokaAction::TurnOver | ZokaAction::TurnedOver(_)) => {
                let hand = self.position.hand_of(self.position.seat());
                put(Feature::TurnOver, hand.count().min(5) as usize, true);
                let zokers = hand.count_of(ZokaPiece::ZOKER);
                put(Feature::TurnOverZokers, zokers.min(3) as usize, true);
            }
            Some(ZokaAction::Place(ZokaPiece::ZOKER, at)) => self.of_zoker_placement(at, &mut put),
            Some(ZokaAction::Place(piece, at)) => self.of_scorer_placement(piece, at, &mut put),
            Some(ZokaAction::Go(from, to)) if self.own.side_pieces.zokers.contains(from) => {
                self.of_zoker_step(from, to, &mut put);
            }
            Some(ZokaAction::Go(from, to)) => self.of_scorer_step(from, to, &mut put),
            Some(ZokaAction::Strike(from, at)) => {
                put(Feature::Strike, self.value_at(at).clamp(1, 6) as usize - 1, true);
                put(Feature::StrikeOpen, 0, self.walls.contains(from));
                put(Feature::StrikeHeld, 0, self.enemy.held.contains(at));
                put(Feature::StrikeInside, 0, self.enemy.inner.contains(at));
                put(Feature::StrikeProtected, 0, self.enemy.protected.contains(at));
            }
            Some(ZokaAction::StrikeTwo(from, one, two)) => {
                let value = self.value_at(one) + self.value_at(two);
                put(Feature::StrikeTwo, (value.clamp(-5, 11) + 5) as usize, true);
                put(Feature::StrikeTwoOpen, 0, self.walls.contains(from));
            }
            Some(ZokaAction::Exchange(square, piece)) => {
                let gain = i32::from(piece.value()) + self.value_at(square);
                put(Feature::Exchange, (gain.clamp(-6, 6) + 6) as usize, true);
                put(Feature::ExchangeAttacked, 0, self.own.attacked.contains(square));
                put(Feature::ExchangeSafe, 0, self.own.inner.contains(square));
            }
        }
    }

    #[inline(always)]
    fn of_zoker_placement(&self, at: Square, put: &mut impl FnMut(Feature, usize, bool)) {
        let (own, enemy) = (self.own, self.enemy);
        put(Feature::Zoker, 0, true);
        put(Feature::ZokerNear, 0, self.near.contains(at));
        put(Feature::ZokerEdge, 0, self.edge.contains(at));
        put(Feature::ZokerCorner, 0, self.corner.contains(at));
        put(Feature::ZokerPlug, 0, own.closing_squares.contains(at));
        put(Feature::ZokerEnemyPlug, 0, enemy.closing_squares.contains(at));
        put(Feature::ZokerAim, 0, self.striking_squares.contains(at));
        put(Feature::ZokerSpoil, 0, enemy.inner.contains(at));
        put(Feature::ZokerByZoker, 0, self.beside_zokers.contains(at));
        put(Feature::ZokerByScorer, 0, self.by_scorers.contains(at));
        put(Feature::ZokerInside, 0, own.inner.contains(at));
        put(Feature::ZokerShield, 0, self.shields.contains(at));
        put(Feature::ZokerSeen, 0, own.seen.contains(at));
        put(Feature::ZokerEnemySees, 0, enemy.seen.contains(at));
        put(Feature::ZokerWall, 0, self.walls.contains(at));
    }

    #[inline(always)]
    fn of_scorer_placement(
        &self,
        piece: ZokaPiece,
        at: Square,
        put: &mut impl FnMut(Feature, usize, bool),
    ) {
        let (own, enemy) = (self.own, self.enemy);
        let value = usize::from(piece.value().max(1)) - 1;
        let is_safe = own.inner.contains(at);
        put(Feature::Scorer, value, true);
        put(Feature::ScorerSafe, value, is_safe);
        put(Feature::ScorerEnemySees, value, !is_safe && enemy.seen.contains(at));
        put(Feature::ScorerNear, 0, self.near.contains(at));
        put(Feature::ScorerEdge, 0, self.edge.contains(at));
        put(Feature::ScorerCorner, 0, self.corner.contains(at));
        put(Feature::ScorerByZoker, 0, self.beside_zokers.contains(at));
        put(Feature::ScorerByScorer, 0, self.by_scorers.contains(at));
        put(Feature::ScorerPlug, 0, own.closing_squares.contains(at));
        put(Feature::ScorerSpoil, 0, enemy.inner.contains(at));
        put(Feature::ScorerEnemyPlug, 0, enemy.closing_squares.contains(at));
    }

    /// The features of a step or slide of a Zoker.
    #[inline(always)]
    fn of_zoker_step(&self, from: Square, to: Square, put: &mut impl FnMut(Feature, usize, bool)) {
        let (own, enemy) = (self.own, self.enemy);
        let aims = [from, to].map(|square| self.striking_squares.contains(square));
        put(Feature::ZokerStep, 0, true);
        put(Feature::ZokerStepPlug, 0, own.closing_squares.contains(to));
        put(Feature::ZokerStepAim, 0, aims == [false, true]);
        put(Feature::ZokerStepNoAim, 0, aims == [true, false]);
        put(Feature::ZokerStepEnemyPlug, 0, enemy.closing_squares.contains(to));
        put(Feature::ZokerStepOpen, 0, self.walls.contains(from));
        put(Feature::ZokerStepHold, 0, self.by_enemy_scorers.contains(to));
        put(Feature::ZokerStepRelease, 0, self.by_enemy_scorers.contains(from));
        put(Feature::ZokerStepShield, 0, self.shields.contains(to));
        put(Feature::ZokerStepEdge, 0, self.edge.contains(to));
        put(Feature::ZokerStepFromScorer, 0, self.by_scorers.contains(from));
        put(Feature::ZokerStepSpoil, 0, enemy.inner.contains(to));
        put(Feature::ZokerStepToScorer, 0, self.by_scorers.contains(to));
    }

    /// The features of a step or jump of a Scorer.
    #[inline(always)]
    fn of_scorer_step(&self, from: Square, to: Square, put: &mut impl FnMut(Feature, usize, bool)) {
        let (own, enemy) = (self.own, self.enemy);
        let value = self.value_at(from).abs().clamp(1, 6) as usize - 1;
        let [was_safe, is_safe] = [from, to].map(|square| own.inner.contains(square));
        let (is_attacked, is_seen) = (own.attacked.contains(from), enemy.seen.contains(to));
        put(Feature::ScorerStep, 0, true);
        put(Feature::ScorerStepAttacked, value, is_attacked);
        put(Feature::ScorerStepEnemySees, value, is_seen && !is_safe);
        put(Feature::ScorerStepSafe, value, is_safe && !was_safe);
        put(Feature::ScorerStepUnsafe, value, was_safe && !is_safe);
        put(Feature::ScorerStepPlug, 0, own.closing_squares.contains(to));
        put(Feature::ScorerStepEdge, 0, self.edge.contains(to));
        put(Feature::ScorerStepByZoker, 0, self.beside_zokers.contains(to));
        put(Feature::ScorerStepEscape, 0, is_attacked && !is_seen);
    }
}

/// Calls `visit` with each legal move and its hint. A difference of 1000 is a factor of `e` in the
/// expected share of the move.
pub(super) fn visit<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    sides: &Sides<SetOf<V>>,
    visit: &mut impl FnMut(ZokaMove, i32),
) {
    let hinter = Hinter::new(position, sides);
    let weights = &weights::<V>()[hinter.stage * OF_STAGE..][..OF_STAGE];
    let _ = position.visit_moves(&mut |mv| {
        let mut hint = BASE;
        hinter.features(mv, &mut |feature| hint += weights[feature]);
        visit(mv, hint.max(0));
        ControlFlow::Continue(())
    });
}

impl<V: ZokaVariant> HasLinearPriors for ZokaPosition<V> {
    fn prior_terms() -> Vec<Term> {
        TERMS.to_vec()
    }

    fn decision_of(&self, mv: ZokaMove) -> ZokaMove {
        self.decision(mv)
    }

    fn visit_prior_features(&self, visit: &mut impl FnMut(ZokaMove, &[u16])) {
        let sides = self.context();
        let hinter = Hinter::new(self, &sides);
        let mut features = Vec::new();
        let _ = self.visit_decisions(&mut |mv| {
            features.clear();
            hinter.features(mv, &mut |feature| {
                features.push((hinter.stage * OF_STAGE + feature) as u16);
            });
            visit(mv, &features);
            ControlFlow::Continue(())
        });
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::conformance;

    use super::*;
    use crate::rules::{FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats};

    /// Checks that the hints of the search are the sums of the weights of the features that the fit
    /// uses, and do not depend on hidden information.
    fn check<V: ZokaVariant>() {
        let mut rng = Rng::with_seed(1);
        let mut seen = vec![false; FEATURES];
        for seed in 0..20 {
            let start = ZokaPosition::<V>::start_with(seed);
            for position in conformance::random_game(&start, &mut rng) {
                let mut hints = Vec::new();
                position.score_moves(&position.context(), &mut |mv, hint| {
                    hints.push((position.decision(mv), hint));
                });
                hints.dedup();
                let (weights, mut expected) = (weights::<V>(), Vec::new());
                position.visit_prior_features(&mut |mv, features| {
                    let of_one = |&feature: &u16| weights[usize::from(feature)];
                    expected.push((mv, (BASE + features.iter().map(of_one).sum::<i32>()).max(0)));
                    features.iter().for_each(|&feature| seen[usize::from(feature)] = true);
                });
                assert_eq!(hints, expected, "{}", position.text());
            }
        }
        let count = seen.iter().filter(|&&seen| seen).count();
        assert!(count >= 150, "{}: {count} of the features", V::NAME);
    }

    #[test]
    fn hints_are_the_weighted_sums_of_the_features() {
        check::<TwoSeats>();
        check::<ThreeSeats>();
        check::<FourSeats>();
        check::<OneAgainstTwo>();
        check::<TwoAgainstTwo>();
    }
}
