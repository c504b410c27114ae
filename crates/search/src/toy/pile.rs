//! The traits of a tree search for [`Pile`], and an evaluator.

use std::ops::ControlFlow;

use zugi_game::{Game, toy::Pile};

use crate::eval::HasEvaluator;
use crate::{Evaluator, Searchable, TreeGame, TreeSearch, Value};

type Take = <Pile as Game>::Move;

impl Searchable for Pile {
    type Context = ();

    fn context(&self) {}

    fn score_moves(&self, (): &(), visit: &mut impl FnMut(Take, i32)) {
        let _ = self.visit_moves(&mut |mv| {
            visit(mv, 0);
            ControlFlow::Continue(())
        });
    }

    fn is_tactical(&self, _: Take) -> bool {
        false
    }

    fn quiescence_move(&self, (): &(), _: Take) -> Option<Take> {
        None
    }
}

impl TreeGame for Pile {
    const DRAW_MARGIN: Value = 50;
    const PIECE: Value = 400;
}

/// The lead in points of the side to move.
#[derive(Default)]
pub struct PileLead;

impl HasEvaluator for Pile {
    type Evaluator = PileLead;
    type Search<E: Evaluator<Pile>> = TreeSearch<Pile, E>;
}

impl Evaluator<Pile> for PileLead {
    fn evaluate(&self, position: &Pile, (): &()) -> Value {
        100 * Value::from(position.lead(position.to_move()))
    }
}
