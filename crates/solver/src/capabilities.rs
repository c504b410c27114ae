//! What is known for certain, added to a variant in one call.

use std::path::Path;

use zugi_game::Variant;

use crate::proof::{Provable, Solves};
use crate::tables::{HasTables, Tabled};
use crate::{Endings, Knowledge};

/// Adds endgame tables, and the search for proofs that uses them.
///
/// Tables of small endings, which sessions make for themselves, are kept in the folder
/// `cache`, which is made when it is needed; without one they are made anew.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use zugi_game::{Knows, Player, ProofLimits, Variant, toy::Hexapawn};
/// use zugi_solver::with_tables_and_proofs;
///
/// let variant = with_tables_and_proofs::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// let truth = variant.power::<Knows>()?.open(&[], 1)?;
/// let (start, limits, stop) = (variant.game(), ProofLimits::default(), AtomicBool::new(false));
/// let report = truth.solve(&*start, &limits, &stop, &mut |_| ())?;
/// assert_eq!(report.winner, Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_tables_and_proofs<G: Tabled + Provable>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let knows = Knowledge::<G>::power(cache);
    let cache = cache.map(Path::to_owned);
    variant
        .with(HasTables::of::<G>())
        .with(Solves::knowing::<G, _>(move |tables| match tables.small {
            true if tables.only_named => {
                Endings::open_with(&tables.folders, tables.memory, cache.as_deref())
            }
            true => Endings::complete(&tables.folders, tables.memory, cache.as_deref()),
            false => Endings::of_files(&tables.folders, tables.memory),
        }))
        .with(knows)
}

/// Adds endgame tables of a game whose positions are not proven.
///
/// ```
/// use zugi_game::{Knows, Variant, toy::Hexapawn};
/// use zugi_solver::{proof::Solves, tables::HasTables, with_tables};
///
/// let variant = with_tables::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// assert!(variant.power::<HasTables>().is_ok() && variant.power::<Solves>().is_err());
/// assert!(!variant.power::<Knows>()?.proves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_tables<G: Tabled>(variant: Variant, cache: Option<&Path>) -> Variant {
    variant.with(HasTables::of::<G>()).with(Endings::<G>::power(cache))
}
