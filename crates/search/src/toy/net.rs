//! A net for Hexapawn: its inputs and its inference.

use zugi_game::board::Bits;
use zugi_game::{Game, Player, toy::Hexapawn};

use super::{HexapawnAttacks, SIZE, SQUARES, pawns, seen};
use crate::eval::net::{Learnable, NetError, NetFile, NetInputs, NetShape, TOTALS, Tables};
use crate::{Evaluator, Value};

/// Pawns in one of two states, own or not, on the squares as the side to move sees them.
fn pieces(position: &Hexapawn) -> Vec<u16> {
    let to_move = position.to_move();
    let sides = [to_move, to_move.opponent()].into_iter().enumerate();
    let of_side = |(state, player): (usize, Player)| {
        let squares = position.pawns(player).squares();
        squares.map(move |square| (state * SQUARES + usize::from(seen(square, to_move))) as u16)
    };
    sides.flat_map(of_side).collect()
}

/// Pawns of both sides, and those of them that can be captured.
fn totals(position: &Hexapawn) -> [i32; TOTALS] {
    let sides = [position.to_move(), position.to_move().opponent()];
    let attacks = HexapawnAttacks::new(pawns(position));
    let [own, enemy] = sides.map(|player| position.pawns(player));
    let [on_own, on_enemy] = sides.map(|player| attacks.on(player));
    [own, enemy, own & on_own, enemy & on_enemy].map(|set| set.count() as i32)
}

/// The second phase begins with the fifth capture.
fn phase(position: &Hexapawn) -> usize {
    usize::from(pawns(position).map(Bits::count).iter().sum::<u32>() < 4)
}

impl Learnable for Hexapawn {
    type Net = HexapawnNet;

    const SHAPE: NetShape = NetShape { states: 2, squares: SQUARES, totals: TOTALS, phases: 2 };

    /// The board and its mirror image.
    const SYMMETRIES: usize = 2;

    fn image(symmetry: usize, square: u8) -> u8 {
        if symmetry == 0 { square } else { square ^ (SIZE - 1) }
    }

    fn inputs(&self, inputs: &mut NetInputs) {
        let (pieces, totals) = (pieces(self), totals(self).to_vec());
        *inputs = NetInputs { pieces, totals, phase: phase(self) };
    }

    fn with_net(file: &NetFile) -> Result<HexapawnNet, NetError> {
        file.check(Self::NAME, Self::SHAPE, Self::SYMMETRIES)?;
        Ok(match file.filters {
            8 => HexapawnNet::new::<16>(file),
            16 => HexapawnNet::new::<32>(file),
            _ => HexapawnNet::new::<64>(file),
        })
    }
}

/// A net of Hexapawn. A game that needs speed compiles the inference for each kind of processor,
/// and keeps the pieces in an array.
pub struct HexapawnNet(Box<dyn Fn(&Hexapawn) -> Value + Send + Sync>);

impl HexapawnNet {
    /// A net with so many hidden units: filters times symmetries.
    fn new<const H: usize>(file: &NetFile) -> HexapawnNet {
        let tables = Tables::<H>::new::<Hexapawn>(file);
        let run = move |position: &Hexapawn| {
            tables.run(&pieces(position), totals(position), phase(position))
        };
        HexapawnNet(Box::new(run))
    }
}

impl Evaluator<Hexapawn> for HexapawnNet {
    fn evaluate(&self, position: &Hexapawn, _: &HexapawnAttacks) -> Value {
        (self.0)(position)
    }
}
