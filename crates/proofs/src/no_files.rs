//! Replaces the module `files` if its feature is off: there are only the proofs of sessions.

use std::path::Path;

use zugi_game::Variant;
use zugi_tables::{HasTablebase, with_tables};

use super::prover::Proves;
use super::sources::{CachedTables, NoTables, with_session_proofs};

#[must_use]
pub fn with_tables_and_proofs<G: HasTablebase + Proves>(
    variant: Variant,
    cache: Option<&Path>,
) -> Variant {
    let source = CachedTables(cache.map(Path::to_owned));
    with_session_proofs::<G, _>(with_tables::<G>(variant, cache), source)
}

#[must_use]
pub fn with_proofs<G: Proves>(variant: Variant) -> Variant {
    with_session_proofs::<G, _>(variant, NoTables)
}
