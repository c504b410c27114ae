//! The positions of data files during training, and the loss of scores on them.

use zugi_search::{PROVEN, Value};

use super::game::{NetGame, PackedEval};
use super::{HELD_OUT_INTERVAL, TrainError, TrainPlan};
use crate::data::{DataFile, DataGame};
use crate::logistic::{log_loss, logistic, scale};

#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    /// The packed position, as in the file.
    pub position: &'a [u8],
    /// The score of the search for the side to move.
    score: i16,
    /// The half points of the side to move.
    half_points: u8,
    /// The number of positions of the game after this one.
    left: u16,
}

impl Sample<'_> {
    /// The discounted result for the side to move, from 0 to 1.
    fn result(&self, discount: f64) -> f64 {
        0.5 + (f64::from(self.half_points) / 2.0 - 0.5) * discount.powi(self.left.into())
    }

    /// The expected result by the score of the search.
    fn expected(&self, k: f64) -> f64 {
        match Value::from(self.score) {
            PROVEN.. => 1.0,
            score if score <= -PROVEN => 0.0,
            score => logistic(k * f64::from(score)),
        }
    }

    /// The training target, from 0 to 1.
    pub fn target(&self, k: f64, plan: &TrainPlan) -> f64 {
        plan.mix * self.result(plan.discount) + (1.0 - plan.mix) * self.expected(k)
    }
}

pub(super) struct Samples<'a> {
    pub training: Vec<Sample<'a>>,
    pub held_out: Vec<Sample<'a>>,
}

impl<'a> Samples<'a> {
    pub fn read(net_game: &NetGame, files: &'a [DataFile]) -> Result<Samples<'a>, TrainError> {
        check_headers(net_game.variant, files)?;
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for (file, game) in games(files) {
            let is_held_out = game.number.is_multiple_of(HELD_OUT_INTERVAL);
            let set = if is_held_out { &mut held_out } else { &mut training };
            // A game in a file has at most 65,535 positions.
            for (left, record) in (0..game.records().len() as u16).rev().zip(game.records()) {
                let Some(to_move) = (net_game.to_move)(record.position) else {
                    let (path, game) = (file.path().to_owned(), game.number);
                    return Err(TrainError::Position { path, game, variant: net_game.variant });
                };
                // Scores in a file have 16 bits.
                let score = record.score as i16;
                let half_points = game.result.map_or(1, |outcome| outcome.half_points(to_move));
                set.push(Sample { position: record.position, score, half_points, left });
            }
        }
        if training.is_empty() || held_out.is_empty() {
            let (training, held_out) = (training.len(), held_out.len());
            return Err(TrainError::TooFew { training, held_out });
        }
        Ok(Samples { training, held_out })
    }

    /// See [`Baseline::k`](super::Baseline::k). Results are not discounted here: with a factor
    /// fitted to discounted results nets played worse, see `docs/notes/nets.md`.
    pub fn k(&self) -> f64 {
        let open = self.training.iter().filter(|sample| Value::from(sample.score).abs() < PROVEN);
        scale(open.map(|sample| (f64::from(sample.score), sample.result(1.0))))
    }

    /// The losses [`Baseline::standard`](super::Baseline::standard) and
    /// [`Baseline::search`](super::Baseline::search).
    pub fn baselines(&self, game: &NetGame, k: f64, plan: &TrainPlan) -> (f64, f64) {
        let standard = (game.standard)();
        let evaluation = |sample: &Sample<'_>| standard(sample.position);
        let evaluations: Vec<Value> = self.held_out.iter().map(evaluation).collect();
        let targets = self.held_out.iter().map(|sample| sample.target(k, plan));
        let scores = self.held_out.iter().map(|sample| f64::from(sample.score));
        let evaluations = evaluations.iter().map(|&value| f64::from(value));
        (fitted_loss(evaluations.zip(targets.clone())), fitted_loss(scores.zip(targets)))
    }

    /// The loss of a net on the held-out positions, without a fitted scale.
    pub fn loss_of(&self, net: &PackedEval, k: f64, plan: &TrainPlan) -> f64 {
        let pair = |sample: &Sample<'_>| (f64::from(net(sample.position)), sample.target(k, plan));
        mean_loss(k, self.held_out.iter().map(pair))
    }
}

/// The mean loss of scores with their targets, with a fitted scale.
fn fitted_loss(pairs: impl ExactSizeIterator<Item = (f64, f64)> + Clone) -> f64 {
    mean_loss(scale(pairs.clone()), pairs)
}

fn mean_loss(scale: f64, pairs: impl ExactSizeIterator<Item = (f64, f64)>) -> f64 {
    let count = pairs.len() as f64;
    pairs.map(|(score, target)| log_loss(scale * score, target)).sum::<f64>() / count
}

pub(crate) fn games(files: &[DataFile]) -> impl Iterator<Item = (&DataFile, DataGame<'_>)> {
    files.iter().flat_map(|file| file.games().map(move |game| (file, game)))
}

/// Checks that all files are of the variant and have no games in common: such a game would count
/// twice.
pub(crate) fn check_headers(variant: &str, files: &[DataFile]) -> Result<(), TrainError> {
    for (i, file) in files.iter().enumerate() {
        let header = &file.header;
        if header.variant != variant {
            let (path, found) = (file.path().to_owned(), header.variant.clone());
            return Err(TrainError::Variant { path, found, expected: variant.to_owned() });
        }
        let same = |other: &&DataFile| {
            let (ours, theirs) = (&header.plan, &other.header.plan);
            (ours.seed, ours.nodes, ours.plies) == (theirs.seed, theirs.nodes, theirs.plies)
                && header.evaluation == other.header.evaluation
                && ours.shard.overlaps(theirs.shard)
        };
        if let Some(other) = files[..i].iter().find(same) {
            let (first, second) = (other.path().to_owned(), file.path().to_owned());
            return Err(TrainError::Twice { first, second });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::tests::plan;

    #[test]
    fn a_discount_makes_early_results_less_certain() {
        let target = |half_points, left, discount| {
            let plan = TrainPlan { mix: 1.0, discount, ..plan() };
            Sample { position: &[], score: 0, half_points, left }.target(0.01, &plan)
        };
        assert_eq!([0, 1, 2].map(|half_points| target(half_points, 9, 1.0)), [0.0, 0.5, 1.0]);
        assert_eq!([0, 1, 2].map(|half_points| target(half_points, 2, 0.5)), [0.375, 0.5, 0.625]);
        assert_eq!(target(2, 0, 0.5), 1.0);
        assert!((target(2, u16::MAX, 0.5) - 0.5).abs() < 1e-9);
    }
}
