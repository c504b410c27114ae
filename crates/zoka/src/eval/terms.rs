//! The terms of the evaluation: features and weights.
//!
//! Most terms count features of a side, in points or in pieces, minus those of the other side. Each
//! term has one weight for the beginning, when all pieces are still to be placed, and one for the
//! end. Between them the weight is interpolated by the least number of pieces that a seat has left
//! to place.

use zugi_game::board::Bits;
use zugi_game::{Game, Player};
use zugi_search::Value;
use zugi_search::eval::Term;

use super::sides::{Side, Sides};
use crate::rules::{PieceSet, SetOf, ZokaPiece, ZokaPosition, ZokaVariant};

/// The number of pieces of a seat.
pub(super) const FULL: Value = 12;

macro_rules! terms {
    ($($name:ident: $text:literal,)*) => {
        /// The features of a phase, in order.
        #[derive(Clone, Copy)]
        #[allow(clippy::upper_case_acronyms)]
        enum Feature { $($name,)* }

        /// The number of features of a phase.
        const OF_PHASE: usize = [$($text,)*].len();

        /// The terms, by phase.
        pub(super) const TERMS: [Term; FEATURES] = [
            $(Term { name: concat!("early.", $text), len: 1 },)*
            $(Term { name: concat!("late.", $text), len: 1 },)*
        ];
    };
}

terms! {
    Struck: "struck",
    Perfect: "perfect",
    Protected: "protected",
    ShortOfOne: "short-of-one",
    ShortOfTwo: "short-of-two",
    Exposed: "exposed",
    Attacked: "attacked",
    Held: "held",
    Placeable: "placeable",
    InHand: "in-hand",
    FaceDown: "face-down",
    ZokersOnBoard: "zokers-on-board",
    ZokersInHand: "zokers-in-hand",
    ZokersFaceDown: "zokers-face-down",
    ZokersExchange: "zokers-exchange",
    ScorersExchange: "scorers-exchange",
    Enhanced: "enhanced",
    Room: "room",
    Remaining: "remaining",
    Lead: "lead",
    LastLead: "last-lead",
    Strike: "strike",
    Tempo: "tempo",
    Again: "again",
    Solo: "solo",
}

pub(super) const FEATURES: usize = 2 * OF_PHASE;

/// The weight of the first phase, from 0 to [`FULL`].
pub(super) fn fullness<V: ZokaVariant>(position: &ZokaPosition<V>) -> Value {
    if position.turns_left().is_some() {
        return 0;
    }
    let remaining =
        |seat| (position.line(seat).set().count() + position.hand_of(seat).count()) as Value;
    (0..V::SEATS).map(remaining).min().unwrap_or(0).min(FULL)
}

fn points(set: PieceSet) -> Value {
    set.kinds().map(|piece| Value::from(piece.value())).sum()
}

/// The features of a phase, for the side to move.
pub(super) fn counts<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    sides: &Sides<SetOf<V>>,
) -> [Value; OF_PHASE] {
    let mut counts = [0; OF_PHASE];
    let mover = position.to_move();
    let struck = position.struck().map(Value::from);
    let (own, enemy) = (mover.index(), mover.opponent().index());
    counts[Feature::Struck as usize] = struck[own] - struck[enemy];
    let mut lead = struck[own] - struck[enemy];
    for seat in 0..V::SEATS {
        let is_own = position.side_of(seat) == mover;
        let (side, sign) = (&sides.sides[usize::from(!is_own)], if is_own { 1 } else { -1 });
        lead += sign * of_seat(position, seat, side, sign, &mut counts);
    }
    for (side, sign) in sides.sides.iter().zip([1, -1]) {
        let room = (side.inner & sides.empty).count().min(12) as Value;
        counts[Feature::Room as usize] += sign * room;
        counts[Feature::Enhanced as usize] += sign * Value::from(!side.perfect.is_empty());
    }
    let attacked = sides.sides[1].attacked;
    let is_attacked = |&value: &u8| {
        let stands = |seat| position.scorer(seat, value).is_some_and(|at| attacked.contains(at));
        (0..V::SEATS).any(stands)
    };
    let strongest = (1..=6).rev().find(is_attacked);
    counts[Feature::Strike as usize] = strongest.map_or(0, Value::from);
    counts[Feature::Lead as usize] = lead.signum();
    counts[Feature::LastLead as usize] =
        if position.turns_left().is_some() { lead.signum() } else { 0 };
    counts[Feature::Tempo as usize] = 1;
    counts[Feature::Again as usize] = Value::from(position.has_another_turn());
    counts[Feature::Solo as usize] = solo(position, mover);
    counts
}

