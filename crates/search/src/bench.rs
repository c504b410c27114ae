//! The benchmark: searches of fixed positions to fixed depths with one thread.
//!
//! Its node count is the signature of the search: the same on every machine and in
//! every run, and another one whenever the play of the engine changes.

use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{Capability, Registry, Setup, Variant};

use crate::eval::Benchmark;
use crate::{Limits, Searches, Settings, StopToken, nodes_per_second};

/// The size of each search's own table, in MiB.
const TABLE_MIB: u64 = 16;

/// One finished search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchSearch {
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
pub struct BenchTotal {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// The time that they took.
    pub time: Duration,
}

impl std::fmt::Display for BenchTotal {
    /// `N nodes M nps`, the form that benchmarking scripts look for.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.time))
    }
}

/// The capability of a variant that the benchmark covers.
pub struct Benchmarks {
    positions: &'static [(&'static str, u32)],
}

impl Capability for Benchmarks {
    const MISSING: &'static str = "cannot be measured: it has no benchmark positions";
}

impl Benchmarks {
    /// The positions of `G`.
    #[must_use]
    pub fn of<G: Benchmark>() -> Benchmarks {
        Benchmarks { positions: G::BENCH }
    }
}

/// Runs the benchmark over all variants that it covers, to the given depth or to each
/// position's own one, and calls `observe` after each position. `None` if the token was
/// stopped before the end, or there is no memory for a table.
///
/// ```
/// use zugi_game::{Registry, toy::Hexapawn};
/// use zugi_search::bench::{Benchmarks, run};
/// use zugi_search::{StopToken, standard};
///
/// let toy = standard::<Hexapawn>().with(Benchmarks::of::<Hexapawn>());
/// let registry = Registry::new(vec![toy], "hexapawn");
/// let (token, mut searches) = (StopToken::default(), Vec::new());
/// let total = run(&registry, Some(3), &token, |search| searches.push(*search)).unwrap();
/// assert!(searches.iter().all(|search| search.variant == "hexapawn" && search.depth <= 3));
/// assert_eq!(total.nodes, searches.iter().map(|search| search.nodes).sum::<u64>());
/// ```
pub fn run(
    registry: &Registry,
    depth: Option<u32>,
    token: &StopToken,
    mut observe: impl FnMut(&BenchSearch),
) -> Option<BenchTotal> {
    let start = Instant::now();
    let mut nodes = 0;
    for variant in registry.variants() {
        let capabilities = (variant.capability::<Benchmarks>(), variant.capability::<Searches>());
        if let (Ok(benchmark), Ok(searches)) = capabilities {
            for &(position, own_depth) in benchmark.positions {
                let depth = depth.unwrap_or(own_depth);
                let step = search(variant, position, depth, searches, token)?;
                observe(&step);
                nodes += step.nodes;
            }
        }
    }
    Some(BenchTotal { nodes, time: start.elapsed() })
}

/// Searches a position with a table of its own; `None` if that cannot be done to the end.
fn search(
    variant: &Variant,
    position: &'static str,
    depth: u32,
    searches: &Searches,
    token: &StopToken,
) -> Option<BenchSearch> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut game = variant.game();
    game.set_up(Setup::Text(position), &[]).ok()?;
    let searcher = searches.searcher(TABLE_MIB).ok()?;
    let settings = Settings::default();
    let report = searcher.search(game.as_ref(), &limits, &settings, token, &mut ())?;
    let (depth, nodes) = (report.depth, report.nodes);
    (!token.is_stopped()).then(|| BenchSearch { variant: variant.name(), position, depth, nodes })
}
