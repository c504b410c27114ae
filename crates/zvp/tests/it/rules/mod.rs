//! The rules of Zombies vs Princesses Draughts: examples from the rules, an oracle, and the
//! conformance suite.

mod examples;
mod oracle;
mod random;
mod support;

use std::collections::HashSet;

use fastrand::Rng;
use zugi_game::{Game, conformance, perft};
use zugi_zvp::Zvp;

use oracle::ZvpOracle;
use support::zvp;

/// The most leaves that the fast generator counts from a position. The mirror image of the position
/// is compared if there are at most an eighth as many.
const LEAVES: u64 = if cfg!(debug_assertions) { 4_000_000 } else { 2_000_000_000 };

/// The most leaves of a position for the oracle.
const ORACLE_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// Positions and their perft from depth 1. The numbers are from the two implementations in this
/// crate.
const PERFT: [(&str, &[u64]); 5] = [
    (
        "5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0",
        &[
            5,
            15,
            138,
            903,
            8_496,
            51_338,
            498_422,
            3_107_556,
            30_080_672,
            187_563_808,
            1_808_521_134,
        ],
    ),
    // Chains of up to nine jumps for both sides.
    (
        "8/8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/W7 w 0",
        &[9, 42, 168, 2_048, 4_380, 48_644, 165_318, 1_779_762, 3_962_626, 40_680_800],
    ),
    (
        "8/6B1/1w1w1w2/8/1w1W1w2/8/1w1w1w2/8 b 0",
        &[9, 44, 342, 2_340, 15_158, 101_928, 704_232, 4_798_714, 34_215_568, 235_201_798],
    ),
    // All four kinds of pieces.
    (
        "7W/4w1B1/3B4/2w1b3/1b1w1b2/2W3b1/1w6/B7 w 0",
        &[3, 9, 25, 48, 126, 740, 2_622, 18_912, 98_035, 756_676, 4_362_422],
    ),
    // The eightieth quiet ply comes within four plies.
    (
        "7b/6b1/5W2/8/1w3B2/2w5/1w6/w7 w 76",
        &[9, 15, 112, 675, 3_038, 20_110, 136_426, 967_677, 6_729_988, 47_721_986, 333_503_623],
    ),
];

#[test]
fn perft_agrees_with_the_oracle() {
    for (text, leaves) in PERFT {
        let oracle = ZvpOracle::from_text(text).unwrap();
        for (depth, &leaves) in (1..).zip(leaves) {
            if leaves <= LEAVES {
                assert_eq!(perft(&zvp(text), depth), leaves, "perft {depth} of {text}");
            }
            if leaves <= LEAVES / 8 {
                conformance::check_symmetries(&zvp(text), depth);
            }
            if leaves <= ORACLE_LEAVES {
                assert_eq!(oracle.perft(depth), leaves, "the oracle's perft {depth} of {text}");
            }
        }
    }
}

#[test]
fn conformance_suite() {
    conformance::check::<Zvp>(20, 1);
}

#[test]
fn board_programs_show_every_move() {
    zugi_show::conformance::check_presentation::<Zvp>(300, 2);
}

#[test]
fn the_texts_are_about_the_game() {
    zugi_show::conformance::check_sheet::<Zvp>(include_str!("../../../src/sheet.json"));
}

#[test]
fn the_key_is_of_all_but_the_quiet_plies() {
    let board = |piece| format!("8/8/8/4{piece}3/8/8/8/W1B5");
    let kinds = ["w", "W", "b", "B", "1"].map(board).map(|rows| rows.replace("413", "8"));
    let keys: HashSet<u64> = kinds
        .iter()
        .flat_map(|rows| ["w", "b"].map(|side| zvp(&format!("{rows} {side}")).key()))
        .collect();
    assert_eq!(keys.len(), 10);
    let quiet = |plies| zvp(&format!("{} w {plies}", kinds[0]));
    assert_eq!(quiet(5).key(), quiet(80).key());
    assert_ne!(quiet(5), quiet(80));
}

#[test]
fn mirror_images_of_random_positions() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..if cfg!(debug_assertions) { 4 } else { 40 } {
        for position in conformance::random_game(&Zvp::start(), &mut rng) {
            conformance::check_symmetries(&position, 3);
        }
    }
}
