//! The look of the toy game.

use zugi_game::toy::Hexapawn;
use zugi_show::conformance::check_presentation;

#[test]
fn hexapawn_passes_the_conformance_suite() {
    check_presentation::<Hexapawn>(20, 2);
}
