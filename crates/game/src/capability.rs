//! Optional abilities of a variant beyond its rules.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// An optional ability of a variant beyond its rules, found by its type.
///
/// ```
/// use zugi_game::{Capability, Variant, toy::Hexapawn};
///
/// /// The inventor of a game.
/// struct Author(&'static str);
///
/// impl Capability for Author {
///     const MISSING: &'static str = "has no known author";
/// }
///
/// let variant = Variant::new::<Hexapawn>();
/// let error = variant.capability::<Author>().err().unwrap();
/// assert_eq!(error.to_string(), "variant \"hexapawn\" has no known author");
/// let variant = variant.with(Author("Martin Gardner"));
/// assert_eq!(variant.capability::<Author>()?.0, "Martin Gardner");
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub trait Capability: Any + Send + Sync {
    /// The error for a variant without it. It follows the variant's name, such as `cannot be drawn:
    /// it has no look`.
    const MISSING: &'static str;
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
    capabilities: Arc<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Capabilities {
    pub(super) fn none(variant: &'static str) -> Capabilities {
        Capabilities { variant, capabilities: Arc::default() }
    }

    pub(super) fn insert<P: Capability>(&mut self, capability: P) {
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
    pub fn get<P: Capability>(&self) -> Result<&P, MissingCapability> {
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
