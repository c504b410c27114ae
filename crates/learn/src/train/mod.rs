//! Trains a net on data files.
//!
//! The net learns the logit of the expected result. The target is a mixture of the result of the
//! game, which may be discounted, and the score of the search. Scores of the net are logits divided
//! by `k`. `k` is the factor that converts search scores to the logits that predict the results
//! best, so the scores of the net and of the search have the same unit.

mod fit;
mod game;
mod gradient;
mod model;
mod quantise;
mod samples;

use thiserror::Error;
use zugi_game::{Capability, Of};
use zugi_search::eval::net::{FILTERS, Learnable, NetError, NetFile};

use crate::data::DataFile;
use crate::gradient_descent::Epoch;

#[derive(Clone, PartialEq, Debug)]
pub struct TrainPlan {
    /// The number of filters, one of [`FILTERS`].
    pub filters: usize,
    /// The passes over all positions, at least 1.
    pub epochs: u32,
    /// The share of the game's result in the target, from 0 to 1; the rest is the score of the
    /// search.
    pub mix: f64,
    /// The factor, above 0 and at most 1, by which each position that follows in the game moves the
    /// result towards a draw. Below 1 a net prefers quick wins, so that the engine makes progress.
    pub discount: f64,
    /// The number of positions in a step, at least 1.
    pub batch: usize,
    /// The learning rate at the start.
    pub rate: f64,
    /// The same seed gives the same net, with any number of threads.
    pub seed: u64,
    /// The command, which the file records.
    pub command: String,
}

/// Figures of the data before training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Baseline {
    /// The number of training positions.
    pub training: usize,
    /// The number of held-out positions.
    pub held_out: usize,
    /// The factor that converts search scores to logits of results.
    pub k: f64,
    /// The loss of the built-in evaluator on the held-out positions, with a fitted scale.
    pub standard: f64,
    /// The loss of the scores of the search on the held-out positions, with a fitted scale.
    pub search: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainEvent {
    Begin(Baseline),
    /// The number of positions of this epoch that are done.
    Step(usize),
    Epoch(Epoch),
}

#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNet {
    /// The net, converted to integers.
    pub file: NetFile,
    /// The loss of `file` on the held-out positions.
    pub held_out: f64,
}

#[derive(Clone, PartialEq, Debug, Error)]
pub enum TrainError {
    #[error("{path:?} has positions of {found}: expected {expected}")]
    Variant {
        path: std::path::PathBuf,
        found: String,
        /// The variant of the net or of the priors that are fitted.
        expected: String,
    },
    #[error("{path:?} has an impossible position in game {game}: expected one of {variant}")]
    Position { path: std::path::PathBuf, game: u32, variant: &'static str },
    #[error("{first:?} and {second:?} have games in common: expected different shards or seeds")]
    Twice { first: std::path::PathBuf, second: std::path::PathBuf },
    /// The training set or the held-out set is empty.
    #[error(
        "{training} positions to train with and {held_out} to hold out: expected more games, \
         one in {HELD_OUT_INTERVAL} is held out"
    )]
    TooFew { training: usize, held_out: usize },
    /// The weights are too large for a file.
    #[error("the training did not converge ({0}): expected a smaller rate")]
    Diverged(NetError),
}

/// One in this number of games is held out, as a whole, because positions of one game are similar.
pub const HELD_OUT_INTERVAL: u32 = 20;

pub(crate) use samples::{check_headers, games};

/// The capability of variants whose nets can be trained.
pub trait NetTrainer: Send + Sync {
    /// Trains a net with the positions of these files, on the threads of the current Rayon pool.
    ///
    /// # Errors
    /// The files are of another variant, overlap, are damaged, or have too few positions; or the
    /// weights diverge.
    ///
    /// # Panics
    /// If the number of filters is not one of [`FILTERS`].
    fn train(
        &self,
        plan: &TrainPlan,
        files: &[DataFile],
        report: &mut dyn FnMut(TrainEvent),
    ) -> Result<TrainedNet, TrainError>;
}

impl Capability for dyn NetTrainer {
    const MISSING: &'static str = "cannot be trained: it has no nets";
}

impl<G: Learnable> NetTrainer for Of<G> {
    fn train(
        &self,
        plan: &TrainPlan,
        files: &[DataFile],
        report: &mut dyn FnMut(TrainEvent),
    ) -> Result<TrainedNet, TrainError> {
        assert!(FILTERS.contains(&plan.filters), "{} filters", plan.filters);
        let game = game::NetGame::of::<G>();
        match plan.filters {
            8 => fit::train::<8>(&game, plan, files, report),
            16 => fit::train::<16>(&game, plan, files, report),
            _ => fit::train::<32>(&game, plan, files, report),
        }
    }
}

#[cfg(test)]
mod tests;
