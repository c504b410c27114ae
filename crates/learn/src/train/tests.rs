//! Short trainings of small nets.

use std::fs;
use std::path::Path;

use zugi_game::toy::Hexapawn;

use super::*;
use crate::data::{DataGenerator, DataPlan, Shard};

const DATA: DataPlan =
    DataPlan { games: 400, nodes: 60, plies: [2, 8], seed: 1, shard: Shard::WHOLE };

pub(super) fn plan() -> TrainPlan {
    TrainPlan {
        filters: 8,
        epochs: 8,
        mix: 0.4,
        discount: 1.0,
        batch: 256,
        rate: 0.01,
        seed: 1,
        command: "zugi train".to_owned(),
    }
}

fn data(folder: &Path, plan: &DataPlan) -> DataFile {
    let path = folder.join(format!("{} {}", plan.seed, plan.games));
    Of::<Hexapawn>::new().make(plan, &path, 2, &mut |_| ()).unwrap();
    DataFile::read(&path).unwrap()
}

fn trained(
    plan: &TrainPlan,
    files: &[DataFile],
    threads: usize,
) -> (Result<TrainedNet, TrainError>, Vec<TrainEvent>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut events = Vec::new();
    let train = || Of::<Hexapawn>::new().train(plan, files, &mut |event| events.push(event));
    (pool.install(train), events)
}

#[test]
fn a_net_predicts_better_than_the_sum() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(folder.path(), &DataPlan { games: 2500, nodes: 40, ..DATA })];
    let (net, events) = trained(&plan(), &files, 2);
    let net = net.unwrap();
    let Some(TrainEvent::Begin(begin)) = events.first() else { panic!("{events:?}") };
    assert!(begin.search < begin.standard, "{begin:?}");
    assert!(net.held_out < begin.standard, "{begin:?} {}", net.held_out);
    let epochs: Vec<Epoch> = events
        .iter()
        .filter_map(|event| match event {
            TrainEvent::Epoch(epoch) => Some(*epoch),
            _ => None,
        })
        .collect();
    assert_eq!(epochs.len(), 8);
    assert!(epochs[7].training < epochs[0].training, "{epochs:?}");
    // The conversion to integers changes the loss by less than 0.003.
    assert!((epochs[7].held_out - net.held_out).abs() < 0.003, "{epochs:?} {}", net.held_out);
    assert_eq!(NetFile::from_bytes(&net.file.to_bytes()), Ok(net.file));
}

#[test]
fn a_net_depends_on_the_seed_and_not_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let small = DataPlan { games: 60, ..DATA };
    let files = [data(folder.path(), &small), data(folder.path(), &DataPlan { seed: 2, ..small })];
    let plan = TrainPlan { epochs: 2, batch: 1000, ..plan() };
    let (first, events) = trained(&plan, &files, 1);
    assert_eq!((first.clone(), events), trained(&plan, &files, 3));
    let other = trained(&TrainPlan { seed: 2, ..plan }, &files, 1).0;
    assert_ne!(first.unwrap().file, other.unwrap().file);
}

#[test]
fn unsuitable_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let small = DataPlan { games: 30, ..DATA };
    let file = data(folder.path(), &small);
    let error = |files: &[DataFile]| trained(&plan(), files, 1).0.unwrap_err().to_string();
    assert!(error(&[file.clone(), file.clone()]).contains("have games in common"));
    let more = data(folder.path(), &DataPlan { games: 31, ..small });
    assert!(error(&[file.clone(), more]).contains("have games in common"));
    let mut other = file.clone();
    other.header.variant = "octopawn".to_owned();
    assert!(error(&[other]).contains("has positions of octopawn: expected hexapawn"));
    let few = data(folder.path(), &DataPlan { games: 1, ..DATA });
    assert!(error(&[few]).starts_with("0 positions to train with and "));
    let mut bytes = fs::read(file.path()).unwrap();
    // An invalid side to move.
    bytes[64 + 8 + 4] = 2;
    fs::write(file.path(), bytes).unwrap();
    let damaged = DataFile::read(file.path()).unwrap();
    assert!(error(&[damaged]).contains("an impossible position in game 0"));
}
