//! Replaces `claim.rs` without the feature `files`: writing a table fails.

use std::path::Path;

use super::error::TableError;
use super::file::unsupported;
use super::position_index::HasTablebase;

pub(super) fn write<G: HasTablebase>(
    path: &Path,
    _: u32,
    _: u64,
    _: &[u64],
    _: &mut dyn FnMut(u64),
) -> Result<(), TableError> {
    Err(unsupported(path))
}
