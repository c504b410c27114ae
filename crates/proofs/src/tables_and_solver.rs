//! The exact values of an engine: tables, and a proof search that continues earlier ones.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{Attempt, Endgames, Probe, ProofLimits, ProofProgress, ProofReport, TableValue};
use zugi_tables::MADE_IN_STEPS;

use super::NoMemoryForResults;
use super::prover::{Prover, Proves, SessionTables};

/// The time between two checks whether the small tables are ready.
const PAUSE: Duration = Duration::from_millis(1);

/// The time of a step in which this thread builds the small tables.
const STEP: Duration = Duration::from_millis(40);

/// The tables and the proof search of one game.
///
/// ```
/// use zugi_game::{Endgames, Game, Player, Probe, toy::Hexapawn};
/// use zugi_proofs::TablesAndSolver;
/// use zugi_tables::TablebaseSet;
///
/// let tables = TablebaseSet::<Hexapawn>::open(&[], None)?;
/// let endgames = TablesAndSolver::<Hexapawn, _>::new(tables, 1);
/// let ending = Hexapawn::from_text("4/1b2/w3/4 w")?; // White captures
/// while !endgames.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(endgames.winner(&ending), Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TablesAndSolver<G: Proves, T: SessionTables<G>> {
    tables: T,
    /// Snapshots share them.
    results: Arc<Mutex<Results<G, T>>>,
}

struct Results<G: Proves, T: SessionTables<G>> {
    mib: u64,
    /// The number of pieces of the largest table, and the search that uses it. If the number
    /// changes, a new search replaces this one.
    prover: Option<(u32, SharedProver<G, T>)>,
}

type SharedProver<G, T> = Result<Arc<<G as Proves>::Prover<T>>, NoMemoryForResults>;

impl<G: Proves, T: SessionTables<G>> TablesAndSolver<G, T> {
    /// `tables` may be `()`; `mib` is the memory for proofs in MiB.
    #[must_use]
    pub fn new(tables: T, mib: u64) -> TablesAndSolver<G, T> {
        TablesAndSolver { tables, results: Arc::new(Mutex::new(Results { mib, prover: None })) }
    }

    /// The search with the results so far.
    fn prover(&self) -> SharedProver<G, T> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.tables.most_pieces();
        if let Some((of, prover)) = &results.prover
            && *of == most
        {
            return prover.clone();
        }
        // Frees the old results before the new ones are allocated, unless a search still uses them.
        results.prover = None;
        let prover = Prover::with_memory(self.tables.clone(), results.mib).map(Arc::new);
        results.prover = Some((most, prover.clone()));
        prover
    }
}

impl<G: Proves, T: SessionTables<G>> Probe<G> for TablesAndSolver<G, T> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        self.tables.value(position)
    }

    fn most_pieces(&self) -> u32 {
        self.tables.most_pieces()
    }
}

impl<G: Proves, T: SessionTables<G>> Endgames<G> for TablesAndSolver<G, T> {
    fn prepare(&self, position: &G) -> bool {
        self.tables.prepare(position)
    }

    fn prepare_all(&self) -> bool {
        self.tables.prepare_all()
    }

    fn load(&self, position: &G) {
        self.tables.load(position);
    }

    fn depends_on_time(&self) -> bool {
        self.tables.depends_on_time()
    }

    fn snapshot(
        &self,
        position: &G,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn Endgames<G>>> {
        let tables = self.tables.kept(position, is_stopped)?;
        let results = Arc::clone(&self.results);
        Some(Arc::new(TablesAndSolver::<G, T> { tables, results }))
    }

    fn largest_table(&self) -> u32 {
        self.tables.largest_table()
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.tables.work(goes_on)
    }

    fn prove(&self, position: &G, nodes: u64, is_stopped: &dyn Fn() -> bool) -> Attempt<G::Move> {
        let most = self.tables.most_pieces();
        match G::Prover::<T>::is_worth_an_attempt(position, most, nodes).then(|| self.prover()) {
            Some(Ok(prover)) => prover.try_to_prove(position, nodes, is_stopped),
            _ => Attempt { nodes: 0, proof: None },
        }
    }

    fn solve(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<G::Move>, String> {
        let prover = self.prover().map_err(|why| why.to_string())?;
        let start = Instant::now();
        let left = || limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
        let waits = || left() != Some(Duration::ZERO) && !stop.load(Ordering::Relaxed);
        while position.outcome().is_none() && !self.tables.prepare_all() {
            watch(&ProofProgress::default());
            if !waits() {
                break;
            }
            if MADE_IN_STEPS {
                let began = Instant::now();
                self.tables.work(&mut || began.elapsed() < STEP);
            } else {
                thread::sleep(PAUSE);
            }
        }
        let limits = ProofLimits { time: left(), ..limits.clone() };
        let report = prover.prove(position, &limits, stop, watch);
        Ok(ProofReport { time: start.elapsed(), ..report })
    }

    fn forget(&self, mib: u64) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        *results = Results { mib, prover: None };
    }
}
