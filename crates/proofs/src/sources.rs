//! The capabilities of a variant with proofs: one for sessions, one for `zugi solve`.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zugi_game::{AnyEndgames, Proofs, Variant};
use zugi_tables::{HasTablebase, TablebaseSet, with_tables};

use super::TablesAndSolver;
#[cfg(feature = "files")]
use super::files::{CommandProofs, ProofSolver};
use super::prover::{Proves, SessionTables};

struct SessionProofs<G, T> {
    cache: Option<PathBuf>,
    types: PhantomData<fn() -> (G, T)>,
}

impl<G: Proves, T: SessionTables<G>> Proofs for SessionProofs<G, T> {
    fn open(&self, folders: &[PathBuf], mib: u64) -> Result<Arc<dyn AnyEndgames>, String> {
        let tables =
            T::of_session(folders, self.cache.as_deref()).map_err(|why| why.to_string())?;
        Ok(<dyn AnyEndgames>::of(Arc::new(TablesAndSolver::<G, T>::new(tables, mib))))
    }
}

/// Adds endgame tables, and a proof search that uses them, to a variant.
///
/// For `cache` see [`with_tables`].
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
) -> Variant {
    with_proofs_on::<G, TablebaseSet<G>>(with_tables::<G>(variant, cache), cache)
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
pub fn with_proofs<G: Proves>(variant: Variant) -> Variant {
    with_proofs_on::<G, ()>(variant, None)
}

fn with_proofs_on<G: Proves, T: SessionTables<G>>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    #[cfg(feature = "files")]
    let variant = variant.with::<dyn ProofSolver>(Arc::new(CommandProofs::<G, T>::new(cache)));
    let cache = cache.map(Path::to_owned);
    variant.with::<dyn Proofs>(Arc::new(SessionProofs::<G, T> { cache, types: PhantomData }))
}
