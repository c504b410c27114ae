//! Nets for Zola: their inputs and their inference.
//!
//! Each checker is in one of 16 states: its side's or the other's; safe, defended,
//! outnumbered or hanging; with or without a quiet move. So a position is one row of
//! weights for each checker. The rows of all hidden units are added up from scratch at each
//! position.

mod inference;

use std::marker::PhantomData;

use zugi_game::board::{Bits, Square, Symmetry};
use zugi_search::eval::net::{Learnable, NetError, NetFile, NetInputs, NetShape, TOTALS, Tables};
use zugi_search::{Evaluator, Searchable, Value};

use super::Attacks;
use super::safety::Safety;
use super::square_sets::{self, WORD};
use crate::rules::movegen::Mobility;
use crate::rules::{Size, Zola};
pub use inference::NetInference;

/// The states of a checker.
const STATES: usize = 16;

/// Phases by the number of checkers.
const PHASES: usize = 8;

/// The phase with so many checkers.
#[inline(always)]
const fn phase<S: Size>(checkers: usize) -> usize {
    // No more checkers than squares.
    checkers * PHASES / (S::SQUARES as usize + 1)
}

/// The four bits of the states of the checkers, as sets: with a quiet move; the two bits of their
/// [`Safety`]; the enemy's.
#[inline(always)]
fn states<B: Bits>(own: B, enemy: B, contacts: &[Mobility<B>; 2]) -> [B; 4] {
    let [ours, theirs] = contacts;
    let Safety { bits: [low, high] } = Safety::new(own, enemy, contacts);
    [ours.free | theirs.free, low, high, enemy]
}

/// The most checkers on any board.
const MAX_CHECKERS: usize = 128;

/// Of each checker its state, times the number of squares, plus its square.
struct Checkers {
    rows: [u16; MAX_CHECKERS],
    count: usize,
}

impl Checkers {
    // No closures: they would be compiled for any processor.
    #[inline(always)]
    fn new<S: Size>(own: S::Bits, enemy: S::Bits, contacts: &[Mobility<S::Bits>; 2]) -> Checkers {
        let states = states(own, enemy, contacts);
        let mut checkers = Checkers { rows: [0; MAX_CHECKERS], count: 0 };
        let words = usize::from(S::SQUARES).div_ceil(WORD);
        for (word, mut left) in (own | enemy).words().into_iter().take(words).enumerate() {
            let states = square_sets::of_word(&states, word);
            let mut rows = [0; WORD];
            for square in 0..WORD {
                let row = u16::from(states[square]) * u16::from(S::SQUARES);
                rows[square] = row + (WORD * word + square) as u16;
            }
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                checkers.rows[checkers.count % MAX_CHECKERS] = rows[square % WORD];
                checkers.count += 1;
            }
        }
        checkers
    }

    /// Those that there are.
    #[inline(always)]
    fn rows(&self) -> &[u16] {
        &self.rows[..self.count.min(MAX_CHECKERS)]
    }
}

/// The totals of a position: captures and quiet moves of both sides.
#[inline(always)]
fn totals<B>(contacts: &[Mobility<B>; 2]) -> [i32; TOTALS] {
    let [ours, theirs] = contacts;
    // A few hundred at most.
    [ours.captures as i32, ours.quiet as i32, theirs.captures as i32, theirs.quiet as i32]
}

impl<S: NetInference> Learnable for Zola<S> {
    type Net = ZolaNet<S>;

    const SHAPE: NetShape =
        NetShape { states: STATES, squares: S::SQUARES as usize, totals: TOTALS, phases: PHASES };

    const SYMMETRIES: usize = 8;

    fn image(symmetry: usize, square: u8) -> u8 {
        Symmetry::ALL[symmetry].square(Square::new(square), S::N).index()
    }

    fn inputs(&self, inputs: &mut NetInputs) {
        let Attacks { own, enemy, contacts } = self.context();
        let checkers = Checkers::new::<S>(own, enemy, &contacts);
        inputs.pieces.clear();
        inputs.pieces.extend_from_slice(checkers.rows());
        inputs.totals.clear();
        inputs.totals.extend(totals(&contacts));
        inputs.phase = phase::<S>(checkers.count);
    }

    fn with_net(file: &NetFile) -> Result<ZolaNet<S>, NetError> {
        file.check(S::NAME, Self::SHAPE, Self::SYMMETRIES)?;
        let tables = match file.filters {
            8 => SizedTables::Eight(Tables::new::<Self>(file)),
            16 => SizedTables::Sixteen(Tables::new::<Self>(file)),
            _ => SizedTables::ThirtyTwo(Tables::new::<Self>(file)),
        };
        Ok(ZolaNet(tables, PhantomData))
    }
}

/// The tables of a net with as many filters as it has, and eight times as many hidden units.
enum SizedTables {
    Eight(Tables<64>),
    Sixteen(Tables<128>),
    ThirtyTwo(Tables<256>),
}

/// A net.
pub struct ZolaNet<S>(SizedTables, PhantomData<fn(S)>);

/// With the net that comes with the program.
impl<S: NetInference> Default for ZolaNet<S> {
    fn default() -> ZolaNet<S> {
        let net = NetFile::from_bytes(S::NET).and_then(|file| Zola::<S>::with_net(&file));
        // It does not come from outside, and a test loads each.
        net.expect("the net of the program fits")
    }
}

impl<S: NetInference> Evaluator<Zola<S>> for ZolaNet<S> {
    #[inline]
    fn evaluate(&self, _: &Zola<S>, attacks: &Attacks<S>) -> Value {
        let Attacks { own, enemy, contacts } = attacks;
        match &self.0 {
            SizedTables::Eight(tables) => S::run(tables, *own, *enemy, contacts),
            SizedTables::Sixteen(tables) => S::run(tables, *own, *enemy, contacts),
            SizedTables::ThirtyTwo(tables) => S::run(tables, *own, *enemy, contacts),
        }
    }
}

#[cfg(test)]
mod tests;
