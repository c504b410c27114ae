//! A pile of face-down cards, with chance and hidden information.
//!
//! In turn the players turn over the next card of the pile and score its value, 1 to 4, or pass.
//! Two passes in a row or an empty pile end the game, and the player with more points wins. A
//! position text has the cards in order (`=3114`) or, if their order is unknown, as a set (`1134`).
//! With an order the move is `t`, with a set it is `t` and the card that was turned over; the pass
//! is `pass`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use fastrand::Rng;

use crate::board::mix;
use crate::{Chance, Game, Hidden, Outcome, PackedMove, Player, Repetition};
use crate::{Seated, TextError, random};

/// A position: the pile, the points of both players, the player to move, and the number of passes
/// in a row.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, toy::Pile};
/// let mut position = Pile::from_text("=42 0:0 1 0")?;
/// for text in ["t", "t"] {
///     position.play(position.parse_move(text)?).unwrap();
/// }
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::One)));
/// # Ok::<(), zugi_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pile {
    /// The cards, the next one last; in descending order if their order is unknown.
    cards: Vec<u8>,
    is_ordered: bool,
    points: [u8; 2],
    to_move: Player,
    passes: u8,
}

/// A pass, the decision to turn over a card, or the card turned over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(u8);

const TURN: Take = Take(0);
const PASS: Take = Take(9);

impl PackedMove for Take {
    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Take {
        // A value that is too large is never a legal move.
        Take(u8::try_from(bits).unwrap_or(u8::MAX))
    }

    fn target(self) -> usize {
        usize::from(self.0 % 16)
    }
}

impl Pile {
    fn new(cards: &[u8], is_ordered: bool) -> Pile {
        let mut cards = cards.to_vec();
        if !is_ordered {
            cards.sort_by(|one, other| other.cmp(one));
        }
        // An empty pile has a known order.
        let is_ordered = is_ordered || cards.is_empty();
        Pile { cards, is_ordered, points: [0; 2], to_move: Player::One, passes: 0 }
    }

    /// The points of a player minus those of the opponent.
    #[must_use]
    pub fn lead(&self, player: Player) -> i16 {
        let [own, other] = [player, player.opponent()].map(|side| self.points[side.index()]);
        i16::from(own) - i16::from(other)
    }
}

impl Game for Pile {
    type Move = Take;

    const NAME: &'static str = "pile";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = true;

    fn start() -> Pile {
        Pile::start_with(0)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.cards.is_empty() || self.passes >= 2;
        over.then(|| Outcome::of_scores(self.points))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        visit(PASS)?;
        if self.is_ordered {
            return visit(TURN);
        }
        (1..=4).filter(|card| self.cards.contains(card)).try_for_each(|card| visit(Take(card)))
    }

    fn play_unchecked(&mut self, mv: Take) {
        if mv == PASS {
            self.passes = self.passes.saturating_add(1);
        } else {
            let at = self.cards.iter().position(|&card| card == mv.0);
            let at = at.or(self.cards.len().checked_sub(1));
            let card = at.map_or(0, |at| self.cards.remove(at));
            let points = &mut self.points[self.to_move.index()];
            *points = points.saturating_add(card);
            self.passes = 0;
            self.is_ordered |= self.cards.is_empty();
        }
        self.to_move = self.to_move.opponent();
    }

    fn key_from_scratch(&self) -> u64 {
        let [one, two] = self.points;
        let rest = [one, two, self.to_move.index() as u8, self.passes, self.is_ordered.into()];
        self.cards.iter().chain(&rest).fold(1, |key, &byte| mix(key ^ u64::from(byte)))
    }

    fn parse_move(&self, text: &str) -> Result<Take, TextError> {
        match text.as_bytes() {
            b"pass" => Ok(PASS),
            b"t" => Ok(TURN),
            [b't', card @ b'1'..=b'4'] => Ok(Take(card - b'0')),
            _ => Err(TextError::new("move", text, "pass, t, or t and a card, such as t3")),
        }
    }

