//! The variants that the program plays: the one place where a game gets its name and its
//! powers. See [`game::Power`](crate::game::Power).

use std::path::Path;

use crate::bench::Benchmarks;
use crate::eval::net::{Learnable, NetFile};
use crate::eval::{Benchmark, Evaluated, SUM, Summed};
use crate::game::{
    Appearance, Chances, Conceals, Explain, Explanation, Game, HasSeats, Look, OpeningBook,
    Registry, Symmetric, Variant,
};
use crate::games::zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, Zoka4};
use crate::games::zola::{Zola4, Zola6, Zola8, Zola10};
use crate::games::zvp::Zvp;
use crate::learn::data::MakesData;
use crate::learn::train::Trains;
use crate::learn::weights::Tunes;
use crate::openings::FindsOpenings;
use crate::search::{Searches, TreeGame};
use crate::truth::proof::{Provable, Solves};
use crate::truth::tables::{HasTables, Tabled};
use crate::truth::{Endings, Knowledge};

/// The openings that were measured for a variant; the first line of each file is the
/// command that made it.
macro_rules! book {
    ($variant:literal) => {
        OpeningBook(include_str!(concat!("openings/book/", $variant, ".txt")))
    };
}

/// All variants, in the order in which they are announced; the usual one is Zola on 6x6.
///
/// ```
/// let registry = zugi::variants::registry();
/// assert_eq!(registry.find("Zola").unwrap(), registry.usual());
/// ```
#[must_use]
pub fn registry() -> Registry {
    registry_with_cache(None)
}

/// The same; tables of small endings, which sessions make for themselves, are kept in this
/// folder. It is made when it is needed.
#[must_use]
pub fn registry_with_cache(cache: Option<&Path>) -> Registry {
    let variants = vec![
        with_truth::<Zola4>(cache).with(book!("zola-4")),
        with_truth::<Zola6>(cache).with(book!("zola-6")).also("zola"),
        with_truth::<Zola8>(cache).with(book!("zola-8")),
        with_truth::<Zola10>(cache).with(book!("zola-10")),
        with_powers::<Zvp>()
            .with(HasTables::of::<Zvp>())
            .with(Endings::<Zvp>::power(cache))
            .with(book!("zvp")),
        with_chance::<Zoka>(),
        with_chance::<Zoka3>(),
        with_chance::<Zoka4>(),
        with_chance::<Zoka1v2>(),
        with_chance::<Zoka2v2>(),
    ];
    Registry::new(variants, Zola6::NAME)
}

/// The same, and those of a game whose positions can be tabled and proven.
fn with_truth<G>(cache: Option<&Path>) -> Variant
where
    G: Look + Explain + Symmetric + Learnable + Benchmark + Evaluated + Tabled + Provable,
{
    let knows = Knowledge::<G>::power(cache);
    let cache = cache.map(Path::to_owned);
    with_powers::<G>()
        .with(HasTables::of::<G>())
        .with(Solves::knowing::<G, _>(move |tables| match tables.small {
            true if tables.only_named => {
                Endings::open_with(&tables.folders, tables.memory, cache.as_deref())
            }
            true => Endings::complete(&tables.folders, tables.memory, cache.as_deref()),
            false => Endings::of_files(&tables.folders, tables.memory),
        }))
        .with(knows)
}

/// Those of a game with chance and something hidden.
fn with_chance<G: Look + Explain + TreeGame + Benchmark + Summed>() -> Variant {
    Variant::new::<G>()
        .with(Searches::by_tree::<G, _>(G::Evaluator::default))
        .with(Benchmarks::of::<G>())
        .with(Tunes::by_tree::<G>())
        .with(Appearance::of::<G>())
        .with(Explanation::of::<G>())
        .with(Chances::of::<G>())
        .with(Conceals::of::<G>())
        .with(HasSeats::of::<G>())
        .with(FindsOpenings::drawn::<G>())
}

/// The powers that all other games have. A net comes with the program and others are files; the
/// weighted sum is there to be compared with.
fn with_powers<G>() -> Variant
where
    G: Look + Explain + Symmetric + Learnable + Benchmark + Evaluated,
{
    let load = |content: &[u8]| G::with_net(&NetFile::from_bytes(content)?);
    let searches = Searches::by_alpha_beta::<G, _>(G::Evaluator::default)
        .also::<G, _>(SUM, G::Sum::default)
        .loading::<G, _, _>(load);
    let variant = Variant::new::<G>();
    #[cfg(feature = "tuning")]
    let variant = variant.with(crate::learn::parameters::TunesParameters::of::<G>());
    variant
        .with(Appearance::of::<G>())
        .with(Explanation::of::<G>())
        .with(searches)
        .with(Benchmarks::of::<G>())
        .with(FindsOpenings::of::<G>())
        .with(MakesData::with_nets::<G>())
        .with(Trains::of::<G>())
        .with(Tunes::of::<G>())
}
