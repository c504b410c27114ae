//! Any text is tried as a list of moves in each variant: legal moves are played, others change
//! nothing, and the last position is written and read back.
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
