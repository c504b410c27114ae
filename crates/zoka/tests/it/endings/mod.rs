//! Endings against an exhaustive search that shares only the rules with the engine, and a rival for
//! whole games.

mod alpha_beta;
mod exhaustive;
mod games;
mod mistakes;
mod puzzles;
mod rival;
mod wins;
