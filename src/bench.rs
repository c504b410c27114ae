//! The benchmark: searches of fixed positions to fixed depths with one thread.
//!
//! Its node count is the signature of the search: the same on every machine and in
//! every run, and another one whenever the play of the engine changes.

use std::time::{Duration, Instant};

use crate::game::TextError;
use crate::search::{Evaluate, Limits, Settings, StopToken, Table, nodes_per_second, search};
use crate::with_variant;

/// The depth of the searches unless another one is asked for, by variant.
const DEPTHS: [(&str, u32); 4] = [("zola-4", 12), ("zola-6", 10), ("zola-8", 8), ("zola-10", 7)];

/// The size of each search's own table, in MiB.
const TABLE_MIB: u64 = 16;

/// The positions: start, opening, middle game, endings and a forced pass.
const POSITIONS: &[(&str, &str)] = &[
    ("zola-4", "brbr/rbrb/brbr/rbrb r -"),
    ("zola-4", "b1br/1b2/bbr1/rbrb r -"),
    ("zola-6", "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r p"),
    ("zola-6", "b1brbr/rrrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb b -"),
    ("zola-6", "brbrbr/rbrbrb/brb1b1/rbrrrr/brbrbr/r1bbb1 r -"),
    ("zola-6", "b1r2r/1b2rb/2br2/r1b1b1/b2r1r/1br1b1 b -"),
    ("zola-8", "brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb r -"),
    ("zola-8", "b2r1rb1/1rb2b1r/r1b1r2b/2br1b2/1b1r1br1/r3b2r/1br1r1b1/b1r2b1r b -"),
    (
        "zola-10",
        "b3r4r/1b3r2b1/2r1b1r3/r2b1r2b1/3rb1b1r1/1b2r1r2b/r1b2b1r2/2r1b2b1r/1b3r2r1/r2b3b1r r -",
    ),
];

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
/// `observe` after each position. `None` if the token was stopped before the end.
///
/// Call it from a thread with a stack of [`STACK_SIZE`](crate::search::STACK_SIZE).
pub fn run(
    depth: Option<u32>,
    token: &StopToken,
    mut observe: impl FnMut(&Step),
) -> Option<Summary> {
    let start = Instant::now();
    let mut nodes = 0;
    for &(variant, position) in POSITIONS {
        let own_depth = DEPTHS.into_iter().find(|(name, _)| *name == variant);
        let depth = depth.or(own_depth.map(|(_, depth)| depth)).unwrap_or(1);
        let searched = with_variant!(variant, G => search_to::<G>(position, depth, token));
        let (depth, searched) = searched?.unwrap_or_default();
        if token.is_stopped() {
            return None;
        }
        nodes += searched;
        observe(&Step { variant, position, depth, nodes: searched });
    }
    Some(Summary { nodes, time: start.elapsed() })
}

/// The variants that the benchmark covers.
#[must_use]
pub fn covers(variant: &str) -> bool {
    POSITIONS.iter().any(|(name, _)| *name == variant)
}

/// The depth reached and the nodes that it took.
fn search_to<G: Evaluate>(
    text: &str,
    depth: u32,
    token: &StopToken,
) -> Result<(u32, u64), TextError> {
    let position = G::from_text(text)?;
    let Ok(table) = Table::new(TABLE_MIB) else { return Ok((0, 0)) };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = search(&position, &limits, &Settings::default(), &table, token, ());
    Ok(report.map_or((0, 0), |report| (report.depth, report.nodes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::VARIANTS;

    #[test]
    fn all_variants_and_positions_count() {
        assert!(VARIANTS.into_iter().all(covers));
        for &(variant, text) in POSITIONS {
            let read =
                with_variant!(variant, G => G::from_text(text).map(|position| position.text()));
            assert_eq!(read, Some(Ok(text.to_owned())));
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
