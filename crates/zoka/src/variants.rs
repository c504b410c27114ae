use std::path::Path;
use std::sync::Arc;

use zugi_game::{Chances, HasSeats, HiddenInformation, Of, OpeningBook, Variant};
use zugi_search::bench::Benchmarks;
use zugi_search::eval::HasLinearEval;
use zugi_search::{NetSearches, Searches};
use zugi_show::{Appearance, Puzzles, Sheet};

use super::bench;
use super::rules::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaPosition, ZokaVariant,
};

/// The variants with all capabilities. `_cache` is not used, because there are no tables.
#[must_use]
pub fn variants(_cache: Option<&Path>) -> Vec<Variant> {
    let openings = include_str!("openings/zoka-2v2.txt");
    vec![
        variant::<TwoSeats>(bench::ZOKA)
            .with(Arc::new(OpeningBook(include_str!("openings/zoka.txt"))))
            .with(Arc::new(Puzzles(include_str!("puzzles/zoka.txt")))),
        variant::<ThreeSeats>(bench::ZOKA_3),
        variant::<FourSeats>(bench::ZOKA_4),
        variant::<OneAgainstTwo>(bench::ZOKA_1V2),
        variant::<TwoAgainstTwo>(bench::ZOKA_2V2).with(Arc::new(OpeningBook(openings))),
    ]
}

fn variant<V: ZokaVariant>(benchmarks: Benchmarks) -> Variant
where
    ZokaPosition<V>: HasLinearEval,
{
    let game = Of::<ZokaPosition<V>>::new;
    let variant = Variant::new::<ZokaPosition<V>>()
        .with::<dyn Appearance>(game())
        .with::<dyn Searches>(game())
        .with::<dyn NetSearches>(game())
        .with(Arc::new(benchmarks))
        .with(Arc::new(Sheet::of::<ZokaPosition<V>>(include_str!("sheet.json"))))
        .with::<dyn Chances>(game())
        .with::<dyn HiddenInformation>(game())
        .with::<dyn HasSeats>(game());
    #[cfg(feature = "learn")]
    let variant = variant
        .with::<dyn zugi_learn::weights::WeightTuner>(game())
        .with::<dyn zugi_learn::data::DataGenerator>(game())
        .with::<dyn zugi_learn::data::NetDataGenerator>(game())
        .with::<dyn zugi_learn::train::NetTrainer>(game())
        .with::<dyn zugi_learn::priors::PriorTrainer>(game())
        .with::<dyn zugi_learn::openings::OpeningGenerator>(game());
    variant
}
