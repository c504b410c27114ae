//! The positions of games of the engine against itself that are used.

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Outcome, Player, random};
use zugi_search::eval::{HasEvaluator, HasLinearEval, Tunable};
use zugi_search::{Search, Settings};

use super::{HELD_OUT, Samples, TunePlan};
use crate::self_play::{mib, nodes, opening, play_on, think};

/// Games played at a time.
const BATCH: usize = 1024;

/// Plays all games; the positions to check with and those to fit.
pub(super) fn play<G: HasLinearEval>(
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
/// Positions are kept as the mover knows them.
fn game<G: HasLinearEval>(plan: &TunePlan, number: usize) -> Option<Samples> {
    type Player<G> = <G as HasEvaluator>::Search<<G as HasLinearEval>::LinearEval>;
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let game = opening::<Player<G>>(plan.plies, &mut rng)?;
    let player = Player::<G>::new(G::LinearEval::default(), mib::<Player<G>>()).ok()?;
    let (limits, settings, mut used) = (nodes(plan.nodes), Settings::default(), Vec::new());
    let outcome = play_on(game, |game| {
        let (mv, score) = think(&player, game, &settings, &limits)?;
        let (position, is_open) = (game.position(), score.plies_to_end().is_none());
        if is_open && Player::<G>::judges(position) {
            used.push(Player::<G>::observation(position));
        }
        Some((mv, score))
    })?;
    random::shuffle(&mut used, &mut rng);
    used.truncate(plan.samples);
    Some(samples(&used, outcome))
}

fn samples<G: HasLinearEval>(positions: &[G], outcome: Outcome) -> Samples {
    Samples {
        features: positions.iter().flat_map(G::LinearEval::features).collect(),
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
