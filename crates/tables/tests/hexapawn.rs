//! Tables of Hexapawn and their files against brute force.
#![cfg(feature = "files")]

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;

use zugi_game::conformance::winner;
use zugi_game::toy::Hexapawn;
use zugi_game::{Game, Probe};
use zugi_tables::{
    BuildPlan, EndgameTables, HasTablebase, PositionIndex, TableError, Verified, VerifyPlan, build,
    file_name, verify,
};

fn positions(pawns: u32) -> impl Iterator<Item = (u64, Hexapawn)> {
    let numbering = Hexapawn::numbering(pawns).expect("few pawns");
    let entries = 0..numbering.entries();
    entries.filter_map(move |entry| Some((entry, numbering.position(entry)?)))
}

#[test]
fn every_position_has_a_number_of_its_own() {
    for pawns in 0..=5 {
        let numbering = Hexapawn::numbering(pawns).expect("few pawns");
        for (entry, position) in positions(pawns) {
            assert_eq!(position.pieces(), pawns);
            assert_eq!(numbering.entry(&position), Some(entry), "{}", position.text());
        }
        assert_eq!(numbering.position(numbering.entries()), None);
    }
    assert!(Hexapawn::numbering(6).is_none());
}

#[test]
fn tables_say_what_a_search_of_everything_finds() {
    let tables = EndgameTables::<Hexapawn>::make(4).expect("the rules are kept");
    let mut seen = HashMap::new();
    let mut won = [0; 2];
    for (_, position) in (1..=4).flat_map(positions) {
        let winner = winner(&position, &mut seen);
        assert_eq!(tables.winner(&position), Some(winner), "{}", position.text());
        won[winner.index()] += 1;
    }
    // An exchange of colours maps wins of one side to wins of the other.
    assert!(won[0] > 10_000 && won[0] == won[1], "{won:?}");
}

/// Each run continues from the files of the one before.
#[test]
fn files_of_interrupted_builds_are_true_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = BuildPlan {
        folder: folder.path().to_owned(),
        pieces: 4,
        memory: 1 << 30,
        least_saved: 0,
        share: None,
    };
    let (mut builds, mut calls) = (1, 0);
    let mut report = |_| {
        calls += 1;
        if calls % 2 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    while !build::<Hexapawn>(&plan, &mut report).expect("tables") {
        builds += 1;
        assert!(builds < 1000);
    }
    assert!(builds > 10, "{builds}");
    let check = VerifyPlan { samples: u64::MAX, nodes: 1000, seed: 1, memory: 1 << 24 };
    let mut checked = 0;
    let mut sum = |table: Verified| checked += table.by_search;
    verify::<Hexapawn>(folder.path(), &check, &mut sum).expect("true tables");
    assert!(checked > 10_000, "{checked}");
    let made = EndgameTables::<Hexapawn>::make(4).expect("the rules are kept");
    let open = || EndgameTables::<Hexapawn>::open(&[folder.path().to_owned()], 0);
    let (tables, errors) = open();
    assert!(errors.is_empty(), "{errors:?}");
    for (_, position) in (1..=4).flat_map(positions).step_by(7) {
        assert_eq!(tables.winner(&position), made.winner(&position), "{}", position.text());
    }
    let path = folder.path().join(file_name(Hexapawn::NAME, 4));
    let bytes = fs::read(&path).expect("a file");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("writable");
    let (tables, errors) = open();
    assert!(matches!(&errors[..], [TableError::Truncated { .. }]), "{errors:?}");
    assert_eq!(tables.pieces().collect::<Vec<_>>(), [1, 2, 3]);
}
