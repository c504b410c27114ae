//! Endgame tables of any game that is [`HasTablebase`]: one bit for each position, in a file for
//! each number of pieces.
//!
//! `build` builds the files of a folder, [`EndgameTables::open`] opens them, and `verify` checks
//! them against the rules. [`TablebaseSet`] serves an engine: it builds small tables in the
//! background. `docs/reference/tables.md` describes the format. Without the feature `files` no file
//! can be opened. [`toy`] is an example.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

#[cfg(feature = "files")]
mod build;
#[cfg(feature = "files")]
mod build_plan;
mod cache;
#[cfg(feature = "files")]
mod capability;
#[cfg(feature = "files")]
mod claim;
#[cfg(not(feature = "files"))]
#[path = "no_claim.rs"]
mod claim;
mod error;
#[cfg(feature = "files")]
mod file;
#[cfg(not(feature = "files"))]
#[path = "no_file.rs"]
mod file;
#[cfg(feature = "files")]
mod file_store;
mod position_index;
mod probe;
mod rules_broken;
#[cfg(feature = "files")]
mod shard_files;
mod shards;
mod tablebase_set;
pub mod toy;
#[cfg(feature = "files")]
mod verify;

use std::path::Path;
use std::sync::Arc;

use zugi_game::{ExactValue, Game, Player, Variant};

#[cfg(feature = "files")]
pub use build::build;
#[cfg(feature = "files")]
pub use build_plan::{BuildPlan, BuildProgress, TableShare, TableShareError};
#[cfg(feature = "files")]
pub use capability::HasTables;
pub use error::TableError;
#[cfg(feature = "files")]
pub use file::{TableFile, file_name};
pub use position_index::{HasTablebase, PositionIndex, words};
pub use probe::{EndgameTables, TableValue};
pub use rules_broken::RulesBroken;
pub use shards::{Extent, Extents, Finished, Generation, Home, Units};
pub use tablebase_set::{MADE_IN_STEPS, TablebaseSet};
#[cfg(feature = "files")]
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};

/// A source of exact results for some positions.
///
/// ```
/// use zugi_game::{Game, Player, toy::Hexapawn};
/// use zugi_tables::{Oracle, EndgameTables};
///
/// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
/// let position = Hexapawn::from_text("4/1b2/w3/4 w").unwrap(); // White captures
/// assert_eq!(tables.winner(&position), Some(Player::One));
/// assert_eq!(tables.winner(&Hexapawn::start()), None);
/// ```
pub trait Oracle<G: Game>: Send + Sync {
    /// The player who wins with best play; `None` if that is unknown. It must be fast for unknown
    /// positions.
    fn winner(&self, position: &G) -> Option<Player>;

    /// It knows nearly all positions with at most this number of pieces; 0 for none.
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_tables::{Oracle, EndgameTables};
    ///
    /// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
    /// assert_eq!(Oracle::<Hexapawn>::pieces(&tables), 2);
    /// assert_eq!(Oracle::<Hexapawn>::pieces(&()), 0);
    /// ```
    fn pieces(&self) -> u32 {
        0
    }
}

/// Knows nothing.
impl<G: Game> Oracle<G> for () {
    #[inline]
    fn winner(&self, _: &G) -> Option<Player> {
        None
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        (**self).winner(position)
    }

    fn pieces(&self) -> u32 {
        (**self).pieces()
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for Arc<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        (**self).winner(position)
    }

    fn pieces(&self) -> u32 {
        (**self).pieces()
    }
}

impl<G: Game, O: Oracle<G>> Oracle<G> for Option<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.as_ref()?.winner(position)
    }

    fn pieces(&self) -> u32 {
        self.as_ref().map_or(0, Oracle::pieces)
    }
}

/// An oracle as an [`ExactValue`], without a proof search.
#[derive(Debug)]
pub struct OracleExactValue<O>(pub O);

impl<G: Game, O: Oracle<G>> ExactValue<G> for OracleExactValue<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.0.winner(position)
    }
}

/// Adds endgame tables of a game without proofs.
///
/// ```
/// use zugi_game::{TablebaseProvider, Variant, toy::Hexapawn};
/// # #[cfg(feature = "files")] {
/// use zugi_tables::{HasTables, with_tables};
///
/// let variant = with_tables::<Hexapawn>(Variant::new::<Hexapawn>(), None);
/// assert!(variant.capability::<HasTables>().is_ok());
/// assert!(!variant.capability::<TablebaseProvider>()?.proves());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn with_tables<G: HasTablebase>(variant: Variant, cache: Option<&Path>) -> Variant {
    #[cfg(feature = "files")]
    let variant = variant.with(Arc::new(HasTables::of::<G>()));
    variant.with(Arc::new(TablebaseSet::<G>::capability(cache)))
}

#[cfg(all(test, feature = "files"))]
mod tests;
