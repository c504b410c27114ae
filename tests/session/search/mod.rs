//! The search as a library: results, guarantees, and playing strength.

mod alpha_beta;
mod analysis;
mod draws;
mod endgames;
mod solved;
mod tree;
mod zvp_play;
