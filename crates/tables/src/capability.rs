//! Tables as a capability that a variant may have.

use std::ops::ControlFlow;
use std::path::Path;

use zugi_game::Capability;

use super::build::build;
use super::build_plan::{BuildPlan, BuildProgress};
use super::error::TableError;
use super::position_index::HasTablebase;
use super::verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};

/// See [`build`].
type Build =
    fn(&BuildPlan, &mut dyn FnMut(BuildProgress) -> ControlFlow<()>) -> Result<bool, TableError>;

/// See [`verify`].
type Verify = fn(&Path, &VerifyPlan, &mut dyn FnMut(Verified)) -> Result<(), TableError>;

/// The capability of a variant whose tables can be built.
pub struct HasTables {
    build: Build,
    verify: Verify,
    tables_in: fn(&Path) -> Result<Vec<TableInfo>, TableError>,
}

impl Capability for HasTables {
    const MISSING: &'static str = "cannot have endgame tables: it has no numbering of positions";
}

impl HasTables {
    /// Tables of `G`.
    #[must_use]
    pub fn of<G: HasTablebase>() -> HasTables {
        HasTables { build: build::<G>, verify: verify::<G>, tables_in: tables_in::<G> }
    }

    /// See [`build`].
    ///
    /// # Errors
    /// See [`build`].
    pub fn build(
        &self,
        plan: &BuildPlan,
        mut report: impl FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<bool, TableError> {
        (self.build)(plan, &mut report)
    }

    /// See [`verify`].
    ///
    /// # Errors
    /// See [`verify`].
    pub fn verify(
        &self,
        folder: &Path,
        plan: &VerifyPlan,
        mut report: impl FnMut(Verified),
    ) -> Result<(), TableError> {
        (self.verify)(folder, plan, &mut report)
    }

    /// See [`tables_in`].
    ///
    /// # Errors
    /// See [`tables_in`].
    pub fn tables_in(&self, folder: &Path) -> Result<Vec<TableInfo>, TableError> {
        (self.tables_in)(folder)
    }
}
