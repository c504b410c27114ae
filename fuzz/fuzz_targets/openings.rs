//! Any text is a file of openings, or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::arbiter::openings::parse_openings;

fuzz_target!(|text: &str| {
    let registry = zugi::registry();
    if let Err(error) = parse_openings(text, Some(registry.default_variant())) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
});
