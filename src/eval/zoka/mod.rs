//! Evaluation and move ordering hints for Zoka.

mod bench;

use std::ops::ControlFlow;

use crate::board::Bits;
use crate::eval::{Benchmark, Evaluated};
use crate::game::Game;
use crate::games::zoka::{Camp, Deed, Grid, Seating, ZokaMove, ZokaPiece, ZokaPosition};
use crate::search::{Evaluator, Tactics, TreeGame, Value};

/// A set of squares of a variant's board.
type SetOf<V> = <<V as Seating>::Grid as Grid>::Set;

/// What one side has on the board.
#[derive(Clone, Copy)]
struct Side<S> {
    camp: Camp<S>,
    /// The perfectly protected Scorers.
    perfect: S,
    /// The protected ones.
    protected: S,
    /// Those that are adjacent to an enemy Zoker.
    held: S,
}

/// What the hints and the value are made of: the side to move and the other one.
pub struct Sides<S>([Side<S>; 2]);

impl<S: Bits> Sides<S> {
    fn of<V: Seating<Grid: Grid<Set = S>>>(position: &ZokaPosition<V>) -> Sides<S> {
        let mover = position.to_move();
        let camps = [mover, mover.opponent()].map(|player| position.camp(player));
        let side = |own: usize| {
            let (camp, enemy) = (camps[own], camps[1 - own]);
            let open = V::Grid::BOARD & !camp.zokers;
            let exposed = V::Grid::flood(enemy.pieces(), open);
            let spoiled = camp.spoiled::<V::Grid>(&enemy, S::EMPTY);
            Side {
                camp,
                perfect: camp.scorers & !spoiled,
                protected: camp.scorers & !exposed,
                held: camp.scorers & V::Grid::around(enemy.zokers),
            }
        };
        Sides([side(0), side(1)])
    }
}

impl<V: Seating> Tactics for ZokaPosition<V> {
    type Context = Sides<SetOf<V>>;

    fn context(&self) -> Sides<SetOf<V>> {
        Sides::of(self)
    }

    fn visit_hinted(&self, sides: &Sides<SetOf<V>>, visit: &mut impl FnMut(ZokaMove, i32)) {
        let [own, enemy] = &sides.0;
        let near = V::Grid::around(own.camp.pieces());
        let diagonal = V::Grid::around(near) & !near;
        let value_at = |square: u8| {
            self.piece_at(square).map_or(0, |(seat, piece)| {
                let value = i32::from(piece.value());
                if self.side_of(seat) == self.to_move() { -value } else { value }
            })
        };
        let _ = self.visit_moves(&mut |mv| {
            let hint = match mv.deed() {
                None | Some(Deed::Pass) => 0,
                Some(Deed::TurnOver | Deed::TurnedOver(_)) => 4000,
                Some(Deed::Place(piece, at)) => {
                    let is_near = (near | diagonal).contains(at);
                    2000 + 800 * i32::from(is_near)
                        + if piece == ZokaPiece::ZOKER { 300 } else { 0 }
                }
                Some(Deed::Go(from, _)) => {
                    if enemy.camp.zokers.contains(from) {
                        0
                    } else {
                        1500
                    }
                }
                Some(Deed::Strike(_, at)) => 4000 + 400 * value_at(at),
                Some(Deed::StrikeTwo(_, one, two)) => 4000 + 400 * (value_at(one) + value_at(two)),
                Some(Deed::Exchange(..)) => 2000,
            };
            visit(mv, hint);
            ControlFlow::Continue(())
        });
    }

    fn is_tactical(&self, mv: ZokaMove) -> bool {
        matches!(mv.deed(), Some(Deed::Strike(..) | Deed::StrikeTwo(..)))
    }

    /// Face-down pieces are turned over, and what is in hand is placed.
    fn moves_left(&self) -> u32 {
        let seats = (0..V::SEATS)
            .map(|seat| 2 * self.line(seat).set().count() + self.hand_of(seat).count());
        8 + seats.max().unwrap_or_default()
    }

    fn quiescence_move(&self, _: &Sides<SetOf<V>>, _: ZokaMove) -> Option<ZokaMove> {
        None
    }
}

impl<V: Seating> TreeGame for ZokaPosition<V> {
    const DRAW_MARGIN: Value = 30;
}

/// A weighted sum of what both sides have.
#[derive(Clone, Copy, Default)]
pub struct ZokaSum;

impl<V: Seating> Evaluated for ZokaPosition<V> {
    type Evaluator = ZokaSum;
}

impl<V: Seating> Evaluator<ZokaPosition<V>> for ZokaSum {
    type State = ();

    fn refresh(&self, _: &ZokaPosition<V>) {}

    fn update(&self, (): &(), _: &ZokaPosition<V>, _: ZokaMove, _: &ZokaPosition<V>) {}

    fn evaluate(&self, position: &ZokaPosition<V>, (): &(), sides: &Sides<SetOf<V>>) -> Value {
        let mover = position.to_move();
        let struck = position.struck().map(Value::from);
        let mut value = 40 * (struck[mover.index()] - struck[mover.opponent().index()]);
        for seat in 0..V::SEATS {
            let is_own = position.side_of(seat) == mover;
            let side = &sides.0[usize::from(!is_own)];
            let mut sum = 0;
            for worth in 1..=6 {
                let Some(square) = position.scorer(seat, worth) else { continue };
                let per_point = if side.perfect.contains(square) {
                    38
                } else if side.protected.contains(square) {
                    24
                } else if side.held.contains(square) {
                    -6
                } else {
                    8
                };
                sum += per_point * Value::from(worth);
            }
            let kept = position.hand_of(seat).kinds().chain(position.line(seat).set().kinds());
            sum += kept.map(|piece| 10 * Value::from(piece.value())).sum::<Value>();
            sum += 12 * position.zokers(seat).count() as Value;
            value += if is_own { sum } else { -sum };
        }
        value
    }
}

impl<V: Seating> Benchmark for ZokaPosition<V> {
    const BENCH: &'static [(&'static str, u32)] = bench::positions(V::NAME);
}
