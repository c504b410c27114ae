//! Any line is a reply of an engine that is written and read back, or an error of one line. Control
//! characters may be written as blanks, and a byte order mark at the beginning is dropped, so texts
//! with them are not compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::protocol::{Reply, parse_reply};

fuzz_target!(|line: &str| match parse_reply(line) {
    Ok(Some(_)) if line.contains(|c: char| c.is_control() || c == '\u{feff}') => {}
    Ok(Some(reply)) => {
        let text = reply.to_string();
        // Unusable parts of an `info` line are not written.
        let written = |reply: Option<Reply>| reply.map(|reply| reply.to_string());
        let again = parse_reply(&text).map(written);
        assert_eq!(again.map(Option::unwrap_or_default), Ok(text));
    }
    Ok(None) => {}
    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
});
