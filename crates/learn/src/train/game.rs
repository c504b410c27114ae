//! The data of a game that training needs, with its type erased: training is compiled for each
//! number of filters, not for each game.

use zugi_game::{Of, Player};
use zugi_search::eval::net::{Learnable, Net, NetError, NetFile, NetInputs, NetShape};
use zugi_search::{Evaluator, Value};

pub(super) type PackedEval = Box<dyn Fn(&[u8]) -> Value>;

/// A game with nets. Its other functions take only packed positions for which [`NetGame::to_move`]
/// returns a side.
pub(super) trait NetGame: Sync {
    fn variant(&self) -> &'static str;

    fn shape(&self) -> NetShape;

    fn symmetries(&self) -> usize;

    /// See [`Learnable::image`].
    fn image(&self, symmetry: usize, square: u8) -> u8;

    /// The side to move; `None` if the bytes are no position.
    fn to_move(&self, packed: &[u8]) -> Option<Player>;

    fn read_inputs(&self, packed: &[u8], inputs: &mut NetInputs);

    /// The evaluation by the evaluator of the program.
    fn standard(&self) -> PackedEval;

    fn with_net(&self, file: &NetFile) -> Result<PackedEval, NetError>;
}

impl<G: Learnable> NetGame for Of<G> {
    fn variant(&self) -> &'static str {
        G::NAME
    }

    fn shape(&self) -> NetShape {
        G::SHAPE
    }

    fn symmetries(&self) -> usize {
        G::SYMMETRIES
    }

    fn image(&self, symmetry: usize, square: u8) -> u8 {
        G::image(symmetry, square)
    }

    fn to_move(&self, packed: &[u8]) -> Option<Player> {
        G::unpack(packed).map(|position| position.to_move())
    }

    fn read_inputs(&self, packed: &[u8], inputs: &mut NetInputs) {
        if let Some(position) = G::unpack(packed) {
            *inputs = NetInputs::of(&position);
        }
    }

    fn standard(&self) -> PackedEval {
        packed_eval::<G>(G::Evaluator::default())
    }

    fn with_net(&self, file: &NetFile) -> Result<PackedEval, NetError> {
        Net::<G>::new(file).map(packed_eval::<G>)
    }
}

fn packed_eval<G: Learnable>(evaluator: impl Evaluator<G>) -> PackedEval {
    Box::new(move |packed| G::unpack(packed).map_or(0, |position| evaluator.value(&position)))
}
