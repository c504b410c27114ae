//! The learning that every game with nets has, added to a variant in one call.

use zugi_game::{Of, Variant};
use zugi_search::eval::net::Learnable;

use crate::data::{DataGenerator, NetDataGenerator};
use crate::openings::OpeningGenerator;
use crate::train::NetTrainer;

/// Adds the search for balanced openings, positions from self-play and the training of nets; with
/// the feature `tuning`, the tuning of search parameters, too.
#[must_use]
pub fn with_learning<G: Learnable>(variant: Variant) -> Variant {
    #[cfg(feature = "tuning")]
    let variant = variant.with::<dyn crate::parameters::ParameterTuner>(Of::<G>::new());
    variant
        .with::<dyn OpeningGenerator>(Of::<G>::new())
        .with::<dyn DataGenerator>(Of::<G>::new())
        .with::<dyn NetDataGenerator>(Of::<G>::new())
        .with::<dyn NetTrainer>(Of::<G>::new())
}
