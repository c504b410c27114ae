//! Optional abilities of a variant beyond its rules.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use thiserror::Error;

/// An optional ability of a variant beyond its rules, found by its type.
///
/// Most are traits, implemented once, on [`Of<G>`](Of) for every game `G` with the traits that the
/// ability needs. Others are plain values, such as a book of openings.
///
/// ```
/// use std::sync::Arc;
/// use zugi_game::{AnyGame, Capability, Game, Of, Variant, toy::Hexapawn};
///
/// /// A game whose positions have a name.
/// trait Named: Game {
///     fn name(&self) -> String;
/// }
///
/// impl Named for Hexapawn {
///     fn name(&self) -> String {
///         format!("the position {}", self.text())
///     }
/// }
///
/// /// The names of a game's positions, without the type of the game.
/// trait Names: Send + Sync {
///     fn name(&self, game: &dyn AnyGame) -> Option<String>;
/// }
///
/// impl Capability for dyn Names {
///     const MISSING: &'static str = "has no names";
/// }
///
/// impl<G: Named> Names for Of<G> {
///     fn name(&self, game: &dyn AnyGame) -> Option<String> {
///         Some(game.typed::<G>()?.position().name())
///     }
/// }
///
/// let variant = Variant::new::<Hexapawn>();
/// let error = variant.capability::<dyn Names>().err().unwrap();
/// assert_eq!(error.to_string(), "variant \"hexapawn\" has no names");
/// let variant = variant.with::<dyn Names>(Of::<Hexapawn>::new());
/// let name = variant.capability::<dyn Names>()?.name(variant.game().as_ref());
/// assert_eq!(name.as_deref(), Some("the position bbbb/4/4/wwww w"));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub trait Capability: Send + Sync + 'static {
    /// The error for a variant without this capability. The text follows the variant's name, for
    /// example `cannot be drawn: it has no look`.
    const MISSING: &'static str;
}

/// A marker for the game `G`. It implements each capability for which `G` has the traits.
#[derive(Clone, Copy, Debug)]
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    /// The marker in an [`Arc`], as [`Variant::with`](super::Variant::with) takes it.
    #[must_use]
    pub fn new() -> Arc<Of<G>> {
        Arc::new(Of(PhantomData))
    }
}

/// The error that a variant lacks a capability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("variant {variant:?} {missing}")]
pub struct MissingCapability {
    /// The variant's name.
    pub variant: &'static str,
    /// The [`Capability::MISSING`] of the missing capability.
    pub missing: &'static str,
}

/// The capabilities of a variant, by their types.
#[derive(Clone)]
pub struct Capabilities {
    variant: &'static str,
    /// The value under the id of a type `P` is an `Arc<P>`.
    capabilities: Arc<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Capabilities {
    pub(super) fn none(variant: &'static str) -> Capabilities {
        Capabilities { variant, capabilities: Arc::default() }
    }

    pub(super) fn insert<P: Capability + ?Sized>(&mut self, capability: Arc<P>) {
        Arc::make_mut(&mut self.capabilities).insert(TypeId::of::<P>(), Arc::new(capability));
    }

    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The capability of this type.
    ///
    /// # Errors
    /// The variant has none.
    pub fn get<P: Capability + ?Sized>(&self) -> Result<&Arc<P>, MissingCapability> {
        let capability = self.capabilities.get(&TypeId::of::<P>());
        let missing = MissingCapability { variant: self.variant, missing: P::MISSING };
        capability.and_then(|capability| capability.downcast_ref()).ok_or(missing)
    }
}

impl fmt::Debug for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} capabilities of {}", self.capabilities.len(), self.variant)
    }
}
