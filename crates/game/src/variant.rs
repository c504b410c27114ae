//! Variants by name, with their capabilities.
//!
//! A variant needs only its rules. Everything else, such as a drawing or an evaluation, is a
//! [`Capability`]: a value of its own type. The code that builds the [`Registry`] adds it to the
//! variant, and the code that needs it gets it by its type.

use std::sync::Arc;

use thiserror::Error;

use super::any_game::Erased;
use super::{AnyGame, Capabilities, Capability, Game, GameInProgress, MissingCapability};

/// No variant has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant {name:?}: expected one of {}", .expected.join(", "))]
pub struct UnknownVariant {
    /// The unknown name.
    pub name: String,
    /// The known names.
    pub expected: Vec<&'static str>,
}

/// A game with its name, its rules, and its capabilities.
///
/// ```
/// use zugi_game::{Chances, Variant, toy::Corridor};
/// let toy = Variant::new::<Corridor>();
/// assert_eq!(toy.game().text(), "x......o x 0");
/// let missing = toy.capability::<dyn Chances>().err().unwrap();
/// assert!(missing.to_string().starts_with("variant \"corridor\" cannot use a seed"));
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    capabilities: Capabilities,
    alias: Option<&'static str>,
    begin: fn(&Capabilities) -> Box<dyn AnyGame>,
}

impl Variant {
    /// A variant with the rules of `G` and without any capability.
    #[must_use]
    pub fn new<G: Game>() -> Variant {
        let begin = |capabilities: &Capabilities| -> Box<dyn AnyGame> {
            let (capabilities, game) = (capabilities.clone(), GameInProgress::new(G::start()));
            Box::new(Erased { capabilities, game })
        };
        Variant { capabilities: Capabilities::none(G::NAME), alias: None, begin }
    }

    /// Adds a capability: a plain value or, if the capability is a trait, [`Of`](super::Of) of the
    /// game.
    #[must_use]
    pub fn with<P: Capability + ?Sized>(mut self, capability: Arc<P>) -> Variant {
        self.capabilities.insert(capability);
        self
    }

    /// Adds another name for lookups: the default variant of a game also has the game's own name.
    #[must_use]
    pub fn with_alias(self, alias: &'static str) -> Variant {
        Variant { alias: Some(alias), ..self }
    }

    /// Its name in the protocol.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.capabilities.variant()
    }

    /// The other name for lookups.
    #[must_use]
    pub fn alias(&self) -> Option<&'static str> {
        self.alias
    }

    /// A new game at the start position.
    #[must_use]
    pub fn game(&self) -> Box<dyn AnyGame> {
        (self.begin)(&self.capabilities)
    }

    /// The capability of this type.
    ///
    /// # Errors
    /// The variant has none of this type.
    pub fn capability<P: Capability + ?Sized>(&self) -> Result<&P, MissingCapability> {
        self.capabilities.get().map(Arc::as_ref)
    }
}

impl PartialEq for Variant {
    /// Compares the names, because the names in a registry differ.
    fn eq(&self, other: &Variant) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Variant {}

/// The available variants, one of them the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registry {
    variants: Vec<Variant>,
    usual: Variant,
}

impl Registry {
    /// A registry of these variants, in the order in which lists show them. `usual` is the name of
    /// the default variant.
    ///
    /// # Panics
    /// None of them has the name `usual`.
    #[must_use]
    pub fn new(variants: Vec<Variant>, usual: &str) -> Registry {
        let found = variants.iter().find(|variant| variant.name() == usual);
        let usual = found.unwrap_or_else(|| panic!("no variant {usual:?}")).clone();
        Registry { variants, usual }
    }

    /// Adds a variant, or replaces the one with its name.
    #[must_use]
    pub fn with(mut self, variant: Variant) -> Registry {
        if self.usual == variant {
            self.usual = variant.clone();
        }
        match self.variants.iter_mut().find(|other| **other == variant) {
            Some(other) => *other = variant,
            None => self.variants.push(variant),
        }
        self
    }

    /// Selects another default variant.
    ///
    /// # Errors
    /// There is no variant of this name.
    ///
    /// ```
    /// use zugi_game::{Registry, Variant, toy::{Corridor, Hexapawn}};
    /// let both = vec![Variant::new::<Corridor>(), Variant::new::<Hexapawn>()];
    /// let registry = Registry::new(both, "corridor").with_default("Hexapawn")?;
    /// assert_eq!(registry.default_variant().name(), "hexapawn");
    /// # Ok::<(), zugi_game::UnknownVariant>(())
    /// ```
    pub fn with_default(mut self, name: &str) -> Result<Registry, UnknownVariant> {
        self.usual = self.find(name)?.clone();
        Ok(self)
    }

    /// All variants, in order.
    pub fn variants(&self) -> impl ExactSizeIterator<Item = &Variant> {
        self.variants.iter()
    }

    /// The names of the variants, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.variants().map(Variant::name).collect()
    }

    /// The variant that is played unless another one is selected.
    #[must_use]
    pub fn default_variant(&self) -> &Variant {
        &self.usual
    }

    /// The variant of this name, compared without regard to case, blanks, hyphens and underscores.
    ///
    /// # Errors
    /// No variant has this name.
    pub fn find(&self, name: &str) -> Result<&Variant, UnknownVariant> {
        let is_named = |variant: &&Variant| {
            let names = [Some(variant.name()), variant.alias];
            names.into_iter().flatten().any(|known| is_same_name(known, name))
        };
        let unknown = || UnknownVariant { name: name.to_owned(), expected: self.names() };
        self.variants().find(is_named).ok_or_else(unknown)
    }
}

/// Whether two names of variants or options are the same apart from case, blanks, `_` and `-`.
///
/// ```
/// assert!(zugi_game::is_same_name("UGI_Elo", "ugi elo"));
/// ```
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    let counts = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
    let [one, other] =
        [one, other].map(|name| name.chars().filter(counts).flat_map(char::to_lowercase));
    one.eq(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Corridor;

    struct Song(&'static str);

    impl Capability for Song {
        const MISSING: &'static str = "cannot be sung: it has no song";
    }

    #[test]
    fn a_capability_is_found_only_in_its_variant() {
        let mute = Variant::new::<Corridor>();
        let singing = mute.clone().with(Arc::new(Song("la")));
        assert_eq!(singing.capability::<Song>().map(|song| song.0), Ok("la"));
        let missing = MissingCapability { variant: "corridor", missing: Song::MISSING };
        assert_eq!(mute.capability::<Song>().map(|song| song.0), Err(missing));
        assert_eq!(singing.game().capability::<Song>().map(|song| song.0), Ok("la"));
    }

    #[test]
    fn names_are_compared_loosely() {
        let registry =
            Registry::new(vec![Variant::new::<Corridor>().with_alias("the hall")], "corridor");
        for name in ["corridor", "CORRI-DOR", "c_orridor ", "TheHall"] {
            assert_eq!(registry.find(name).map(Variant::name), Ok("corridor"), "{name}");
        }
        let error = registry.find("hal\n").unwrap_err().to_string();
        assert_eq!(error, "unknown variant \"hal\\n\": expected one of corridor");
    }
}
