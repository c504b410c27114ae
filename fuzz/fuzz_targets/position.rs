//! Any text is a position that is written and read back, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugi::game::Game;
use zugi::games::VARIANTS;
use zugi::with_variant;

fn check<G: Game>(text: &str) {
    if let Ok(position) = G::from_text(text) {
        assert_eq!(G::from_text(&position.text()).as_ref(), Ok(&position));
        assert_eq!(position.count_moves() == 0, position.outcome().is_some());
        assert_eq!(position.key(), position.key_from_scratch());
    }
}

fuzz_target!(|text: &str| {
    for variant in VARIANTS {
        with_variant!(variant, G => check::<G>(text));
    }
});
