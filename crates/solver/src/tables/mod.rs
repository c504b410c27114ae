//! Endgame tables of any game that is [`HasTablebase`]: one bit for each position, in a file for
//! each number of pieces.
//!
//! `build` builds the files of a folder, [`EndgameTables::open`] opens them, and `verify` checks
//! them against the rules. `docs/reference/tables.md` describes the format. Without the feature
//! `files` no file can be opened.

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
#[cfg(feature = "files")]
mod verify;

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
#[cfg(feature = "files")]
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};

#[cfg(all(test, feature = "files"))]
mod tests;
