//! Endgame tables of any game that is [`HasTablebase`]: one bit for each position, in a file for
//! each number of pieces.
//!
//! [`build`] builds the files of a folder, [`EndgameTables::open`] opens them, and [`verify`]
//! checks them against the rules. `docs/reference/tables.md` describes the format.

mod build;
mod cache;
mod capability;
mod error;
mod file;
mod partial_table;
mod position_index;
mod probe;
mod verify;

pub use build::{BuildPlan, BuildProgress, build};
pub use capability::HasTables;
pub use error::TableError;
pub use file::{TableFile, file_name};
pub use position_index::{Generation, HasTablebase, PositionIndex, RulesBroken, words};
pub use probe::EndgameTables;
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};

#[cfg(test)]
mod tests;
