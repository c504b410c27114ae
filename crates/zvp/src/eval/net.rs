//! Nets for Zombies vs Princesses Draughts: their inputs and their inference.
//!
//! Each piece is in one of 32 states, for captures and aims differ between the sides, so that
//! one side is not the other with colours exchanged.

use zugi_game::board::{Square, Symmetry};
use zugi_game::{Game, Player};
use zugi_search::eval::net::{Learnable, NetError, NetFile, NetInputs, NetShape, TOTALS, Tables};
use zugi_search::{Evaluator, Searchable, Value};

use super::{Side, Threats};
use crate::rules::Zvp;

/// The states of a piece, see [`Pieces::new`].
const STATES: usize = 32;

/// The dark squares, from `a1`.
const SQUARES: usize = 32;

/// Phases by the number of pieces.
const PHASES: usize = 8;

/// The place among [`Symmetry::ALL`] of the one that exchanges files and ranks.
const TRANSPOSE: usize = 4;

/// The pieces at the start. Their number never grows.
const FULL: usize = 13;

/// The net that comes with the program.
const NET: &[u8] = include_bytes!("zvp.net");

/// Of each piece its state, times the number of squares, plus its square.
struct Pieces {
    rows: [u16; SQUARES],
    count: usize,
}

impl Pieces {
    /// Five bits of a state: the piece has a safe step; it can be captured; it is promoted; it
    /// is the enemy's; Black is to move.
    // No closures: they would be compiled for any processor.
    #[inline(always)]
    fn new(sides: &[Side; 2], to_move: Player) -> Pieces {
        let mut pieces = Pieces { rows: [0; SQUARES], count: 0 };
        let mut side = 0;
        while side < 2 {
            let Side { view, attacked, safe_movers, .. } = &sides[side];
            let mut left = view.own;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let state = (safe_movers >> square & 1)
                    | (attacked >> square & 1) << 1
                    | (view.promoted >> square & 1) << 2
                    | (side as u64) << 3
                    | (to_move.index() as u64) << 4;
                // There are as many dark squares as pieces, at most.
                let row = state as usize * SQUARES + square / 2;
                pieces.rows[pieces.count % SQUARES] = row as u16;
                pieces.count += 1;
            }
            side += 1;
        }
        pieces
    }

    #[inline(always)]
    fn rows(&self) -> &[u16] {
        &self.rows[..self.count.min(SQUARES)]
    }

    /// The phase with so many pieces.
    #[inline(always)]
    fn phase(&self) -> usize {
        self.count.min(FULL) * PHASES / (FULL + 1)
    }
}

/// The totals of a position: steps and safe steps of both sides.
#[inline(always)]
fn totals([own, enemy]: &[Side; 2]) -> [i32; TOTALS] {
    // At most four for each piece.
    [own.steps, own.safe_steps, enemy.steps, enemy.safe_steps].map(u32::cast_signed)
}

impl Learnable for Zvp {
    type Net = ZvpNet;

    const SHAPE: NetShape =
        NetShape { states: STATES, squares: SQUARES, totals: TOTALS, phases: PHASES };

    /// The board, and its mirror image on the line from corner to corner.
    const SYMMETRIES: usize = 2;

    fn image(symmetry: usize, square: u8) -> u8 {
        // Of two squares side by side one is dark.
        let dark = 2 * square + u8::from(square / 4 % 2 == 1);
        Symmetry::ALL[symmetry * TRANSPOSE].square(Square::new(dark), 8).index() / 2
    }

    fn inputs(&self, inputs: &mut NetInputs) {
        let Threats(sides) = self.context();
        let pieces = Pieces::new(&sides, self.to_move());
        inputs.pieces.clear();
        inputs.pieces.extend_from_slice(pieces.rows());
        inputs.totals.clear();
        inputs.totals.extend(totals(&sides));
        inputs.phase = pieces.phase();
    }

    fn with_net(file: &NetFile) -> Result<ZvpNet, NetError> {
        file.check(Self::NAME, Self::SHAPE, Self::SYMMETRIES)?;
        Ok(ZvpNet(match file.filters {
            8 => SizedTables::Eight(Tables::new::<Self>(file)),
            16 => SizedTables::Sixteen(Tables::new::<Self>(file)),
            _ => SizedTables::ThirtyTwo(Tables::new::<Self>(file)),
        }))
    }
}

/// The tables of a net with as many filters as it has, and twice as many hidden units.
enum SizedTables {
    Eight(Tables<16>),
    Sixteen(Tables<32>),
    ThirtyTwo(Tables<64>),
}

/// A net.
pub struct ZvpNet(SizedTables);

