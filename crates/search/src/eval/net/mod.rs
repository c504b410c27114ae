//! Nets: trained evaluations in files. The crate of a game defines the inputs.
//!
//! A net has one hidden layer. Its inputs are the pieces, each in a state on a square, and some
//! totals of the position. A filter has a weight for each state on each square. It is applied in
//! all symmetries of the game, with one hidden unit for each, so that symmetric positions have the
//! same evaluation. The output is a weighted sum of the squared clipped units (SCReLU), with
//! different weights in each phase of the game.

mod fields;
mod file;
mod inference;
pub mod testing;

use thiserror::Error;
use zugi_game::Pack;

use super::HasEvaluator;
pub use fields::Fields;
pub use file::NetFile;
pub use inference::Net;

pub const MAX_SYMMETRIES: usize = 8;

/// The numbers of filters that a net may have.
pub const FILTERS: [usize; 3] = [8, 16, 32];

/// The integer that stands for 1 in a total.
pub const TOTAL_UNIT: i32 = 64;

/// The greatest size of the weighted sum of the totals in a hidden unit; greater sums are clamped.
/// It is measured like the value of a hidden unit: [`NetFile::scale`] stands for 1.
pub const MAX_TOTALS: i32 = 4096;

/// The number of bits by which squared activations are shifted right.
pub const SQUARE_SHIFT: u32 = 4;

/// The greatest [`NetFile::scale`]: its square has 16 bits.
pub const MAX_SCALE: u16 = 255;

/// The number of totals, see [`NetInputs`].
pub const TOTALS: usize = 4;

/// The size of a game's nets, without the number of filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetShape {
    /// The number of states of a piece.
    pub states: usize,
    pub squares: usize,
    /// The number of totals, always [`TOTALS`].
    pub totals: usize,
    pub phases: usize,
}

pub const MAX_PIECES: usize = 128;

/// The inputs of a net for one position.
#[derive(Clone, PartialEq, Debug)]
pub struct NetInputs {
    pieces: [u16; MAX_PIECES],
    count: usize,
    /// Sums over the position, in units of 1 / [`TOTAL_UNIT`].
    pub totals: [i32; TOTALS],
    /// The phase of the game, from 0.
    pub phase: usize,
}

impl Default for NetInputs {
    #[inline(always)]
    fn default() -> NetInputs {
        NetInputs { pieces: [0; MAX_PIECES], count: 0, totals: [0; TOTALS], phase: 0 }
    }
}

impl NetInputs {
    pub fn of<G: Learnable>(position: &G) -> NetInputs {
        let mut inputs = NetInputs::default();
        position.features(&position.context(), &mut inputs);
        inputs
    }

    /// Adds a piece: its state times the number of squares, plus its square. At most [`MAX_PIECES`]
    /// pieces fit.
    #[inline(always)]
    pub fn add(&mut self, piece: u16) {
        self.pieces[self.count % MAX_PIECES] = piece;
        self.count += 1;
    }

    /// The pieces, in the order of [`NetInputs::add`].
    #[inline(always)]
    pub fn pieces(&self) -> &[u16] {
        &self.pieces[..self.count.min(MAX_PIECES)]
    }
}

/// A game whose evaluation can be a trained net.
pub trait Learnable: HasEvaluator + Pack {
    const SHAPE: NetShape;

    /// The number of symmetries of the game, at most [`MAX_SYMMETRIES`].
    const SYMMETRIES: usize;

    /// The file of the net that comes with the program; if it is `None`,
    /// [`Searchable::evaluate`](crate::Searchable::evaluate) evaluates.
    const NET: Option<&'static [u8]> = None;

    /// The image of a square in a symmetry, which is less than [`Learnable::SYMMETRIES`].
    fn image(symmetry: usize, square: u8) -> u8;

    /// Writes the inputs for the position to empty `inputs`. It is compiled for each instruction
    /// set only if it and all functions that it calls are `#[inline(always)]`, without closures.
    fn features(&self, context: &Self::Context, inputs: &mut NetInputs);
}

/// Why a file is no net for a variant: a message in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NetError(String);
