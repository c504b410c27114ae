//! The inputs of a net for Breakthrough. No net comes with the game: `zugi data` and `zugi train`
//! make one.

use zugi_game::board::Bits;
use zugi_search::eval::net::{Learnable, NetInputs, NetShape, TOTALS};

use crate::rules::{Breakthrough, SIZE};

const SQUARES: usize = SIZE as usize * SIZE as usize;

impl Learnable for Breakthrough {
    /// Pieces in one of two states, own or not, on the squares as the side to move sees them.
    const SHAPE: NetShape = NetShape { states: 2, squares: SQUARES, totals: TOTALS, phases: 1 };

    /// The board and its mirror image.
    const SYMMETRIES: usize = 2;

    fn image(symmetry: usize, square: u8) -> u8 {
        let file = square % SIZE;
        if symmetry == 0 { square } else { square - file + (SIZE - 1 - file) }
    }

    #[inline(always)]
    fn features(&self, _: &[u64; 2], inputs: &mut NetInputs) {
        let mut first = 0;
        for pieces in self.0.own_and_enemy() {
            for square in pieces.squares() {
                inputs.add(first + u16::from(self.0.seen(square).index()));
            }
            first += SQUARES as u16;
        }
    }
}
