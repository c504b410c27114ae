//! One game of a plan, as a block of the file.

use fastrand::Rng;
use zugi_game::board::mix;
use zugi_game::{Pack, random};
use zugi_search::{Evaluator, Search, Searchable, Settings};

use super::DataPlan;
use super::format::block;
use crate::self_play::{best_move, node_limit, play_on, random_opening};

/// Plays the game with this number. Its block has the positions whose evaluation a search uses, see
/// [`Search::uses_evaluation`]. The last one may have a proven score.
pub(super) fn play<S: Search<Game: Pack>>(plan: &DataPlan, number: u32, player: &S) -> Vec<u8> {
    let mut rng = Rng::with_seed(mix(mix(plan.seed) ^ u64::from(number)));
    let plies = rng.u16(plan.plies[0]..=plan.plies[1]).into();
    player.clear_hash();
    let (limits, settings) = (node_limit(plan.nodes), Settings::default());
    let (mut records, mut count) = (Vec::new(), 0u16);
    let result = random_opening::<S>(plies, &mut rng).and_then(|game| {
        play_on(game, |game| {
            let (mv, score) = best_move(player, game, &settings, &limits)?;
            let position = game.position();
            if count < u16::MAX && S::uses_evaluation(position) {
                let begin = records.len();
                records.resize(begin + S::Game::PACKED_BYTES, 0);
                position.pack(&mut records[begin..]);
                // Values of the search fit in 16 bits.
                records.extend((score.value() as i16).to_le_bytes());
                count += 1;
            }
            Some((mv, score))
        })
    });
    match result {
        Some(_) => block(number, result, &records, count),
        None => block(number, None, &[], 0),
    }
}

/// The greatest length of the random games of a fingerprint, in plies.
const FINGERPRINT_PLIES: usize = 200;

/// A hash of the evaluator's values in the positions of four random games, to tell evaluators
/// apart.
pub(super) fn fingerprint<G: Searchable, E: Evaluator<G>>(evaluator: &E) -> u64 {
    let (mut rng, mut all) = (Rng::with_seed(1), 0u64);
    for _ in 0..4 {
        let mut position = G::start();
        for _ in 0..FINGERPRINT_PLIES {
            let Some(mv) = random::choice(position.moves(), &mut rng) else { break };
            all = mix(all.rotate_left(1) ^ u64::from(evaluator.value(&position).cast_unsigned()));
            position = position.after(mv);
        }
    }
    all
}
