//! An exhaustive search for endings, without a table, an order of moves, a window or an evaluation.
//! It shares only the rules with the engine.
//!
//! The result of a line that is not over after the given number of plies is unknown. So a position
//! has two bounds of its expected result: with all unknown results as losses of player one, and
//! with all as wins. No seat knows the order of face-down pieces, and all seats see everything
//! else. So both sides know the same, and the bounds hold against any play.

use std::ops::ControlFlow;

use zugi_game::{Chance, Game, Hidden, Outcome, Player, Seated};
use zugi_zoka::{ZokaAction, ZokaMove, ZokaPosition, ZokaVariant};

/// The bounds of the expected result of a side: a win is 1, a draw a half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub lower: f64,
    pub upper: f64,
}

/// What a side wants to force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A win, for every result of a turn-over.
    Win,
    /// A chance not to lose: the other side cannot force a win.
    Spoil,
}

const UNKNOWN: Bounds = Bounds { lower: 0.0, upper: 1.0 };

/// The tolerance for sums of probabilities.
pub const ROUNDING: f64 = 1e-9;

/// The bounds of each decision, for the side to move.
pub struct Solution<M> {
    pub decisions: Vec<(M, Bounds)>,
}

impl<M: Copy + PartialEq> Solution<M> {
    /// The expected result that the side to move can force.
    pub fn lower(&self) -> f64 {
        self.decisions.iter().map(|(_, it)| it.lower).fold(0.0, f64::max)
    }

    /// The decisions that are not known to be worse than another one. Decisions that lose for
    /// certain are left out, unless all do.
    pub fn right(&self) -> Vec<M> {
        let least = self.lower().max(2.0 * ROUNDING) - ROUNDING;
        let right: Vec<M> =
            self.decisions.iter().filter(|(_, it)| it.upper >= least).map(|&(mv, _)| mv).collect();
        if right.is_empty() { self.decisions.iter().map(|&(mv, _)| mv).collect() } else { right }
    }

    /// The only right decision, if it forces a better result than any other one can have.
    pub fn single(&self) -> Option<M> {
        let right = self.right();
        let is_sure = |&(mv, it): &(M, Bounds)| mv == right[0] && it.lower > ROUNDING;
        (right.len() == 1 && self.decisions.iter().any(is_sure)).then(|| right[0])
    }
}

pub fn face_down<V: ZokaVariant>(position: &ZokaPosition<V>) -> u32 {
    (0..V::SEATS).map(|seat| position.line(seat).set().count()).sum()
}

/// A lower bound of the plies to the end of the game. A seat turns over and places all of its
/// pieces; then each other seat has a turn.
pub fn least_plies<V: ZokaVariant>(position: &ZokaPosition<V>) -> u32 {
    let seats = V::SEATS as u32;
    if position.outcome().is_some() {
        return 0;
    }
    // The quiet turns may run out, too.
    if position.quiet_turns() > 150 {
        return 1;
    }
    if let Some(left) = position.turns_left() {
        return u32::from(left);
    }
    let by_placing = (0..V::SEATS).map(|seat| {
        let turns = 2 * position.line(seat).set().count() + position.hand_of(seat).count();
        let plies = match V::SEATS {
            2 if seat == position.seat() => 2 * turns - 1,
            2 => 2 * turns,
            _ => turns,
        };
        plies + seats - 1
    });
    by_placing.min().unwrap_or(0).min(passes_left(position))
}

/// The number of passes that end the game from here, found by playing them.
fn passes_left<V: ZokaVariant>(position: &ZokaPosition<V>) -> u32 {
    let pass = ZokaMove::of(ZokaAction::Pass);
    let mut position = position.clone();
    let mut passes = 0;
    while position.outcome().is_none() {
        position.play_unchecked(pass);
        passes += 1;
    }
    passes
}

pub struct Exhaustive {
    /// The positions that it may still visit.
    pub positions: u64,
}

