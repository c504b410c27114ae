//! Learning from self-play: data and parameters.

#[cfg(feature = "tuning")]
mod parameters;

use std::path::Path;

use zugi_game::{Of, Outcome, Pack};
use zugi_learn::data::{DataFile, DataGenerator, DataPlan, DataProgress, Shard};
use zugi_search::eval::HasEvaluator;
use zugi_zola::{Zola4, Zola6};

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
