//! Ends of games, against an exhaustive search that shares nothing with the engine but the rules;
//! and a rival for whole games.

mod alpha_beta;
mod exhaustive;
mod games;
mod mistakes;
mod puzzles;
mod rival;
mod wins;
