//! Toy games for examples and tests: the least that a [`Game`](super::Game) can be. Nobody
//! plays them, and they are no variants of the protocol.

mod corridor;
mod pile;

pub use corridor::{Corridor, Step};
pub use pile::{Pile, Take};
