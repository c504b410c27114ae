//! Tests of files with right checksums and wrong content, and of several writers of one file. Other
//! faults are tested in `tests/hexapawn.rs` and with the tables of the games.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;

use zugi_game::Game;
use zugi_game::toy::Hexapawn;

use super::shard_files::{Access, ShardFiles};
use super::verify::check_moves;
use super::*;
use crate::toy::HexapawnIndex;
use crate::{EndgameTables, HasTablebase, Home, PositionIndex, TableError, file_name};

/// Verifies this many samples of the tables of a folder, and returns the error.
fn refused(folder: &Path, samples: u64) -> String {
    let plan = VerifyPlan { samples, nodes: 10_000, seed: 1, memory: 1 << 24 };
    verify::<Hexapawn>(folder, &plan, &mut |_| ()).expect_err("no true tables").to_string()
}

#[test]
fn a_table_of_another_game_or_with_wrong_entries_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = BuildPlan {
        folder: folder.path().to_owned(),
        pieces: 3,
        memory: 1 << 30,
        least_saved: 0,
        share: None,
    };
    assert!(build::<Hexapawn>(&plan, &mut |_| ControlFlow::Continue(())).expect("tables"));
    let numbering = Hexapawn::numbering(3).expect("numbers");
    let entries = numbering.entries();
    let file_of = |pieces| folder.path().join(file_name(Hexapawn::NAME, pieces));
    let (three, four) = (file_of(3), file_of(4));
    // Without smaller tables no position is called wrong.
    let alone = tempfile::tempdir().expect("a folder");
    fs::copy(&three, alone.path().join(file_name(Hexapawn::NAME, 3))).expect("a copy");
    let (tables, _) = EndgameTables::<Hexapawn>::open(&[alone.path().to_owned()], 0);
    let positions = (0..entries).filter_map(|entry| numbering.position(entry));
    let checked = positions.map(|it| check_moves(&tables, &it).expect("a true table"));
    let (compared, unknown): (Vec<_>, Vec<_>) = checked.partition(|&is_compared| is_compared);
    assert!(!compared.is_empty() && !unknown.is_empty());
    fs::copy(&three, &four).expect("a copy");
    let text = refused(folder.path(), 1);
    let is = format!("is a table of hexapawn with 3 pieces and {entries} entries");
    assert!(text.contains(&is), "{text}");
    fs::remove_file(&four).expect("a file");
    let content = TableFile::open::<Hexapawn>(&three, 3, entries).and_then(|file| file.read());
    let mut content = content.expect("a table");
    let won = Hexapawn::from_text("4/1b2/w2b/4 w").expect("a position");
    let entry = numbering.entry(&won).expect("a number");
    content[entry as usize / 64] ^= 1 << (entry % 64);
    fs::remove_file(&three).expect("a file");
    claim::write::<Hexapawn>(&three, 3, entries, &content, &mut |_| {}).expect("writable");
    let text = refused(folder.path(), entries);
    assert!(text.contains("is wrong for \"4/1b2/w2b/4 w\"") && text.ends_with(" wins"), "{text}");
}

/// Threads stand for processes that build the same tables at once: each opens the files anew.
#[test]
fn who_writes_the_same_table_at_the_same_time_is_told_of_no_error() {
    const WRITERS: usize = 8;
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..200 {
        let path = folder.path().join(format!("{round}.table"));
        let (all, content) = (Barrier::new(WRITERS), vec![round; 4]);
        let write = || {
            all.wait();
            // Repeated, so that some attempts meet another writer near its end.
            for _ in 0..20 {
                claim::write::<Hexapawn>(&path, 3, 256, &content, &mut |_| {})?;
            }
            Ok::<_, TableError>(())
        };
        thread::scope(|scope| {
            for writer in [(); WRITERS].map(|()| scope.spawn(write)) {
                writer.join().expect("no panic").expect("written by one of them");
            }
        });
        assert!(path.exists());
    }
    let names = fs::read_dir(folder.path()).expect("a folder").flatten();
    let left = names.filter(|name| name.path().extension() != Some("table".as_ref())).count();
    assert_eq!(left, 0, "nothing half is left");
}

/// Threads stand for processes that continue the same build.
#[test]
fn a_damaged_shard_is_made_again_by_one_of_several_processes() {
    const BUILDERS: usize = 8;
    let folder = tempfile::tempdir().expect("a folder");
    let index = |pieces| Arc::new(Hexapawn::numbering(pieces).expect("numbers"));
    let generation = HexapawnIndex::generation(&index(3), &index(2), Home::Memory);
    let open = || ShardFiles::open::<Hexapawn>(folder.path().to_owned(), Access::Shared);
    for _ in 0..100 {
        fs::write(open().expect("a folder").path(3, 1), "damaged").expect("writable");
        let all = Barrier::new(BUILDERS);
        let make = || {
            all.wait();
            let files = open()?;
            if files.read(&*generation, 3, 1)?.is_none()
                && let Some(claim) = files.claim(3, 1)?
            {
                files.write(claim, 1, &generation.extents(3, 1), &[])?;
            }
            Ok::<_, TableError>(())
        };
        thread::scope(|scope| {
            for builder in [(); BUILDERS].map(|()| scope.spawn(make)) {
                builder.join().expect("no panic").expect("read or made");
            }
        });
        let made = open().and_then(|files| files.read(&*generation, 3, 1)).expect("readable");
        assert!(made.is_some(), "nobody removes a good shard");
    }
}
