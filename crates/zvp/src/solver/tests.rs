//! Tests of the tables against the counts of another program.

use zugi_game::Outcome;
use zugi_solver::Oracle;
use zugi_solver::tables::EndgameTables;

use super::*;

/// Counted by another program: sweeps over all positions at once until nothing changes, and
/// the positions of each side to move that are drawn, lost and won.
const COUNTS: [[[u64; 3]; 2]; 4] = [
    [[0, 63, 63], [0, 63, 63]],
    [[1637, 2874, 3178], [1637, 2874, 3178]],
    [[6631, 140_190, 155_859], [795, 137_718, 164_167]],
    [[1_771_004, 3_169_051, 3_697_305], [1_874_833, 2_622_435, 4_140_092]],
];

fn counts(tables: &EndgameTables<Zvp>, pieces: u32) -> [[u64; 3]; 2] {
    let numbering = Zvp::numbering(pieces).expect("a numbering");
    let mut counts = [[0; 3]; 2];
    for entry in (0..numbering.entries()).step_by(2) {
        let Some(position) = numbering.position(entry) else { continue };
        let mover = position.to_move();
        let outcome = tables.outcome(pieces, entry, mover).expect("a table");
        let kind = match outcome {
            Outcome::Draw => 0,
            Outcome::Win(player) if player == mover => 2,
            Outcome::Win(_) => 1,
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
fn boards_and_their_numbers_correspond() {
    for pieces in 1..=5 {
        let count = Board::count(pieces);
        for number in (0..count).step_by((count / 10_000).max(1) as usize) {
            assert_eq!(Board::with_number(pieces, number).number(), number, "{pieces} pieces");
        }
    }
    let numbering = Zvp::numbering(4).expect("a numbering");
    for entry in (0..numbering.entries()).step_by(2 * 997) {
        if let Some(position) = numbering.position(entry) {
            assert_eq!(numbering.entry(&position), Some(entry), "{}", position.text());
        }
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
