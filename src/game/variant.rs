//! Variants by name, and what each of them can do beyond its rules.
//!
//! A variant needs its rules alone. Everything else, a drawing, an evaluation, positions
//! for the benchmark, is a [`Power`]: a value of some type that is put into the variant by
//! who assembles the [`Registry`] and asked for by the one place that needs it. The powers
//! themselves are defined there, so that this module knows none of them but [`Drawing`].

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::any::Erased;
use super::{AnyGame, Draw, Game, GameInProgress};

/// Something that a variant may be able to do beyond its rules.
pub trait Power: Any + Send + Sync {
    /// What it is called in [`MissingPower`], such as `evaluation`.
    const NAME: &'static str;
}

/// A variant was asked for something that it cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("variant \"{variant}\" has no {power}: expected a variant that has")]
pub struct MissingPower {
    /// The variant's name.
    pub variant: &'static str,
    /// The [`Power::NAME`].
    pub power: &'static str,
}

/// No variant has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant {name:?}: expected one of {}", .expected.join(", "))]
pub struct UnknownVariant {
    /// The name.
    pub name: String,
    /// The names that there are.
    pub expected: Vec<&'static str>,
}

/// A game under the name by which it is chosen: its rules, and its powers.
///
/// ```
/// use zugi::game::{Drawing, Variant, toy::Corridor};
/// let toy = Variant::new::<Corridor>();
/// assert_eq!(toy.game().text(), "x......o x 0");
/// let missing = toy.power::<Drawing>().err().unwrap();
/// assert!(missing.to_string().starts_with("variant \"corridor\" has no drawing"));
/// ```
#[derive(Clone)]
pub struct Variant(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    name: &'static str,
    alias: Option<&'static str>,
    begin: fn(&Variant) -> Box<dyn AnyGame>,
    powers: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl Variant {
    /// A variant with the rules of `G` and without any power.
    #[must_use]
    pub fn new<G: Game>() -> Variant {
        let begin = |variant: &Variant| Box::new(Erased::<G>::new(variant)) as Box<dyn AnyGame>;
        Variant(Arc::new(Inner { name: G::NAME, alias: None, begin, powers: HashMap::new() }))
    }

    /// The same, with this power too.
    #[must_use]
    pub fn with<P: Power>(mut self, power: P) -> Variant {
        Arc::make_mut(&mut self.0).powers.insert(TypeId::of::<P>(), Arc::new(power));
        self
    }

    /// The same, to be found by this name too: a game's own name for its usual variant.
    #[must_use]
    pub fn also(mut self, alias: &'static str) -> Variant {
        Arc::make_mut(&mut self.0).alias = Some(alias);
        self
    }

    /// Its name in the protocol.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// A game of it, at the start position.
    #[must_use]
    pub fn game(&self) -> Box<dyn AnyGame> {
        (self.0.begin)(self)
    }

    /// One of its powers.
    ///
    /// # Errors
    /// It has none of this type.
    pub fn power<P: Power>(&self) -> Result<&P, MissingPower> {
        let power = self.0.powers.get(&TypeId::of::<P>());
        let missing = MissingPower { variant: self.0.name, power: P::NAME };
        power.and_then(|power| power.downcast_ref()).ok_or(missing)
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variant").field(&self.0.name).finish()
    }
}

impl PartialEq for Variant {
    /// By name: a registry has no two of one name.
    fn eq(&self, other: &Variant) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Variant {}

/// The variants that there are, the usual one among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registry {
    variants: Vec<Variant>,
    usual: Variant,
}

impl Registry {
    /// The variants, in the order in which they are announced. The usual one is that which
    /// is played unless another one is chosen.
    ///
    /// # Panics
    /// If none of them has the name `usual`.
    #[must_use]
    pub fn new(variants: Vec<Variant>, usual: &str) -> Registry {
        let found = variants.iter().find(|variant| variant.name() == usual);
        let usual = found.unwrap_or_else(|| panic!("no variant {usual:?}")).clone();
        Registry { variants, usual }
    }

    /// The same, with this variant too, or in place of the one that has its name.
    ///
    /// ```
    /// use zugi::game::{Registry, Variant, toy::Corridor};
    /// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
    /// let twice = registry.clone().with(Variant::new::<Corridor>());
    /// assert_eq!(registry.names(), twice.names());
    /// ```
    #[must_use]
    pub fn with(mut self, variant: Variant) -> Registry {
        match self.variants.iter_mut().find(|other| **other == variant) {
            Some(other) => *other = variant,
            None => self.variants.push(variant),
        }
        self
    }

    /// All variants, in order.
    pub fn variants(&self) -> impl ExactSizeIterator<Item = &Variant> {
        self.variants.iter()
    }

    /// Their names, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.variants().map(Variant::name).collect()
    }

    /// The variant that is played unless another one is chosen.
    #[must_use]
    pub fn usual(&self) -> &Variant {
        &self.usual
    }

    /// The variant of this name: case, blanks, hyphens and underscores do not matter.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, name: &str) -> Result<&Variant, UnknownVariant> {
        let wanted = simplified(name);
        let is_named = |variant: &&Variant| {
            [Some(variant.name()), variant.0.alias]
                .into_iter()
                .flatten()
                .map(simplified)
                .any(|name| name == wanted)
        };
        let unknown = || UnknownVariant { name: name.to_owned(), expected: self.names() };
        self.variants().find(is_named).ok_or_else(unknown)
    }
}

/// What counts in a name.
fn simplified(name: &str) -> String {
    let counts = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
    name.chars().filter(counts).flat_map(char::to_lowercase).collect()
}

/// The power of a game whose board can be drawn for people.
pub struct Drawing(fn(&dyn AnyGame, bool) -> Option<String>);

impl Power for Drawing {
    const NAME: &'static str = "drawing";
}

impl Drawing {
    /// The drawings of `G`.
    #[must_use]
    pub fn of<G: Draw>() -> Drawing {
        Drawing(|game, colour| {
            let game: &GameInProgress<G> = game.as_any().downcast_ref()?;
            Some(game.position().draw(game.line().last(), colour))
        })
    }

    /// Draws the board, the last move marked, with terminal colours if `colour` is set. A
    /// game of another type is drawn as its text.
    #[must_use]
    pub fn draw(&self, game: &dyn AnyGame, colour: bool) -> String {
        (self.0)(game, colour).unwrap_or_else(|| game.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Corridor;

    struct Song(&'static str);

    impl Power for Song {
        const NAME: &'static str = "song";
    }

    #[test]
    fn a_power_is_found_where_it_was_put_and_nowhere_else() {
        let mute = Variant::new::<Corridor>();
        let singing = mute.clone().with(Song("la"));
        assert_eq!(singing.power::<Song>().map(|song| song.0), Ok("la"));
        let missing = MissingPower { variant: "corridor", power: "song" };
        assert_eq!(mute.power::<Song>().map(|song| song.0), Err(missing));
        assert_eq!(singing.game().variant().power::<Song>().map(|song| song.0), Ok("la"));
    }

    #[test]
    fn names_are_compared_loosely() {
        let registry = Registry::new(vec![Variant::new::<Corridor>().also("the hall")], "corridor");
        for name in ["corridor", "CORRI-DOR", "c_orridor ", "TheHall"] {
            assert_eq!(registry.find(name).map(Variant::name), Ok("corridor"), "{name}");
        }
        let error = registry.find("hal\n").unwrap_err().to_string();
        assert_eq!(error, "unknown variant \"hal\\n\": expected one of corridor");
    }
}
