//! Adds exact values to a variant in one call.

use std::path::Path;
use std::sync::Arc;

use zugi_game::Variant;
use zugi_tables::HasTablebase;
#[cfg(feature = "files")]
use zugi_tables::{HasTables, TableError, TablebaseSet, with_tables};

#[cfg(feature = "files")]
use super::dfpn::{ProvableWithDraws, solver_with_draws};
#[cfg(feature = "files")]
use super::{ProofSolver, ProofTables};
use super::{Provable, TablesAndSolver};

/// Adds endgame tables, and the search for proofs that uses them.
///
/// Tables of small endings, which sessions make for themselves, are kept in the folder
/// `cache`, which is made when it is needed; without one they are made anew.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use zugi_game::{TablebaseProvider, Player, ProofLimits, Variant, toy::Hexapawn};
/// use zugi_proofs::with_tables_and_proofs;
///
/// let variant = with_tables_and_proofs::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// let values = variant.capability::<TablebaseProvider>()?.open(&[], 1)?;
/// let (start, limits, stop) = (variant.game(), ProofLimits::default(), AtomicBool::new(false));
/// let report = values.solve(&*start, &limits, &stop, &mut |_| ())?;
/// assert_eq!(report.winner, Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_tables_and_proofs<G: HasTablebase + Provable>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let variant = variant.with(Arc::new(TablesAndSolver::<G>::capability(cache)));
    #[cfg(feature = "files")]
    let variant = with_proofs_in_files::<G>(variant, cache);
    variant
}

/// Adds the building of tables, and proofs with certificates and checkpoints.
#[cfg(feature = "files")]
fn with_proofs_in_files<G: HasTablebase + Provable>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let cache = cache.map(Path::to_owned);
    let solver = ProofSolver::knowing::<G, _>(move |tables| open(tables, cache.as_deref()));
    variant.with(Arc::new(HasTables::of::<G>())).with(Arc::new(solver))
}

/// Adds endgame tables of a game with draws, and the search for proofs that uses them.
///
/// Sessions have the tables, but not the proofs: these know no earlier positions.
#[cfg(feature = "files")]
#[must_use]
pub fn with_tables_and_draws<G: HasTablebase + ProvableWithDraws>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let folder = cache.map(Path::to_owned);
    let solver = solver_with_draws::<G, _>(move |tables| open(tables, folder.as_deref()));
    with_tables::<G>(variant, cache).with(Arc::new(solver))
}

/// The tables that a proof is to use.
#[cfg(feature = "files")]
fn open<G: HasTablebase>(
    tables: &ProofTables,
    cache: Option<&Path>,
) -> Result<TablebaseSet<G>, TableError> {
    match tables.small {
        true if tables.only_named => TablebaseSet::open_with(&tables.folders, tables.memory, cache),
        true => TablebaseSet::complete(&tables.folders, tables.memory, cache),
        false => TablebaseSet::of_files(&tables.folders, tables.memory),
    }
}
