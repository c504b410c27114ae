//! Why a move of Zola is illegal.

use zugi_game::Game;
use zugi_game::board::{Bits, Square};

use super::look::PLAYERS;
use super::ray_masks::LANES;
use super::{Size, Zola, ZolaMove};

impl<S: Size> Zola<S> {
    /// The move must be illegal.
    pub(super) fn objection(&self, mv: ZolaMove) -> String {
        match mv {
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            ZolaMove::PASS => "who has a move may not pass".to_owned(),
            ZolaMove::SWAP => "a swap only answers the first move, under the pie rule".to_owned(),
            mv if mv.from().max(mv.to()).index() >= S::SQUARES => {
                "there is no such square".to_owned()
            }
            mv => self.objection_to_checker_move(mv.from(), mv.to()),
        }
    }

    fn objection_to_checker_move(&self, from: Square, to: Square) -> String {
        let (own, enemy) = self.own_and_enemy();
        let name = |square: Square| square.name(S::N);
        let [start, end] = [from, to].map(name);
        if enemy.contains(from) {
            return format!("that is {}'s checker", PLAYERS[self.to_move().opponent().index()]);
        }
        if !own.contains(from) {
            return format!("there is no checker on {start}");
        }
        if own.contains(to) {
            return format!("a checker of yours is on {end}");
        }
        let Some(between) = between::<S>(from, to) else {
            return format!("{start} and {end} are not on a line");
        };
        if !enemy.contains(to) && !between.is_empty() {
            return format!("{end} is empty, and a move without capture is one step");
        }
        let in_way = between & (own | enemy);
        let nearest = if from < to { in_way.first() } else { in_way.last() };
        if let Some(square) = nearest {
            return format!("the checker on {} is in the way", name(square));
        }
        if enemy.contains(to) {
            return format!("{end} is farther out: captures lead inward or stay level");
        }
        let near = if S::distance(to) < S::distance(from) { "nearer" } else { "as near" };
        format!("{end} is {near} to the centre: a step leads outward")
    }
}

/// The squares between two squares; `None` if these are not on one line.
fn between<S: Size>(from: Square, to: Square) -> Option<S::Bits> {
    let lane = (0..LANES).find(|&lane| S::behind(lane, to).contains(from))?;
    Some(S::behind(lane, to) & !S::behind(lane, from) & !S::Bits::of(from))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::{Zola4, Zola6};
    use super::*;

    /// Compares with [`Game::is_legal`] all moves between two squares, in positions of a random
    /// game.
    fn check<S: Size>(start: Zola<S>, rng: &mut Rng) {
        let mut position = start;
        loop {
            let squares = || (0..S::SQUARES).map(Square::new);
            for (from, to) in squares().flat_map(|a| squares().map(move |b| (a, b))) {
                let mv = ZolaMove::checker(from, to);
                let why_illegal = position.why_illegal(mv);
                assert_eq!(why_illegal.is_none(), position.is_legal(mv), "{}", position.text());
                assert!(why_illegal.is_none_or(|text| text.len() > 10 && text.len() < 80));
            }
            let moves = position.moves();
            let Some(&mv) = rng.choice(&moves) else { return };
            position.play_unchecked(mv);
        }
    }

    #[test]
    fn a_move_has_an_objection_if_and_only_if_it_is_illegal() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..20 {
            check(Zola4::pie_start().unwrap(), &mut rng);
            check(Zola6::start(), &mut rng);
        }
    }

    #[test]
    fn the_objection_says_what_is_wrong() {
        for (position, mv, reason) in [
            ("6/2b3/1br3/6/6/6 b", "b4c3", "c3 is nearer to the centre: a step leads outward"),
            ("6/2b3/1br3/6/6/6 b", "c5d5", "d5 is as near to the centre: a step leads outward"),
            ("6/2b3/1br3/6/6/6 b", "c4c5", "that is Red's checker"),
            ("6/2b3/1br3/6/6/6 b", "a1b1", "there is no checker on a1"),
            ("6/2b3/1br3/6/6/6 b", "b4c5", "a checker of yours is on c5"),
            ("6/2b3/1br3/6/6/6 b", "b4d5", "b4 and d5 are not on a line"),
            ("6/6/1brr2/6/6/6 b", "b4d4", "the checker on c4 is in the way"),
            // Illegal even if c4 were empty.
            ("6/2b3/1br3/6/6/6 b", "b4e4", "e4 is empty, and a move without capture is one step"),
            ("6/2b3/1br3/6/6/6 b", "b4b1", "b1 is empty, and a move without capture is one step"),
            ("6/2b3/2r3/6/6/6 r", "c4c5", "c5 is farther out: captures lead inward or stay level"),
            ("6/2b3/1br3/6/6/6 b", "0000", "who has a move may not pass"),
            (
                "6/2b3/1br3/6/6/6 b",
                "swap",
                "a swap only answers the first move, under the pie rule",
            ),
            ("6/6/2b3/6/6/6 r", "a1b1", "the game is over"),
        ] {
            let position = Zola6::from_text(position).unwrap();
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(position.why_illegal(mv).as_deref(), Some(reason));
        }
    }

    #[test]
    fn the_end_names_the_loser() {
        for (position, reason) in [
            ("6/6/2b3/6/6/6 r", Some("Red has no checker left")),
            ("6/6/2r3/6/6/6 b", Some("Blue has no checker left")),
            ("6/2b3/1br3/6/6/6 b", None),
        ] {
            assert_eq!(Zola6::from_text(position).unwrap().ended().as_deref(), reason);
        }
    }
}
