//! Fits the priors of a game's moves to the moves played in data files, by multinomial logistic
//! regression.
//!
//! The weights make the played decisions most likely, if the likelihood of a decision is
//! proportional to `e` to the sum of its weights. The sums are then divided by a temperature, because
//! a search must also visit decisions that are seldom played.

mod fit;

use std::ops::ControlFlow;

use fastrand::Rng;
use zugi_game::{Capability, Of, PackedMove};
use zugi_search::Value;
use zugi_search::eval::{HasLinearPriors, Term};

use crate::data::DataFile;
use crate::gradient_descent::Epoch;
use crate::train::{HELD_OUT_INTERVAL, TrainError, check_headers};
use fit::Choices;

#[derive(Clone, PartialEq, Debug)]
pub struct PriorPlan {
    /// The approximate maximum number of positions; they are drawn at random.
    pub positions: usize,
    /// The passes over all positions, at least 1.
    pub epochs: u32,
    /// The divisor of the weights, above 0. At 1, priors are the frequencies of play; above 1,
    /// unlikely moves have higher priors.
    pub temperature: f64,
    /// The same seed gives the same weights.
    pub seed: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FittedPriors {
    /// The weights, in the order of the features; 1,000 more is `e` times as likely.
    pub weights: Vec<Value>,
    /// The number of training positions.
    pub training: usize,
    /// The number of held-out positions.
    pub held_out: usize,
}

/// The capability of variants whose priors can be fitted.
pub trait PriorTrainer: Send + Sync {
    /// Fits priors to the moves of these files.
    ///
    /// # Errors
    /// The files are of another variant, overlap, are damaged, or have too few positions.
    fn fit(
        &self,
        plan: &PriorPlan,
        files: &[DataFile],
        report: &mut dyn FnMut(Epoch),
    ) -> Result<FittedPriors, TrainError>;

    /// The terms of the weights, in the order of the features.
    fn terms(&self) -> Vec<Term>;
}

impl Capability for dyn PriorTrainer {
    const MISSING: &'static str = "cannot be fitted: its priors have no weights";
}

impl<G: HasLinearPriors> PriorTrainer for Of<G> {
    fn fit(
        &self,
        plan: &PriorPlan,
        files: &[DataFile],
        report: &mut dyn FnMut(Epoch),
    ) -> Result<FittedPriors, TrainError> {
        let [training, held_out] = choices::<G>(plan, files)?;
        if training.len() == 0 || held_out.len() == 0 {
            let (training, held_out) = (training.len(), held_out.len());
            return Err(TrainError::TooFew { training, held_out });
        }
        let features = self.terms().iter().map(|term| term.len).sum();
        let weights = fit::fit(plan, features, [&training, &held_out], report);
        Ok(FittedPriors { weights, training: training.len(), held_out: held_out.len() })
    }

    fn terms(&self) -> Vec<Term> {
        G::prior_terms()
    }
}

/// The choices in the training games and in the held-out games.
fn choices<G: HasLinearPriors>(
    plan: &PriorPlan,
    files: &[DataFile],
) -> Result<[Choices; 2], TrainError> {
    check_headers(G::NAME, files)?;
    let mut rng = Rng::with_seed(plan.seed);
    let games = || files.iter().flat_map(|file| file.games().map(move |game| (file, game)));
    let all: usize = games().map(|(_, game)| game.records().len()).sum();
    let share = plan.positions as f64 / all.max(1) as f64;
    let mut sets = [Choices::default(), Choices::default()];
    for (file, game) in games() {
        let records: Vec<_> = game.records().collect();
        // Whole games are held out, because positions of one game are similar.
        let set = &mut sets[usize::from(game.number.is_multiple_of(HELD_OUT_INTERVAL))];
        for pair in records.windows(2) {
            if rng.f64() >= share {
                continue;
            }
            let Some(position) = G::unpack(pair[0].position) else {
                let (path, game) = (file.path().to_owned(), game.number);
                return Err(TrainError::Position { path, game, variant: G::NAME });
            };
            if let Some(played) = played(&position, pair[1].position) {
                position.visit_prior_features(&mut |mv, features| {
                    set.add(features, mv.to_bits() == played.to_bits());
                });
                set.end();
            }
        }
    }
    Ok(sets)
}

/// The decision that leads to the next recorded position of the game; `None` if no single move
/// does, because positions in between were not recorded.
fn played<G: HasLinearPriors>(position: &G, next: &[u8]) -> Option<G::Move> {
    let (mut bytes, mut found) = (vec![0; G::PACKED_BYTES], None);
    let _ = position.visit_moves(&mut |mv| {
        position.after(mv).pack(&mut bytes);
        if bytes == next {
            found = Some(position.decision_of(mv));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
