//! Toy games for examples and tests: [`Corridor`] with repetitions and draws, [`Hexapawn`] with a
//! board, mirror images and packed positions, and [`Pile`] with chance and hidden cards. They are
//! not variants of the protocol.

mod corridor;
mod hexapawn;
mod pile;

pub use corridor::{Corridor, Step};
pub use hexapawn::{Hexapawn, PawnStep};
pub use pile::{Pile, Take};
