//! Learning from self-play: data and nets.

#[cfg(feature = "tuning")]
mod parameters;

use std::path::Path;

use zugi_game::{Of, Outcome, Pack};
use zugi_learn::Epoch;
use zugi_learn::data::{DataFile, DataGenerator, DataPlan, DataProgress, Shard};
use zugi_learn::train::{NetTrainer, TrainEvent, TrainPlan};
use zugi_search::eval::HasEvaluator;
use zugi_search::eval::net::NetFile;
use zugi_zola::{Zola4, Zola6};

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    zugi_learn::pool(threads).unwrap().install(work)
}

/// Plays the games of a plan into a file. Also returns the last progress.
fn made<G: HasEvaluator + Pack>(path: &Path, plan: &DataPlan) -> (DataFile, DataProgress) {
    let mut last = None;
    let mut report = |progress| last = Some(progress);
    Of::<G>::new().make(plan, path, 2, &mut report).unwrap();
    (DataFile::read(path).unwrap(), last.unwrap())
}

#[test]
fn games_can_be_followed_in_the_file() {
    fn check<G: HasEvaluator + Pack>() {
        let folder = tempfile::tempdir().unwrap();
        let plan = DataPlan { games: 12, nodes: 40, plies: [2, 5], seed: 7, shard: Shard::WHOLE };
        let (file, last) = made::<G>(&folder.path().join("data"), &plan);
        let mut count = 0;
        for game in file.games() {
            let records: Vec<_> = game.records().collect();
            count += records.len() as u64;
            for (i, record) in records.iter().enumerate() {
                let position = G::unpack(record.position).unwrap();
                assert!(position.outcome().is_none() && position.text() != G::start().text());
                assert!(!position.must_capture(&position.context()));
                // A proven score ends the game, so only the last record can have one.
                assert!(!record.is_proven() || i + 1 == records.len());
                let winner = if record.score > 0 {
                    position.to_move()
                } else {
                    position.to_move().opponent()
                };
                assert!(!record.is_proven() || game.result == Some(Outcome::Win(winner)));
            }
        }
        assert!(count > 24, "{} positions of {}", count, G::NAME);
        assert_eq!(last, DataProgress { games: 12, positions: count });
    }
    check::<Zola4>();
    check::<Zola6>();
}

#[test]
fn a_net_learns_from_games() {
    let folder = tempfile::tempdir().unwrap();
    // The smallest board needs little data.
    let plan = DataPlan { games: 2500, nodes: 40, plies: [2, 8], seed: 1, shard: Shard::WHOLE };
    let files = [made::<Zola4>(&folder.path().join("data"), &plan).0];
    let plan = TrainPlan {
        filters: 8,
        epochs: 8,
        mix: 0.4,
        discount: 1.0,
        batch: 256,
        rate: 0.01,
        seed: 1,
        command: "zugi train".to_owned(),
    };
    let mut events = Vec::new();
    let train = || Of::<Zola4>::new().train(&plan, &files, &mut |event| events.push(event));
    let net = in_pool(2, train).unwrap();
    let Some(TrainEvent::Begin(begin)) = events.first() else { panic!("{events:?}") };
    // The loss of the prediction that every result is 0.5 is ln 2.
    let nothing = std::f64::consts::LN_2;
    assert!(begin.search < nothing && begin.standard < nothing, "{begin:?}");
    assert!(net.held_out < 0.8 * nothing, "{begin:?} {}", net.held_out);
    let epochs: Vec<Epoch> = events
        .iter()
        .filter_map(|event| match event {
            TrainEvent::Epoch(epoch) => Some(*epoch),
            _ => None,
        })
        .collect();
    assert_eq!(epochs.len(), 8);
    assert!(epochs[7].training < epochs[0].training, "{epochs:?}");
    // Quantization hardly changes the loss.
    assert!((epochs[7].held_out - net.held_out).abs() < 0.003, "{epochs:?} {}", net.held_out);
    assert_eq!(NetFile::from_bytes(&net.file.to_bytes()), Ok(net.file));
}
