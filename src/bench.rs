//! The benchmark: searches of fixed positions to fixed depths with one thread.
//!
//! Its node count is the signature of the search: the same on every machine and in
//! every run, and another one whenever the play of the engine changes.

use std::time::{Duration, Instant};

use crate::eval::Benchmark;
use crate::game::GameInProgress;
use crate::games::VARIANTS;
use crate::search::{AlphaBeta, Limits, Settings, StopToken, nodes_per_second};
use crate::with_variant;

/// The size of each search's own table, in MiB.
const TABLE_MIB: u64 = 16;

/// One finished search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The variant's name.
    pub variant: &'static str,
    /// The position text.
    pub position: &'static str,
    /// The depth reached, in plies.
    pub depth: u32,
    /// The nodes that it took.
    pub nodes: u64,
}

/// The sum of all searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// The time that they took.
    pub time: Duration,
}

impl std::fmt::Display for Summary {
    /// `N nodes M nps`, the form that benchmarking scripts look for.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.time))
    }
}

/// Runs the benchmark, to the given depth or to each variant's own one, and calls
/// `observe` after each position. `None` if the token was stopped before the end, or
/// there is no memory for a table.
///
/// Call it from a thread with a stack of [`STACK_SIZE`](crate::search::STACK_SIZE).
pub fn run(
    depth: Option<u32>,
    token: &StopToken,
    mut observe: impl FnMut(&Step),
) -> Option<Summary> {
    let start = Instant::now();
    let mut nodes = 0;
    for variant in VARIANTS {
        nodes += with_variant!(variant, G => run_variant::<G>(depth, token, &mut observe))??;
    }
    Some(Summary { nodes, time: start.elapsed() })
}

/// Searches the positions of a variant; the nodes that it took.
fn run_variant<G: Benchmark>(
    depth: Option<u32>,
    token: &StopToken,
    observe: &mut impl FnMut(&Step),
) -> Option<u64> {
    let mut nodes = 0;
    for &text in G::BENCH_POSITIONS {
        let limits = Limits { depth: depth.or(Some(G::BENCH_DEPTH)), ..Limits::default() };
        let game = GameInProgress::new(G::from_text(text).ok()?);
        let alpha_beta = AlphaBeta::new(G::Evaluator::default(), TABLE_MIB).ok()?;
        let report = alpha_beta.search(&game, &limits, &Settings::default(), token, ())?;
        if token.is_stopped() {
            return None;
        }
        nodes += report.nodes;
        let (variant, depth) = (G::NAME, report.depth);
        observe(&Step { variant, position: text, depth, nodes: report.nodes });
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_positions<G: Benchmark>() {
        assert!(!G::BENCH_POSITIONS.is_empty(), "{}", G::NAME);
        for &text in G::BENCH_POSITIONS {
            let position = G::from_text(text).unwrap();
            assert_eq!((position.text().as_str(), position.outcome()), (text, None));
        }
    }

    #[test]
    fn all_variants_and_positions_count() {
        for variant in VARIANTS {
            assert_eq!(with_variant!(variant, G => check_positions::<G>()), Some(()));
        }
    }

    #[test]
    fn the_signature_is_reproducible() {
        let nodes = || run(Some(3), &StopToken::default(), |_| ()).map(|summary| summary.nodes);
        assert!(nodes().is_some_and(|count| count > 1000));
        assert_eq!(nodes(), nodes());
        let stopped = StopToken::default();
        stopped.stop();
        assert_eq!(run(Some(3), &stopped, |_| ()), None);
    }
}
