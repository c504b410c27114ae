//! The inputs of the nets of Zombies vs Princesses Draughts.
//!
//! A piece is in one of 32 states. They include the colour, because captures and goals differ
//! between the sides: an exchange of colours changes the game.

use zugi_game::Game;
use zugi_game::board::{Square, Symmetry};
use zugi_search::eval::net::{Learnable, NetInputs, NetShape, TOTALS};

use super::{SideFeatures, Threats};
use crate::rules::Zvp;

/// The number of states of a piece, see [`Learnable::features`].
const STATES: usize = 32;

/// The number of dark squares, which are numbered from `a1` on.
const SQUARES: usize = 32;

/// The number of phases; the number of pieces selects one.
const PHASES: usize = 8;

/// The index in [`Symmetry::ALL`] of the exchange of files and ranks.
const TRANSPOSE: usize = 4;

/// The number of pieces at the start, which never grows.
const FULL: usize = 13;

impl Learnable for Zvp {
    const SHAPE: NetShape =
        NetShape { states: STATES, squares: SQUARES, totals: TOTALS, phases: PHASES };

    /// The identity, and the reflection in the diagonal from corner to corner.
    const SYMMETRIES: usize = 2;

    const NET: Option<&'static [u8]> = Some(include_bytes!("zvp.net"));

    fn image(symmetry: usize, square: u8) -> u8 {
        // Every second square of a rank is dark.
        let dark = 2 * square + u8::from(square / 4 % 2 == 1);
        Symmetry::ALL[symmetry * TRANSPOSE].square(Square::new(dark), 8).index() / 2
    }

    /// The bits of a state, from the lowest: the piece has a safe step; it can be captured; it is
    /// promoted; it is the enemy's; Black is to move.
    #[inline(always)]
    fn features(&self, Threats(sides): &Threats, inputs: &mut NetInputs) {
        let mut side = 0;
        while side < 2 {
            let SideFeatures { view, attacked, safe_movers, .. } = &sides[side];
            let mut left = view.own;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let state = (safe_movers >> square & 1)
                    | (attacked >> square & 1) << 1
                    | (view.promoted >> square & 1) << 2
                    | (side as u64) << 3
                    | (self.to_move().index() as u64) << 4;
                inputs.add((state as usize * SQUARES + square / 2) as u16);
            }
            side += 1;
        }
        let [own, enemy] = sides;
        // At most four for each piece.
        inputs.totals =
            [own.steps, own.safe_steps, enemy.steps, enemy.safe_steps].map(u32::cast_signed);
        inputs.phase = inputs.pieces().len().min(FULL) * PHASES / (FULL + 1);
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::conformance;
    use zugi_search::Evaluator;
    use zugi_search::eval::net::{Net, testing};

    use super::*;

    fn positions(seed: u64) -> Vec<Zvp> {
        let mut rng = Rng::with_seed(seed);
        let games = (0..5).flat_map(|_| conformance::random_game(&Zvp::start(), &mut rng));
        games.filter(|position| position.outcome().is_none()).collect()
    }

    #[test]
    fn nets_do_what_the_formula_says_and_are_symmetric() {
        testing::check(&positions(2));
    }

    #[test]
    fn the_net_of_the_program_knows_who_is_ahead() {
        let net = Net::<Zvp>::default();
        let value = |text| net.value(&Zvp::from_text(text).unwrap());
        let start = value("5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0");
        assert!(start + 100 < value("7b/8/8/w7/1w6/w1w5/1w1w4/w1w1w3 w 0"), "{start}");
        // Discounted results make values smaller, so a piece is worth less than 100.
        assert!(value("5b1b/6b1/7b/w7/8/w7/8/w7 b 0") > 50);
    }

    #[test]
    fn states_are_what_they_say() {
        let states = |text: &str| {
            let inputs = NetInputs::of(&Zvp::from_text(text).unwrap());
            inputs.pieces().iter().map(|piece| piece / 32).collect::<Vec<_>>()
        };
        // The princess on c3 can be captured and can capture. The queen is on h8, the brain on f2.
        let white = states("7W/8/8/8/3b4/2w5/5B2/8 w");
        assert_eq!(white, [0b00011, 0b00101, 0b01101, 0b01011]);
        let black = states("7W/8/8/8/3b4/2w5/5B2/8 b");
        assert_eq!(black, [0b10101, 0b10011, 0b11011, 0b11101]);
    }
}
