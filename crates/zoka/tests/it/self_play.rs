//! Files of self-play by the tree search.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use zugi_game::{Of, Pack};
use zugi_learn::data::{DataFile, DataGenerator, DataPlan, Shard};
use zugi_search::TreeGame;
use zugi_search::eval::HasEvaluator;
use zugi_zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, Zoka4};

const PLAN: DataPlan =
    DataPlan { games: 6, nodes: 20, plies: [4, 12], seed: 7, shard: Shard::WHOLE };

fn made<G: HasEvaluator + TreeGame + Pack>(path: &Path, plan: &DataPlan, threads: usize) {
    Of::<G>::new().make(plan, path, threads, &mut |_| ()).unwrap();
}

/// Checks that the positions have only what the seat to move knows, and that the games differ.
fn check<G: HasEvaluator + TreeGame + Pack>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    made::<G>(&path, &PLAN, 2);
    let (file, mut firsts) = (DataFile::read(&path).unwrap(), HashSet::new());
    for game in file.games() {
        assert!(game.result.is_some(), "{}", G::NAME);
        let records: Vec<_> = game.records().collect();
        assert!(records.len() > 20, "{} positions of {}", records.len(), G::NAME);
        firsts.insert(records[0].position.to_vec());
        for (i, record) in records.iter().enumerate() {
            let position = G::unpack(record.position).unwrap();
            assert!(position.outcome().is_none() && position.side(position.seat()).is_some());
            assert!(position == position.observation_for(position.seat()), "{}", position.text());
            assert!(!record.is_proven() || i + 1 == records.len(), "{}", position.text());
        }
    }
    assert_eq!(firsts.len(), 6, "{}", G::NAME);
}

#[test]
fn games_can_be_followed_in_the_file() {
    check::<Zoka>();
    check::<Zoka3>();
    check::<Zoka4>();
    check::<Zoka1v2>();
    check::<Zoka2v2>();
}

#[test]
fn threads_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |threads: usize| {
        let path = folder.path().join(threads.to_string());
        made::<Zoka>(&path, &PLAN, threads);
        fs::read(path).unwrap()
    };
    assert_eq!(bytes(3), bytes(1));
}