/// 1 if this player is alone against several seats, -1 if the other player is, else 0.
pub(super) fn solo<V: ZokaVariant>(position: &ZokaPosition<V>, player: Player) -> Value {
    let seats = (0..V::SEATS).filter(|&seat| position.side_of(seat) == player).count();
    match (seats, V::SEATS - seats) {
        (1, 2..) => 1,
        (2.., 1) => -1,
        _ => 0,
    }
}

/// Counts the features of a seat. Returns its points if the game ended here.
fn of_seat<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    seat: usize,
    side: &Side<SetOf<V>>,
    sign: Value,
    counts: &mut [Value; OF_PHASE],
) -> Value {
    let mut add = |feature: Feature, count: Value| counts[feature as usize] += sign * count;
    let mut scored = 0;
    for value in 1..=6 {
        let Some(square) = position.scorer(seat, value) else { continue };
        let value = Value::from(value);
        let is_in = |set: SetOf<V>| set.contains(square);
        add(
            match () {
                () if is_in(side.perfect) => Feature::Perfect,
                () if is_in(side.short[0]) => Feature::ShortOfOne,
                () if is_in(side.short[1]) => Feature::ShortOfTwo,
                () => Feature::Exposed,
            },
            value,
        );
        if is_in(side.protected) {
            add(Feature::Protected, value);
            scored += value;
        }
        if is_in(side.attacked) {
            add(Feature::Attacked, value);
        }
        if is_in(side.held) {
            add(Feature::Held, value);
        }
    }
    let (hand, line) = (position.hand_of(seat), position.line(seat).set());
    let exchange = position.exchange_area(seat);
    let zokers = |set: PieceSet| set.count_of(ZokaPiece::ZOKER) as Value;
    // The greatest Scorers in hand for which there are squares with perfect protection.
    let mut room = side.inner.count().saturating_sub(side.perfect.count());
    let mut placeable = 0;
    for piece in ZokaPiece::ALL.into_iter().skip(1).rev() {
        if room > 0 && hand.contains(piece) {
            placeable += Value::from(piece.value());
            room -= 1;
        }
    }
    add(Feature::Placeable, placeable);
    add(Feature::InHand, points(hand));
    add(Feature::FaceDown, points(line));
    add(Feature::ZokersOnBoard, position.zokers(seat).count() as Value);
    add(Feature::ZokersInHand, zokers(hand));
    add(Feature::ZokersFaceDown, zokers(line));
    add(Feature::ZokersExchange, zokers(exchange));
    add(Feature::ScorersExchange, points(exchange));
    add(Feature::Remaining, (hand.count() + line.count()) as Value);
    scored
}

/// The evaluation for the side to move, with weights in the order of [`TERMS`].
#[inline]
pub(super) fn evaluate<V: ZokaVariant>(
    weights: &[Value; FEATURES],
    position: &ZokaPosition<V>,
    sides: &Sides<SetOf<V>>,
) -> Value {
    let (counts, full) = (counts(position, sides), fullness(position));
    let (early, late) = weights.split_at(OF_PHASE);
    let sum = |weights: &[Value]| -> Value {
        weights.iter().zip(&counts).map(|(weight, count)| weight * count).sum()
    };
    (sum(early) * full + sum(late) * (FULL - full)) / FULL
}

pub(super) fn features<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    sides: &Sides<SetOf<V>>,
) -> Vec<i16> {
    let (counts, full) = (counts(position, sides), fullness(position));
    let phase = |share: Value| counts.iter().map(move |&count| (count * share) as i16);
    phase(full).chain(phase(FULL - full)).collect()
}
