//! The openings that come with a variant.

use super::Capability;

/// The capability of a variant with its own openings for matches: one opening a line, as `zugi
/// openings` writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningBook(pub &'static str);

impl Capability for OpeningBook {
    const MISSING: &'static str = "cannot begin with openings: it has no book";
}
