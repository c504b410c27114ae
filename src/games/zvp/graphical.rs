//! Zombies vs Princesses Draughts on board programs.

use super::{SIZE, Zvp, ZvpMove};
use crate::board::Bits;
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
        let was_promoted = self.promoted().contains(mv.from());
        let arrives = self.after(mv).promoted() & mv.target_and_jumped().0 != 0;
        let becomes = |letter: char| letter.to_ascii_lowercase();
        let mut steps = Vec::new();
        for (i, leg) in squares.windows(2).enumerate() {
            let &[from, to] = leg else { continue };
            let is_last = i + 2 == squares.len();
            let promotion = (is_last && arrives && !was_promoted).then_some(becomes(PROMOTED));
            let over = (from + to) / 2;
            if mv.jumps() == 0 {
                steps.push(Step::Path { squares: vec![from, to], promotion });
            } else if self.to_move() == Player::One {
                steps.push(Step::Path { squares: vec![from, over, to], promotion });
            } else {
                // A brain is not passed on to the victim.
                let promotion = was_promoted.then_some(becomes(UNPROMOTED));
                let moves_on = was_promoted || (is_last && arrives);
                let piece = if moves_on { PROMOTED } else { UNPROMOTED };
                steps.push(Step::Path { squares: vec![from, over], promotion });
                steps.push(Step::Drop(piece, to));
            }
        }
        steps
    }
}
