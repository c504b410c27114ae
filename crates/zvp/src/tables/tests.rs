//! Tables against a plain program, and against the counts of another program.

use std::cell::Cell;

use zugi_game::{Game, Probe, TableValue};
use zugi_proofs::draws::ProvableWithDraws;
use zugi_tables::{EndgameTables, PositionIndex};

use super::plain::{self, Value};
use super::squares::expand;
use super::*;

/// The numbers of drawn, lost and won positions by number of pieces and side to move, counted by
/// another program that repeats sweeps over all positions until nothing changes.
const COUNTS: [[[u64; 3]; 2]; 4] = [
    [[0, 63, 63], [0, 63, 63]],
    [[1637, 2874, 3178], [1637, 2874, 3178]],
    [[6631, 140_190, 155_859], [795, 137_718, 164_167]],
    [[1_771_004, 3_169_051, 3_697_305], [1_874_833, 2_622_435, 4_140_092]],
];

/// All positions with this number of pieces that can arise.
fn positions(pieces: u32) -> impl Iterator<Item = Zvp> {
    let sets = squares::CHOOSE[pieces as usize][squares::SQUARES];
    let boards = (0..sets).flat_map(move |number| {
        let set = squares::with_rank(pieces, number);
        let part_of = move |part: u32| {
            let chosen = squares::squares(set).zip(0..).filter(move |(_, at)| part >> at & 1 != 0);
            chosen.fold(0, |set, (square, _)| set | 1 << square)
        };
        (0..1 << (2 * pieces)).map(move |kinds: u32| {
            let (white, promoted) = (part_of(kinds), part_of(kinds >> pieces));
            ([white, set & !white].map(expand), expand(promoted))
        })
    });
    boards.flat_map(|(sets, promoted)| {
        Player::BOTH.into_iter().filter_map(move |side| Zvp::with_pieces(sets, promoted, side))
    })
}

fn counts(tables: &EndgameTables<Zvp>, pieces: u32) -> [[u64; 3]; 2] {
    let numbering = Zvp::numbering(pieces).expect("a numbering");
    let mut counts = [[0; 3]; 2];
    for position in positions(pieces) {
        let mover = position.to_move();
        let entry = numbering.entry(&position).expect("an entry");
        let kind = match tables.value_of_entry(pieces, entry).expect("a table") {
            TableValue::Loss => 1,
            TableValue::Win => 2,
            _ => 0,
        };
        counts[mover.index()][kind] += 1;
    }
    counts
}

#[test]
fn as_many_positions_are_won_and_drawn_as_another_program_counts() {
    let most = if cfg!(debug_assertions) { 3 } else { 4 };
    let tables = EndgameTables::<Zvp>::make(most).expect("the rules");
    for pieces in 1..=most {
        assert_eq!(counts(&tables, pieces), COUNTS[pieces as usize - 1], "{pieces} pieces");
    }
}

#[test]
fn positions_and_their_entries_correspond() {
    for pieces in 1..=5 {
        let numbering = Zvp::numbering(pieces).expect("a numbering");
        let step = (numbering.entries() / 20_000).max(1) | 1;
        let mut found = 0;
        for entry in (0..numbering.entries()).step_by(2 * step as usize) {
            let Some(position) = numbering.position(entry) else { continue };
            let again = numbering.entry(&position).expect("an entry");
            // A placement that is its own mirror image may have two entries.
            let same = numbering.position(again).expect("a position");
            assert_eq!(numbering.entry(&same), Some(again), "{}", position.text());
            assert!(again == entry || position == same, "{}", position.text());
            found += 1;
        }
        assert!(found > 100, "{found} of {pieces} pieces");
    }
}

#[test]
fn nothing_is_said_where_earlier_positions_may_come_back() {
    let tables = EndgameTables::<Zvp>::make(2).expect("the rules");
    let fresh = Zvp::from_text("8/8/8/4b3/8/2w5/8/8 w 0").expect("a position");
    assert!(tables.winner(&fresh).is_some());
    let quiet = Zvp::from_text("8/8/8/4b3/8/2w5/8/8 w 1").expect("a position");
    assert_eq!(tables.winner(&quiet), None);
}

thread_local! {
    /// The number of quiet plies that draw a game, if not [`QUIET_PLIES_TO_DRAW`].
    pub(super) static LIMIT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Compares all positions with the plain program, with a draw after `limit` quiet plies. Returns
/// the number of each value.
fn compare(pieces: u32, limit: u32) -> [u64; 5] {
    LIMIT.set(Some(limit));
    let tables = EndgameTables::<Zvp>::make(pieces).expect("the rules");
    LIMIT.set(None);
    let all: Vec<Zvp> = (1..=pieces).flat_map(positions).collect();
    let expected = plain::values(all.clone(), limit);
    let mut counts = [0; 5];
    for position in all {
        let found = tables.value(&position).expect("a table");
        let (value, mover) = (expected[&plain::board(&position)], position.to_move());
        // By the rules, only a win with few quiet plies has a winner.
        let (as_table, winner) = match value {
            Value::Draw => (TableValue::Draw, None),
            Value::Loss => (TableValue::Loss, Some(mover.opponent())),
            Value::Win => (TableValue::Win, Some(mover)),
            Value::CursedLoss => (TableValue::CursedLoss, None),
            Value::CursedWin => (TableValue::CursedWin, None),
        };
        assert_eq!((found, tables.winner(&position)), (as_table, winner), "{}", position.text());
        counts[value as usize] += 1;
    }
    counts
}

/// Without positions that cannot arise, such as those with an unpromoted princess on `h8`.
#[test]
fn up_to_three_pieces_are_worth_what_a_plain_program_says() {
    let counts = compare(3, u32::from(QUIET_PLIES_TO_DRAW));
    assert_eq!(counts[3..], [0, 0], "{counts:?}");
}

/// Proofs rely on [`Zvp::longest_win`], because the tables have only values for the count 0.
#[test]
fn no_win_takes_more_quiet_plies_than_proofs_assume() {
    let most = if cfg!(debug_assertions) { 3 } else { 4 };
    for pieces in 2..=most {
        let longest = Zvp::longest_win(pieces).expect("a number");
        LIMIT.set(Some(longest.into()));
        let tables = EndgameTables::<Zvp>::make(pieces).expect("the rules");
        LIMIT.set(None);
        for position in positions(pieces) {
            let value = tables.value(&position).expect("a table");
            let is_cursed = matches!(value, TableValue::CursedWin | TableValue::CursedLoss);
            assert!(!is_cursed, "{}", position.text());
        }
    }
}

/// With such low limits, even and odd, some wins need more plies.
#[test]
fn wins_that_take_too_many_quiet_plies_have_values_of_their_own() {
    for limit in [3, 4, 7, 8] {
        let counts = compare(2, limit);
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn more_pieces_are_worth_what_a_plain_program_says() {
    for limit in [1, 2, 5, 10] {
        println!("3 pieces, a draw after {limit} plies: {:?}", compare(3, limit));
    }
    println!("4 pieces: {:?}", compare(4, u32::from(QUIET_PLIES_TO_DRAW)));
}
