//! Replaces the module `files` if its feature is off: opening and writing a table fail.

use std::convert::Infallible;
use std::io;
use std::path::Path;

use super::error::TableError;
use super::position_index::HasTablebase;

/// A type without values, because no table can be opened.
#[derive(Debug)]
pub(super) struct TableFile(Infallible);

fn unsupported(path: &Path) -> TableError {
    TableError::file(path)(io::ErrorKind::Unsupported.into())
}

impl TableFile {
    pub fn open<G: HasTablebase>(path: &Path, _: u32, _: u64) -> Result<Self, TableError> {
        Err(unsupported(path))
    }

    pub fn pieces(&self) -> u32 {
        match self.0 {}
    }

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

pub(super) fn write<G: HasTablebase>(
    path: &Path,
    _: u32,
    _: u64,
    _: &[u64],
    _: &mut dyn FnMut(u64),
) -> Result<(), TableError> {
    Err(unsupported(path))
}