    fn move_text(&self, mv: Take) -> String {
        match mv {
            PASS => "pass".to_owned(),
            TURN => "t".to_owned(),
            Take(card) => format!("t{card}"),
        }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: String = self.cards.iter().rev().map(|card| char::from(b'0' + card)).collect();
        let pile = match (cards.as_str(), self.is_ordered) {
            ("", _) => "-".to_owned(),
            (_, true) => format!("={cards}"),
            (_, false) => cards,
        };
        let [one, two] = self.points;
        write!(f, "{pile} {one}:{two} {} {}", self.to_move.index() + 1, self.passes)
    }
}

impl FromStr for Pile {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new("position", text, "such as =3114 0:0 1 0");
        let read = || {
            let mut fields = text.split(' ');
            let pile = fields.next()?;
            let is_ordered = pile.starts_with('=');
            let digit = |c: char| c.to_digit(10).filter(|digit| (1..=4).contains(digit));
            let cards = pile.trim_start_matches(['=', '-']).chars();
            let mut cards: Vec<u8> = cards.map(|c| Some(digit(c)? as u8)).collect::<Option<_>>()?;
            cards.reverse();
            let (one, two) = fields.next()?.split_once(':')?;
            let points = [one.parse().ok()?, two.parse().ok()?];
            let to_move = if fields.next()? == "2" { Player::Two } else { Player::One };
            let passes = fields.next()?.parse().ok().filter(|passes| *passes <= 2)?;
            Some(Pile { points, to_move, passes, ..Pile::new(&cards, is_ordered) })
        };
        read().filter(|position| position.text() == text).ok_or_else(wrong)
    }
}

impl Seated for Pile {
    const SEATS: usize = 2;

    fn seat(&self) -> usize {
        self.to_move.index()
    }

    fn side(&self, seat: usize) -> Option<Player> {
        Player::BOTH.get(seat).copied()
    }
}

impl Chance for Pile {
    fn start_with(seed: u64) -> Pile {
        let mut cards = [1, 2, 3, 4];
        random::shuffle(&mut cards, &mut Rng::with_seed(seed));
        Pile::new(&cards, true)
    }

    fn decision(&self, mv: Take) -> Take {
        if mv == PASS { PASS } else { TURN }
    }

    fn visit_decisions(&self, visit: &mut impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        visit(PASS)?;
        visit(TURN)
    }

    fn visit_outcomes(
        &self,
        decision: Take,
        visit: &mut impl FnMut(Take, f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if decision == PASS || self.is_ordered {
            return visit(decision, 1.0);
        }
        let count = |wanted: u8| self.cards.iter().filter(|card| **card == wanted).count() as f64;
        let all = self.cards.len() as f64;
        let cards = (1..=4).filter(|card| self.cards.contains(card));
        cards.map(Take).try_for_each(|mv| visit(mv, count(mv.0) / all))
    }
}

impl Hidden for Pile {
    fn observation_for(&self, _seat: usize) -> Pile {
        let Pile { points, to_move, passes, .. } = *self;
        Pile { points, to_move, passes, ..Pile::new(&self.cards, false) }
    }

    fn guess(&self, _seat: usize, rng: &mut Rng) -> Pile {
        let mut guess = self.clone();
        random::shuffle(&mut guess.cards, rng);
        guess.is_ordered = true;
        guess
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn conformance_suite() {
        conformance::check::<Pile>(20, 1);
        conformance::check_chance::<Pile>(20, 2);
        conformance::check_hidden::<Pile>(20, 3);
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in ["", "=5 0:0 1 0", "31 0:0 1 0", "= 0:0 1 0", "13 0:0 3 0", "13 0 1 0"] {
            assert!(Pile::from_text(text).is_err(), "{text:?}");
        }
        assert!(Pile::start().parse_move("t5").is_err());
    }
}
