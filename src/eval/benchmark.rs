//! What the benchmark searches of a game: what it is worth to measure is known where the
//! game is evaluated.

use super::Evaluated;

/// A game that the benchmark covers.
pub trait Benchmark: Evaluated {
    /// The depth of the searches unless another one is asked for, in plies.
    const BENCH_DEPTH: u32;

    /// The texts of the positions: start, middle game and endings.
    const BENCH_POSITIONS: &'static [&'static str];
}
