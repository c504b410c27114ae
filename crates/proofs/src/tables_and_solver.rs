//! The exact values of an engine: tables, and a proof search that continues where it ended.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{
    Attempt, ExactValue, ExactValueError, Player, ProofLimits, ProofProgress, ProofReport,
    TablebaseProvider,
};
use zugi_tables::{HasTablebase, MADE_IN_STEPS, Oracle, TableError, TablebaseSet};

use super::{NoMemoryForResults, Provable, Solver};

/// Between two looks whether the small tables are ready.
const PAUSE: Duration = Duration::from_millis(1);

/// The same where this thread makes them.
const STEP: Duration = Duration::from_millis(40);

/// A proof is tried where it is expected to take up to so many times the nodes that it may
/// take: positions differ much.
const MAX_COST_RATIO: f64 = 2.0;

/// Knows positions of one game for certain.
///
/// ```
/// use zugi_game::{Game, Player, ExactValue, toy::Hexapawn};
/// use zugi_proofs::TablesAndSolver;
///
/// let knowledge = TablesAndSolver::<Hexapawn>::open(&[], None, 1)?;
/// let ending = Hexapawn::from_text("4/1b2/w3/4 w")?; // White captures
/// while !knowledge.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(knowledge.winner(&ending), Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TablesAndSolver<G: HasTablebase> {
    endings: TablebaseSet<G>,
    /// Shared with snapshots.
    proofs: Arc<Mutex<Proofs<G>>>,
}

/// What searches find out.
struct Proofs<G: HasTablebase> {
    mib: u64,
    /// Made at the first attempt, and anew for other tables: the pieces of the largest one, and
    /// the solver with these tables.
    solver: Option<(u32, Result<SharedSolver<G>, NoMemoryForResults>)>,
}

type SharedSolver<G> = Arc<Solver<TablebaseSet<G>>>;

impl<G: HasTablebase + Provable> TablesAndSolver<G> {
    /// With tables, see [`TablebaseSet::open`], and this memory in MiB for proofs.
    ///
    /// # Errors
    /// See [`TablebaseSet::open`].
    pub fn open(
        folders: &[PathBuf],
        cache: Option<&Path>,
        mib: u64,
    ) -> Result<TablesAndSolver<G>, TableError> {
        let endings = TablebaseSet::open(folders, cache)?;
        let proofs = Arc::new(Mutex::new(Proofs { mib, solver: None }));
        Ok(TablesAndSolver { endings, proofs })
    }

    /// What searches with what was found out.
    fn solver(&self) -> Result<SharedSolver<G>, NoMemoryForResults> {
        let mut proofs = self.proofs.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.endings.most();
        if let Some((of, solver)) = &proofs.solver
            && *of == most
        {
            return solver.clone();
        }
        // The results of the old one are freed first.
        proofs.solver = None;
        let solver = Solver::new::<G>(self.endings.clone(), proofs.mib).map(Arc::new);
        proofs.solver = Some((most, solver.clone()));
        solver
    }

    /// As a capability of a variant; see [`TablesAndSolver::open`].
    #[must_use]
    pub fn capability(cache: Option<&Path>) -> TablebaseProvider {
        let provider = TablebaseSet::<G>::capability_by(cache, |folders, cache, mib| {
            Ok(Arc::new(TablesAndSolver::open(folders, cache, mib)?))
        });
        provider.with_proofs()
    }
}

impl<G: HasTablebase + Provable> ExactValue<G> for TablesAndSolver<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        Oracle::winner(&self.endings, position)
    }

    fn prepare(&self, position: &G) -> bool {
        self.endings.prepare(position)
    }

    fn load(&self, position: &G) {
        self.endings.load(position);
    }

    fn depends_on_time(&self) -> bool {
        self.endings.depends_on_time()
    }

    fn snapshot(
        &self,
        position: &G,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn ExactValue<G>>> {
        let endings = self.endings.kept(position, is_stopped)?;
        Some(Arc::new(TablesAndSolver { endings, proofs: Arc::clone(&self.proofs) }))
    }

    fn largest_table(&self) -> u32 {
        self.endings.largest_table()
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.endings.work(goes_on)
    }

    fn prove(&self, position: &G, nodes: u64, is_stopped: &dyn Fn() -> bool) -> Attempt<G::Move> {
        let nothing = Attempt { nodes: 0, proof: None };
        if position.expected_nodes(self.endings.most()) > MAX_COST_RATIO * nodes as f64 {
            return nothing;
        }
        match self.solver() {
            Ok(solver) => solver.attempt(position, nodes, is_stopped),
            Err(_) => nothing,
        }
    }

    fn solve(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<G::Move>, ExactValueError> {
        let solver = self.solver().map_err(ExactValueError::new)?;
        let start = Instant::now();
        let left = || limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
        let waits = || left() != Some(Duration::ZERO) && !stop.load(Ordering::Relaxed);
        while position.outcome().is_none() && !self.endings.are_ready() {
            watch(&ProofProgress { threads: limits.threads, ..ProofProgress::default() });
            if !waits() {
                break;
            }
            if MADE_IN_STEPS {
                let began = Instant::now();
                self.endings.work(&mut || began.elapsed() < STEP);
            } else {
                thread::sleep(PAUSE);
            }
        }
        let limits = ProofLimits { time: left(), ..limits.clone() };
        let report = solver.solve(position, &limits, stop, watch);
        Ok(ProofReport { time: start.elapsed(), ..report })
    }

    fn forget(&self, mib: u64) {
        let mut proofs = self.proofs.lock().unwrap_or_else(PoisonError::into_inner);
        *proofs = Proofs { mib, solver: None };
    }
}
