//! The games that the program plays, one line each.

use std::path::Path;

use zugi_game::{Registry, Variant};

/// A row is a game's name and its crate, which has the functions `variants` and
/// `variants_by_rules`.
macro_rules! games {
    ($($name:ident: $package:ident,)*) => {
        /// The games, one crate each.
        pub mod games {
            $(pub use $package as $name;)*
        }

        fn variants(cache: Option<&Path>) -> Vec<Variant> {
            [$($package::variants(cache)),*].concat()
        }

        /// Without search and tables.
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

const DEFAULT_VARIANT: &str = "zola-6";

/// All variants, in the order in which they are announced.
///
/// ```
/// let registry = zugi::registry();
/// assert_eq!(registry.find("Zola").unwrap(), registry.default_variant());
/// ```
#[must_use]
pub fn registry() -> Registry {
    registry_with_cache(None)
}

/// The variants of [`registry`], whose sessions keep their tables of small endings in this folder.
/// The folder is created when needed.
#[must_use]
pub fn registry_with_cache(cache: Option<&Path>) -> Registry {
    Registry::new(variants(cache), DEFAULT_VARIANT)
}

/// All variants by their rules alone, for programs that read games and do not search.
///
/// ```
/// assert_eq!(zugi::registry_of_rules().names(), zugi::registry().names());
/// ```
#[must_use]
pub fn registry_of_rules() -> Registry {
    Registry::new(rules(), DEFAULT_VARIANT)
}
