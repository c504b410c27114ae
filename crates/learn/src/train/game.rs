//! The data of a game that training needs, with its type erased: training is compiled for each
//! number of filters, not for each game.

use zugi_game::{Of, Player};
use zugi_search::eval::net::{Learnable, Net, NetError, NetFile, NetInputs, NetShape};
use zugi_search::{Evaluator, Value};

/// What a packed position is worth.
pub(super) type Judge = Box<dyn Fn(&[u8]) -> Value>;

/// A game with nets. Its positions are packed, and all but [`NetGame::to_move`] take them for
/// positions.
pub(super) trait NetGame: Sync {
    fn variant(&self) -> &'static str;

    fn shape(&self) -> NetShape;

    fn symmetries(&self) -> usize;

    /// See [`Learnable::image`].
    fn image(&self, symmetry: usize, square: u8) -> u8;

    /// Whose turn it is; `None` if the bytes are no position.
    fn to_move(&self, packed: &[u8]) -> Option<Player>;

    /// Sets the inputs to those of a packed position.
    fn read_inputs(&self, packed: &[u8], inputs: &mut NetInputs);

    /// The evaluator that comes with the program.
    fn standard(&self) -> Judge;

    /// That with a net.
    fn with_net(&self, file: &NetFile) -> Result<Judge, NetError>;
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

    fn standard(&self) -> Judge {
        judge::<G>(G::Evaluator::default())
    }

    fn with_net(&self, file: &NetFile) -> Result<Judge, NetError> {
        Net::<G>::new(file).map(judge::<G>)
    }
}

fn judge<G: Learnable>(evaluator: impl Evaluator<G>) -> Judge {
    Box::new(move |packed| G::unpack(packed).map_or(0, |position| evaluator.value(&position)))
}
