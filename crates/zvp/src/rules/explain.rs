//! Why a move of Zombies vs Princesses Draughts is illegal.

use zugi_game::board::{Bits, Square, SquareName};
use zugi_game::{Game, Player};

use super::look::kind_of;
use super::movegen::View;
use super::{DARK, SIZE, Zvp, ZvpMove};

impl Zvp {
    /// The move must be illegal.
    pub(super) fn objection(&self, mv: ZvpMove) -> String {
        let (view, from) = (self.view(self.to_move()), u64::of(mv.from()));
        if self.outcome().is_some() {
            "the game is over".to_owned()
        } else if view.enemy & from != 0 {
            let promoted = self.promoted() & from != 0;
            let kind = kind_of(self.to_move().opponent(), promoted);
            format!("the {} on {} is not yours", kind.name, name(from))
        } else if view.own & from == 0 {
            format!("there is no piece on {}", name(from))
        } else if mv.jumps() == 0 {
            self.objection_to_step(&view, mv)
        } else {
            self.objection_to_chain(view, mv)
        }
    }

    fn objection_to_step(&self, view: &View, mv: ZvpMove) -> String {
        let from = u64::of(mv.from());
        let to = mv.target_and_jumped().0 & DARK;
        if let Some(capture) = self.moves().into_iter().find(|mv| mv.jumps() > 0) {
            return format!("you must capture: {}", self.move_text(capture));
        }
        if to == 0 {
            return OFF_BOARD.to_owned();
        }
        if view.empty & to == 0 {
            return format!("{} is occupied", name(to));
        }
        // The only reason left.
        format!("{}, not the piece on {}", self.who_goes_back(), name(from))
    }

    /// A clause that says which pieces of the side to move may go backwards.
    fn who_goes_back(&self) -> &'static str {
        match self.to_move() {
            Player::One => "only a queen goes back",
            Player::Two => "only a zombie with a brain goes back",
        }
    }

    fn objection_to_chain(&self, view: View, mv: ZvpMove) -> String {
        let mut at = u64::of(mv.from());
        let promoted = view.promoted & at != 0;
        let (mut enemy, empty) = (view.enemy, view.empty | at);
        for direction in mv.directions() {
            let over = direction.step(at) & DARK;
            let landing = direction.step(over) & DARK;
            if landing == 0 {
                return OFF_BOARD.to_owned();
            }
            if !promoted && direction == view.forwards.opposite() {
                let from = name(u64::of(mv.from()));
                return format!("{}, not the piece on {from}", self.who_goes_back());
            }
            if over & enemy == 0 {
                return format!("there is nothing to capture on {}", name(over));
            }
            if landing & empty == 0 {
                return format!("{} is occupied", name(landing));
            }
            enemy ^= over;
            at = landing;
        }
        let begin = self.move_text(mv);
        let longer = self.moves().into_iter().map(|mv| self.move_text(mv));
        let longer = longer.into_iter().find(|text| text.starts_with(&begin)).unwrap_or_default();
        format!("the piece has to jump on: {longer}")
    }
}

const OFF_BOARD: &str = "this leads off the board";

/// The name of the only square of a set.
fn name(set: u64) -> SquareName {
    set.first().unwrap_or(Square::new(0)).name(SIZE)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::Direction;
    use super::*;

    /// All steps, and all chains of up to three jumps, from all squares.
    fn all_moves() -> Vec<ZvpMove> {
        let with = |mv: ZvpMove| Direction::ALL.map(|direction| mv.jump(direction));
        let mut moves = Vec::new();
        for from in DARK.squares() {
            moves.extend(Direction::ALL.map(|direction| ZvpMove::step(from, direction)));
            let mut chains = vec![ZvpMove::chain(from)];
            for _ in 0..3 {
                chains = chains.into_iter().flat_map(with).collect();
                moves.extend(&chains);
            }
        }
        moves
    }

    #[test]
    fn a_move_has_an_objection_if_and_only_if_it_is_illegal() {
        let (mut rng, all) = (Rng::with_seed(1), all_moves());
        for _ in 0..20 {
            let mut position = Zvp::start();
            loop {
                let legal = position.moves();
                for &mv in &all {
                    let why_illegal = position.why_illegal(mv);
                    assert_eq!(why_illegal.is_none(), legal.contains(&mv), "{}", position.text());
                    assert!(why_illegal.is_none_or(|text| text.len() > 10 && !text.ends_with(' ')));
                }
                let Some(&mv) = rng.choice(&legal) else { break };
                position.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn the_objection_says_what_is_wrong() {
        const CHAIN: &str = "8/8/5b2/8/3b1b2/2w5/8/8 w";
        const QUIET: &str = "8/8/7b/8/8/2w5/3w4/8 w";
        for (position, mv, reason) in [
            (CHAIN, "c3b4", "you must capture: c3e5g7"),
            (CHAIN, "c3e5", "the piece has to jump on: c3e5g7"),
            (CHAIN, "c3e5c3", "only a queen goes back, not the piece on c3"),
            (CHAIN, "c3a5", "there is nothing to capture on b4"),
            (CHAIN, "d4e5", "the zombie on d4 is not yours"),
            (CHAIN, "a1b2", "there is no piece on a1"),
            (QUIET, "c3d2", "d2 is occupied"),
            (QUIET, "c3b2", "only a queen goes back, not the piece on c3"),
            (QUIET, "c3e1", "there is nothing to capture on d2"),
            ("8/8/8/4b3/3b4/2w5/8/8 w", "c3e5", "e5 is occupied"),
            (
                "8/8/8/4b3/8/8/8/w7 b",
                "e5f6",
                "only a zombie with a brain goes back, not the piece on e5",
            ),
            ("8/8/8/8/8/2w5/8/8 w", "c3d4", "the game is over"),
        ] {
            let position = Zvp::from_text(position).unwrap();
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(position.why_illegal(mv).as_deref(), Some(reason), "{}", position.text());
        }
    }

    #[test]
    fn the_end_is_told() {
        for (position, reason) in [
            ("8/8/8/8/8/2w5/8/8 b", Some("no zombie is left")),
            ("8/8/8/8/8/2b5/8/8 b", Some("no princess is left")),
            ("7W/6w1/8/8/8/8/8/B7 w 80", Some("80 moves without progress")),
            ("7W/6b1/5b2/8/8/8/8/8 w", Some("no princess can move")),
            ("8/8/8/8/8/2w5/8/B7 w 79", None),
        ] {
            let position = Zvp::from_text(position).unwrap();
            assert_eq!(position.ended().as_deref(), reason, "{}", position.text());
            assert_eq!(position.outcome().is_some(), reason.is_some());
        }
    }
}
