//! The inputs of Zola's nets.
//!
//! Each checker is in one of 16 states: of the side to move or of the other; safe, defended,
//! outnumbered or hanging; with or without a quiet move. A position has one row of weights for each
//! checker.

use zugi_game::board::{Bits, Square, Symmetry};
use zugi_search::eval::net::{Learnable, NetInputs, NetShape, TOTALS};

use super::Attacks;
use super::safety::Safety;
use super::square_sets::{self, WORD};
use crate::rules::{Size, Size4, Size6, Size8, Size10, Zola};

const STATES: usize = 16;

/// The number of phases; the number of checkers selects one.
const PHASES: usize = 8;

#[inline(always)]
const fn phase<S: Size>(checkers: usize) -> usize {
    // There are no more checkers than squares.
    checkers * PHASES / (S::SQUARES as usize + 1)
}

/// A board size with a built-in net.
pub trait HasNet: Size {
    /// The content of the net's file.
    const NET: &'static [u8];
}

macro_rules! nets {
    ($($size:ident: $file:literal;)*) => {$(
        impl HasNet for $size {
            const NET: &'static [u8] = include_bytes!($file);
        }
    )*};
}

nets! {
    Size4: "zola-4.net";
    Size6: "zola-6.net";
    Size8: "zola-8.net";
    Size10: "zola-10.net";
}

impl<S: HasNet> Learnable for Zola<S> {
    const SHAPE: NetShape =
        NetShape { states: STATES, squares: S::SQUARES as usize, totals: TOTALS, phases: PHASES };

    const SYMMETRIES: usize = 8;

    const NET: Option<&'static [u8]> = Some(S::NET);

    fn image(symmetry: usize, square: u8) -> u8 {
        Symmetry::ALL[symmetry].square(Square::new(square), S::N).index()
    }

    /// The bits of a state, from the lowest: the checker has a quiet move; the two bits of
    /// `Safety`; it is the enemy's.
    #[inline(always)]
    fn features(&self, attacks: &Attacks<S>, inputs: &mut NetInputs) {
        let Attacks { own, enemy, contacts } = attacks;
        let [ours, theirs] = contacts;
        let Safety { bits: [low, high] } = Safety::new(*own, *enemy, contacts);
        let states = [ours.free | theirs.free, low, high, *enemy];
        let words = usize::from(S::SQUARES).div_ceil(WORD);
        for (word, mut left) in (*own | *enemy).words().into_iter().take(words).enumerate() {
            let states = square_sets::of_word(&states, word);
            let mut rows = [0; WORD];
            for square in 0..WORD {
                let row = u16::from(states[square]) * u16::from(S::SQUARES);
                rows[square] = row + (WORD * word + square) as u16;
            }
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                inputs.add(rows[square % WORD]);
            }
        }
        // At most a few hundred.
        inputs.totals =
            [ours.captures as i32, ours.quiet as i32, theirs.captures as i32, theirs.quiet as i32];
        inputs.phase = phase::<S>(inputs.pieces().len());
    }
}

#[cfg(test)]
mod tests;
