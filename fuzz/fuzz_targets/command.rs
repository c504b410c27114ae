//! Any text is a command, nothing, or an error of one short line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::protocol::{Command, parse};

fuzz_target!(|line: &str| match parse(line) {
    Err(error) => {
        let text = error.to_string();
        assert!(!text.contains('\n') && text.chars().count() <= 400, "{text:?}");
    }
    Ok(Some(Command::Go(go))) => assert!(go.complaint().is_none_or(|text| !text.contains('\n'))),
    Ok(_) => {}
});
