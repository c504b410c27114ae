//! Any name and value are a setting or an error of one short line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::games::{DEFAULT_VARIANT, VARIANTS};
use zugi::protocol::OptionTable;

fuzz_target!(|option: (&str, Option<&str>)| {
    let table = OptionTable::new(&VARIANTS, DEFAULT_VARIANT);
    if let Err(error) = table.parse(option.0, option.1) {
        let text = error.to_string();
        assert!(!text.contains('\n') && text.chars().count() <= 400, "{text:?}");
    }
});
