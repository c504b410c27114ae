//! The tables and results that one proof leaves to the next.

use std::sync::{Arc, Mutex, PoisonError};

use zugi_game::Game;
use zugi_tables::TableError;

use crate::{NoMemoryForResults, ProofError, ProofTables, Prover};

/// The tables of the last request, and the search whose results are shared.
pub(crate) struct ProverCache<T, P>(Mutex<Option<CacheEntry<T, P>>>);

struct CacheEntry<T, P> {
    of: ProofTables,
    tables: T,
    /// With the memory for results in MiB; `None` until a proof shares its results.
    prover: Option<(u64, Arc<P>)>,
}

impl<T: Clone, P> ProverCache<T, P> {
    pub fn none() -> ProverCache<T, P> {
        ProverCache(Mutex::new(None))
    }

    /// The tables of a request, opened by `open` if the last request had others. Other threads wait
    /// meanwhile.
    pub fn tables(
        &self,
        of: &ProofTables,
        open: impl FnOnce() -> Result<T, TableError>,
    ) -> Result<T, TableError> {
        self.with(of, open, |kept| kept.tables.clone())
    }

    /// The search with these tables whose results are shared; `mib` is the memory for them.
    pub fn prover<G: Game>(
        &self,
        of: &ProofTables,
        mib: u64,
        open: impl FnOnce() -> Result<T, TableError>,
    ) -> Result<Arc<P>, ProofError>
    where
        P: Prover<G, T>,
    {
        let prover = self.with(of, open, |kept| {
            if let Some((_, prover)) = kept.prover.as_ref().filter(|(of, _)| *of == mib) {
                return Ok::<_, NoMemoryForResults>(Arc::clone(prover));
            }
            kept.prover = None;
            let made = Arc::new(P::with_memory(kept.tables.clone(), mib)?);
            kept.prover = Some((mib, Arc::clone(&made)));
            Ok(made)
        })?;
        Ok(prover?)
    }

    fn with<R>(
        &self,
        of: &ProofTables,
        open: impl FnOnce() -> Result<T, TableError>,
        take: impl FnOnce(&mut CacheEntry<T, P>) -> R,
    ) -> Result<R, TableError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_mut().filter(|kept| kept.of == *of) {
            return Ok(take(kept));
        }
        // First, so that the old and the new tables are not in memory together, unless a proof
        // still uses the old ones.
        *kept = None;
        let tables = open()?;
        let kept = kept.insert(CacheEntry { of: of.clone(), tables, prover: None });
        Ok(take(kept))
    }
}
