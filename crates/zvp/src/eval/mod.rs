//! Evaluation and move ordering hints for Zombies vs Princesses Draughts.

mod net;

use std::ops::ControlFlow;

use zugi_game::Game;
use zugi_game::board::Bits;
use zugi_search::Searchable;
use zugi_search::eval::{Benchmark, HasEvaluator};

use crate::rules::movegen::View;
use crate::rules::{Direction, Zvp, ZvpMove};
pub use net::ZvpNet;

/// What an order hint is made of.
const HINT: i32 = 1 << 13;

/// What one side has before it.
struct Side {
    view: View,
    /// The own pieces that the enemy can jump over.
    attacked: u64,
    /// The own pieces with a safe step.
    safe: u64,
    /// The number of steps to empty squares.
    steps: u32,
    /// How many of them are safe.
    safe_steps: u32,
}

impl Side {
    #[inline]
    fn new(view: View, enemy: &View) -> Side {
        let mut side = Side { view, attacked: enemy.jumped(), safe: 0, steps: 0, safe_steps: 0 };
        for direction in Direction::ALL {
            let safe = view.safe_steps(direction, enemy);
            side.safe |= direction.opposite().step(safe);
            side.steps += view.steps(direction).count();
            side.safe_steps += safe.count();
        }
        side
    }
}

/// The features of both sides for the value and the order of moves: the side to move first.
pub struct Threats([Side; 2]);

impl Threats {
    #[inline]
    fn new(own: View, enemy: View) -> Threats {
        Threats([Side::new(own, &enemy), Side::new(enemy, &own)])
    }

    /// The longest captures first; then steps that are safe, of pieces in danger before
    /// others, and forwards before sideways.
    fn hint(&self, mv: ZvpMove) -> i32 {
        let [own, enemy] = &self.0;
        let Some(direction) = mv.directions().next().filter(|_| mv.jumps() == 0) else {
            return 4 * HINT * mv.jumps() as i32;
        };
        let (target, _) = mv.target_and_jumped();
        let is_safe = own.view.safe_steps(direction, &enemy.view) & target != 0;
        let flees = is_safe && own.attacked.contains(mv.from());
        let forwards = direction == own.view.forwards;
        HINT * (2 * i32::from(is_safe) + i32::from(flees)) + i32::from(forwards)
    }
}

impl Searchable for Zvp {
    type Context = Threats;

    #[inline]
    fn context(&self) -> Threats {
        let side = self.to_move();
        Threats::new(self.view(side), self.view(side.opponent()))
    }

    #[inline]
    fn score_moves(&self, threats: &Threats, visit: &mut impl FnMut(ZvpMove, i32)) {
        let _ = self.visit_moves(&mut |mv| {
            visit(mv, threats.hint(mv));
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn is_tactical(&self, mv: ZvpMove) -> bool {
        mv.jumps() > 0
    }

    #[inline]
    fn must_capture(&self, threats: &Threats) -> bool {
        let [_, enemy] = &threats.0;
        enemy.attacked != 0
    }

    /// None: a position without a capture is quiet, and one with any is searched by
    /// [`Searchable::must_capture`].
    #[inline]
    fn quiescence_move(&self, _: &Threats, _: ZvpMove) -> Option<ZvpMove> {
        None
    }
}

impl HasEvaluator for Zvp {
    type Evaluator = ZvpNet;
}

impl Benchmark for Zvp {
    /// Start, opening, middle game, and endings with and without promoted pieces.
    const BENCH: &'static [(&'static str, u32)] = &[
        ("5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0", 12),
        ("8/6b1/5b1b/w5b1/1w1w4/w1w5/1w6/w1w5 b 1", 12),
        ("8/4b1b1/1w3b1b/w1w5/1b3b2/w1w5/3w4/8 w 0", 12),
        ("7W/4b3/8/8/1w1b4/8/3w4/2b1b3 b 3", 14),
        ("8/2B5/5W2/8/1w6/8/8/2b1w3 w 71", 14),
    ];
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::conformance;

    use super::*;

    fn positions() -> Vec<Zvp> {
        let mut rng = Rng::with_seed(1);
        (0..40).flat_map(|_| conformance::random_game(&Zvp::start(), &mut rng)).collect()
    }

    #[test]
    fn a_pending_capture_is_not_quiet() {
        for position in positions().iter().filter(|position| position.outcome().is_none()) {
            let moves = position.moves();
            let captures = moves.iter().filter(|&&mv| position.is_tactical(mv)).count();
            let expected = if position.must_capture(&position.context()) { moves.len() } else { 0 };
            assert_eq!(captures, expected, "{}", position.text());
        }
    }

    #[test]
    fn safe_steps_are_those_after_which_the_piece_cannot_be_captured() {
        for position in positions().iter().filter(|position| position.outcome().is_none()) {
            let context = position.context();
            let [own, enemy] = &context.0;
            for mv in position.moves().into_iter().filter(|mv| mv.jumps() == 0) {
                let (target, _) = mv.target_and_jumped();
                let direction = mv.directions().next().unwrap();
                let is_safe = own.view.safe_steps(direction, &enemy.view) & target != 0;
                let next = position.after(mv);
                let attacked = next.view(next.to_move()).jumped() & target != 0;
                assert_eq!(is_safe, !attacked, "{} {}", position.text(), position.move_text(mv));
            }
        }
    }
}
