//! One game of a plan, as a block of the file.

use fastrand::Rng;
use zugi_game::board::mix;
use zugi_game::{GameInProgress, Pack, random};
use zugi_search::{AlphaBeta, Evaluator, Score, Searchable, Settings, TreeGame, TreeSearch};

use super::DataPlan;
use super::format::block;
use crate::self_play::{opening, play_on, shuffled_opening, think, think_by_tree};

/// Plays the game with this number by alpha-beta.
///
/// Each position is kept that the search had to judge, unless a capture is compulsory: the
/// evaluation is not asked then. The middle of an exchange is kept, the engine evaluates it
/// too. The last position may be one whose end the search has seen.
pub(super) fn play<G: Searchable + Pack, E: Evaluator<G>>(
    plan: &DataPlan,
    number: u32,
    alpha_beta: &AlphaBeta<G, E>,
) -> Vec<u8> {
    let (plies, mut rng) = begin(plan, number);
    alpha_beta.clear_hash();
    record(
        number,
        opening::<G>(plies, &mut rng),
        |game| think(alpha_beta, game, &Settings::default(), plan.nodes),
        |position| !position.must_capture(&position.context()),
    )
}

/// Plays the game with this number by tree search, from a shuffle of its own. Each position is kept
/// that is searched, unless it is not known yet who plays for which side.
pub(super) fn play_by_tree<G: TreeGame + Pack, E: Evaluator<G>>(
    plan: &DataPlan,
    number: u32,
    tree: &TreeSearch<G, E>,
) -> Vec<u8> {
    let (plies, mut rng) = begin(plan, number);
    tree.clear_hash();
    record(
        number,
        shuffled_opening::<G>(plies, &mut rng),
        |game| think_by_tree(tree, game, plan.nodes),
        |position| position.side(position.seat()).is_some(),
    )
}

/// The number of random plies of a game, and what they are drawn from.
fn begin(plan: &DataPlan, number: u32) -> (usize, Rng) {
    let mut rng = Rng::with_seed(mix(mix(plan.seed) ^ u64::from(number)));
    (rng.u16(plan.plies[0]..=plan.plies[1]).into(), rng)
}

/// The block of the game that goes on like this, with the positions that are kept.
fn record<G: Pack>(
    number: u32,
    opening: Option<GameInProgress<G>>,
    mut think: impl FnMut(&GameInProgress<G>) -> Option<(G::Move, Score)>,
    is_kept: impl Fn(&G) -> bool,
) -> Vec<u8> {
    let (mut records, mut count) = (Vec::new(), 0u16);
    let result = opening.and_then(|game| {
        play_on(game, |game| {
            let (mv, score) = think(game)?;
            let position = game.position();
            if count < u16::MAX && is_kept(position) {
                let begin = records.len();
                records.resize(begin + G::PACKED_BYTES, 0);
                position.pack(&mut records[begin..]);
                // Values of the search are 16 bits wide.
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

/// How far the games go at most that tell evaluators apart.
const FINGERPRINT_PLIES: usize = 200;

/// A number that tells this evaluator from others: what it thinks of some positions.
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
