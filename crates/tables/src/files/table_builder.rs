//! The capability of a variant to build and verify endgame tables.

use std::ops::ControlFlow;
use std::path::Path;

use zugi_game::Capability;

use super::{BuildPlan, BuildProgress, TableInfo, Verified, VerifyPlan, build, tables_in, verify};
use crate::error::TableError;
use crate::position_index::HasTablebase;

type BuildReport<'a> = &'a mut (dyn FnMut(BuildProgress) -> ControlFlow<()> + 'a);
type VerifyReport<'a> = &'a mut (dyn FnMut(Verified) + 'a);

/// The functions `build`, `verify` and `tables_in` of this module for one game.
pub struct TableBuilder {
    pub build: fn(&BuildPlan, BuildReport<'_>) -> Result<bool, TableError>,
    pub verify: fn(&Path, &VerifyPlan, VerifyReport<'_>) -> Result<(), TableError>,
    pub tables_in: fn(&Path) -> Result<Vec<TableInfo>, TableError>,
}

impl TableBuilder {
    pub(crate) fn of<G: HasTablebase>() -> TableBuilder {
        TableBuilder { build: build::<G>, verify: verify::<G>, tables_in: tables_in::<G> }
    }
}

impl Capability for TableBuilder {
    const MISSING: &'static str = "cannot have endgame tables: it has no numbering of positions";
}
