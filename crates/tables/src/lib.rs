//! Endgame tables. `docs/reference/tables.md` describes their format. Without the feature `files`,
//! no table is read from a file or written to one.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod cache;
mod endgame_tables;
mod error;
#[cfg(feature = "files")]
mod files;
#[cfg(not(feature = "files"))]
#[path = "no_files.rs"]
mod files;
mod position_index;
mod shards;
mod tablebase_set;
pub mod toy;

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use zugi_game::{Tablebases, Variant};

use tablebase_set::TablebaseSource;

pub use endgame_tables::{EndgameTables, file_name};
pub use error::{RulesBroken, TableError};
#[cfg(feature = "files")]
pub use files::{
    BuildPlan, BuildProgress, TableBuilder, TableFile, TableInfo, TableShare, Verified, VerifyPlan,
    build, tables_in, verify,
};
pub use position_index::{HasTablebase, PositionIndex, words};
pub use shards::{Extent, Extents, Finished, Generation, Home, Units};
pub use tablebase_set::{MADE_IN_STEPS, TablebaseSet};

/// Adds endgame tables to a variant.
///
/// The folder `cache` keeps the small tables that sessions build; it is created when needed.
/// Without it each session builds them anew.
///
/// ```
/// use zugi_game::{Tablebases, Variant, toy::Hexapawn};
/// # #[cfg(feature = "files")] {
/// use zugi_tables::{TableBuilder, with_tables};
///
/// let variant = with_tables::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// assert!(variant.capability::<TableBuilder>().is_ok());
/// assert!(variant.capability::<dyn Tablebases>().is_ok());
/// # }
/// ```
#[must_use]
pub fn with_tables<G: HasTablebase>(variant: Variant, cache: Option<&Path>) -> Variant {
    #[cfg(feature = "files")]
    let variant = variant.with(Arc::new(TableBuilder::of::<G>()));
    let source = TablebaseSource::<G> { cache: cache.map(Path::to_owned), game: PhantomData };
    variant.with::<dyn Tablebases>(Arc::new(source))
}
