//! Toy games for examples and tests: [`Corridor`] with repetitions and draws, [`Hexapawn`] with a
//! board and all optional traits of a [`Game`](super::Game) with two sides, and [`Pile`] with
//! chance and hidden cards. They are not variants of the protocol.

mod corridor;
mod hexapawn;
mod pile;

pub use corridor::{Corridor, Step};
pub use hexapawn::{Hexapawn, PawnStep};
pub use pile::{Pile, Take};
