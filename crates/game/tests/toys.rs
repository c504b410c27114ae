//! Tests of the toy games through the public interface; tests of private parts are in their own
//! files.

use zugi_game::toy::Hexapawn;
use zugi_game::{Game, Outcome, Pack, PackedMove, Player, conformance, perft};

#[test]
fn hexapawn_passes_the_conformance_suite() {
    conformance::check::<Hexapawn>(20, 1);
    conformance::check_pack::<Hexapawn>(20, 3);
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..5 {
        for position in conformance::random_game(&Hexapawn::start(), &mut rng) {
            conformance::check_symmetries(&position, 3);
        }
    }
}

#[test]
fn hexapawn_has_the_perft_of_another_program() {
    let counts = [1, 2, 3, 4, 5, 6, 7].map(|depth| perft(&Hexapawn::start(), depth));
    assert_eq!(counts, [4, 16, 66, 280, 1170, 4548, 16_684]);
}

#[test]
fn each_way_to_win_at_hexapawn_is_seen() {
    let outcome = |text| Hexapawn::from_text(text).unwrap().outcome();
    let win = |player| Some(Outcome::Win(player));
    // The far rank.
    assert_eq!(outcome("w2b/4/4/1w2 b"), win(Player::One));
    assert_eq!(outcome("3b/4/4/b1w1 w"), win(Player::Two));
    // The last pawn.
    assert_eq!(outcome("4/4/4/1w2 b"), win(Player::One));
    assert_eq!(outcome("4/2b1/4/4 w"), win(Player::Two));
    // No move.
    assert_eq!(outcome("4/b3/w3/4 w"), win(Player::Two));
    assert_eq!(outcome("4/b3/w3/4 b"), win(Player::One));
    assert_eq!(outcome("4/bb2/w3/4 w"), None);
}

#[test]
fn what_is_no_position_of_hexapawn_is_refused() {
    for text in [
        "",
        "bbbb/4/4/wwww",
        "bbbb/4/4/wwww r",
        "bbbb/4/4/wwww w ",
        "bbbb/4/wwww w",
        "bbbb/4/4/wwwx w",
        "4/4/4/4 w",
        "w3/4/4/b3 w",
        "3b/4/4/b1w1 b",
        "4/4/4/1w2 w",
    ] {
        assert!(Hexapawn::from_text(text).is_err(), "{text:?}");
    }
    for text in ["", "a1", "a1a5", "a1e1", "a1a2a3", "a1 a2"] {
        assert!(Hexapawn::start().parse_move(text).is_err(), "{text:?}");
    }
    for bytes in [[0; 5], [1, 0, 1, 0, 1], [0, 0x10, 1, 0, 0], [1, 0, 2, 0, 2]] {
        assert_eq!(Hexapawn::unpack(&bytes), None, "{bytes:?}");
    }
}

#[test]
fn hexapawn_objects_to_what_is_illegal_alone() {
    let mut rng = fastrand::Rng::with_seed(5);
    for position in (0..20).flat_map(|_| conformance::random_game(&Hexapawn::start(), &mut rng)) {
        for mv in (0..1 << 14).step_by(3).map(<Hexapawn as Game>::Move::from_bits) {
            assert_eq!(position.why_illegal(mv).is_none(), position.is_legal(mv), "{position:?}");
        }
    }
}

#[test]
fn the_objection_says_what_is_wrong() {
    for (position, mv, reason) in [
        ("bbbb/4/4/wwww w", "b4b3", "no pawn of yours is on b4"),
        ("bbbb/4/4/wwww w", "a2a3", "no pawn of yours is on a2"),
        ("bbbb/4/4/wwww w", "a1b2", "there is nothing to capture on b2"),
        ("bbbb/4/4/wwww w", "a1a3", "a3 is not one step ahead of a1"),
        ("bbbb/w3/4/1www b", "a4a3", "a3 is not empty"),
        ("bbbb/w3/4/1www b", "a4b4", "b4 is not one step ahead of a4"),
        ("4/4/4/w3 b", "a1a2", "the game is over"),
    ] {
        let position = Hexapawn::from_text(position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        assert_eq!(position.why_illegal(mv).as_deref(), Some(reason));
    }
}
