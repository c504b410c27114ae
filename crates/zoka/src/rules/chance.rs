//! Chance, hidden pieces, and the seats of Zoka.

use std::ops::ControlFlow;

use fastrand::Rng;
use zugi_game::{Chance, Hidden, Player, Seated};

use super::{
    FaceDown, PieceSet, SoloRule, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition, ZokaVariant,
};

impl<V: ZokaVariant> Seated for ZokaPosition<V> {
    const SEATS: usize = V::SEATS;

    fn seat(&self) -> usize {
        usize::from(self.turn)
    }

    fn side(&self, seat: usize) -> Option<Player> {
        let is_known = V::SOLO == SoloRule::Nobody || self.solo.is_some();
        is_known.then(|| self.side_of(seat))
    }
}

impl<V: ZokaVariant> ZokaPosition<V> {
    /// Deals these lines; then all seats turn over one piece each, again and again, until a single
    /// seat has the highest Scorer.
    fn after_first_turns(lines: &[FaceDown]) -> Self {
        let mut position = ZokaPosition::empty();
        for (seat, &line) in position.seats.iter_mut().zip(lines) {
            seat.line = line;
        }
        // If the lines end without a single highest Scorer, seat 1 starts.
        let mut first = None;
        while first.is_none() {
            let mut turned = Vec::with_capacity(V::SEATS);
            for seat in position.seats.iter_mut().take(V::SEATS) {
                let Some(piece) = seat.line.next() else { break };
                seat.line.take(piece);
                seat.hand.add(piece);
                turned.push(piece.value());
            }
            // Zokers have the value 0, so every Scorer is higher.
            let Some(&highest) = turned.iter().max() else { break };
            let mut holders = (0..).zip(&turned).filter(|&(_, &value)| value == highest);
            let (holder, others) = (holders.next(), holders.next());
            first = holder.filter(|_| others.is_none()).map(|(seat, _)| seat);
        }
        position.turn = first.unwrap_or(0);
        position.again = position.solo == Some(position.turn);
        position
    }

    /// The same position with the lines that `replace` makes of the seats' lines.
    fn with_lines(&self, mut replace: impl FnMut(FaceDown) -> FaceDown) -> Self {
        let mut position = self.clone();
        for seat in &mut position.seats {
            seat.line = replace(seat.line);
        }
        position
    }
}

/// The game does not implement `Game::images`: shuffles are hardly ever images of each other.
impl<V: ZokaVariant> Chance for ZokaPosition<V> {
    /// Shuffles all pieces of all seats; their order is known.
    fn start_with(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let lines: Vec<FaceDown> =
            (0..V::SEATS).map(|_| FaceDown::shuffled(PieceSet::FULL, &mut rng)).collect();
        ZokaPosition::after_first_turns(&lines)
    }

    #[inline]
    fn decision(&self, mv: ZokaMove) -> ZokaMove {
        match mv.action() {
            Some(ZokaAction::TurnedOver(_)) => ZokaMove::of(ZokaAction::TurnOver),
            _ => mv,
        }
    }

    #[inline]
    fn visit_decisions(
        &self,
        visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_over() && !self.seats[usize::from(self.turn)].line.set().is_empty() {
            visit(ZokaMove::of(ZokaAction::TurnOver))?;
        }
        self.visit_others(visit)
    }

    /// Each face-down piece has the same probability of being turned over.
    #[inline]
    fn visit_outcomes(
        &self,
        decision: ZokaMove,
        visit: &mut impl FnMut(ZokaMove, f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if decision.action() != Some(ZokaAction::TurnOver) || self.next_piece().is_some() {
            return visit(decision, 1.0);
        }
        let set = self.seats[usize::from(self.turn)].line.set();
        let all = f64::from(set.count());
        let probability = |piece: ZokaPiece| f64::from(set.count_of(piece)) / all;
        set.kinds().try_for_each(|piece| {
            visit(ZokaMove::of(ZokaAction::TurnedOver(piece)), probability(piece))
        })
    }
}

impl<V: ZokaVariant> Hidden for ZokaPosition<V> {
    /// All seats see all face-up pieces. No seat knows the order of face-down pieces, not even of
    /// its own.
    fn observation_for(&self, _seat: usize) -> Self {
        self.with_lines(|line| FaceDown::unordered(line.set()))
    }