/// With the net that comes with the program.
impl Default for ZvpNet {
    fn default() -> ZvpNet {
        let net = NetFile::from_bytes(NET).and_then(|file| Zvp::with_net(&file));
        // It does not come from outside, and a test loads it.
        net.expect("the net of the program fits")
    }
}

/// Functions in a version for each kind of processor.
macro_rules! runs {
    ($($run:ident: $hidden:literal;)*) => {$(
        #[multiversion::multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512vl+bmi1+bmi2+lzcnt+popcnt",
            "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
        ))]
        fn $run(tables: &Tables<$hidden>, sides: &[Side; 2], to_move: Player) -> Value {
            let pieces = Pieces::new(sides, to_move);
            tables.run(pieces.rows(), totals(sides), pieces.phase())
        }
    )*};
}

runs! {
    run_8: 16;
    run_16: 32;
    run_32: 64;
}

impl Evaluator<Zvp> for ZvpNet {
    #[inline]
    fn evaluate(&self, position: &Zvp, Threats(sides): &Threats) -> Value {
        let to_move = position.to_move();
        match &self.0 {
            SizedTables::Eight(tables) => run_8(tables, sides, to_move),
            SizedTables::Sixteen(tables) => run_16(tables, sides, to_move),
            SizedTables::ThirtyTwo(tables) => run_32(tables, sides, to_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::{Symmetric, conformance};
    use zugi_search::eval::net::FILTERS;
    use zugi_search::eval::net::testing::{random_net, slowly};

    use super::*;

    fn positions(seed: u64) -> Vec<Zvp> {
        let mut rng = Rng::with_seed(seed);
        let games = (0..5).flat_map(|_| conformance::random_game(&Zvp::start(), &mut rng));
        games.filter(|position| position.outcome().is_none()).collect()
    }

    #[test]
    fn nets_do_what_the_formula_says_and_are_symmetric() {
        let mut rng = Rng::with_seed(1);
        for filters in FILTERS {
            let file = random_net::<Zvp>(filters, &mut rng);
            let net = Zvp::with_net(&file).unwrap();
            let positions = positions(2);
            let values: Vec<Value> = positions.iter().map(|position| net.value(position)).collect();
            assert!(values.iter().min() < values.iter().max(), "{values:?}");
            for (position, &value) in positions.iter().zip(&values) {
                assert_eq!(value, slowly(&file, position), "{}", position.text());
                for image in position.images() {
                    assert_eq!(net.value(&image), value, "{}", image.text());
                }
            }
        }
    }

    #[test]
    fn images_are_those_of_the_game() {
        for position in positions(3).iter().step_by(7) {
            let rows = |position: &Zvp| {
                let mut inputs = NetInputs::default();
                position.inputs(&mut inputs);
                inputs.pieces
            };
            let image = |row: &u16| {
                let (state, square) = (row / SQUARES as u16, row % SQUARES as u16);
                state * SQUARES as u16 + u16::from(Zvp::image(1, square as u8))
            };
            let mut turned: Vec<u16> = rows(position).iter().map(image).collect();
            let mut expected = rows(&position.images()[1]);
            turned.sort_unstable();
            expected.sort_unstable();
            assert_eq!(turned, expected, "{}", position.text());
        }
    }

    /// That it fits, says what made it, and knows who is ahead.
    #[test]
    fn the_net_of_the_program_is_a_net() {
        let file = NetFile::from_bytes(NET).unwrap();
        assert!(file.command.contains("zugi train --variant zvp "), "{}", file.command);
        let net = ZvpNet::default();
        let value = |text| net.value(&Zvp::from_text(text).unwrap());
        let start = value("5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0");
        assert!(start + 100 < value("7b/8/8/w7/1w6/w1w5/1w1w4/w1w1w3 w 0"), "{start}");
        // Discounted results make values smaller: a piece is worth less than 100.
        assert!(value("5b1b/6b1/7b/w7/8/w7/8/w7 b 0") > 50);
    }

    #[test]
    fn states_are_what_they_say() {
        let states = |text: &str| {
            let mut inputs = NetInputs::default();
            Zvp::from_text(text).unwrap().inputs(&mut inputs);
            inputs.pieces.iter().map(|piece| piece / 32).collect::<Vec<_>>()
        };
        // The princess on c3 can be taken, and take; the queen is on h8, the brain on f2.
        let white = states("7W/8/8/8/3b4/2w5/5B2/8 w");
        assert_eq!(white, [0b00011, 0b00101, 0b01101, 0b01011]);
        let black = states("7W/8/8/8/3b4/2w5/5B2/8 b");
        assert_eq!(black, [0b10101, 0b10011, 0b11011, 0b11101]);
    }
}
