//! Any text is a file of openings, or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::arbiter::openings::parse_openings;

fuzz_target!(|text: &str| {
    if let Err(error) = parse_openings(text, "zola-6") {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
});
