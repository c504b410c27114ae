//! Nets for Zoka: their inputs and their inference.
//!
//! A net sees no squares. It sees fields, each with a number below [`STATES`]: the state of each
//! Scorer of each seat, its Zokers by place, and some figures of sides and position. A field stands
//! for a square of the net, and its number for a state there. All seats know all of them. The
//! weighted sum is one of the totals, so that a net is a correction of it.

use zugi_game::board::Bits;
use zugi_game::{Game, Player, Seated};
use zugi_search::eval::net::{Learnable, NetError, NetFile, NetInputs, NetShape, TOTALS, Tables};
use zugi_search::{Evaluator, Searchable, Value};

use super::sides::{SetOf, Side, Sides};
use super::{ZokaSum, terms};
use crate::rules::{Grid, SoloRule, ZokaPiece, ZokaPosition, ZokaVariant};

/// The numbers of a field. Those of a Scorer are 0 struck, 1 face down, 2 in hand, 3 in the
/// Exchange area, and from [`ON_BOARD`] on those of the board.
const STATES: usize = 12;

/// On the board: protected perfectly, protected, protected and one Zoker short of perfectly, one
/// short, two short, attacked, held, none of these.
const ON_BOARD: u32 = 4;

/// Phases by how much is left to place, see [`terms::fullness`].
const PHASES: usize = 8;

/// The fields of a seat: six Scorers, Zokers in four places, and its plies to its last placement.
const OF_SEAT: usize = 6 + 4 + 1;

/// The fields of a side: room, squares to place on, squares seen, the strongest Scorer attacked.
const OF_SIDE: usize = 4;

/// The fields of a position: the lead, the turns that are left, quiet turns, fullness, who is
/// alone, and what the side to move has struck.
const OF_POSITION: usize = 6;

/// The greatest number of fields that any variant has.
const MOST_FIELDS: usize = 2 * (3 * OF_SEAT + OF_SIDE) + OF_POSITION;

/// The greatest value of the sum that counts.
const MAX_SUM: Value = 2000;

/// What the sum is divided by, as a total.
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

/// The inputs of a position of some variant, while they are listed.
struct Inputs {
    /// Of each field its number, times the number of fields, plus its own place.
    rows: [u16; MOST_FIELDS],
    count: usize,
    /// The number of fields, and the next one.
    fields: usize,
    next: usize,
    totals: [i32; TOTALS],
    phase: usize,
}

impl Inputs {
    /// `sum` is the value of the weighted sum.
    fn of<V: ZokaVariant>(
        position: &ZokaPosition<V>,
        sides: &Sides<SetOf<V>>,
        sum: Value,
    ) -> Inputs {
        let mut inputs = Inputs {
            rows: [0; MOST_FIELDS],
            count: 0,
            fields: fields::<V>(),
            next: 0,
            totals: [0; TOTALS],
            phase: 0,
        };
        let mover = position.to_move();
        let mut lead = 0;
        for (player, sign) in [(mover, 1), (mover.opponent(), -1)] {
            lead += sign * inputs.add_side(position, sides, player);
        }
        inputs.add((lead.clamp(-5, 5) + 5) as u32);
        inputs.add(position.turns_left().map_or(0, |left| u32::from(left) + 1));
        inputs.add(position.quiet_turns().into());
        let full = terms::fullness(position);
        // All but the last number are counts as they are: more than enough is left at 11.
        inputs.add(full as u32);
        inputs.add(match terms::solo(position, mover) {
            1 => 1 + u32::from(position.has_another_turn()),
            0 => 0,
            _ => 3,
        });
        inputs.add(u32::from(position.struck()[mover.index()]) / 2);
        let sum = sum.clamp(-MAX_SUM, MAX_SUM) / SUM_UNIT;
        inputs.totals = [sum, full * sum / terms::FULL, 0, 0];
        inputs.phase = (full as usize * (PHASES - 1)).div_ceil(terms::FULL as usize);
        inputs
    }

    /// Adds the next field.
    #[inline(always)]
    fn add(&mut self, number: u32) {
        let state = (number as usize).min(STATES - 1);
        // There are at most so many fields.
        self.rows[self.count % MOST_FIELDS] = (state * self.fields + self.next) as u16;
        self.count += 1;
        self.next += 1;
    }

