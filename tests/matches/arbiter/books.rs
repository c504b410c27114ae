//! The built-in openings of the variants, used in a match.

use std::collections::HashSet;

use zugi::arbiter::openings::parse_openings;
use zugi::game::{OpeningBook, Registry, Variant};
use zugi::registry;

/// The variants with built-in openings.
fn books(registry: &Registry) -> Vec<(&Variant, &OpeningBook)> {
    let books: Vec<_> = registry
        .variants()
        .filter_map(|variant| Some((variant, variant.capability().ok()?)))
        .collect();
    assert!(!books.is_empty());
    books
}

#[test]
fn books_are_what_the_command_in_their_first_line_made() {
    for (variant, OpeningBook(text)) in books(&registry()) {
        let openings = parse_openings(text, Some(variant)).unwrap();
        let command = format!("# zugi openings {} --variant {} ", openings.len(), variant.name());
        assert!(text.starts_with(&command), "{command:?} does not begin the file");
        assert!(openings.len() >= 50, "{} has {}", variant.name(), openings.len());
        let different: HashSet<_> = openings.iter().collect();
        assert_eq!(different.len(), openings.len(), "{}", variant.name());
    }
}
