//! The positions of data files during training, and the loss of scores on them.

use zugi_game::Outcome;
use zugi_search::{PROVEN, Value};

use super::game::{NetGame, PackedEval};
use super::{HELD_OUT_INTERVAL, TrainError};
use crate::data::DataFile;
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

/// The composition of targets from results and scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mixture {
    /// See [`Baseline::k`](super::Baseline::k).
    pub k: f64,
    /// See [`TrainPlan::mix`](super::TrainPlan::mix).
    pub mix: f64,
    /// See [`TrainPlan::discount`](super::TrainPlan::discount).
    pub discount: f64,
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
    pub fn target(&self, mixture: Mixture) -> f64 {
        let Mixture { k, mix, discount } = mixture;
        mix * self.result(discount) + (1.0 - mix) * self.expected(k)
    }
}

pub(super) struct Samples<'a> {
    pub training: Vec<Sample<'a>>,
    pub held_out: Vec<Sample<'a>>,
    /// The values of the built-in evaluator for the held-out positions.
    pub evaluations: Vec<Value>,
}

impl<'a> Samples<'a> {
    pub fn read(game: &dyn NetGame, files: &'a [DataFile]) -> Result<Samples<'a>, TrainError> {
        check_headers(game.variant(), files)?;
        let standard = game.standard();
        let (mut training, mut held_out, mut evaluations) = (Vec::new(), Vec::new(), Vec::new());
        visit(game, files, |sample, is_held_out| {
            if is_held_out {
                held_out.push(sample);
                evaluations.push(standard(sample.position));
            } else {
                training.push(sample);
            }
        })?;
        if training.is_empty() || held_out.is_empty() {
            let (training, held_out) = (training.len(), held_out.len());
            return Err(TrainError::TooFew { training, held_out });
        }
        Ok(Samples { training, held_out, evaluations })
    }

    /// See [`Baseline::k`](super::Baseline::k). Results are not discounted here: with the factor for
    /// discounted results nets played worse, see `docs/notes/nets.md`.
    pub fn k(&self) -> f64 {
        let open = self.training.iter().filter(|sample| Value::from(sample.score).abs() < PROVEN);
        scale(open.map(|sample| (f64::from(sample.score), sample.result(1.0))))
    }

    /// The loss of scores on the held-out positions, with a fitted scale.
    fn fitted_loss(&self, scores: impl Iterator<Item = f64> + Clone, mixture: Mixture) -> f64 {
        let targets = self.held_out.iter().map(|sample| sample.target(mixture));
        let pairs = scores.zip(targets);
        let scale = scale(pairs.clone());
        let loss: f64 = pairs.map(|(score, target)| log_loss(scale * score, target)).sum();
        loss / self.held_out.len() as f64
    }

    /// The losses [`Baseline::standard`](super::Baseline::standard) and
    /// [`Baseline::search`](super::Baseline::search).
    pub fn baselines(&self, mixture: Mixture) -> (f64, f64) {
        let evaluations = self.evaluations.iter().map(|&value| f64::from(value));
        let scores = self.held_out.iter().map(|sample| f64::from(sample.score));
        (self.fitted_loss(evaluations, mixture), self.fitted_loss(scores, mixture))
    }
}

/// Calls `take` with each position and whether it is held out.
fn visit<'a>(
    net_game: &dyn NetGame,
    files: &'a [DataFile],
    mut take: impl FnMut(Sample<'a>, bool),
) -> Result<(), TrainError> {
    for file in files {
        for game in file.games() {
            let mut left = game.records().count();
            for record in game.records() {
                left -= 1;
                let Some(to_move) = net_game.to_move(record.position) else {
                    let (path, game) = (file.path().to_owned(), game.number);
                    return Err(TrainError::Position { path, game, variant: net_game.variant() });
                };
                let half_points = match game.result {
                    Some(Outcome::Win(winner)) => 2 * u8::from(winner == to_move),
                    _ => 1,
                };
                // Scores in a file have 16 bits.
                let score = record.score as i16;
                // A game in a file has at most 65,535 positions.
                let left = left as u16;
                let sample = Sample { position: record.position, score, half_points, left };
                // Whole games are held out, because positions of one game are similar.
                take(sample, game.number.is_multiple_of(HELD_OUT_INTERVAL));
            }
        }
    }
    Ok(())
}

/// The loss of a net on the held-out positions, without a fitted scale.
pub(super) fn loss_of(
    game: &dyn NetGame,
    net: &PackedEval,
    files: &[DataFile],
    mixture: Mixture,
) -> Result<f64, TrainError> {
    let (mut loss, mut count) = (0.0, 0);
    visit(game, files, |sample, is_held_out| {
        if is_held_out {
            let logit = mixture.k * f64::from(net(sample.position));
            loss += log_loss(logit, sample.target(mixture));
            count += 1;
        }
    })?;
    Ok(loss / f64::from(count.max(1)))
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

    #[test]
    fn a_discount_makes_early_results_less_certain() {
        let target = |half_points, left, discount| {
            let sample = Sample { position: &[], score: 0, half_points, left };
            sample.target(Mixture { k: 0.01, mix: 1.0, discount })
        };
        assert_eq!([0, 1, 2].map(|half_points| target(half_points, 9, 1.0)), [0.0, 0.5, 1.0]);
        assert_eq!([0, 1, 2].map(|half_points| target(half_points, 2, 0.5)), [0.375, 0.5, 0.625]);
        assert_eq!(target(2, 0, 0.5), 1.0);
        assert!((target(2, u16::MAX, 0.5) - 0.5).abs() < 1e-9);
    }
}
