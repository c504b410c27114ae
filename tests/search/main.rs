//! The search as a library: what it finds, what it promises, and how well it plays.

mod alpha_beta;
mod analysis;
mod draws;
mod exact_values;
mod solved;
mod tree;
mod zvp_play;
