//! Tables in files: how they are built, opened and verified.

mod build;
mod build_plan;
mod claim;
mod file_store;
mod shard_files;
mod table_builder;
mod table_file;
#[cfg(test)]
mod tests;
mod verify;

pub use build::build;
pub use build_plan::{BuildPlan, BuildProgress, TableShare};
pub(crate) use claim::write;
pub use table_builder::TableBuilder;
pub use table_file::TableFile;
pub use verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};
