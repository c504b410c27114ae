//! Makes data by self-play, and fits the evaluators of [`zugi_search::eval`] to it.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod adam;
mod capabilities;
pub mod data;
mod gradient_descent;
mod logistic;
pub mod openings;
#[cfg(feature = "tuning")]
pub mod parameters;
pub mod priors;
mod self_play;
pub mod train;
pub mod weights;

pub use capabilities::with_learning;
pub use gradient_descent::{Epoch, FittedWeights};

/// A pool of threads for self-play; 0 for one thread for each core.
///
/// # Errors
/// The system cannot start this number of threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let start = |thread: rayon::ThreadBuilder| zugi_search::spawn(|| thread.run()).map(drop);
    rayon::ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start).build()
}