impl Exhaustive {
    /// The bounds of all decisions, by the games that are over within this number of plies; `None`
    /// if the limit of positions is too low.
    pub fn solve<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        plies: u32,
    ) -> Option<Solution<ZokaMove>> {
        let shown = position.observation_for(position.seat());
        let own = shown.to_move();
        let of_mover = |it: Bounds| match own {
            Player::One => it,
            Player::Two => Bounds { lower: 1.0 - it.upper, upper: 1.0 - it.lower },
        };
        let decisions = shown.decisions().into_iter();
        let decisions = decisions.map(|mv| Some((mv, of_mover(self.decision(&shown, mv, plies)?))));
        Some(Solution { decisions: decisions.collect::<Option<_>>()? })
    }

    /// Whether `own` can force `aim` by a decision, with games that are over within this number of
    /// plies, including the decision. Chance is against a side that forces a win, and helps a side
    /// that spoils one. `None` without plies, or if the limit of positions is too low.
    pub fn can<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        decision: ZokaMove,
        own: Player,
        aim: Aim,
        plies: u32,
    ) -> Option<bool> {
        let mut outcomes = Vec::new();
        let _ = position.visit_outcomes(decision, &mut |mv, _| {
            outcomes.push(mv);
            ControlFlow::Continue(())
        });
        let plies = plies.checked_sub(1)?;
        for mv in outcomes {
            let is_sure = self.is_sure(&position.after(mv), own, aim, plies)?;
            if is_sure != (aim == Aim::Win) {
                return Some(is_sure);
            }
        }
        Some(aim == Aim::Win)
    }

    fn is_sure<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        own: Player,
        aim: Aim,
        plies: u32,
    ) -> Option<bool> {
        self.positions = self.positions.checked_sub(1)?;
        if let Some(outcome) = position.outcome() {
            return Some(match aim {
                Aim::Win => outcome == Outcome::Win(own),
                Aim::Spoil => outcome != Outcome::Win(own.opponent()),
            });
        }
        if plies < least_plies(position) {
            return Some(false);
        }
        let is_own = position.to_move() == own;
        for decision in position.decisions() {
            if self.can(position, decision, own, aim, plies)? == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }

    /// The bounds of the result of player one.
    fn position<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        plies: u32,
    ) -> Option<Bounds> {
        self.positions = self.positions.checked_sub(1)?;
        if let Some(outcome) = position.outcome() {
            let result = match outcome {
                Outcome::Win(Player::One) => 1.0,
                Outcome::Win(Player::Two) => 0.0,
                Outcome::Draw => 0.5,
            };
            return Some(Bounds { lower: result, upper: result });
        }
        if plies < least_plies(position) {
            return Some(UNKNOWN);
        }
        let is_one = position.to_move() == Player::One;
        let mut best: Option<Bounds> = None;
        for decision in position.decisions() {
            let next = self.decision(position, decision, plies)?;
            let better = match best {
                None => next,
                Some(it) if is_one => {
                    Bounds { lower: it.lower.max(next.lower), upper: it.upper.max(next.upper) }
                }
                Some(it) => {
                    Bounds { lower: it.lower.min(next.lower), upper: it.upper.min(next.upper) }
                }
            };
            best = Some(better);
            // Nothing is better than a win.
            if if is_one { better.lower == 1.0 } else { better.upper == 0.0 } {
                break;
            }
        }
        best
    }

    /// The bounds of the result of player one after a decision: the mean over the results of
    /// chance.
    fn decision<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        decision: ZokaMove,
        plies: u32,
    ) -> Option<Bounds> {
        let mut outcomes = Vec::new();
        let _ = position.visit_outcomes(decision, &mut |mv, probability| {
            outcomes.push((mv, probability));
            ControlFlow::Continue(())
        });
        let mut mean = Bounds { lower: 0.0, upper: 0.0 };
        for (mv, probability) in outcomes {
            let next = self.position(&position.after(mv), plies.checked_sub(1)?)?;
            mean.lower += probability * next.lower;
            mean.upper += probability * next.upper;
        }
        if mean.lower > 1.0 - ROUNDING {
            mean.lower = 1.0;
        }
        if mean.upper < ROUNDING {
            mean.upper = 0.0;
        }
        Some(mean)
    }
}
