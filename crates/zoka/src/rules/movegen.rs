//! Move generation: turn-overs, whose result chance decides, and all other moves.

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};

use super::{
    Grid, GridDirection, SeatState, SetOf, SidePieces, ZokaAction, ZokaMove, ZokaPosition,
    ZokaVariant,
};

/// The board from the view of the seat to move.
struct View<'a, V: ZokaVariant> {
    seat: &'a SeatState<SetOf<V>>,
    own: SidePieces<SetOf<V>>,
    enemy: SidePieces<SetOf<V>>,
    empty: SetOf<V>,
    /// The squares where a Scorer of the own side is not perfectly protected.
    spoiled: SetOf<V>,
    is_enhanced: bool,
}

impl<V: ZokaVariant> ZokaPosition<V> {
    /// Visits the possible results of a turn-over.
    #[inline]
    pub(super) fn visit_turn_overs(
        &self,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let line = self.seats[usize::from(self.turn)].line;
        if self.is_over() || line.set().is_empty() {
            return ControlFlow::Continue(());
        }
        if line.next().is_some() {
            return visit(ZokaMove::of(ZokaAction::TurnOver));
        }
        line.set().kinds().try_for_each(|piece| visit(ZokaMove::of(ZokaAction::TurnedOver(piece))))
    }

    /// Visits all other moves: placements, then moves of Zokers and of Scorers, then the pass.
    #[inline]
    pub(super) fn visit_others(
        &self,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let view = self.view();
        view.visit_placements(visit)?;
        for from in view.seat.zokers.squares() {
            view.visit_zoker(from, visit)?;
        }
        let held = V::Grid::around(view.enemy.zokers);
        for from in (view.seat.scorers & !held).squares() {
            view.visit_scorer(from, visit)?;
        }
        visit(ZokaMove::of(ZokaAction::Pass))
    }

    #[inline]
    fn view(&self) -> View<'_, V> {
        let mover = self.side_of(usize::from(self.turn));
        let (own, enemy) = (self.side_pieces(mover), self.side_pieces(mover.opponent()));
        let spoiled = if own.scorers.is_empty() {
            V::Grid::BOARD
        } else {
            own.spoiled::<V::Grid>(&enemy, SetOf::<V>::EMPTY)
        };
        View {
            seat: &self.seats[usize::from(self.turn)],
            own,
            enemy,
            empty: V::Grid::BOARD & !(own.pieces() | enemy.pieces()),
            spoiled,
            is_enhanced: !(own.scorers & !spoiled).is_empty(),
        }
    }
}

impl<V: ZokaVariant> View<'_, V> {
    fn visit_placements(
        &self,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.seat.hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let squares = self.empty & !V::Grid::around(self.enemy.pieces());
        for piece in self.seat.hand.kinds() {
            for square in squares.squares() {
                visit(ZokaMove::of(ZokaAction::Place(piece, square)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the move to a square, unless it takes back the seat's last move.
    #[inline(always)]
    fn visit_going(
        &self,
        from: Square,
        to: SetOf<V>,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match to.first() {
            Some(to) if self.seat.back != Some((from, to)) => {
                visit(ZokaMove::of(ZokaAction::Go(from, to)))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Visits the steps, slides and strikes of a Zoker.
    #[inline]
    fn visit_zoker(
        &self,
        from: Square,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in GridDirection::ALL {
            let mut at = V::Grid::shift(direction, SetOf::<V>::of(from));
            let mut is_near = true;
            while !(at & self.empty).is_empty() {
                if is_near || self.is_enhanced {
                    self.visit_going(from, at, visit)?;
                }
                is_near = false;
                at = V::Grid::shift(direction, at);
            }
            let scorers = self.own.scorers | self.enemy.scorers;
            let Some(first) = (at & scorers).first() else { continue };
            if self.enemy.scorers.contains(first) {
                visit(ZokaMove::of(ZokaAction::Strike(from, first)))?;
            }
            if self.is_enhanced {
                let behind = self.first_piece(direction, at);
                let one_of_two = (at | behind) & self.enemy.scorers;
                if let Some(second) = (behind & scorers).first()
                    && !one_of_two.is_empty()
                {
                    visit(ZokaMove::of(ZokaAction::StrikeTwo(from, first, second)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The first square behind this one that is not empty; the empty set if the edge comes first.
    #[inline(always)]
    fn first_piece(&self, direction: GridDirection, after: SetOf<V>) -> SetOf<V> {
        let mut at = V::Grid::shift(direction, after);
        while !(at & self.empty).is_empty() {
            at = V::Grid::shift(direction, at);
        }
        at
    }

    /// Visits the steps, jumps and exchanges of a Scorer that is not held.
    #[inline]
    fn visit_scorer(
        &self,
        from: Square,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in GridDirection::ALL {
            let next = V::Grid::shift(direction, SetOf::<V>::of(from));
            if !(next & self.empty).is_empty() {
                self.visit_going(from, next, visit)?;
            } else if self.is_enhanced && !(next & self.own.zokers).is_empty() {
                let beyond = V::Grid::shift(direction, next) & self.empty;
                if !beyond.is_empty() && self.would_be_perfect(beyond) {
                    self.visit_going(from, beyond, visit)?;
                }
            }
        }
        if self.is_enhanced {
            for piece in self.seat.exchange.kinds() {
                visit(ZokaMove::of(ZokaAction::Exchange(from, piece)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a Scorer of the own side would be perfectly protected on this square. The enemy
    /// cannot place a piece beside it, so it may be perfectly protected there although the square
    /// is spoiled without it.
    #[inline]
    fn would_be_perfect(&self, square: SetOf<V>) -> bool {
        (square & self.spoiled).is_empty()
            || (square & self.own.spoiled::<V::Grid>(&self.enemy, square)).is_empty()
    }
}
