//! Files of tables that are built, interrupted, damaged and probed.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use fastrand::Rng;
use zugi_game::{Game, Player, Probe, conformance};
use zugi_tables::{
    BuildPlan, BuildProgress, EndgameTables, HasTablebase, PositionIndex, TableError, TableShare,
    Verified, VerifyPlan, build, file_name, verify,
};
use zugi_zola::{Zola4, Zola6};

fn plan(folder: &Path, pieces: u32) -> BuildPlan {
    BuildPlan { folder: folder.to_owned(), pieces, memory: 1 << 30, least_saved: 0, share: None }
}

/// Builds without an interruption.
fn build_all<G: HasTablebase>(plan: &BuildPlan) {
    let mut last = None;
    let mut report = |progress: BuildProgress| {
        assert!(last.is_none_or(|last| last <= progress.done) && progress.done <= progress.all);
        last = Some(progress.done);
        ControlFlow::Continue(())
    };
    assert!(build::<G>(plan, &mut report).expect("tables"));
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().expect("a name");
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

fn verified<G: HasTablebase>(folder: &Path, samples: u64) -> Result<Vec<Verified>, TableError> {
    let plan = VerifyPlan { samples, nodes: 10_000, seed: 1, memory: 1 << 24 };
    let mut all = Vec::new();
    verify::<G>(folder, &plan, &mut |table| all.push(table)).map(|()| all)
}

/// Damages a file as a power failure may: it is cut, or a byte differs.
fn damage(path: &Path, rng: &mut Rng) {
    let mut content = fs::read(path).expect("a shard");
    let at = rng.usize(..content.len());
    if rng.bool() {
        content.truncate(at);
    } else {
        content[at] ^= 1;
    }
    fs::write(path, content).expect("writable");
}

/// Builds tables with interruptions and damaged shards: in memory or, with a share, in files.
fn check_interrupted<G: HasTablebase>(pieces: u32, share: Option<&str>) {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    build_all::<G>(&plan(whole.path(), pieces));
    if share.is_some() {
        build_all::<G>(&plan(killed.path(), pieces - 1));
    }
    let share = share.map(|share| share.parse().expect("a share"));
    let folder = killed.path().join(file_name(G::NAME, pieces) + ".shards");
    let (mut rng, mut rounds, mut damaged) = (Rng::with_seed(4), 0, 0);
    loop {
        rounds += 1;
        let mut left = rng.u32(1..4);
        let mut report = |_: BuildProgress| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let plan = BuildPlan { share, ..plan(killed.path(), pieces) };
        if build::<G>(&plan, &mut report).expect("tables") {
            break;
        }
        if !folder.exists() {
            continue;
        }
        let names = files(&folder).into_iter().map(|(name, _)| name);
        let shards: Vec<_> = names.filter(|name| name.ends_with(".shard")).collect();
        if !shards.is_empty() && rng.bool() {
            damage(&folder.join(&shards[rng.usize(..shards.len())]), &mut rng);
            damaged += 1;
        }
        fs::write(folder.join(format!("{pieces}.00003.shard.new")), "torn").expect("writable");
        assert!(rounds < 1000);
    }
    assert!(rounds > 5 && damaged > 2, "{rounds}, {damaged}");
    build_all::<G>(&plan(killed.path(), pieces));
    assert!(files(whole.path()) == files(killed.path()));
    assert_eq!(files(whole.path()).len(), pieces as usize);
}

#[test]
fn a_build_that_was_killed_gives_the_same_files() {
    check_interrupted::<Zola6>(3, None);
    check_interrupted::<Zola4>(9, None);
    check_interrupted::<Zola4>(9, Some("1/1"));
}

#[test]
fn tables_of_files_are_those_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    build_all::<Zola6>(&plan(folder.path(), 5));
    let made = EndgameTables::<Zola6>::make(5).expect("tables");
    let missing = folder.path().join("missing");
    let folders = [missing, folder.path().to_owned()];
    // With all tables in memory, then with none.
    for memory in [1 << 24, 0] {
        let (tables, errors) = EndgameTables::<Zola6>::open(&folders, memory);
        assert!(matches!(&errors[..], [TableError::File { .. }]), "{errors:?}");
        assert_eq!(tables.pieces().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        let ask = |seed: u64| {
            let mut rng = Rng::with_seed(seed);
            for _ in 0..40 {
                for position in conformance::random_game(&Zola6::start(), &mut rng) {
                    assert_eq!(tables.winner(&position), made.winner(&position));
                }
            }
        };
        std::thread::scope(|scope| {
            (0..3).for_each(|seed| drop(scope.spawn(move || ask(seed))));
        });
        assert!(tables.take_faults().is_empty());
    }
    let (empty, errors) = EndgameTables::<Zola4>::open(&folders[1..], 0);
    assert!(matches!(&errors[..], [TableError::NoTables { .. }]), "{errors:?}");
    assert_eq!(empty.winner(&Zola4::start()), None);
}

/// The errors of opening and of verifying a modified file.
fn after_change(change: impl FnOnce(&mut Vec<u8>)) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    build_all::<Zola6>(&plan(folder.path(), 5));
    let path = folder.path().join(file_name(Zola6::NAME, 5));
    let mut content = fs::read(&path).expect("a file");
    change(&mut content);
    fs::write(&path, content).expect("writable");
    let (tables, mut errors) = EndgameTables::<Zola6>::open(&[folder.path().to_owned()], 1 << 24);
    assert_eq!(tables.pieces().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let checked = verified::<Zola6>(folder.path(), 10).expect_err("it was changed");
    let texts = [errors.pop().expect("it was changed"), checked].map(|error| error.to_string());
    let quoted = format!("{path:?}");
    assert!(texts.iter().all(|text| text.contains(&quoted)), "{texts:?}");
    texts
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let cut = after_change(|bytes| bytes.truncate(bytes.len() - 1));
    assert!(cut.iter().all(|text| text.contains("is truncated: expected")), "{cut:?}");
    let short = after_change(|bytes| bytes.truncate(40));
    assert!(short.iter().all(|text| text.contains("expected 64 bytes, found 40")), "{short:?}");
    let flipped = after_change(|bytes| *bytes.last_mut().expect("bytes") ^= 16);
    assert!(flipped.iter().all(|text| text.contains("is damaged in block")), "{flipped:?}");
    let places = after_change(|bytes| bytes[70] ^= 1);
    assert!(places.iter().all(|text| text.contains("places of its blocks")), "{places:?}");
    for at in [0, 9, 13, 33, 62] {
        let foreign = after_change(|bytes| bytes[at] ^= 1);
        assert!(
            foreign.iter().all(|text| text.contains("is not an endgame table")),
            "{at}: {foreign:?}"
        );
    }
}

#[test]
fn a_block_that_went_bad_is_told_once_and_the_table_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    build_all::<Zola6>(&plan(folder.path(), 5));
    let path = folder.path().join(file_name(Zola6::NAME, 5));
    let mut content = fs::read(&path).expect("a file");
    let last = content.len() - 1;
    content[last] ^= 1;
    fs::write(&path, content).expect("writable");
    let (tables, errors) = EndgameTables::<Zola6>::open(&[folder.path().to_owned()], 0);
    assert!(errors.is_empty());
    let entries = Zola6::numbering(5).expect("numbers").entries();
    assert!(tables.value_of_entry(5, 0).is_some() && tables.value_of_entry(4, 0).is_some());
    assert_eq!(tables.value_of_entry(5, entries - 1), None);
    assert_eq!(tables.take_faults().len(), 1);
    assert_eq!(tables.value_of_entry(5, 0), None);
    assert!(tables.value_of_entry(4, 0).is_some() && tables.take_faults().is_empty());
}

