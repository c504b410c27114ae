//! Any text is a position that is written and read back, or an error, in each variant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::game::Setup;
use zugi::registry;

fuzz_target!(|text: &str| {
    for variant in registry().variants() {
        let (mut game, mut again) = (variant.game(), variant.game());
        if game.set_up(Setup::Text(text), &[]).is_ok() {
            assert!(again.set_up(Setup::Text(&game.text()), &[]).is_ok(), "{}", game.text());
            assert_eq!((again.text(), again.key()), (game.text(), game.key()));
            assert_eq!(game.moves().is_empty(), game.outcome().is_some());
        }
    }
});
