//! The positions of self-play games.

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::random;
use zugi_search::eval::{HasEvaluator, HasLinearEval, Tunable};
use zugi_search::{Search, Settings};

use super::{HELD_OUT_INTERVAL, Sample, TunePlan};
use crate::self_play::{best_move, node_limit, play_on, random_opening, search_mib};

/// The number of games in a parallel batch.
const BATCH: usize = 1024;

/// Plays all games of the plan; `game` plays the one with a given number. Returns the held-out
/// positions and the training positions. Not generic, so that it is compiled once.
pub(super) fn play(
    plan: &TunePlan,
    played: &(dyn Fn() + Sync),
    game: fn(&TunePlan, usize) -> Option<Vec<Sample>>,
) -> (Vec<Sample>, Vec<Sample>) {
    let (mut held_out, mut training) = (Vec::new(), Vec::new());
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
            // Whole games are held out, because positions of one game are similar.
            let set = if number % HELD_OUT_INTERVAL == 0 { &mut held_out } else { &mut training };
            set.extend(game);
        }
    }
    (held_out, training)
}

/// The positions of one game, as the mover knows them; `None` if it ends within the random plies or
/// has no result, or without memory for the search.
///
/// Positions whose evaluation a search does not use are left out, see
/// [`Search::uses_evaluation`], and so are those with a proven score.
pub(super) fn game<G: HasLinearEval>(plan: &TunePlan, number: usize) -> Option<Vec<Sample>> {
    type Player<G> = <G as HasEvaluator>::Search<<G as HasLinearEval>::LinearEval>;
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let game = random_opening::<Player<G>>(plan.plies, &mut rng)?;
    let player = Player::<G>::new(G::LinearEval::default(), search_mib::<Player<G>>()).ok()?;
    let (limits, settings, mut used) = (node_limit(plan.nodes), Settings::default(), Vec::new());
    let outcome = play_on(game, |game| {
        let (mv, score) = best_move(&player, game, &settings, &limits)?;
        let (position, is_open) = (game.position(), score.plies_to_end().is_none());
        if is_open && Player::<G>::uses_evaluation(position) {
            used.push(Player::<G>::observation(position));
        }
        Some((mv, score))
    })?;
    random::shuffle(&mut used, &mut rng);
    used.truncate(plan.samples);
    let sample = |position: &G| {
        let half_points = outcome.half_points(position.to_move());
        (G::LinearEval::features(position), f32::from(half_points) / 2.0)
    };
    Some(used.iter().map(sample).collect())
}
