//! Tables in files: how they are built, opened and verified.

mod build;
mod build_plan;
mod capability;
mod claim;
mod file;
mod file_store;
mod shard_files;
#[cfg(test)]
mod tests;
mod verify;

pub use build::build;
pub use build_plan::{BuildPlan, BuildProgress, TableShare, TableShareError};
pub use capability::TableBuilder;
pub(crate) use claim::write;
pub(crate) use file::BLOCK;
pub use file::{TableFile, file_name};
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};