    /// Adds the fields of a side; the points that it would have if the game were over now.
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
        // From the seat to move on, in the order of turns.
        for seat in (0..V::SEATS).map(|i| (position.seat() + i) % V::SEATS) {
            if position.side_of(seat) == player {
                points += self.add_seat(position, seat, side, &mut strongest);
            }
        }
        // A side may have fewer seats than another one.
        self.next = begin + side_seats::<V>() * OF_SEAT;
        self.add((side.inner & sides.empty).count());
        let placeable = sides.empty & !V::Grid::around(enemy.camp.pieces());
        let squares = u32::from(V::Grid::SIZE) * u32::from(V::Grid::SIZE);
        self.add(placeable.count() * STATES as u32 / (squares + 1));
        self.add(side.seen.count() / 3);
        self.add(strongest);
        points
    }

    /// Adds the fields of a seat; the points of its protected Scorers.
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
        // Exact near the end.
        let plies = 2 * line.count() + hand.count();
        self.add(if plies > 6 { 6 + (plies - 6) / 3 } else { plies });
        points
    }
}

/// The state of a Scorer on the board, without [`ON_BOARD`].
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
    type Net = ZokaNet<V>;

    const SHAPE: NetShape =
        NetShape { states: STATES, squares: fields::<V>(), totals: TOTALS, phases: PHASES };

    /// No field depends on how the board is turned.
    const SYMMETRIES: usize = 1;

    fn image(_: usize, square: u8) -> u8 {
        square
    }

    fn inputs(&self, inputs: &mut NetInputs) {
        let sides = self.context();
        let found = Inputs::of(self, &sides, ZokaSum::default().evaluate(self, &sides));
        inputs.pieces.clear();
        inputs.pieces.extend_from_slice(&found.rows[..found.count]);
        inputs.totals.clear();
        inputs.totals.extend(found.totals);
        inputs.phase = found.phase;
    }

    fn with_net(file: &NetFile) -> Result<ZokaNet<V>, NetError> {
        file.check(V::NAME, Self::SHAPE, Self::SYMMETRIES)?;
        let tables = Some(match file.filters {
            8 => SizedTables::Eight(Tables::new::<Self>(file)),
            16 => SizedTables::Sixteen(Tables::new::<Self>(file)),
            _ => SizedTables::ThirtyTwo(Tables::new::<Self>(file)),
        });
        Ok(ZokaNet { tables, sum: ZokaSum::default() })
    }
}

/// The tables of a net with as many filters as it has.
enum SizedTables {
    Eight(Tables<8>),
    Sixteen(Tables<16>),
    ThirtyTwo(Tables<32>),
}

/// A net, or the weighted sum alone.
pub struct ZokaNet<V> {
    tables: Option<SizedTables>,
    sum: ZokaSum<V>,
}

/// The net of a variant that comes with the program, if there is one that is better than the sum.
fn built_in<V: ZokaVariant>() -> Option<&'static [u8]> {
    Some(match V::NAME {
        "zoka" => include_bytes!("nets/zoka.net"),
        "zoka-1v2" => include_bytes!("nets/zoka-1v2.net"),
        "zoka-2v2" => include_bytes!("nets/zoka-2v2.net"),
        _ => return None,
    })
}

/// With the net that comes with the program, or without one.
impl<V: ZokaVariant> Default for ZokaNet<V> {
    fn default() -> ZokaNet<V> {
        let Some(bytes) = built_in::<V>() else {
            return ZokaNet { tables: None, sum: ZokaSum::default() };
        };
        let net = NetFile::from_bytes(bytes).and_then(|file| ZokaPosition::<V>::with_net(&file));
        // It does not come from outside, and a test loads it.
        net.expect("the net of the program fits")
    }
}

