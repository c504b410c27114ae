//! Names that other programs use, for readers of their files.

use super::Capability;

/// The names of a variant, its squares and its pass in other programs.
///
/// ```
/// use std::sync::Arc;
/// use zugi_game::{ExternalNames, Variant, toy::Hexapawn};
///
/// let square = |site| Some(format!("{}{}", ["a", "b", "c", "d"][site as usize % 4], site / 4 + 1));
/// let names = ExternalNames { game: "Hexapawn", width: 4, square, pass: "--" };
/// let variant = Variant::new::<Hexapawn>().with(Arc::new(names));
/// assert!(variant.capability::<ExternalNames>()?.is_game("HEXAPAWN"));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExternalNames {
    /// The name of the game in the other programs; case does not matter.
    pub game: &'static str,
    /// The number of files of its board; it distinguishes the variants of a game.
    pub width: u32,
    /// The name of the square with this number: 0 is the first square of the first rank, and the
    /// numbers rise rank by rank. `None` if there is no such square.
    pub square: fn(u32) -> Option<String>,
    /// The text of a pass.
    pub pass: &'static str,
}

impl Capability for ExternalNames {
    const MISSING: &'static str = "is not known elsewhere: it has no external names";
}

impl ExternalNames {
    /// Whether this is the name of the game.
    #[must_use]
    pub fn is_game(&self, name: &str) -> bool {
        self.game.eq_ignore_ascii_case(name.trim())
    }
}
