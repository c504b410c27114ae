//! Trains a net on data: Adam (Kingma and Ba, 2015) on mini-batches, the rate falling along
//! a cosine.
//!
//! The net learns the logit of the expected result, from a mixture of the result of the game, which
//! may be discounted, and the score of the search. Its scores are logits divided by `k`, the factor for which search
//! scores predict results best, so that they keep their unit.

mod export;
mod fit;
mod game;
mod gradient;
mod model;
mod samples;

use thiserror::Error;
use zugi_game::{Capability, Of};
use zugi_search::eval::net::{FILTERS, Learnable, NetError, NetFile};

use crate::data::DataFile;
use crate::fit::Epoch;

/// How a net is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainPlan {
    /// The number of filters, one of [`FILTERS`].
    pub filters: usize,
    /// How many times all positions are gone through, at least 1.
    pub epochs: u32,
    /// How much of the target is the result of the game, from 0 to 1; the rest is the score
    /// of the search.
    pub mix: f64,
    /// By which factor the result counts less for each position that is left of the game, above 0
    /// and at most 1. Below 1 a net prefers quick wins, so that the engine makes progress.
    pub discount: f64,
    /// Positions of a step, at least 1.
    pub batch: usize,
    /// The size of the first steps.
    pub rate: f64,
    /// The same seed gives the same net, with any number of threads.
    pub seed: u64,
    /// The command, for the file.
    pub command: String,
}

/// Figures of the data before training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Baseline {
    /// The positions to train with.
    pub training: usize,
    /// The positions of the games that are held out.
    pub held_out: usize,
    /// The factor that turns search scores into logits of results.
    pub k: f64,
    /// The loss of the built-in evaluator on the held-out games, with a fitted scale.
    pub standard: f64,
    /// The same of the scores of the search.
    pub search: f64,
}

/// An event of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainEvent {
    /// At the beginning.
    Begin(Baseline),
    /// So many positions of this epoch are done.
    Step(usize),
    /// After each epoch.
    Epoch(Epoch),
}

/// A net, and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNet {
    /// The net.
    pub file: NetFile,
    /// Its loss on the held-out games, in whole numbers.
    pub held_out: f64,
}

/// Why there is no net.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TrainError {
    /// Data of another variant.
    #[error("{path:?} has positions of {found}: expected {expected}")]
    Variant {
        /// The file.
        path: std::path::PathBuf,
        /// The variant of the file.
        found: String,
        /// The variant of the net.
        expected: String,
    },
    /// A packed position that cannot be.
    #[error("{path:?} has an impossible position in game {game}: expected one of {variant}")]
    Position {
        /// The file.
        path: std::path::PathBuf,
        /// The number of the game.
        game: u32,
        /// The variant.
        variant: &'static str,
    },
    /// Games that are in two files.
    #[error("{first:?} and {second:?} have games in common: expected different shards or seeds")]
    Twice {
        /// One file.
        first: std::path::PathBuf,
        /// The other.
        second: std::path::PathBuf,
    },
    /// Hardly any data.
    #[error(
        "{training} positions to train with and {held_out} to hold out: expected more games, \
         one in {HELD_OUT} is held out"
    )]
    TooFew {
        /// Of the games to train with.
        training: usize,
        /// Of the others.
        held_out: usize,
    },
    /// Weights that went astray.
    #[error("the training did not converge ({0}): expected a smaller rate")]
    Diverged(NetError),
}

/// One game of this number is held out.
pub const HELD_OUT: u32 = 20;

pub(crate) use samples::check_headers;

/// The capability of a variant whose nets can be trained.
pub trait NetTrainer: Send + Sync {
    /// Trains a net with the positions of these files, on the threads of the current Rayon pool.
    ///
    /// # Errors
    /// The files do not fit, or there is too little in them.
    ///
    /// # Panics
    /// If there are no nets with this number of filters.
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
        match plan.filters {
            8 => fit::train::<8>(self, plan, files, report),
            16 => fit::train::<16>(self, plan, files, report),
            _ => fit::train::<32>(self, plan, files, report),
        }
    }
}

#[cfg(test)]
mod tests;
