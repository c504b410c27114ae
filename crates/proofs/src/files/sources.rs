//! The capabilities of a variant with proofs: for sessions, and for the command.

use std::path::Path;
use std::sync::Arc;

use zugi_game::Variant;
use zugi_tables::{HasTablebase, TableError, TablebaseSet, with_tables};

use super::{CommandProofs, FileProver, ProofSolver, ProofTables};
use crate::prover::Proves;
use crate::sources::{CachedTables, NoTables, TableSource, with_session_proofs};

pub trait RequestedTables<G: Proves>: TableSource<G> {
    /// The tables of a request of `zugi solve`.
    ///
    /// # Errors
    /// A folder cannot be used.
    fn of_request(&self, tables: &ProofTables) -> Result<Self::Tables, TableError>;
}

impl<G: Proves> RequestedTables<G> for NoTables {
    fn of_request(&self, _: &ProofTables) -> Result<(), TableError> {
        Ok(())
    }
}

impl<G: HasTablebase + Proves> RequestedTables<G> for CachedTables {
    fn of_request(&self, tables: &ProofTables) -> Result<TablebaseSet<G>, TableError> {
        let ProofTables { folders, memory, .. } = tables;
        match tables.small {
            true if tables.skips_building_small => {
                TablebaseSet::open_with(folders, *memory, self.0.as_deref())
            }
            true => TablebaseSet::complete(folders, *memory, self.0.as_deref()),
            false => TablebaseSet::of_files(folders, *memory),
        }
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
pub fn with_proofs<G: Proves>(variant: Variant) -> Variant
where
    G::Prover<()>: FileProver<G, ()>,
{
    with_proofs_from::<G, _>(variant, NoTables)
}

fn with_proofs_from<G: Proves, S: RequestedTables<G>>(variant: Variant, source: S) -> Variant
where
    G::Prover<S::Tables>: FileProver<G, S::Tables>,
{
    let command = Arc::new(CommandProofs::<G, S>::of(source.clone()));
    with_session_proofs::<G, S>(variant, source).with::<dyn ProofSolver>(command)
}
