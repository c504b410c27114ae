//! The usual capabilities of a game in one call.

use zugi_game::{Appearance, Explain, Explanation, Of, Presentation, Variant};

use crate::eval::HasEvaluator;
use crate::eval::net::Learnable;
use crate::{NetSearches, Searches};

/// A variant that is drawn, explained, and searched with its own evaluator.
///
/// For a game without [`Presentation`] or [`Explain`], begin with [`Variant::new`] and add its
/// capabilities.
///
/// ```
/// use zugi_game::{Appearance, Explanation, toy::Hexapawn};
/// use zugi_search::{Searches, standard};
///
/// let variant = standard::<Hexapawn>();
/// assert!(variant.capability::<dyn Appearance>().is_ok());
/// assert!(variant.capability::<dyn Explanation>().is_ok());
/// let searcher = variant.capability::<dyn Searches>()?.searcher(1)?;
/// assert_eq!(searcher.evaluate(variant.game().as_ref()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn standard<G: Presentation + Explain + HasEvaluator>() -> Variant {
    Variant::new::<G>()
        .with::<dyn Appearance>(Of::<G>::new())
        .with::<dyn Explanation>(Of::<G>::new())
        .with::<dyn Searches>(Of::<G>::new())
}

/// A [`standard`] variant that also searches with nets from files.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_search::eval::net::{Learnable, NetFile};
/// use zugi_search::{NetSearches, standard_with_nets};
///
/// let variant = standard_with_nets::<Hexapawn>();
/// let searches = variant.capability::<dyn NetSearches>()?;
/// let mut ahead = NetFile::zero(Hexapawn::NAME, Hexapawn::SHAPE, 8);
/// ahead.output_biases.fill(100 << ahead.shift);
/// let searcher = searches.load(&ahead.to_bytes(), 1)?;
/// assert_eq!(searcher.evaluate(variant.game().as_ref()), Some(100));
/// assert!(searches.load(b"no net", 1).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn standard_with_nets<G: Presentation + Explain + Learnable>() -> Variant {
    standard::<G>().with::<dyn NetSearches>(Of::<G>::new())
}
