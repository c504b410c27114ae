//! The tests of the solver from outside of the crate.

mod draws;
mod hexapawn;
