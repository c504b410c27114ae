//! The capability of a variant to build and verify endgame tables.

use std::ops::ControlFlow;
use std::path::Path;

use zugi_game::{Capability, Of};

use super::build::build;
use super::build_plan::{BuildPlan, BuildProgress};
use super::verify::{TableInfo, Verified, VerifyPlan, tables_in, verify};
use crate::error::TableError;
use crate::position_index::HasTablebase;

pub trait TableBuilder: Send + Sync {
    fn build(
        &self,
        plan: &BuildPlan,
        report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<bool, TableError>;

    fn verify(
        &self,
        folder: &Path,
        plan: &VerifyPlan,
        report: &mut dyn FnMut(Verified),
    ) -> Result<(), TableError>;

    fn tables_in(&self, folder: &Path) -> Result<Vec<TableInfo>, TableError>;
}

impl Capability for dyn TableBuilder {
    const MISSING: &'static str = "cannot have endgame tables: it has no numbering of positions";
}

impl<G: HasTablebase> TableBuilder for Of<G> {
    fn build(
        &self,
        plan: &BuildPlan,
        report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<bool, TableError> {
        build::<G>(plan, report)
    }

    fn verify(
        &self,
        folder: &Path,
        plan: &VerifyPlan,
        report: &mut dyn FnMut(Verified),
    ) -> Result<(), TableError> {
        verify::<G>(folder, plan, report)
    }

    fn tables_in(&self, folder: &Path) -> Result<Vec<TableInfo>, TableError> {
        tables_in::<G>(folder)
    }
}
