//! Any text is read as a command (which is written and read back), as an empty line, or as an error
//! of one short line. Control characters are written as blanks, so texts with them are not
//! compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::protocol::{complaint, parse, parse_line};

fuzz_target!(|line: &str| match parse_line(line) {
    Err(error) => {
        let text = error.to_string();
        assert!(!text.contains('\n') && text.chars().count() <= 400, "{text:?}");
    }
    Ok(Some(read)) => {
        assert!(complaint(&read.skipped).is_none_or(|text| !text.contains('\n')));
        let text = read.command.to_string();
        assert!(!text.contains('\n'), "{text:?}");
        if !line.contains(char::is_control) {
            let again = parse(&text).expect("it is read back").map(|command| command.to_string());
            assert_eq!(again, Some(text));
        }
    }
    Ok(None) => {}
});
