//! Endgame tables of any game that is [`Tabled`]: one bit for each position, in a file for
//! each number of pieces.
//!
//! [`build`] makes the files of a folder, [`EndgameTables::open`] asks them, and [`verify`] checks
//! them against the rules. `docs/reference/tables.md` describes the format.

mod build;
mod cache;
mod error;
mod file;
mod numbering;
mod parts;
mod power;
mod probe;
mod verify;

pub use build::{BuildPlan, BuildProgress, build};
pub use error::TableError;
pub use file::{TableFile, file_name};
pub use numbering::{Generation, Numbering, RulesBroken, Tabled, words};
pub use power::HasTables;
pub use probe::EndgameTables;
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};

#[cfg(test)]
mod tests;
