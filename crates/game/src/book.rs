//! Openings that come with a variant.

use super::Capability;

/// The capability of a variant that brings openings of its own for matches: the text of a file
/// of them, one a line, as `zugi openings` writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningBook(pub &'static str);

impl Capability for OpeningBook {
    const MISSING: &'static str = "cannot begin with openings: it has no book";
}