impl<V: ZokaVariant> Evaluator<ZokaPosition<V>> for ZokaNet<V> {
    fn evaluate(&self, position: &ZokaPosition<V>, sides: &Sides<SetOf<V>>) -> Value {
        let sum = self.sum.evaluate(position, sides);
        let Some(tables) = &self.tables else { return sum };
        let inputs = Inputs::of(position, sides, sum);
        let (rows, totals) = (&inputs.rows[..inputs.count.min(MOST_FIELDS)], inputs.totals);
        match tables {
            SizedTables::Eight(tables) => tables.run(rows, totals, inputs.phase),
            SizedTables::Sixteen(tables) => tables.run(rows, totals, inputs.phase),
            SizedTables::ThirtyTwo(tables) => tables.run(rows, totals, inputs.phase),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;
    use zugi_game::{Chance, Hidden, conformance};
    use zugi_search::eval::net::FILTERS;
    use zugi_search::eval::net::testing::{random_net, slowly};

    use super::*;
    use crate::rules::{FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats};

    fn positions<V: ZokaVariant>() -> Vec<ZokaPosition<V>> {
        let mut rng = Rng::with_seed(1);
        let starts = (0..10).map(ZokaPosition::<V>::start_with);
        let games = starts.flat_map(|start| conformance::random_game(&start, &mut rng));
        games.filter(|position| !position.is_over()).collect()
    }

    fn inputs<V: ZokaVariant>(position: &ZokaPosition<V>) -> NetInputs {
        let mut inputs = NetInputs::default();
        position.inputs(&mut inputs);
        inputs
    }

    /// Each field has one number, and what nobody may know makes no difference.
    fn check<V: ZokaVariant>() {
        let mut rng = Rng::with_seed(2);
        let (mut seen, mut phases) = (HashSet::new(), HashSet::new());
        for position in positions::<V>() {
            let found = inputs(&position);
            let fields: HashSet<u16> =
                found.pieces.iter().map(|row| row % fields::<V>() as u16).collect();
            assert_eq!(fields.len(), found.pieces.len(), "{}", position.text());
            assert_eq!(inputs(&position.guess(0, &mut rng)), found, "{}", position.text());
            assert_eq!(inputs(&position.observation_for(0)), found, "{}", position.text());
            seen.extend(found.pieces);
            phases.insert(found.phase);
        }
        assert!(seen.len() > 2 * fields::<V>(), "{}: {} inputs", V::NAME, seen.len());
        assert!(phases.len() > 4 && phases.iter().all(|&phase| phase < PHASES), "{phases:?}");
        for filters in FILTERS {
            let file = random_net::<ZokaPosition<V>>(filters, &mut rng);
            let net = ZokaPosition::<V>::with_net(&file).unwrap();
            let mut values = HashSet::new();
            for position in positions::<V>() {
                let value = net.value(&position);
                assert_eq!(value, slowly(&file, &position), "{}", position.text());
                values.insert(value);
            }
            assert!(values.len() > 10, "{}: {values:?}", V::NAME);
        }
        // The evaluation of the program is its net, or the sum.
        let net = ZokaNet::<V>::default();
        if let Some(bytes) = built_in::<V>() {
            let file = NetFile::from_bytes(bytes).unwrap();
            let command = format!("zugi train --variant {} ", V::NAME);
            assert!(file.command.contains(&command), "{}", file.command);
            for position in positions::<V>() {
                assert_eq!(net.value(&position), slowly(&file, &position), "{}", position.text());
            }
            assert!(positions::<V>().iter().any(|position| net.value(position) > 100));
        } else {
            let (sum, positions) = (ZokaSum::<V>::default(), positions::<V>());
            assert!(positions.iter().all(|position| net.value(position) == sum.value(position)));
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
        let numbers: Vec<u16> = inputs(&position).pieces.iter().map(|row| row / fields).collect();
        // The own Scorers 1 to 6: 1 is face down, 3 in hand, 5 perfectly protected on a1.
        assert_eq!(numbers[..6], [1, 0, 2, 0, 4, 0]);
        // Two Zokers on the board and one in hand; two plies for the line and two for the hand.
        assert_eq!(numbers[6..11], [2, 1, 0, 0, 4]);
        // The enemy's Scorers: 1 is in hand, 2 face down, 4 unprotected on h1.
        let enemy = 11 + OF_SIDE;
        assert_eq!(numbers[enemy..enemy + 2], [2, 1]);
        assert!(numbers[enemy + 3] > 4, "{numbers:?}");
        // Five points against three that were struck.
        assert_eq!(numbers[enemy + 11 + OF_SIDE], 5 + 2);
    }
}
