//! The games that the program plays: one line for each game.

use std::path::Path;

use zugi_game::{Registry, Variant};

/// Each game: its name, and its crate, which has the functions `variants` and `variants_by_rules`.
macro_rules! games {
    ($($name:ident: $package:ident,)*) => {
        /// The games, one crate each.
        pub mod games {
            $(pub use $package as $name;)*
        }

        /// The variants of all games, in this order.
        fn variants(cache: Option<&Path>) -> Vec<Variant> {
            [$($package::variants(cache)),*].concat()
        }

        /// The same by their rules alone.
        fn rules() -> Vec<Variant> {
            [$($package::variants_by_rules()),*].concat()
        }
    };
}

games! {
    zola: zugi_zola,
    zvp: zugi_zvp,
    zoka: zugi_zoka,
}

/// The variant that is played unless another one is chosen.
const USUAL: &str = "zola-6";

/// All variants, in the order in which they are announced; the usual one is Zola on 6x6.
///
/// ```
/// let registry = zugi::registry();
/// assert_eq!(registry.find("Zola").unwrap(), registry.default_variant());
/// ```
#[must_use]
pub fn registry() -> Registry {
    registry_with_cache(None)
}

/// The same; tables of small endings, which sessions make for themselves, are kept in this
/// folder. It is made when it is needed.
#[must_use]
pub fn registry_with_cache(cache: Option<&Path>) -> Registry {
    Registry::new(variants(cache), USUAL)
}

/// The same variants by their rules alone, for programs that read games and do not search.
///
/// ```
/// assert_eq!(zugi::registry_of_rules().names(), zugi::registry().names());
/// ```
#[must_use]
pub fn registry_of_rules() -> Registry {
    Registry::new(rules(), USUAL)
}
