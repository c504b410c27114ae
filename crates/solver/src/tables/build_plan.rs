//! The parameters and the progress of a build of tables.

use std::path::{Path, PathBuf};

use super::error::TableError;
use super::file::file_name;
use super::position_index::HasTablebase;

/// The parameters of a build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildPlan {
    /// The folder; it is made if it is not there, but not the one that it is in.
    pub folder: PathBuf,
    /// The pieces of the largest table.
    pub pieces: u32,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// Tables of at least this number of entries are saved part by part while they are built:
    /// [`BuildPlan::KEPT`], except in tests.
    pub kept: u64,
}

impl BuildPlan {
    /// Smaller tables take only a few seconds and are not saved in parts.
    pub const KEPT: u64 = 1 << 28;
}

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The pieces of the table that is being made.
    pub pieces: u32,
    /// The work that is done, in entries: of all tables that were missing.
    pub done: u64,
    /// All work.
    pub all: u64,
}

/// The memory that packing blocks and the program itself take, in bytes.
pub(super) const BESIDE: u64 = 96 << 20;

/// The numbers of the positions with so many pieces.
pub(super) fn numbering<G: HasTablebase>(pieces: u32) -> Result<G::PositionIndex, TableError> {
    let most = G::MOST_PIECES;
    G::numbering(pieces).ok_or(TableError::Pieces { variant: G::NAME, pieces, least: 1, most })
}

/// The path of an unfinished table.
pub(super) fn parts_path(folder: &Path, variant: &str, pieces: u32) -> PathBuf {
    folder.join(file_name(variant, pieces) + ".part")
}
