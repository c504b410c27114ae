//! The sources of tables for proofs, and the capabilities of a variant with proofs.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zugi_game::{AnyEndgames, EndgameError, Proofs, Variant};
use zugi_tables::{HasTablebase, TableError, TablebaseSet, with_tables};

#[cfg(feature = "files")]
use super::ProofTables;
use super::TablesAndSolver;
#[cfg(feature = "files")]
use super::capability::{CommandProofs, FileProver, ProofSolver};
use super::prover::{Proves, SessionTables};

pub trait TableSource<G: Proves>: Clone + Send + Sync + 'static {
    type Tables: SessionTables<G>;

    /// The tables of a session with these folders.
    ///
    /// # Errors
    /// A folder cannot be used.
    fn of_session(&self, folders: &[PathBuf]) -> Result<Self::Tables, TableError>;

    /// The tables of a request of `zugi solve`.
    ///
    /// # Errors
    /// A folder cannot be used.
    #[cfg(feature = "files")]
    fn of_request(&self, tables: &ProofTables) -> Result<Self::Tables, TableError>;
}

/// No tables; folders are ignored.
#[derive(Clone, Copy, Debug)]
pub struct NoTables;

impl<G: Proves> TableSource<G> for NoTables {
    type Tables = ();

    fn of_session(&self, _: &[PathBuf]) -> Result<(), TableError> {
        Ok(())
    }

    #[cfg(feature = "files")]
    fn of_request(&self, _: &ProofTables) -> Result<(), TableError> {
        Ok(())
    }
}

/// The tables of folders and small ones; with the folder that keeps the small ones.
#[derive(Clone, Debug)]
pub struct CachedTables(Option<PathBuf>);

impl<G: HasTablebase + Proves> TableSource<G> for CachedTables {
    type Tables = TablebaseSet<G>;

    fn of_session(&self, folders: &[PathBuf]) -> Result<TablebaseSet<G>, TableError> {
        TablebaseSet::open(folders, self.0.as_deref())
    }

    #[cfg(feature = "files")]
    fn of_request(&self, tables: &ProofTables) -> Result<TablebaseSet<G>, TableError> {
        let ProofTables { folders, memory, .. } = tables;
        match tables.small {
            true if tables.only_named => {
                TablebaseSet::open_with(folders, *memory, self.0.as_deref())
            }
            true => TablebaseSet::complete(folders, *memory, self.0.as_deref()),
            false => TablebaseSet::of_files(folders, *memory),
        }
    }
}

struct SessionProofs<G, S> {
    source: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Proves, S: TableSource<G>> Proofs for SessionProofs<G, S> {
    fn open(&self, folders: &[PathBuf], mib: u64) -> Result<AnyEndgames, EndgameError> {
        let tables = self.source.of_session(folders).map_err(EndgameError::new)?;
        Ok(AnyEndgames::of(Arc::new(TablesAndSolver::<G, _>::new(tables, mib))))
    }
}

/// Adds endgame tables, and a proof search that uses them, to a variant.
///
/// The folder `cache` keeps the small tables that sessions build; it is created when needed.
/// Without it each session builds them anew.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use zugi_game::{Player, ProofLimits, Proofs, Variant, toy::Hexapawn};
/// use zugi_proofs::with_tables_and_proofs;
///
/// let variant = with_tables_and_proofs::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// let values = variant.capability::<dyn Proofs>()?.open(&[], 1)?;
/// let (start, limits, stop) = (variant.game(), ProofLimits::default(), AtomicBool::new(false));
/// let report = values.solve(&*start, &limits, &stop, &mut |_| ())?;
/// assert_eq!(report.winner(), Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[cfg(feature = "files")]
pub fn with_tables_and_proofs<G: HasTablebase + Proves>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant
where
    G::Prover<TablebaseSet<G>>: FileProver<G, TablebaseSet<G>>,
{
    let source = CachedTables(cache.map(Path::to_owned));
    with_proofs_from::<G, _>(with_tables::<G>(variant, cache), source)
}

/// Adds endgame tables, and a proof search that uses them, to a variant.
#[must_use]
#[cfg(not(feature = "files"))]
pub fn with_tables_and_proofs<G: HasTablebase + Proves>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let source = CachedTables(cache.map(Path::to_owned));
    with_session_proofs::<G, _>(with_tables::<G>(variant, cache), source)
}

/// Adds a proof search to a variant without endgame tables.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use zugi_game::{ProofLimits, Proofs, Tablebases, Variant, toy::Corridor};
/// use zugi_proofs::with_proofs;
///
/// let variant = with_proofs::<Corridor>(Variant::new::<Corridor>());
/// assert!(variant.capability::<dyn Tablebases>().is_err());
/// let values = variant.capability::<dyn Proofs>()?.open(&[], 1)?;
/// let (start, limits, stop) = (variant.game(), ProofLimits::default(), AtomicBool::new(false));
/// assert!(values.solve(&*start, &limits, &stop, &mut |_| ())?.outcome.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[cfg(feature = "files")]
pub fn with_proofs<G: Proves>(variant: Variant) -> Variant
where
    G::Prover<()>: FileProver<G, ()>,
{
    with_proofs_from::<G, _>(variant, NoTables)
}

#[cfg(feature = "files")]
fn with_proofs_from<G: Proves, S: TableSource<G>>(variant: Variant, source: S) -> Variant
where
    G::Prover<S::Tables>: FileProver<G, S::Tables>,
{
    let command = Arc::new(CommandProofs::<G, S>::of(source.clone()));
    with_session_proofs::<G, S>(variant, source).with::<dyn ProofSolver>(command)
}

fn with_session_proofs<G: Proves, S: TableSource<G>>(variant: Variant, source: S) -> Variant {
    variant.with::<dyn Proofs>(Arc::new(SessionProofs::<G, S> { source, game: PhantomData }))
}
