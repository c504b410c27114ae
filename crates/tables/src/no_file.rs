//! In place of `file.rs` without the feature `files`: no table can be opened, and none is written.

use std::convert::Infallible;
use std::io;
use std::path::Path;

use super::error::TableError;
use super::position_index::HasTablebase;

/// See `file.rs`.
pub(super) const BLOCK: usize = 4096;

/// The name of the file with the table of this number of pieces.
pub(super) fn file_name(variant: &str, pieces: u32) -> String {
    format!("{variant}.{pieces}.table")
}

/// A file of a table: there is none.
#[derive(Debug)]
pub(super) struct TableFile(Infallible);

pub(super) fn unsupported(path: &Path) -> TableError {
    TableError::file(path)(io::ErrorKind::Unsupported.into())
}

impl TableFile {
    pub fn open<G: HasTablebase>(path: &Path, _: u32, _: u64) -> Result<Self, TableError> {
        Err(unsupported(path))
    }

    /// The number of pieces.
    pub fn pieces(&self) -> u32 {
        match self.0 {}
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        match self.0 {}
    }

    pub fn read_block(&self, _: usize) -> Result<Vec<u64>, TableError> {
        match self.0 {}
    }

    pub fn read(&self) -> Result<Vec<u64>, TableError> {
        match self.0 {}
    }
}
