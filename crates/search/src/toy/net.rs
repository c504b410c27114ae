//! A net for the toy: what it sees of a position, and how it is run.

use zugi_game::board::Bits;
use zugi_game::{Game, Player, toy::Hexapawn};

use super::{HexapawnAttacks, SIZE, SQUARES, pawns, seen};
use crate::eval::net::{Learnable, NetError, NetFile, NetInputs, NetShape, TOTALS, Tables};
use crate::{Evaluator, Value};

/// A position as a net sees it.
#[derive(Clone, Copy, Debug)]
pub struct HexapawnSample {
    pawns: [u64; 2],
    to_move: Player,
}

impl HexapawnSample {
    /// Pawns in one of two states, own or not, on the squares as the side to move sees them.
    fn pieces(self) -> Vec<u16> {
        let HexapawnSample { pawns, to_move } = self;
        let sides = [to_move, to_move.opponent()].into_iter().enumerate();
        let of_side = |(state, player): (usize, Player)| {
            let squares = pawns[player.index()].squares();
            squares.map(move |square| (state * SQUARES) as u16 + u16::from(seen(square, to_move)))
        };
        sides.flat_map(of_side).collect()
    }

    /// Pawns of both sides, and those of them that can be captured.
    fn totals(self) -> [i32; TOTALS] {
        let sides = [self.to_move, self.to_move.opponent()];
        let attacks = HexapawnAttacks::new(self.pawns);
        let [own, enemy] = sides.map(|player| self.pawns[player.index()]);
        let [on_own, on_enemy] = sides.map(|player| attacks.on(player));
        [own, enemy, own & on_own, enemy & on_enemy].map(|set| set.count() as i32)
    }

    /// The second phase begins with the fifth capture.
    fn phase(self) -> usize {
        usize::from((self.pawns[0] | self.pawns[1]).count() < 4)
    }
}

impl Learnable for Hexapawn {
    type Net = HexapawnNet;
    type Sample = HexapawnSample;

    const SHAPE: NetShape = NetShape { states: 2, squares: SQUARES, totals: TOTALS, phases: 2 };

    /// The board and its mirror image.
    const SYMMETRIES: usize = 2;

    fn image(symmetry: usize, square: u8) -> u8 {
        if symmetry == 0 { square } else { square ^ (SIZE - 1) }
    }

    fn sample(&self) -> HexapawnSample {
        HexapawnSample { pawns: pawns(self), to_move: self.to_move() }
    }

    fn inputs(sample: HexapawnSample, inputs: &mut NetInputs) {
        let (pieces, totals) = (sample.pieces(), sample.totals().to_vec());
        *inputs = NetInputs { pieces, totals, phase: sample.phase() };
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

/// A net. Where it has to be quick, a net is run in a function of its own that is compiled for
/// each kind of processor, with the pieces in an array.
pub struct HexapawnNet(Box<dyn Fn(HexapawnSample) -> Value + Send + Sync>);

impl HexapawnNet {
    /// A net with so many hidden units: filters times symmetries.
    fn new<const H: usize>(file: &NetFile) -> HexapawnNet {
        let tables = Tables::<H>::new::<Hexapawn>(file);
        let run = move |sample: HexapawnSample| {
            tables.run(&sample.pieces(), sample.totals(), sample.phase())
        };
        HexapawnNet(Box::new(run))
    }
}

impl Evaluator<Hexapawn> for HexapawnNet {
    type State = ();

    fn evaluate(&self, position: &Hexapawn, (): &(), _: &HexapawnAttacks) -> Value {
        (self.0)(position.sample())
    }
}
