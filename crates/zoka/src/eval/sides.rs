//! The pieces of each side, with their protection and dangers, computed once for the value of a
//! position and for its order of moves.

use zugi_game::Game;
use zugi_game::board::{Bits, Square};

use crate::rules::{Grid, GridDirection, SidePieces, ZokaPosition, ZokaVariant};

#[derive(Clone, Copy)]
pub(super) struct Side<S> {
    pub side_pieces: SidePieces<S>,
    /// The squares, empty or not, on which a Scorer of the side is perfectly protected.
    pub inner: S,
    pub perfect: S,
    pub protected: S,
    /// Its Scorers that are adjacent to an enemy Zoker.
    pub held: S,
    /// Its Scorers that an enemy Zoker can strike.
    pub attacked: S,
    /// Its Scorers that one more Zoker would protect perfectly, and those that two would.
    pub short: [S; 2],
    /// The squares for these Zokers.
    pub closing_squares: S,
    /// The empty squares that its Zokers see.
    pub seen: S,
}

/// Both sides, the one to move first.
pub struct Sides<S> {
    pub(super) sides: [Side<S>; 2],
    pub(super) empty: S,
}

impl<S: Bits> Sides<S> {
    pub(super) fn of<V: ZokaVariant<Grid: Grid<Set = S>>>(position: &ZokaPosition<V>) -> Sides<S> {
        let mover = position.to_move();
        let [own, enemy] = [mover, mover.opponent()].map(|player| position.side_pieces(player));
        let empty = V::Grid::BOARD & !(own.pieces() | enemy.pieces());
        let sides = [side::<V::Grid>(own, &enemy, empty), side::<V::Grid>(enemy, &own, empty)];
        Sides { sides, empty }
    }
}

fn side<G: Grid>(
    side_pieces: SidePieces<G::Set>,
    enemy: &SidePieces<G::Set>,
    empty: G::Set,
) -> Side<G::Set> {
    let open = G::BOARD & !side_pieces.zokers;
    let none = <G::Set as Bits>::EMPTY;
    let (seen, _) = rays::<G>(side_pieces.zokers, empty);
    let mut side = Side {
        side_pieces,
        inner: none,
        perfect: none,
        protected: none,
        held: none,
        attacked: none,
        short: [none; 2],
        closing_squares: none,
        seen,
    };
    if side_pieces.scorers.is_empty() && side_pieces.zokers.is_empty() {
        return side;
    }
    side.inner = open & !side_pieces.spoiled::<G>(enemy, none);
    if side_pieces.scorers.is_empty() {
        return side;
    }
    side.perfect = side_pieces.scorers & side.inner;
    side.protected = side_pieces.scorers & !G::flood(enemy.pieces(), open);
    side.held = side_pieces.scorers & G::around(enemy.zokers);
    let (_, struck) = rays::<G>(enemy.zokers, empty);
    side.attacked = side_pieces.scorers & struck;
    let placeable = empty & !G::around(enemy.pieces());
    // The squares on which an enemy Zoker could be placed.
    let seeds =
        if enemy.has_zoker_to_place { empty & !G::around(side_pieces.pieces()) } else { none };
    for square in (side_pieces.scorers & !side.perfect).squares() {
        let Some(closing_squares) =
            closing_squares::<G>(square, open, enemy.pieces(), placeable, seeds)
        else {
            continue;
        };
        let number = usize::from(closing_squares.count() > 1);
        side.short[number] = side.short[number] | <G::Set as Bits>::of(square);
        side.closing_squares = side.closing_squares | closing_squares;
    }
    side
}

/// The squares seen from `from` along files and ranks: the empty ones, and the first one in each
/// direction that is not empty.
pub(super) fn rays<G: Grid>(from: G::Set, empty: G::Set) -> (G::Set, G::Set) {
    let none = <G::Set as Bits>::EMPTY;
    let (mut through, mut hits) = (none, none);
    if from.is_empty() {
        return (none, none);
    }
    for direction in GridDirection::ALL {
        let mut at = G::shift(direction, from);
        while !at.is_empty() {
            let free = at & empty;
            through = through | free;
            hits = hits | at & !empty;
            at = G::shift(direction, free);
        }
    }
    (through, hits)
}

/// The squares that would close the region around a Scorer: an open square that is the only one at
/// its distance or, if there is none, two that are the only ones at their distance. The distance is
/// the least possible one, and at most five steps.
fn closing_squares<G: Grid>(
    square: Square,
    open: G::Set,
    enemy: G::Set,
    placeable: G::Set,
    seeds: G::Set,
) -> Option<G::Set> {
    const FARTHEST: usize = 5;
    let mut inside = <G::Set as Bits>::of(square);
    let mut found = None;
    for _ in 0..FARTHEST {
        let next = G::around(inside) & open & !inside;
        let count = next.count();
        let is_closed = count <= 2 && (next & !placeable).is_empty();
        if is_closed && (inside & seeds & !G::around(next)).is_empty() {
            if count == 1 {
                return Some(next);
            }
            found = found.or(Some(next));
        }
        // Farther walls would have an enemy piece inside.
        if count == 0 || !(next & enemy).is_empty() {
            break;
        }
        inside = inside | next;
    }
    found
}
