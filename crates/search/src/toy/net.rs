//! The inputs of nets of Hexapawn.

use zugi_game::board::Bits;
use zugi_game::{Game, Player, toy::Hexapawn};

use super::{HexapawnAttacks, SIZE, SQUARES, from_side, pawns};
use crate::eval::net::{Learnable, NetInputs, NetShape, TOTALS};

/// The pawns as inputs: state 0 for own pawns and 1 for the enemy's, on the squares as the side to
/// move sees them.
fn pieces(position: &Hexapawn) -> Vec<u16> {
    let to_move = position.to_move();
    let sides = [to_move, to_move.opponent()].into_iter().enumerate();
    let of_side = |(state, player): (usize, Player)| {
        let squares = position.pawns(player).squares();
        squares
            .map(move |square| (state * SQUARES + usize::from(from_side(square, to_move))) as u16)
    };
    sides.flat_map(of_side).collect()
}

/// The numbers of own and enemy pawns, then those of them that can be captured.
fn totals(position: &Hexapawn, attacks: &HexapawnAttacks) -> [i32; TOTALS] {
    let sides = [position.to_move(), position.to_move().opponent()];
    let [own, enemy] = sides.map(|player| position.pawns(player));
    let [on_own, on_enemy] = sides.map(|player| attacks.on(player));
    [own, enemy, own & on_own, enemy & on_enemy].map(|set| set.count() as i32)
}

/// The second phase begins with the fifth capture.
fn phase(position: &Hexapawn) -> usize {
    usize::from(pawns(position).map(Bits::count).iter().sum::<u32>() < 4)
}

impl Learnable for Hexapawn {
    const SHAPE: NetShape = NetShape { states: 2, squares: SQUARES, totals: TOTALS, phases: 2 };

    /// The board and its mirror image.
    const SYMMETRIES: usize = 2;

    fn image(symmetry: usize, square: u8) -> u8 {
        if symmetry == 0 { square } else { square ^ (SIZE - 1) }
    }

    fn features(&self, attacks: &HexapawnAttacks, inputs: &mut NetInputs) {
        pieces(self).into_iter().for_each(|piece| inputs.add(piece));
        (inputs.totals, inputs.phase) = (totals(self, attacks), phase(self));
    }
}
