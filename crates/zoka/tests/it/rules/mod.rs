//! The rules of Zoka: reference data, a slow oracle, texts, and the conformance suite.

mod oracle;
mod random;
mod reference;
mod texts;

use zugi_game::conformance;
use zugi_zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, Zoka4, ZokaPosition, ZokaVariant};

macro_rules! for_all {
    ($function:ident($($argument:expr),*)) => {{
        $function::<zugi_zoka::TwoSeats>($($argument),*);
        $function::<zugi_zoka::ThreeSeats>($($argument),*);
        $function::<zugi_zoka::FourSeats>($($argument),*);
        $function::<zugi_zoka::OneAgainstTwo>($($argument),*);
        $function::<zugi_zoka::TwoAgainstTwo>($($argument),*);
    }};
}
use for_all;

fn check_contracts<V: ZokaVariant>() {
    conformance::check::<ZokaPosition<V>>(2, 1);
    conformance::check_chance::<ZokaPosition<V>>(6, 2);
    conformance::check_hidden::<ZokaPosition<V>>(3, 3);
    zugi_show::conformance::check_presentation::<ZokaPosition<V>>(2, 4);
    let sheet = include_str!("../../../src/sheet.json");
    zugi_show::conformance::check_sheet::<ZokaPosition<V>>(sheet);
}

#[test]
fn conformance_suite() {
    for_all!(check_contracts());
}

#[test]
fn variants_have_their_names() {
    use zugi_game::{Game, Seated};
    let names = [Zoka::NAME, Zoka3::NAME, Zoka4::NAME, Zoka1v2::NAME, Zoka2v2::NAME];
    assert_eq!(names, ["zoka", "zoka-3", "zoka-4", "zoka-1v2", "zoka-2v2"]);
    let seats = [Zoka::SEATS, Zoka3::SEATS, Zoka4::SEATS, Zoka1v2::SEATS, Zoka2v2::SEATS];
    assert_eq!(seats, [2, 3, 4, 3, 4]);
}
