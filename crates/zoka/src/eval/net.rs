//! The inputs of Zoka's nets.
//!
//! A net does not see the squares of the board. It sees fields, each with a number less than
//! [`STATES`]: the state of each Scorer of each seat, the numbers of its Zokers by place, and some
//! numbers of the sides and the position. In [`NetInputs`] a field is a square, and its number is
//! the state there. All seats know all fields. The weighted sum is one of the totals, so that the
//! net corrects it.

use zugi_game::board::Bits;
use zugi_game::{Game, Player, Seated};
use zugi_search::eval::net::{Learnable, NetInputs, NetShape, TOTALS};
use zugi_search::{Searchable, Value};

use super::sides::{Side, Sides};
use super::terms;
use crate::rules::{Grid, SetOf, SoloRule, ZokaPiece, ZokaPosition, ZokaVariant};

/// The number of states of a field. Those of a Scorer are 0 struck, 1 face down, 2 in hand, 3 in
/// the Exchange area, and from [`ON_BOARD`] on those on the board.
const STATES: usize = 12;

/// The states on the board are: perfectly protected; protected; protected, and one more Zoker would
/// protect it perfectly; not protected, but one more would; not protected, but two more would;
/// attacked; held; none of these.
const ON_BOARD: u32 = 4;

/// The number of phases; [`terms::fullness`] selects one.
const PHASES: usize = 8;

/// The fields of a seat: six Scorers, Zokers in four places, and the plies to its last placement.
const OF_SEAT: usize = 6 + 4 + 1;

/// The fields of a side: room, squares to place on, squares seen, and the strongest attacked
/// Scorer.
const OF_SIDE: usize = 4;

/// The fields of a position: the lead, the turns left, quiet turns, fullness, the solo player, and
/// the points that the side to move has struck.
const OF_POSITION: usize = 6;

/// The greatest value of the sum that the net can see.
const MAX_SUM: Value = 2000;

/// The divisor of the sum in the totals.
const SUM_UNIT: Value = 4;

/// The most seats of a side.
const fn side_seats<V: ZokaVariant>() -> usize {
    match V::SOLO {
        SoloRule::Nobody => V::SEATS / 2,
        _ => V::SEATS - 1,
    }
}

const fn fields<V: ZokaVariant>() -> usize {
    2 * (side_seats::<V>() * OF_SEAT + OF_SIDE) + OF_POSITION
}

/// The fields of a position, as they are added one by one.
struct Fields<'a> {
    inputs: &'a mut NetInputs,
    /// The number of fields, and the next one.
    fields: usize,
    next: usize,
}

impl Fields<'_> {
    /// Adds the next field with this state.
    #[inline(always)]
    fn add(&mut self, number: u32) {
        let state = (number as usize).min(STATES - 1);
        self.inputs.add((state * self.fields + self.next) as u16);
        self.next += 1;
    }

    /// Adds the fields of a side. Returns its points if the game ended here.
    fn add_side<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        sides: &Sides<SetOf<V>>,
        player: Player,
    ) -> i32 {
        let is_mover = player == position.to_move();
        let (side, enemy) =
            (&sides.sides[usize::from(!is_mover)], &sides.sides[usize::from(is_mover)]);
        let (begin, mut strongest) = (self.next, 0);
        let mut points = i32::from(position.struck()[player.index()]);
        // In the order of turns, from the seat to move on.
        for seat in (0..V::SEATS).map(|i| (position.seat() + i) % V::SEATS) {
            if position.side_of(seat) == player {
                points += self.add_seat(position, seat, side, &mut strongest);
            }
        }
        // Skips the fields of seats that this side does not have.
        self.next = begin + side_seats::<V>() * OF_SEAT;
        self.add((side.inner & sides.empty).count());
        let placeable = sides.empty & !V::Grid::around(enemy.side_pieces.pieces());
        let squares = u32::from(V::Grid::SIZE) * u32::from(V::Grid::SIZE);
        self.add(placeable.count() * STATES as u32 / (squares + 1));
        self.add(side.seen.count() / 3);
        self.add(strongest);
        points
    }

    /// Adds the fields of a seat. Returns the points of its protected Scorers.
    fn add_seat<V: ZokaVariant>(
        &mut self,
        position: &ZokaPosition<V>,
        seat: usize,
        side: &Side<SetOf<V>>,
        strongest: &mut u32,
    ) -> i32 {
        let mut points = 0;
        let (line, hand) = (position.line(seat).set(), position.hand_of(seat));
        let exchange = position.exchange_area(seat);
        for piece in ZokaPiece::ALL.into_iter().skip(1) {
            let value = piece.value();
            let state = if let Some(square) = position.scorer(seat, value) {
                if side.protected.contains(square) {
                    points += i32::from(value);
                }
                if side.attacked.contains(square) {
                    *strongest = (*strongest).max(value.into());
                }
                ON_BOARD + on_board(side, <SetOf<V> as Bits>::of(square))
            } else if line.contains(piece) {
                1
            } else if hand.contains(piece) {
                2
            } else {
                3 * u32::from(exchange.contains(piece))
            };
            self.add(state);
        }
        self.add(position.zokers(seat).count());
        self.add(hand.count_of(ZokaPiece::ZOKER));
        self.add(line.count_of(ZokaPiece::ZOKER));
        self.add(exchange.count_of(ZokaPiece::ZOKER));
        // Exact up to 5 plies; from 6 on, three plies share a number.
        let plies = 2 * line.count() + hand.count();
        self.add(if plies > 6 { 6 + (plies - 6) / 3 } else { plies });
        points
    }
}

