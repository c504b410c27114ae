//! What the engine learns from games against itself: positions with what became of them, in
//! files, nets that are trained with them, the fit of the weights of an evaluation, and
//! balanced openings. How a position is judged is the business of [`zugi_search::eval`].

#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stdout))]

mod capabilities;
pub mod data;
mod logistic;
pub mod openings;
#[cfg(feature = "tuning")]
pub mod parameters;
mod self_play;
pub mod train;
pub mod weights;

pub use capabilities::with_learning;

/// A pool of threads for what plays many games, as many as there are cores if 0 are asked for.
///
/// # Errors
/// The system has not so many threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let start = |thread: rayon::ThreadBuilder| zugi_search::spawn(|| thread.run()).map(drop);
    rayon::ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start).build()
}

/// The example of the README, to be tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
