//! The variants with all capabilities.

use std::path::Path;

use zugi_game::{
    Appearance, Chances, Explanation, HasSeats, HiddenInformation, OpeningBook, Puzzles, Sheet,
    Variant,
};
use zugi_search::Searches;
use zugi_search::bench::Benchmarks;

use super::rules::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaPosition, ZokaVariant,
};

/// The variants with all capabilities. The cache is not used, because there are no tables.
#[must_use]
pub fn variants(_cache: Option<&Path>) -> Vec<Variant> {
    vec![
        variant::<TwoSeats>()
            .with(OpeningBook(include_str!("openings/zoka.txt")))
            .with(Puzzles(include_str!("puzzles/zoka.txt"))),
        variant::<ThreeSeats>(),
        variant::<FourSeats>(),
        variant::<OneAgainstTwo>(),
        variant::<TwoAgainstTwo>().with(OpeningBook(include_str!("openings/zoka-2v2.txt"))),
    ]
}

fn variant<V: ZokaVariant>() -> Variant
where
    ZokaPosition<V>: zugi_search::eval::HasLinearEval + zugi_search::eval::Benchmark,
{
    let variant = Variant::new::<ZokaPosition<V>>()
        .with(Searches::with_nets::<ZokaPosition<V>>())
        .with(Benchmarks::of::<ZokaPosition<V>>())
        .with(Appearance::of::<ZokaPosition<V>>())
        .with(Explanation::of::<ZokaPosition<V>>())
        .with(Sheet::of::<ZokaPosition<V>>(include_str!("sheet.json")))
        .with(Chances::of::<ZokaPosition<V>>())
        .with(HiddenInformation::of::<ZokaPosition<V>>())
        .with(HasSeats::of::<ZokaPosition<V>>());
    #[cfg(feature = "learn")]
    let variant = variant
        .with(zugi_learn::weights::WeightTuner::of::<ZokaPosition<V>>())
        .with(zugi_learn::data::DataGenerator::with_nets::<ZokaPosition<V>>())
        .with(zugi_learn::train::NetTrainer::of::<ZokaPosition<V>>())
        .with(zugi_learn::priors::PriorTrainer::of::<ZokaPosition<V>>())
        .with(zugi_learn::openings::OpeningGenerator::of::<ZokaPosition<V>>());
    variant
}
