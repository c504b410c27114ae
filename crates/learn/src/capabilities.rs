//! What is learnt from games, added to a variant in one call.

use zugi_game::{Symmetric, Variant};
use zugi_search::eval::net::Learnable;

use crate::data::MakesData;
use crate::openings::FindsOpenings;
use crate::train::Trains;

/// Adds the search for balanced openings, positions from self-play and the training of nets.
#[must_use]
pub fn with_learning<G: Symmetric + Learnable>(variant: Variant) -> Variant {
    #[cfg(feature = "tuning")]
    let variant = variant.with(crate::parameters::TunesParameters::of::<G>());
    variant.with(FindsOpenings::of::<G>()).with(MakesData::with_nets::<G>()).with(Trains::of::<G>())
}