#[test]
fn what_cannot_be_built_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut report = |_| ControlFlow::Continue(());
    let mut refused =
        |plan: BuildPlan| build::<Zola6>(&plan, &mut report).expect_err("no").to_string();
    let little = refused(BuildPlan { memory: 1 << 27, ..plan(folder.path(), 8) });
    assert!(little.contains("8 pieces takes ") && little.contains("than 128 MiB"), "{little}");
    for pieces in [0, 13] {
        let text = refused(plan(folder.path(), pieces));
        assert!(text.contains(&format!("tables of {pieces} pieces: expected 1 to 12")), "{text}");
    }
    let far = refused(plan(&folder.path().join("a").join("b"), 2));
    assert!(far.starts_with("cannot use "), "{far}");
    assert!(files(folder.path()).is_empty());
    let shards = folder.path().join("zola-6.1.table.shards");
    fs::create_dir(&shards).expect("a folder");
    let file = fs::File::create(shards.join("build.shard.new")).expect("writable");
    file.lock().expect("a lock");
    let text = refused(plan(folder.path(), 1));
    assert!(text.contains("is in use by another process"), "{text}");
    fs::write(folder.path().join("zola-6.1.table.part"), "zugipart").expect("writable");
    let text = refused(plan(folder.path(), 1));
    assert!(text.contains("is of an unfinished build of zugi 0.2"), "{text}");
}

