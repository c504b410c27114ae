//! Zombies vs Princesses Draughts on board programs.

use super::{SIZE, Zvp, ZvpMove};
use crate::game::{Game, Graphical, Player, Sheet, Step};

/// What the pieces of a board program are called, in upper case.
const UNPROMOTED: char = 'P';
const PROMOTED: char = 'Q';

impl Graphical for Zvp {
    /// A zombie is a black princess, and a zombie with a brain a black queen: a captured
    /// piece comes into the capturer's hand as what it was, in the other colour. At the
    /// start Black has all the zombies in hand that can ever arise. White has nothing to
    /// put down.
    const SHEET: Sheet = Sheet {
        name: "zvp",
        size: SIZE,
        hand: 2,
        stock: "[pppppppppqqqqqqqqq]",
        parent: "lion",
        pictures: ".......PQ..........pq...",
        letters: &[('w', 'P'), ('W', 'Q'), ('b', 'p'), ('B', 'q')],
        sides: ['w', 'b'],
        moves: &[("P&", "F"), ("Q&", "F")],
    };

    /// Each jump is a turn of its own, and Black's are two: the zombie goes to where
    /// its victim stood, which thus becomes a zombie, and a zombie from the hand takes
    /// its place beyond. Board programs put captured pieces into the hand.
    fn steps(&self, mv: ZvpMove) -> Vec<Step> {
        let squares: Vec<u8> = mv.squares().collect();
        let player = self.to_move();
        let last = squares.len().saturating_sub(2);
        let becomes = self.after(mv).promoted() & !self.promoted();
        let is_promoted = becomes & mv.target_and_jumped().0 != 0;
        let promotion = is_promoted.then_some(PROMOTED.to_ascii_lowercase());
        let legs = squares.windows(2).enumerate();
        let turns = legs.flat_map(|(i, leg)| {
            let &[from, to] = leg else { return Vec::new() };
            let promotion = promotion.filter(|_| i == last);
            if mv.jumps() == 0 {
                return vec![Step::Path { squares: vec![from, to], promotion }];
            }
            let over = (from + to) / 2;
            match player {
                Player::One => vec![Step::Path { squares: vec![from, over, to], promotion }],
                Player::Two => vec![
                    Step::Path { squares: vec![from, over], promotion: None },
                    Step::Drop(if is_promoted && i == last { PROMOTED } else { UNPROMOTED }, to),
                ],
            }
        });
        turns.collect()
    }
}
