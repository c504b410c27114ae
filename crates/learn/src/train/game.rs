//! The data of a game that training needs, with its type erased: training is compiled for each
//! number of filters, not for each game.

use zugi_game::Player;
use zugi_search::eval::net::{Learnable, Net, NetError, NetFile, NetInputs, NetShape};
use zugi_search::{Evaluator, Value};

/// What a packed position is worth.
pub(super) type Judge = Box<dyn Fn(&[u8]) -> Value>;

/// A game with nets. Its positions are packed, and all but [`NetGame::to_move`] take them for
/// positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct NetGame {
    pub variant: &'static str,
    pub shape: NetShape,
    pub symmetries: usize,
    /// See [`Learnable::image`].
    pub image: fn(usize, u8) -> u8,
    /// Whose turn it is; `None` if the bytes are no position.
    pub to_move: fn(&[u8]) -> Option<Player>,
    /// The inputs of a packed position.
    pub inputs: fn(&[u8], &mut NetInputs),
    /// The evaluator that comes with the program.
    pub standard: fn() -> Judge,
    /// That with a net.
    pub with_net: fn(&NetFile) -> Result<Judge, NetError>,
}

impl NetGame {
    pub fn of<G: Learnable>() -> NetGame {
        NetGame {
            variant: G::NAME,
            shape: G::SHAPE,
            symmetries: G::SYMMETRIES,
            image: G::image,
            to_move: |packed| G::unpack(packed).map(|position| position.to_move()),
            inputs: |packed, inputs| {
                if let Some(position) = G::unpack(packed) {
                    *inputs = NetInputs::of(&position);
                }
            },
            standard: || judge::<G>(G::Evaluator::default()),
            with_net: |file| Net::<G>::new(file).map(judge::<G>),
        }
    }
}

fn judge<G: Learnable>(evaluator: impl Evaluator<G>) -> Judge {
    Box::new(move |packed| G::unpack(packed).map_or(0, |position| evaluator.value(&position)))
}
