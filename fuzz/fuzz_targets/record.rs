//! Any text is the record of a match, or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::records::parse_games;

fuzz_target!(|text: &str| match parse_games(text) {
    Ok(games) => {
        for game in games {
            let text = game.to_string();
            let again = parse_games(&text).expect("it is read back");
            assert_eq!(again.iter().map(ToString::to_string).collect::<Vec<_>>(), [text]);
        }
    }
    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
});