/// The state of a Scorer on the board, relative to [`ON_BOARD`].
#[inline(always)]
fn on_board<S: Bits>(side: &Side<S>, scorer: S) -> u32 {
    let is_in = |set: S| !(set & scorer).is_empty();
    match () {
        () if is_in(side.perfect) => 0,
        () if is_in(side.held) => 6,
        () if is_in(side.attacked) => 5,
        () if is_in(side.protected) && is_in(side.short[0]) => 2,
        () if is_in(side.protected) => 1,
        () if is_in(side.short[0]) => 3,
        () if is_in(side.short[1]) => 4,
        () => 7,
    }
}

impl<V: ZokaVariant> Learnable for ZokaPosition<V> {
    const SHAPE: NetShape =
        NetShape { states: STATES, squares: fields::<V>(), totals: TOTALS, phases: PHASES };

    /// No field depends on the orientation of the board.
    const SYMMETRIES: usize = 1;

    const NET: Option<&'static [u8]> = V::NET;

    fn image(_: usize, square: u8) -> u8 {
        square
    }

    fn features(&self, sides: &Sides<SetOf<V>>, inputs: &mut NetInputs) {
        let mut fields = Fields { inputs, fields: fields::<V>(), next: 0 };
        let mover = self.to_move();
        let lead =
            fields.add_side(self, sides, mover) - fields.add_side(self, sides, mover.opponent());
        fields.add((lead.clamp(-5, 5) + 5) as u32);
        fields.add(self.turns_left().map_or(0, |left| u32::from(left) + 1));
        fields.add(self.quiet_turns().into());
        let full = terms::fullness(self);
        // The greatest number, 12, counts as 11.
        fields.add(full as u32);
        fields.add(match terms::solo(self, mover) {
            1 => 1 + u32::from(self.has_another_turn()),
            0 => 0,
            _ => 3,
        });
        fields.add(u32::from(self.struck()[mover.index()]) / 2);
        let sum = self.evaluate(sides).clamp(-MAX_SUM, MAX_SUM) / SUM_UNIT;
        inputs.totals = [sum, full * sum / terms::FULL, 0, 0];
        inputs.phase = (full as usize * (PHASES - 1)).div_ceil(terms::FULL as usize);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;
    use zugi_game::{Chance, Hidden, conformance};
    use zugi_search::Evaluator;
    use zugi_search::eval::net::{Net, testing};

    use super::super::ZokaSum;
    use super::*;
    use crate::rules::{FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats};

    fn positions<V: ZokaVariant>() -> Vec<ZokaPosition<V>> {
        let mut rng = Rng::with_seed(1);
        let starts = (0..10).map(ZokaPosition::<V>::start_with);
        let games = starts.flat_map(|start| conformance::random_game(&start, &mut rng));
        games.filter(|position| !position.is_over()).collect()
    }

    /// Checks that each field has one number, which does not depend on hidden information.
    fn check<V: ZokaVariant>() {
        let mut rng = Rng::with_seed(2);
        let (mut seen, mut phases) = (HashSet::new(), HashSet::new());
        for position in positions::<V>() {
            let found = NetInputs::of(&position);
            let fields: HashSet<u16> =
                found.pieces().iter().map(|row| row % fields::<V>() as u16).collect();
            assert_eq!(fields.len(), found.pieces().len(), "{}", position.text());
            assert_eq!(NetInputs::of(&position.guess(0, &mut rng)), found, "{}", position.text());
            assert_eq!(NetInputs::of(&position.observation_for(0)), found, "{}", position.text());
            seen.extend(found.pieces().to_vec());
            phases.insert(found.phase);
        }
        assert!(seen.len() > 2 * fields::<V>(), "{}: {} inputs", V::NAME, seen.len());
        assert!(phases.len() > 4 && phases.iter().all(|&phase| phase < PHASES), "{phases:?}");
        testing::check(&positions::<V>());
        let evaluator = Net::<ZokaPosition<V>>::default();
        if ZokaPosition::<V>::NET.is_some() {
            assert!(positions::<V>().iter().any(|position| evaluator.value(position) > 100));
        } else {
            let (sum, positions) = (ZokaSum::<V>::default(), positions::<V>());
            let is_sum = |position| evaluator.value(position) == sum.value(position);
            assert!(positions.iter().all(is_sum));
        }
    }

    #[test]
    fn nets_see_what_every_seat_knows() {
        check::<TwoSeats>();
        check::<ThreeSeats>();
        check::<FourSeats>();
        check::<OneAgainstTwo>();
        check::<TwoAgainstTwo>();
    }

    #[test]
    fn fields_are_what_they_say() {
        let text = "......../......../......../......../......../......../aZ......./a5aZ..bZ..b4 \
                    1 - 1/2 3Z/1 -/- 0:3 -/- 3:0:-";
        let position = ZokaPosition::<TwoSeats>::from_text(&text.replace("3Z", "Z3")).unwrap();
        let fields = fields::<TwoSeats>() as u16;
        let numbers: Vec<u16> =
            NetInputs::of(&position).pieces().iter().map(|row| row / fields).collect();
        // The own Scorers 1 to 6: 1 is face down, 3 in hand, 5 perfectly protected on a1.
        assert_eq!(numbers[..6], [1, 0, 2, 0, 4, 0]);
        // Two Zokers on the board and one in hand; two plies for the line and two for the hand.
        assert_eq!(numbers[6..11], [2, 1, 0, 0, 4]);
        // The enemy's Scorers: 1 in hand, 2 face down, 4 unprotected on h1.
        let enemy = 11 + OF_SIDE;
        assert_eq!(numbers[enemy..enemy + 2], [2, 1]);
        assert!(numbers[enemy + 3] > 4, "{numbers:?}");
        // Five points against three that were struck.
        assert_eq!(numbers[enemy + 11 + OF_SIDE], 5 + 2);
    }
}
