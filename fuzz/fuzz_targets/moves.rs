//! Any text is a list of moves of each variant: legal ones are played, written and read back, others
//! change nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::game::Setup;
use zugi::registry;

fuzz_target!(|text: &str| {
    for variant in registry().variants() {
        let mut game = variant.game();
        for word in text.split(' ') {
            let (before, legal) = (game.text(), game.move_texts());
            match game.play_text(word) {
                Ok(text) => assert!(legal.contains(&text), "{text} in {before}"),
                Err(_) => assert_eq!(game.text(), before),
            }
        }
        let mut again = variant.game();
        assert!(again.set_up(Setup::Text(&game.text()), &[]).is_ok(), "{}", game.text());
        assert_eq!(again.key(), game.key());
    }
});
