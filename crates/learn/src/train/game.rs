//! The data of a game that training needs, with its type erased: training is compiled for each
//! number of filters, not for each game.

use zugi_game::Player;
use zugi_search::eval::net::{Learnable, Net, NetError, NetFile, NetInputs, NetShape};
use zugi_search::{Evaluator, Value};

/// The evaluation of a packed position; 0 if the bytes are no position.
pub(super) type PackedEval = Box<dyn Fn(&[u8]) -> Value>;

pub(super) struct NetGame {
    pub variant: &'static str,
    pub shape: NetShape,
    pub symmetries: usize,
    /// See [`Learnable::image`].
    pub image: fn(usize, u8) -> u8,
    /// The side to move in a packed position; `None` if the bytes are no position.
    pub to_move: fn(&[u8]) -> Option<Player>,
    /// The inputs for a packed position; none if the bytes are no position.
    pub inputs: fn(&[u8]) -> NetInputs,
    /// The evaluator of the program.
    pub standard: fn() -> PackedEval,
    pub with_net: fn(&NetFile) -> Result<PackedEval, NetError>,
}

impl NetGame {
    pub fn of<G: Learnable>() -> NetGame {
        NetGame {
            variant: G::NAME,
            shape: G::SHAPE,
            symmetries: G::SYMMETRIES,
            image: G::image,
            to_move: |packed| G::unpack(packed).map(|position| position.to_move()),
            inputs: |packed| {
                G::unpack(packed).map_or_else(NetInputs::default, |it| NetInputs::of(&it))
            },
            standard: || packed_eval::<G>(G::Evaluator::default()),
            with_net: |file| Net::<G>::new(file).map(packed_eval::<G>),
        }
    }
}

fn packed_eval<G: Learnable>(evaluator: impl Evaluator<G>) -> PackedEval {
    Box::new(move |packed| G::unpack(packed).map_or(0, |position| evaluator.value(&position)))
}
