//! In place of the conversation in CECP where there are no board programs: WebAssembly. The module
//! is a tenth smaller without it.

use std::io;

use zugi_game::MissingCapability;

use super::context::SessionContext;
use super::job::JobOutput;

/// A conversation that is never begun.
pub(super) enum Cecp {}

impl Cecp {
    /// # Errors
    /// Always: a board program is a program.
    pub fn new(context: &SessionContext<'_>) -> Result<Cecp, MissingCapability> {
        let variant = context.engine.game().variant();
        Err(MissingCapability { variant, missing: "is not played by board programs here" })
    }

    /// Nobody can call it.
    pub fn line(&mut self, _: &mut SessionContext<'_>, _: &str) -> io::Result<()> {
        match *self {}
    }

    /// Nobody can call it.
    pub fn output(&mut self, _: &mut SessionContext<'_>, _: JobOutput) -> io::Result<()> {
        match *self {}
    }

    /// Nobody can call it.
    pub fn finished(&mut self) {
        match *self {}
    }
}