    fn guess(&self, _seat: usize, rng: &mut Rng) -> Self {
        self.with_lines(|line| FaceDown::shuffled(line.set(), rng))
    }

    /// Some lines may be ordered, and others sets.
    fn settled(&self, rng: &mut Rng) -> Self {
        self.with_lines(|line| match line.next() {
            Some(_) => line,
            None => FaceDown::shuffled(line.set(), rng),
        })
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;

    use super::*;
    use crate::rules::Zoka;

    fn line(text: &str) -> FaceDown {
        let pieces: Vec<_> = text.chars().filter_map(ZokaPiece::from_letter).collect();
        FaceDown::ordered(&pieces).unwrap()
    }

    /// The fields of the position text after the rows, for a game with this deal.
    fn after_first_turns<V: ZokaVariant>(lines: &[&str]) -> String {
        let lines: Vec<FaceDown> = lines.iter().map(|text| line(text)).collect();
        let text = ZokaPosition::<V>::after_first_turns(&lines).text();
        text.split_once(' ').unwrap().1.to_owned()
    }

    #[test]
    fn the_highest_scorer_starts() {
        use crate::rules::{FourSeats, OneAgainstTwo, TwoSeats};
        for (lines, fields) in [
            (["1Z", "Z2"], "1 - =Z/=2 1/Z -/- 0:0 -/- 0:0:-"),
            (["4Z", "54"], "2 - =Z/=4 4/5 -/- 0:0 -/- 0:0:-"),
            // Equal Zokers, then equal Scorers, then a higher one.
            (["Z451", "Z46Z"], "2 - =1/=Z Z45/Z46 -/- 0:0 -/- 0:0:-"),
            // All pairs are equal.
            (["Z4", "Z4"], "1 - -/- Z4/Z4 -/- 0:0 -/- 0:0:-"),
        ] {
            assert_eq!(after_first_turns::<TwoSeats>(&lines), fields, "{lines:?}");
        }
        // All seats turn over again, and only the last pieces count.
        let fields = after_first_turns::<FourSeats>(&["Z1", "62", "63", "5Z"]);
        assert_eq!(fields, "3 - -/-/-/- Z1/26/36/Z5 -/-/-/- 0:0 -/-/-/- 0:0:-");
        assert!(after_first_turns::<OneAgainstTwo>(&["61", "Z2", "Z3"]).starts_with("1+ 1 "));
        assert!(after_first_turns::<OneAgainstTwo>(&["51", "62", "Z3"]).starts_with("2 1 "));
    }

    #[test]
    fn only_what_nobody_knows_is_drawn() {
        let text = Zoka::start_with(3).text();
        let mut rng = Rng::with_seed(1);
        let known = Zoka::from_text(&text).unwrap();
        assert_eq!(known.settled(&mut rng), known);
        let lines = text.split(' ').nth(3).unwrap();
        let (one, two) = lines.split_once('/').unwrap();
        let shown = known.observation_for(0).text();
        let set = shown.split(' ').nth(3).unwrap().split_once('/').unwrap().1;
        let half = Zoka::from_text(&text.replace(two, set)).unwrap();
        let settled = half.settled(&mut rng);
        assert!(settled.text().contains(&format!(" {one}/=")), "{}", settled.text());
        assert_eq!(settled.observation_for(0), known.observation_for(0));
    }

    /// Records name seeds, so a seed must deal the same pieces in every version and on every
    /// machine.
    #[test]
    fn a_seed_deals_the_same_pieces_for_ever() {
        for (seed, deal) in [
            (1, "1 - =5ZZZ143Z2ZZ/=ZZ1235ZZ64Z 6/Z -/- 0:0 -/- 0:0:-"),
            (2, "2 - =Z2ZZZ563ZZ1/=Z4Z3Z6ZZZ12 4/5 -/- 0:0 -/- 0:0:-"),
            (1 << 40, "2 - =Z25Z3Z4Z6Z1/=ZZZZ3164Z2Z Z/5 -/- 0:0 -/- 0:0:-"),
        ] {
            let text = Zoka::start_with(seed).text();
            assert_eq!(text.split_once(' ').unwrap().1, deal, "seed {seed}");
        }
        let position = Zoka::start_with(1);
        let other = Zoka::from_text(&position.text().replace("=5Z", "=Z5")).unwrap();
        assert_ne!(other.key(), position.key(), "the order is in the key");
    }
}
