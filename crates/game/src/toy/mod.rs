//! Toy games for examples and tests: [`Corridor`] with repetitions and draws, [`Hexapawn`]
//! with a board and whatever else a [`Game`](super::Game) of two sides may have, and [`Pile`]
//! with chance and something hidden. They are no variants of the protocol.

mod corridor;
mod hexapawn;
mod pile;

pub use corridor::{Corridor, Step};
pub use hexapawn::{Hexapawn, PawnStep};
pub use pile::{Pile, Take};
