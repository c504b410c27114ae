//! Evaluation and move ordering hints for Zombies vs Princesses Draughts.

mod terms;

use std::ops::ControlFlow;

use crate::board::Bits;
use crate::eval::{Benchmark, Term, Tunable};
use crate::game::{Game, Player};
use crate::games::zvp::movegen::View;
use crate::games::zvp::{Direction, Zvp, ZvpMove};
use crate::search::{Evaluate, Value};

/// What an order hint is made of.
const HINT: i32 = 1 << 13;

/// What one side has before it.
struct Side {
    view: View,
    /// The own pieces that the enemy can jump over.
    attacked: u64,
    /// The number of steps to empty squares.
    steps: u32,
    /// How many of them are safe.
    safe_steps: u32,
}

impl Side {
    #[inline]
    fn new(view: View, enemy: &View) -> Side {
        let steps = |direction| view.steps(direction).count();
        let safe_steps = |direction| view.safe_steps(direction, enemy).count();
        Side {
            view,
            attacked: enemy.jumped(),
            steps: Direction::ALL.into_iter().map(steps).sum(),
            safe_steps: Direction::ALL.into_iter().map(safe_steps).sum(),
        }
    }
}

/// What decides the value and the order of moves: the side to move and the other one.
pub struct Sight([Side; 2]);

impl Sight {
    /// The sides in the order of [`Player::BOTH`].
    #[inline(always)]
    fn by_player(&self, to_move: Player) -> [&Side; 2] {
        let [own, enemy] = &self.0;
        if to_move == Player::One { [own, enemy] } else { [enemy, own] }
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

impl Evaluate for Zvp {
    type Context = Sight;

    #[inline]
    fn context(&self) -> Sight {
        let own = self.view(self.to_move());
        let enemy = self.view(self.to_move().opponent());
        Sight([Side::new(own, &enemy), Side::new(enemy, &own)])
    }

    /// A weighted sum of what the pieces of both sides are and do.
    #[inline]
    fn evaluate_in(&self, sight: &Sight) -> Value {
        terms::evaluate(self, sight)
    }

    #[inline]
    fn visit_hinted(&self, sight: &Sight, visit: &mut impl FnMut(ZvpMove, i32)) {
        let _ = self.visit_moves(&mut |mv| {
            visit(mv, sight.hint(mv));
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn is_tactical(&self, mv: ZvpMove) -> bool {
        mv.jumps() > 0
    }

    #[inline]
    fn must_capture(&self, sight: &Sight) -> bool {
        let [_, enemy] = &sight.0;
        enemy.attacked != 0
    }

    /// None: a position without a capture is quiet, and one with any is searched by
    /// [`Evaluate::must_capture`].
    #[inline]
    fn quiescence_move(&self, _: &Sight, _: ZvpMove) -> Option<ZvpMove> {
        None
    }
}

impl Tunable for Zvp {
    const UNIT: Value = terms::FULL as Value;

    fn terms() -> Vec<Term> {
        terms::TERMS.to_vec()
    }

    fn weights() -> Vec<Value> {
        terms::WEIGHTS.to_vec()
    }

    fn features(&self) -> Vec<i16> {
        terms::features(self, &self.context())
    }
}

impl Benchmark for Zvp {
    const BENCH_DEPTH: u32 = 12;

    /// Start, opening, middle game, and endings with and without promoted pieces.
    const BENCH_POSITIONS: &'static [&'static str] = &[
        "5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0",
        "8/6b1/5b1b/w5b1/1w1w4/w1w5/1w6/w1w5 b 1",
        "8/4b1b1/1w3b1b/w1w5/1b3b2/w1w5/3w4/8 w 0",
        "7W/4b3/8/8/1w1b4/8/3w4/2b1b3 b 3",
        "8/2B5/5W2/8/1w6/8/8/2b1w3 w 71",
    ];
}
