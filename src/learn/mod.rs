//! What the engine learns from games against itself: positions with what became of them, in
//! files, nets that are trained with them, and the fit of the weights of an evaluation. How
//! a position is judged is the business of `eval`.

pub mod data;
mod logistic;
#[cfg(feature = "tuning")]
pub mod parameters;
mod self_play;
pub mod train;
pub mod weights;
