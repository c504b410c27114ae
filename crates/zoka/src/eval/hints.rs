//! Which moves look promising: the hints that the search begins with.

use std::ops::ControlFlow;

use zugi_game::Game;
use zugi_game::board::{Bits, Square};

use super::sides::{Sides, rays};
use crate::rules::{
    Grid, GridDirection, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition, ZokaVariant,
};

/// A set of squares of a variant's board.
type SetOf<V> = super::sides::SetOf<V>;

/// What the hints of one position are made of.
pub(super) struct Hinter<'a, V: ZokaVariant> {
    position: &'a ZokaPosition<V>,
    sides: &'a Sides<SetOf<V>>,
    /// Squares at a step or a diagonal from the own pieces: walls are built there.
    near: SetOf<V>,
    /// Empty squares from which a Zoker strikes an enemy Scorer that is not perfectly
    /// protected.
    aims: SetOf<V>,
    /// Squares along the edge.
    edge: SetOf<V>,
    /// Nothing but what is placed can be done in the last turns.
    is_late: bool,
}

impl<'a, V: ZokaVariant> Hinter<'a, V> {
    pub fn new(position: &'a ZokaPosition<V>, sides: &'a Sides<SetOf<V>>) -> Hinter<'a, V> {
        let [own, enemy] = &sides.sides;
        let board = V::Grid::BOARD;
        let next = V::Grid::around(own.camp.pieces());
        let corners = V::Grid::around(next) & !next;
        let (aims, _) = rays::<V::Grid>(enemy.camp.scorers, sides.empty);
        let inside = GridDirection::ALL
            .into_iter()
            .fold(board, |inside, heading| inside & V::Grid::shift(heading, board));
        Hinter {
            position,
            sides,
            near: next | corners,
            aims,
            edge: board & !inside,
            is_late: position.turns_left().is_some(),
        }
    }

    /// The value of the Scorer on a square, negative for one of the own side.
    fn value_at(&self, square: Square) -> i32 {
        self.position.piece_at(square).map_or(0, |(seat, piece)| {
            let value = i32::from(piece.value());
            if self.position.side_of(seat) == self.position.to_move() { -value } else { value }
        })
    }

    /// A thousand more is `e` times as promising.
    pub fn hint(&self, mv: ZokaMove) -> i32 {
        let [own, enemy] = &self.sides.sides;
        let is_in = |set: SetOf<V>, square: Square| i32::from(set.contains(square));
        match mv.action() {
            // What ends the game must be looked at: its result is no estimate.
            Some(ZokaAction::Pass) if self.position.ends_by_pass() => 4500,
            None | Some(ZokaAction::Pass) => 500,
            Some(ZokaAction::TurnOver | ZokaAction::TurnedOver(_)) if self.is_late => 0,
            Some(ZokaAction::TurnOver | ZokaAction::TurnedOver(_)) => 4500,
            Some(ZokaAction::Place(ZokaPiece::ZOKER, at)) => {
                1500 + 700 * is_in(self.near, at)
                    + 300 * is_in(self.edge, at)
                    + 2500 * is_in(own.plugs, at)
                    + 2000 * is_in(enemy.plugs, at)
                    + 1500 * is_in(self.aims, at)
            }
            Some(ZokaAction::Place(piece, at)) => {
                let value = i32::from(piece.value());
                let is_safe = is_in(own.inner, at);
                1200 + is_safe * (1500 + 300 * value)
                    + 500 * is_in(self.near, at)
                    + 200 * is_in(self.edge, at)
                    - (1 - is_safe) * is_in(enemy.seen, at) * (600 + 200 * value)
                    - (1 - is_safe) * 60 * value
                    + 1200 * i32::from(self.is_late)
            }
            Some(ZokaAction::Go(from, to)) => {
                let is_zoker = own.camp.zokers.contains(from);
                if is_zoker {
                    800 + 2200 * is_in(own.plugs, to)
                        + 1500 * is_in(self.aims, to) * (1 - is_in(self.aims, from))
                        + 1500 * is_in(enemy.plugs, to)
                } else {
                    600 + 2500 * is_in(own.attacked, from) * (1 - is_in(enemy.seen, to))
                        + 2000 * is_in(own.inner, to) * (1 - is_in(own.inner, from))
                }
            }
            Some(ZokaAction::Strike(_, at)) => 4000 + 500 * self.value_at(at),
            Some(ZokaAction::StrikeTwo(_, one, two)) => {
                4000 + 500 * (self.value_at(one) + self.value_at(two))
            }
            Some(ZokaAction::Exchange(square, piece)) => {
                800 + 300 * (i32::from(piece.value()) + self.value_at(square))
                    + 1500 * is_in(own.attacked, square)
            }
        }
    }
}

/// All legal moves with their hints.
pub(super) fn visit<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    sides: &Sides<SetOf<V>>,
    visit: &mut impl FnMut(ZokaMove, i32),
) {
    let hinter = Hinter::new(position, sides);
    let _ = position.visit_moves(&mut |mv| {
        visit(mv, hinter.hint(mv).max(0));
        ControlFlow::Continue(())
    });
}
