//! The evaluation of Zombies vs Princesses Draughts, and the hints for its order of moves.

mod net;

use std::ops::ControlFlow;

use zugi_game::Game;
use zugi_game::board::{Bits, Square};
use zugi_search::eval::HasEvaluator;
use zugi_search::eval::net::Net;
use zugi_search::{AlphaBeta, Evaluator, Searchable};

use crate::rules::movegen::{Exposure, View};
use crate::rules::{Direction, Zvp, ZvpMove};

/// The unit of a hint; smaller amounts order moves that are otherwise equal.
const HINT: i32 = 1 << 13;

struct SideFeatures {
    view: View,
    /// The own pieces that the enemy can jump over.
    attacked: u64,
    /// The squares to which safe steps lead, by direction: there the piece cannot be captured.
    safe: [u64; 4],
    /// The own pieces with a safe step.
    safe_movers: u64,
    /// The number of steps to empty squares.
    steps: u32,
    /// The number of safe ones.
    safe_steps: u32,
}

impl SideFeatures {
    #[inline]
    fn new(view: View, enemy: &View) -> SideFeatures {
        let Exposure { attacked, steps, safe } = view.exposure(enemy);
        let count = |steps: [u64; 4]| steps.into_iter().map(u64::count_ones).sum();
        let from = Direction::ALL.map(|to| to.opposite().step(safe[to as usize]));
        SideFeatures {
            view,
            attacked,
            safe,
            safe_movers: from.into_iter().fold(0, |all, pieces| all | pieces),
            steps: count(steps),
            safe_steps: count(safe),
        }
    }
}

/// The features of both sides for the value and the order of moves, those of the side to move
/// first.
pub struct Threats([SideFeatures; 2]);

impl Threats {
    /// Safe steps come first, and of these the steps of attacked pieces. Among equal steps, those
    /// forwards come first.
    #[inline(always)]
    fn hint_of_step(&self, from: Square, direction: Direction) -> i32 {
        let [own, _] = &self.0;
        let from = u64::of(from);
        let is_safe = own.safe[direction as usize] & direction.step(from) != 0;
        let flees = is_safe && own.attacked & from != 0;
        let forwards = direction == own.view.forwards;
        HINT * (2 * i32::from(is_safe) + i32::from(flees)) + i32::from(forwards)
    }
}

impl Searchable for Zvp {
    type Context = Threats;

    #[inline]
    fn context(&self) -> Threats {
        let side = self.to_move();
        let (own, enemy) = (self.view(side), self.view(side.opponent()));
        Threats([SideFeatures::new(own, &enemy), SideFeatures::new(enemy, &own)])
    }

    /// Longer captures come first.
    #[inline]
    fn score_moves(&self, threats: &Threats, visit: &mut impl FnMut(ZvpMove, i32)) {
        if self.must_capture(threats) {
            let _ = self.visit_moves(&mut |mv| {
                visit(mv, 4 * HINT * mv.jumps() as i32);
                ControlFlow::Continue(())
            });
            return;
        }
        let [SideFeatures { view, .. }, _] = &threats.0;
        let _ = view.visit_steps(view.own, |from, direction| {
            visit(ZvpMove::step(from, direction), threats.hint_of_step(from, direction));
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

    /// None: [`Searchable::must_capture`] extends the search of a position with captures, and a
    /// position without captures is quiet.
    #[inline]
    fn quiescence_move(&self, _: &Threats, _: ZvpMove) -> Option<ZvpMove> {
        None
    }
}

impl HasEvaluator for Zvp {
    type Evaluator = Net<Zvp>;
    type Search<E: Evaluator<Zvp>> = AlphaBeta<Zvp, E>;
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
            let [own, _] = &context.0;
            for mv in position.moves().into_iter().filter(|mv| mv.jumps() == 0) {
                let (target, _) = mv.target_and_jumped();
                let direction = mv.directions().next().unwrap();
                let is_safe = own.safe[direction as usize] & target != 0;
                let next = position.after(mv);
                let attacked = next.view(next.to_move()).jumped() & target != 0;
                assert_eq!(is_safe, !attacked, "{} {}", position.text(), position.move_text(mv));
            }
        }
    }
}
