//! The positions of games of the engine against itself that are used.

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Outcome, Player, random};
use zugi_search::eval::{HasLinearEval, Tunable};
use zugi_search::{AlphaBeta, TreeGame, TreeSearch};

use super::{HELD_OUT, Samples, TunePlan};
use crate::self_play::{SelfPlayer, TABLE_MIB, nodes, play_on};

/// Games played at a time.
const BATCH: usize = 1024;

/// Plays all games, the one of each number by `game`; the positions to check with and those to
/// fit.
pub(super) fn play(
    plan: &TunePlan,
    game: fn(&TunePlan, usize) -> Option<Samples>,
    played: impl Fn() + Sync,
) -> (Samples, Samples) {
    let (mut held_out, mut training) = (Samples::default(), Samples::default());
    for begin in (0..plan.games).step_by(BATCH) {
        let numbers = begin..plan.games.min(begin + BATCH);
        let games: Vec<_> = numbers
            .into_par_iter()
            .map(|number| {
                let game = game(plan, number);
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
pub(super) fn game<G: HasLinearEval>(plan: &TunePlan, number: usize) -> Option<Samples> {
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let game = AlphaBeta::<G, G::LinearEval>::opening(plan.plies, &mut rng)?;
    let alpha_beta = AlphaBeta::new(G::LinearEval::default(), TABLE_MIB).ok()?;
    let (mut used, limits) = (Vec::new(), nodes(plan.nodes));
    let outcome = play_on(game, |game| {
        let (mv, score) = alpha_beta.think(game, &limits)?;
        let (position, is_open) = (game.position(), score.plies_to_end().is_none());
        if is_open && AlphaBeta::<G, G::LinearEval>::judges(position) {
            used.push(position.clone());
        }
        Some((mv, score))
    })?;
    random::shuffle(&mut used, &mut rng);
    used.truncate(plan.samples);
    Some(samples(&used, outcome))
}

/// The same by tree search: the positions as the players know them, unless it is not known yet
/// who plays for which side. Each game has shuffles of its own.
pub(super) fn tree_game<G: HasLinearEval + TreeGame>(
    plan: &TunePlan,
    number: usize,
) -> Option<Samples> {
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let mut game = TreeSearch::<G, G::LinearEval>::opening(plan.plies, &mut rng)?;
    let search = TreeSearch::new(G::LinearEval::default(), TABLE_MIB).ok()?;
    let (mut used, limits) = (Vec::new(), nodes(plan.nodes));
    while game.outcome().is_none() {
        let (mv, score) = search.think(&game, &limits)?;
        let (position, is_open) = (game.position(), score.plies_to_end().is_none());
        if is_open && TreeSearch::<G, G::LinearEval>::judges(position) {
            used.push(position.observation_for(position.seat()));
        }
        game.play_unchecked(mv);
    }
    let outcome = game.outcome()?;
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
