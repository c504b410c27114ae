//! Tests of files with right checksums and wrong content. Other faults are tested in
//! `tests/hexapawn.rs` and with the tables of the games.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Barrier, Mutex};
use std::thread;

use zugi_game::Game;
use zugi_game::toy::Hexapawn;

use super::*;

/// Checks so many samples of the tables of a folder; returns why they are refused.
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
        kept: 0,
        share: None,
    };
    assert!(build::<Hexapawn>(&plan, &mut |_| ControlFlow::Continue(())).expect("tables"));
    let numbering = Hexapawn::numbering(3).expect("numbers");
    let entries = numbering.entries();
    let file_of = |pieces| folder.path().join(file_name(Hexapawn::NAME, pieces));
    let (three, four) = (file_of(3), file_of(4));
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

/// Several processes may make the same tables at the same time; threads that open the files
/// anew are as good as processes for that.
#[test]
fn who_writes_the_same_table_at_the_same_time_is_told_of_no_error() {
    const WRITERS: usize = 8;
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..200 {
        let path = folder.path().join(format!("{round}.table"));
        let (all, content) = (Barrier::new(WRITERS), vec![round; 4]);
        let write = || {
            all.wait();
            // Each of them also comes when others are about to end.
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

/// Shards of numbers: each word is made from the words of the shard before.
#[derive(Debug, Default)]
struct Numbers {
    /// The shards that were made.
    made: Mutex<Vec<usize>>,
}

/// The blocks of the two extents of a shard. The second one has zeros in every other shard.
const SHARD: [usize; 2] = [2, 1];

impl Numbers {
    /// The words of all shards.
    fn words() -> usize {
        Numbers::default().shards() * (SHARD[0] + SHARD[1]) * file::BLOCK
    }
}

impl ShardedGeneration for Numbers {
    fn shards(&self) -> usize {
        5
    }

    fn extents(&self, shard: usize) -> Vec<Extent> {
        let bits = |blocks: usize| (64 * file::BLOCK * blocks) as u64;
        let begin = bits(shard * (SHARD[0] + SHARD[1]));
        let middle = begin + bits(SHARD[0]);
        let extent = |bits| Extent { pieces: 3, bits };
        vec![extent(begin..middle), extent(middle..middle + bits(SHARD[1]))]
    }

    fn needs(&self, shard: usize) -> Vec<Extent> {
        shard.checked_sub(1).map_or_else(Vec::new, |before| self.extents(before))
    }

    fn bytes(&self, _: usize) -> u64 {
        2 * (8 * file::BLOCK * (SHARD[0] + SHARD[1])) as u64
    }

    fn make(&self, shard: usize, needs: &Extents) -> Result<Vec<Vec<u64>>, RulesBroken> {
        self.made.lock().expect("no panic").push(shard);
        let before = self.needs(shard);
        assert!(before.iter().all(|extent| needs.contains(extent)));
        let word = &|extent: usize, at: usize| {
            let word = before.get(extent).and_then(|extent| needs.get(extent).get(at));
            word.copied().unwrap_or(at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ shard as u64
        };
        let words =
            |extent: usize| (0..SHARD[extent] * file::BLOCK).map(move |at| word(extent, at));
        let last = if shard.is_multiple_of(2) { Vec::new() } else { words(1).collect() };
        Ok(vec![words(0).collect(), last])
    }
}

/// Builds shards until so many are there; returns those that were made.
fn build_numbers(folder: &Path, until: usize) -> Vec<usize> {
    let numbers = Numbers::default();
    let plan =
        BuildPlan { folder: folder.to_owned(), pieces: 3, memory: 1 << 30, kept: 0, share: None };
    let all = 64 * Numbers::words() as u64;
    let built = shard_build::build_shards::<Hexapawn>(&plan, 3, &numbers, &mut |done| {
        let stops = done >= all / numbers.shards() as u64 * until as u64 && done < all;
        if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(built.expect("a table"), until == numbers.shards());
    numbers.made.into_inner().expect("no panic")
}

#[test]
fn a_build_in_shards_goes_on_after_the_last_whole_one() {
    let [whole, folder] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    assert_eq!(build_numbers(whole.path(), 5), [0, 1, 2, 3, 4]);
    let name = file_name(Hexapawn::NAME, 3);
    let expected = fs::read(whole.path().join(&name)).expect("a table");
    let (table, part) = (folder.path().join(&name), folder.path().join(name + ".part"));
    // In several runs.
    assert_eq!(build_numbers(folder.path(), 2), [0, 1]);
    assert!(matches!((table.exists(), part.exists()), (false, true)));
    let two = fs::read(&part).expect("a part");
    assert_eq!(build_numbers(folder.path(), 3), [2]);
    let three = fs::read(&part).expect("a part");
    assert_eq!(build_numbers(folder.path(), 5), [3, 4]);
    assert!(fs::read(&table).expect("a table") == expected);
    assert!(!part.exists());
    // Whatever a kill leaves: a shard that is not in the index, a torn one, a torn index.
    let index = two.iter().zip(&three).position(|(two, three)| two != three).expect("an index");
    let torn = |length: usize| three[..length].to_vec();
    let mut damaged = three.clone();
    damaged[two.len() + 9] ^= 1;
    let mut torn_index = three.clone();
    torn_index[index + 13..index + 40].fill(0);
    for (left, made) in [
        ([two.clone(), vec![7; 1000]].concat(), vec![2, 3, 4]),
        (torn(two.len() + 20), vec![2, 3, 4]),
        (torn(three.len() - 1), vec![2, 3, 4]),
        (damaged, vec![2, 3, 4]),
        (torn_index, vec![2, 3, 4]),
        (torn(two.len() - 1), vec![1, 2, 3, 4]),
        (torn(100), vec![0, 1, 2, 3, 4]),
        (b"something else".repeat(100), vec![0, 1, 2, 3, 4]),
        (three, vec![3, 4]),
    ] {
        fs::remove_file(&table).expect("a table");
        fs::write(&part, left).expect("writable");
        assert_eq!(build_numbers(folder.path(), 5), made);
        assert!(fs::read(&table).expect("a table") == expected);
    }
    // What was made is what is read.
    let file = TableFile::open::<Hexapawn>(&table, 3, 64 * Numbers::words() as u64);
    let words = file.and_then(|file| file.read()).expect("a table");
    assert_eq!(words.iter().filter(|&&word| word == 0).count(), 3 * SHARD[1] * file::BLOCK + 1);
}

#[test]
fn two_builds_in_shards_do_not_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.part");
    let open = || shard_file::ShardFile::open::<Hexapawn>(&path, 3, 1 << 20);
    let first = open().expect("a file");
    assert!(matches!(open(), Err(TableError::Busy { .. })));
    drop(first);
    assert!(!path.exists(), "a file without a shard goes");
}
