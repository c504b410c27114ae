//! Fits the priors of a game's moves to the moves played in data files, by multinomial logistic
//! regression.
//!
//! The weights make the played decisions most likely, if the likelihood of a decision is
//! proportional to `e` to the sum of its weights. The weights are then divided by a temperature,
//! because a search must also visit decisions that are seldom played.

mod fit;

use fastrand::Rng;
use zugi_game::{Capability, Of, PackedMove};
use zugi_search::eval::{HasLinearPriors, Term};

use crate::data::DataFile;
use crate::gradient_descent::{Epoch, FittedWeights};
use crate::train::{HELD_OUT_INTERVAL, TrainError, check_headers, games};
use fit::Choice;

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

/// The capability of variants whose priors can be fitted.
pub trait PriorTrainer: Send + Sync {
    /// Fits priors to the moves of these files. A move whose sum of weights is higher by 1,000 is
    /// `e` times as likely.
    ///
    /// # Errors
    /// The files are of another variant, overlap, are damaged, or have too few positions.
    fn fit(
        &self,
        plan: &PriorPlan,
        files: &[DataFile],
        report: &mut dyn FnMut(Epoch),
    ) -> Result<FittedWeights, TrainError>;

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
    ) -> Result<FittedWeights, TrainError> {
        let sets = choices::<G>(plan, files)?;
        let [training, held_out] = sets.each_ref().map(Vec::len);
        if training == 0 || held_out == 0 {
            return Err(TrainError::TooFew { training, held_out });
        }
        let features = self.terms().iter().map(|term| term.len).sum();
        let weights = fit::fit(plan, features, sets.each_ref().map(Vec::as_slice), report);
        Ok(FittedWeights { weights, training, held_out })
    }

    fn terms(&self) -> Vec<Term> {
        G::prior_terms()
    }
}

/// The choices in the training games and in the held-out games.
fn choices<G: HasLinearPriors>(
    plan: &PriorPlan,
    files: &[DataFile],
) -> Result<[Vec<Choice>; 2], TrainError> {
    check_headers(G::NAME, files)?;
    let mut rng = Rng::with_seed(plan.seed);
    let all: usize = games(files).map(|(_, game)| game.records().len()).sum();
    let share = plan.positions as f64 / all.max(1) as f64;
    let mut sets = [Vec::new(), Vec::new()];
    for (file, game) in games(files) {
        let records: Vec<_> = game.records().collect();
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
                let mut choice = Choice::default();
                position.visit_prior_features(&mut |mv, features| {
                    choice.add(features, mv.to_bits() == played.to_bits());
                });
                set.push(choice);
            }
        }
    }
    Ok(sets)
}

/// The decision that leads to the next recorded position of the game; `None` if no single move
/// does, because positions in between were not recorded.
fn played<G: HasLinearPriors>(position: &G, next: &[u8]) -> Option<G::Move> {
    let mut bytes = vec![0; G::PACKED_BYTES];
    let leads = |&mv: &G::Move| {
        position.after(mv).pack(&mut bytes);
        bytes == next
    };
    position.moves().into_iter().find(leads).map(|mv| position.decision_of(mv))
}
