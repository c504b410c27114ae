//! The sources of tables for proofs, and the proofs of a session as a capability.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

use zugi_game::{AnyEndgames, Proofs, Variant};
use zugi_tables::{HasTablebase, TableError, TablebaseSet};

use super::TablesAndSolver;
use super::prover::{Proves, SessionTables};

pub trait TableSource<G: Proves>: Clone + Send + Sync + 'static {
    type Tables: SessionTables<G>;

    /// The tables of a session with these folders.
    ///
    /// # Errors
    /// A folder cannot be used.
    fn of_session(&self, folders: &[PathBuf]) -> Result<Self::Tables, TableError>;
}

/// A source of the tables of folders and of small ones; the field is the folder that keeps these.
#[derive(Clone, Debug)]
pub struct CachedTables(pub Option<PathBuf>);

impl<G: HasTablebase + Proves> TableSource<G> for CachedTables {
    type Tables = TablebaseSet<G>;

    fn of_session(&self, folders: &[PathBuf]) -> Result<TablebaseSet<G>, TableError> {
        TablebaseSet::open(folders, self.0.as_deref())
    }
}

/// No tables; folders are ignored.
#[derive(Clone, Copy, Debug)]
pub struct NoTables;

impl<G: Proves> TableSource<G> for NoTables {
    type Tables = ();

    fn of_session(&self, _: &[PathBuf]) -> Result<(), TableError> {
        Ok(())
    }
}

struct SessionProofs<G, S> {
    source: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Proves, S: TableSource<G>> Proofs for SessionProofs<G, S> {
    fn open(&self, folders: &[PathBuf], mib: u64) -> Result<Arc<dyn AnyEndgames>, String> {
        let tables = self.source.of_session(folders).map_err(|why| why.to_string())?;
        Ok(<dyn AnyEndgames>::of(Arc::new(TablesAndSolver::<G, _>::new(tables, mib))))
    }
}

pub(super) fn with_session_proofs<G: Proves, S: TableSource<G>>(
    variant: Variant,
    source: S,
) -> Variant {
    variant.with::<dyn Proofs>(Arc::new(SessionProofs::<G, S> { source, game: PhantomData }))
}
