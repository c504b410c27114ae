//! What the benchmark searches of a game: what it is worth to measure is known where the
//! game is evaluated.

use super::HasEvaluator;

/// A game that the benchmark covers.
pub trait Benchmark: HasEvaluator {
    /// The texts of the positions: start, middle game and endings; each with the depth in
    /// plies that it is searched to unless another one is asked for, so that no game has more
    /// than a few times the nodes of another.
    const BENCH: &'static [(&'static str, u32)];
}
