//! The tables and the results that one proof leaves to the next.

use std::sync::{Arc, Mutex, PoisonError};

use zugi_tables::{Oracle, TableError};

use super::{NoMemoryForResults, ProofError, ProofTables, Provable, Solver};

type MakeOracle<O> = dyn Fn(&ProofTables) -> Result<O, TableError> + Send + Sync;
type SharedSolver<O> = Arc<Solver<Arc<O>>>;

/// The oracle of the last requested tables, and the solver whose results proofs share.
pub(super) struct KeptSolver<O> {
    make: Box<MakeOracle<O>>,
    kept: Mutex<Option<Kept<O>>>,
}

struct Kept<O> {
    tables: ProofTables,
    oracle: Arc<O>,
    /// With the memory of its results in MiB, once a proof has shared results.
    solver: Option<(u64, SharedSolver<O>)>,
}

impl<O> KeptSolver<O> {
    /// Keeps what `make` builds from tables.
    pub fn new(
        make: impl Fn(&ProofTables) -> Result<O, TableError> + Send + Sync + 'static,
    ) -> KeptSolver<O> {
        KeptSolver { make: Box::new(make), kept: Mutex::new(None) }
    }

    /// The oracle of these tables. Other threads that ask meanwhile wait until it is built.
    pub fn oracle(&self, tables: &ProofTables) -> Result<Arc<O>, TableError> {
        self.with(tables, |kept| Arc::clone(&kept.oracle))
    }

    /// The solver with these tables whose results are shared, with so many MiB for them.
    pub fn solver<G: Provable>(
        &self,
        tables: &ProofTables,
        mib: u64,
    ) -> Result<SharedSolver<O>, ProofError>
    where
        O: Oracle<G>,
    {
        let solver = self.with(tables, |kept| {
            if let Some((_, solver)) = kept.solver.as_ref().filter(|(of, _)| *of == mib) {
                return Ok::<_, NoMemoryForResults>(Arc::clone(solver));
            }
            kept.solver = None;
            let made = Arc::new(Solver::new::<G>(Arc::clone(&kept.oracle), mib)?);
            kept.solver = Some((mib, Arc::clone(&made)));
            Ok(made)
        })?;
        Ok(solver?)
    }

    fn with<T>(
        &self,
        tables: &ProofTables,
        take: impl FnOnce(&mut Kept<O>) -> T,
    ) -> Result<T, TableError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_mut().filter(|kept| kept.tables == *tables) {
            return Ok(take(kept));
        }
        // Both at the same time might be more than the memory.
        *kept = None;
        let oracle = Arc::new((self.make)(tables)?);
        let kept = kept.insert(Kept { tables: tables.clone(), oracle, solver: None });
        Ok(take(kept))
    }
}
