//! Any text is a move that is written and read back, or an error; only legal moves are
//! played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::game::Game;
use zugi::games::VARIANTS;
use zugi::with_variant;

fn check<G: Game>(text: &str) {
    let mut position = G::start();
    for word in text.split(' ') {
        let Ok(mv) = position.parse_move(word) else { continue };
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        let before = position.clone();
        match position.play(mv) {
            Ok(()) => assert!(before.moves().contains(&mv)),
            Err(_) => assert_eq!(position, before),
        }
    }
}

fuzz_target!(|text: &str| {
    for variant in VARIANTS {
        with_variant!(variant, G => check::<G>(text));
    }
});