/// All tables of 4x4: the winner of the game, and samples checked by the rules.
#[test]
fn zola_4_is_solved_and_its_tables_keep_to_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    build_all::<Zola4>(&plan(folder.path(), 16));
    let (tables, errors) = EndgameTables::<Zola4>::open(&[folder.path().to_owned()], 1 << 26);
    assert!(errors.is_empty());
    assert_eq!(tables.winner(&Zola4::start()), Some(Player::One));
    let samples = if cfg!(debug_assertions) { 20_000 } else { u64::MAX };
    let all = verified::<Zola4>(folder.path(), samples.min(100_000)).expect("true tables");
    assert_eq!(all.len(), 16);
    for Verified { table, by_moves, by_search } in all {
        assert_eq!(by_moves, samples.min(100_000).min(table.entries));
        assert!(by_search > 0, "{table:?}");
    }
}

/// Threads stand for two processes with the same folder: each opens the files anew. The memory of
/// the last build is too small for the whole table, so it composes the table from the shards.
#[test]
fn a_table_in_shards_is_that_in_memory() {
    let [whole, shards] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    build_all::<Zola6>(&plan(whole.path(), 7));
    build_all::<Zola6>(&plan(shards.path(), 6));
    thread::scope(|scope| {
        for share in ["1/2", "2/2"] {
            let share = Some(share.parse().expect("a share"));
            let plan = BuildPlan { share, ..plan(shards.path(), 7) };
            scope.spawn(move || build_all::<Zola6>(&plan));
        }
    });
    let table = shards.path().join(file_name(Zola6::NAME, 7));
    assert!(!table.exists() && table.with_extension("table.shards").exists());
    build_all::<Zola6>(&BuildPlan { memory: 116 << 20, ..plan(shards.path(), 7) });
    assert!(files(shards.path()) == files(whole.path()));
}

#[test]
fn a_share_of_a_table_without_shards_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let share = Some("1/2".parse().expect("a share"));
    let small = BuildPlan { share, ..plan(folder.path(), 6) };
    let refused = build::<Zola6>(&small, &mut |_| ControlFlow::Continue(())).expect_err("no");
    assert!(refused.to_string().contains("no shards to share out"), "{refused}");
    for text in ["", "3", "0/2", "3/2", "1/", "-1/2", "1/2/3"] {
        let error = text.parse::<TableShare>().expect_err("no share").to_string();
        assert!(error.contains(&format!("found {text:?}, expected i/n")), "{error}");
    }
}
