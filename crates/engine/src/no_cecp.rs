//! Replaces the CECP session in WebAssembly, where there is no XBoard. This makes the module a
//! tenth smaller.

use std::io;

use zugi_game::MissingCapability;

use super::context::SessionContext;
use super::job::JobOutput;

/// A session that cannot be created.
pub(super) enum Cecp {}

impl Cecp {
    /// # Errors
    /// Always: CECP is not available.
    pub fn new(context: &SessionContext<'_>) -> Result<Cecp, MissingCapability> {
        let variant = context.engine.game().variant();
        Err(MissingCapability { variant, missing: "is not played by CECP GUIs here" })
    }

    /// Cannot be called.
    pub fn line(&mut self, _: &mut SessionContext<'_>, _: &str) -> io::Result<()> {
        match *self {}
    }

    /// Cannot be called.
    pub fn output(&mut self, _: &mut SessionContext<'_>, _: JobOutput) -> io::Result<()> {
        match *self {}
    }

    /// Cannot be called.
    pub fn finished(&mut self) {
        match *self {}
    }
}
