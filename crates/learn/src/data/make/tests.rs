//! Data files that were interrupted, divided into shards, or belong to other plans.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use zugi_game::Of;
use zugi_game::toy::Hexapawn;

use super::super::format::BLOCK;
use super::super::{DataGenerator, Shard};
use super::*;

const PLAN: DataPlan =
    DataPlan { games: 12, nodes: 40, plies: [2, 5], seed: 7, shard: Shard::WHOLE };

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The bytes of the finished file, and the reports of progress.
    fn made(&self, name: &str, plan: &DataPlan, threads: usize) -> (Vec<u8>, Vec<DataProgress>) {
        let (path, mut reports) = (self.path(name), Vec::new());
        let mut report = |progress| reports.push(progress);
        Of::<Hexapawn>::new().make(plan, &path, threads, &mut report).unwrap();
        (fs::read(path).unwrap(), reports)
    }

    fn error(&self, name: &str, plan: &DataPlan) -> String {
        let made = Of::<Hexapawn>::new().make(plan, &self.path(name), 1, &mut |_| ());
        made.unwrap_err().to_string()
    }
}

#[test]
fn the_same_plan_gives_the_same_bytes() {
    let folder = Folder::new();
    let (bytes, reports) = folder.made("one", &PLAN, 1);
    assert_eq!(folder.made("three", &PLAN, 3).0, bytes);
    assert_ne!(folder.made("other", &DataPlan { seed: 8, ..PLAN }, 1).0, bytes);
    assert_eq!(reports.iter().map(|it| it.games).collect::<Vec<_>>(), (0..=12).collect::<Vec<_>>());
    // Nothing is left to do.
    let (again, told_again) = folder.made("one", &PLAN, 1);
    assert_eq!((again, told_again), (bytes, vec![*reports.last().unwrap()]));
}

#[test]
fn a_cut_file_is_completed_to_the_same_bytes() {
    let folder = Folder::new();
    let (bytes, reports) = folder.made("whole", &PLAN, 2);
    let block = HEADER + BLOCK;
    let cuts = [0, 1, 8, HEADER - 1, HEADER, HEADER + 1, block - 1, block, block + 1];
    for cut in cuts.into_iter().chain((block..bytes.len()).step_by(37)) {
        fs::write(folder.path("cut"), &bytes[..cut]).unwrap();
        let (again, told_again) = folder.made("cut", &PLAN, 2);
        assert!(again == bytes, "cut off at {cut}");
        assert_eq!(told_again.last(), reports.last());
    }
}

#[test]
fn shards_have_the_games_of_the_whole_plan() {
    let folder = Folder::new();
    folder.made("whole", &PLAN, 2);
    let whole = DataFile::read(&folder.path("whole")).unwrap();
    let mut games: Vec<_> = whole.games().collect();
    assert_eq!(games.len(), 12);
    for number in 1..=5 {
        let shard = Shard { number, count: 5 };
        let name = shard.to_string().replace('/', " of ");
        folder.made(&name, &DataPlan { shard, ..PLAN }, 2);
        let part = DataFile::read(&folder.path(&name)).unwrap();
        for game in part.games() {
            let at = games.iter().position(|other| *other == game);
            games.remove(at.expect("a game of the plan that no other shard has"));
        }
    }
    assert!(games.is_empty());
}

#[test]
fn files_of_other_plans_are_refused_and_unchanged() {
    let folder = Folder::new();
    let (bytes, _) = folder.made("data", &PLAN, 1);
    let other = |plan: DataPlan| folder.error("data", &plan);
    for (plan, what) in [
        (DataPlan { games: 13, ..PLAN }, "with --games 12: expected 13"),
        (DataPlan { nodes: 41, ..PLAN }, "with --nodes 40: expected 41"),
        (DataPlan { plies: [2, 6], ..PLAN }, "with random plies 2 to 5: expected 2 to 6"),
        (DataPlan { seed: 1, ..PLAN }, "with --seed 7: expected 1"),
        (DataPlan { shard: Shard { number: 2, count: 2 }, ..PLAN }, "1/1: expected 2/2"),
    ] {
        let error = other(plan);
        assert!(error.contains(what) && error.ends_with(", or another file"), "{error}");
    }
    let path = folder.path("data");
    let locked = fs::File::open(&path).unwrap();
    locked.lock().unwrap();
    assert!(folder.error("data", &PLAN).contains("in use by another process"));
    drop(locked);
    assert_eq!(fs::read(&path).unwrap(), bytes);

    let mut variant = bytes.clone();
    variant[12..16].copy_from_slice(b"octo");
    let mut evaluation = bytes.clone();
    evaluation[HEADER - 1] ^= 1;
    let mut number = bytes.clone();
    number[HEADER] += 1;
    let mut version = bytes.clone();
    version[8] += 1;
    for (content, what) in [
        (&variant[..], "the variant octopawn: expected hexapawn"),
        (&evaluation, "with evaluation"),
        (&number, "is damaged at byte 64: expected the next game"),
        (&version, "is not a file of zugi data"),
        (b"weights", "is not a file of zugi data"),
        (&[0; 100], "is not a file of zugi data"),
    ] {
        fs::write(folder.path("foreign"), content).unwrap();
        let error = folder.error("foreign", &PLAN);
        assert!(error.contains(what), "{error}");
        assert_eq!(fs::read(folder.path("foreign")).unwrap(), content);
    }
    assert!(folder.error("missing/data", &PLAN).contains("missing/data"));
}

#[test]
fn games_without_an_end_have_no_positions() {
    let folder = Folder::new();
    folder.made("over", &DataPlan { plies: [1000, 1000], games: 3, ..PLAN }, 1);
    let file = DataFile::read(&folder.path("over")).unwrap();
    assert_eq!(file.games().count(), 3);
    assert!(file.games().all(|game| game.result.is_none() && game.records().len() == 0));
}
