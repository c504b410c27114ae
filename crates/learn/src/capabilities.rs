//! Adds all kinds of learning to a variant in one call.

use zugi_game::{Symmetric, Variant};
use zugi_search::eval::net::Learnable;

use crate::data::DataGenerator;
use crate::openings::OpeningGenerator;
use crate::train::NetTrainer;

/// Adds the search for balanced openings, positions from self-play and the training of nets.
#[must_use]
pub fn with_learning<G: Symmetric + Learnable>(variant: Variant) -> Variant {
    #[cfg(feature = "tuning")]
    let variant = variant.with(crate::parameters::ParameterTuner::of::<G>());
    variant
        .with(OpeningGenerator::of::<G>())
        .with(DataGenerator::with_nets::<G>())
        .with(NetTrainer::of::<G>())
}
