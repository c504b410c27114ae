//! What a variant can do beyond its rules.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// Something that a variant may be able to do beyond its rules.
pub trait Capability: Any + Send + Sync {
    /// What is said of a variant without it, after the name of the variant, such as
    /// `cannot be drawn: it has no look`.
    const MISSING: &'static str;
}

/// A variant was asked for something that it cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("variant {variant:?} {missing}")]
pub struct MissingCapability {
    /// The variant's name.
    pub variant: &'static str,
    /// The [`Capability::MISSING`] of what it lacks.
    pub missing: &'static str,
}

/// The capabilities of a variant, by their types.
#[derive(Clone)]
pub struct Capabilities {
    variant: &'static str,
    capabilities: Arc<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Capabilities {
    /// Those of a variant that has none.
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
        write!(f, "{} powers of {}", self.capabilities.len(), self.variant)
    }
}
