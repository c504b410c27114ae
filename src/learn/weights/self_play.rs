//! Games of the engine against itself, and the positions of them that are used.

use fastrand::Rng;
use rayon::prelude::*;

use super::{HELD_OUT, Samples, TunePlan};
use crate::eval::{Evaluated, Tunable};
use crate::game::{GameInProgress, Outcome, Player};
use crate::search::{AlphaBeta, Assessment, Limits, MAX_PLY, Settings, StopToken};

/// The size of each game's own table, in MiB.
const TABLE_MIB: u64 = 1;

/// Games played at a time.
const BATCH: usize = 1024;

/// A game without a result after so many times [`MAX_PLY`] plies is left out.
const PATIENCE: usize = 10;

/// Plays all games; the positions to check with and those to fit.
pub(super) fn play<G: Evaluated<Evaluator: Tunable<G>>>(
    plan: &TunePlan,
    played: impl Fn() + Sync,
) -> (Samples, Samples) {
    let (mut held_out, mut training) = (Samples::default(), Samples::default());
    for begin in (0..plan.games).step_by(BATCH) {
        let numbers = begin..plan.games.min(begin + BATCH);
        let games: Vec<_> = numbers
            .into_par_iter()
            .map(|number| {
                let game = game::<G>(plan, number);
                played();
                (number, game.unwrap_or_default())
            })
            .collect();
        for (number, game) in games {
            // Whole games: positions of one game have much in common.
            let set = if number % HELD_OUT == 0 { &mut held_out } else { &mut training };
            set.append(game);
        }
    }
    (held_out, training)
}

/// The positions of one game; `None` if it comes to no result.
///
/// A position is used unless a capture is compulsory, so that the evaluation is not asked,
/// or the search has seen the end, so that nothing is left to be learned. The middle of
/// an exchange is used: the search may leave it at that, and relies on the evaluation to
/// know what the pieces that hang are worth.
fn game<G: Evaluated<Evaluator: Tunable<G>>>(plan: &TunePlan, number: usize) -> Option<Samples> {
    let mut rng = Rng::with_seed(crate::board::mix(plan.seed) ^ number as u64);
    let mut game = GameInProgress::new(G::start());
    for _ in 0..plan.plies {
        let mv = rng.choice(game.position().moves())?;
        game.play_unchecked(mv);
    }
    let alpha_beta = AlphaBeta::new(G::Evaluator::default(), TABLE_MIB).ok()?;
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let mut used = Vec::new();
    for _ in 0..PATIENCE * MAX_PLY {
        let (settings, token) = (Settings::default(), StopToken::default());
        let report = alpha_beta.search(&game, &limits, &settings, &token, ());
        let position = game.position();
        let finished = || game.outcome();
        let outcome = report.as_ref().map_or_else(finished, |report| match report.score {
            Assessment::Units(_) => None,
            Assessment::Win(_) => Some(Outcome::Win(position.to_move())),
            Assessment::Loss(_) => Some(Outcome::Win(position.to_move().opponent())),
        });
        if let Some(outcome) = outcome {
            rng.shuffle(&mut used);
            used.truncate(plan.samples);
            return Some(samples(&used, outcome));
        }
        if !position.must_capture(&position.context()) {
            used.push(position.clone());
        }
        game.play_unchecked(*report?.pv.first()?);
    }
    None
}

fn samples<G: Evaluated<Evaluator: Tunable<G>>>(positions: &[G], outcome: Outcome) -> Samples {
    Samples {
        features: positions.iter().flat_map(G::Evaluator::features).collect(),
        results: positions.iter().map(|position| result(outcome, position.to_move())).collect(),
    }
}

/// The result for a side.
fn result(outcome: Outcome, side: Player) -> f32 {
    match outcome {
        Outcome::Win(winner) => f32::from(u8::from(winner == side)),
        Outcome::Draw => 0.5,
    }
}
