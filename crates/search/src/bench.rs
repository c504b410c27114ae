//! The benchmark: searches of fixed positions to fixed depths with one thread.
//!
//! Its node count is the signature of the search: the same on every machine and in every run. A
//! different signature means that the engine plays differently.

use std::time::Duration;

use thiserror::Error;
use zugi_game::time::Instant;
use zugi_game::{Capability, Registry, Setup};

use crate::{Limits, OutOfMemory, Searches, Settings, StopToken, nodes_per_second};

/// How to run the benchmark. The default gives the signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// The depth of each search, in plies; `None`: each position has its own.
    pub depth: Option<u32>,
    /// The size of each search's own table, in MiB. With a table larger than the caches of the
    /// processor, the time includes the waits for memory.
    pub hash: u64,
}

impl Default for BenchSettings {
    fn default() -> BenchSettings {
        BenchSettings { depth: None, hash: 16 }
    }
}

/// Why a benchmark has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    #[error("bench stopped before its end")]
    Stopped,
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// One finished search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchSearch {
    pub variant: &'static str,
    pub position: &'static str,
    /// The depth reached, in plies.
    pub depth: u32,
    pub nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchTotal {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// The time of all searches, without the allocation of their tables.
    pub time: Duration,
}

impl std::fmt::Display for BenchTotal {
    /// `N nodes M nps`, the form that benchmarking scripts look for.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.time))
    }
}

/// The capability of variants that the benchmark covers: the texts of positions, each with a depth
/// in plies. With these depths all games have about the same number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Benchmarks(pub &'static [(&'static str, u32)]);

impl Capability for Benchmarks {
    const MISSING: &'static str = "cannot be measured: it has no benchmark positions";
}

/// Runs the benchmark over all variants that it covers, and calls `observe` after each position.
///
/// ```
/// use std::sync::Arc;
/// use zugi_game::{Of, Registry, Variant, toy::Hexapawn};
/// use zugi_search::bench::{BenchSettings, Benchmarks, run};
/// use zugi_search::{Searches, StopToken};
///
/// let positions = Benchmarks(&[("bbbb/4/4/wwww w", 8), ("b3/1b2/2w1/3w b", 8)]);
/// let toy = Variant::new::<Hexapawn>()
///     .with::<dyn Searches>(Of::<Hexapawn>::new())
///     .with(Arc::new(positions));
/// let registry = Registry::new(vec![toy], "hexapawn");
/// let (token, mut searches) = (StopToken::default(), Vec::new());
/// let settings = BenchSettings { depth: Some(3), ..BenchSettings::default() };
/// let total = run(&registry, &settings, &token, |search| searches.push(*search)).unwrap();
/// assert!(searches.iter().all(|search| search.variant == "hexapawn" && search.depth <= 3));
/// assert_eq!(total.nodes, searches.iter().map(|search| search.nodes).sum::<u64>());
/// ```
pub fn run(
    registry: &Registry,
    settings: &BenchSettings,
    token: &StopToken,
    mut observe: impl FnMut(&BenchSearch),
) -> Result<BenchTotal, BenchError> {
    let mut total = BenchTotal { nodes: 0, time: Duration::ZERO };
    for variant in registry.variants() {
        let capabilities =
            (variant.capability::<Benchmarks>(), variant.capability::<dyn Searches>());
        let (Ok(benchmark), Ok(searches)) = capabilities else { continue };
        for &(position, own_depth) in benchmark.0 {
            let searcher = searches.searcher(settings.hash)?;
            let start = Instant::now();
            let depth = Some(settings.depth.unwrap_or(own_depth));
            let (limits, plain) = (Limits { depth, ..Limits::default() }, Settings::default());
            let mut game = variant.game();
            game.set_up(Setup::Text(position), &[]).map_err(|_| BenchError::Stopped)?;
            let report = searcher.search(game.as_ref(), &limits, &plain, token, None);
            let report = report.filter(|_| !token.is_stopped()).ok_or(BenchError::Stopped)?;
            total.time += start.elapsed();
            total.nodes += report.nodes;
            let (depth, nodes) = (report.depth, report.nodes);
            observe(&BenchSearch { variant: variant.name(), position, depth, nodes });
        }
    }
    Ok(total)
}
