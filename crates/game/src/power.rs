//! What a variant can do beyond its rules.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// Something that a variant may be able to do beyond its rules.
pub trait Power: Any + Send + Sync {
    /// What is said of a variant without it, after the name of the variant, such as
    /// `cannot be drawn: it has no look`.
    const MISSING: &'static str;
}

/// A variant was asked for something that it cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("variant {variant:?} {missing}")]
pub struct MissingPower {
    /// The variant's name.
    pub variant: &'static str,
    /// The [`Power::MISSING`] of what it lacks.
    pub missing: &'static str,
}

/// The powers of a variant, by their types.
#[derive(Clone)]
pub struct Powers {
    variant: &'static str,
    powers: Arc<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Powers {
    /// Those of a variant that has none.
    pub(super) fn none(variant: &'static str) -> Powers {
        Powers { variant, powers: Arc::default() }
    }

    pub(super) fn insert<P: Power>(&mut self, power: P) {
        Arc::make_mut(&mut self.powers).insert(TypeId::of::<P>(), Arc::new(power));
    }

    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The power of this type.
    ///
    /// # Errors
    /// The variant has none.
    pub fn get<P: Power>(&self) -> Result<&P, MissingPower> {
        let power = self.powers.get(&TypeId::of::<P>());
        let missing = MissingPower { variant: self.variant, missing: P::MISSING };
        power.and_then(|power| power.downcast_ref()).ok_or(missing)
    }
}

impl fmt::Debug for Powers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} powers of {}", self.powers.len(), self.variant)
    }
}
