//! The search as a library: results, guarantees, and playing strength.

mod alpha_beta;
mod analysis;
mod draws;
mod exact_values;
mod mistakes;
mod solved;
mod tree;
mod zvp_play;
