//! The positions of a game that the benchmark searches.

use super::HasEvaluator;

/// A game that the benchmark covers.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_search::eval::Benchmark;
/// for (text, depth) in Hexapawn::BENCH {
///     assert!(Hexapawn::from_text(text).is_ok() && *depth > 0);
/// }
/// ```
pub trait Benchmark: HasEvaluator {
    /// The texts of the positions (start, middle game and endings), each with its depth in plies.
    /// The depths are chosen so that all games have about the same number of nodes.
    const BENCH: &'static [(&'static str, u32)];
}
