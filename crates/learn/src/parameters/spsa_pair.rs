//! Pairs of games between two players with different parameters of the search (SPSA).

use fastrand::Rng;
use zugi_game::{GameInProgress, Player};
use zugi_search::eval::HasEvaluator;
use zugi_search::{OutOfMemory, Parameters, Score, Search, Settings, Value};

use crate::self_play::{best_move, node_limit, play_on, random_opening, search_mib};

/// The least and the greatest number of random plies of an opening.
const PLIES: [usize; 2] = [4, 12];

/// The greatest size of the score of a balanced opening, in units of the evaluation.
const BALANCED: Value = 80;

/// The number of openings to try; the last one is taken even if it is not balanced.
const TRIES: usize = 60;

/// Two players, indexed by [`Player::index`].
pub(super) struct SpsaPair<G: HasEvaluator>([G::Search<G::Evaluator>; 2]);

impl<G: HasEvaluator> SpsaPair<G> {
    pub fn new() -> Result<SpsaPair<G>, OutOfMemory> {
        let player =
            || G::Search::new(G::Evaluator::default(), search_mib::<G::Search<G::Evaluator>>());
        Ok(SpsaPair([player()?, player()?]))
    }

    /// Plays a balanced opening from both sides, with this number of nodes for each move. Returns
    /// the points of the first player minus those of the second, from -2 to 2.
    pub fn play(&self, parameters: [Parameters; 2], nodes: u64, rng: &mut Rng) -> i32 {
        let settings = parameters
            .map(|parameters| Settings { parameters: parameters.text(), ..Settings::default() });
        self.clear_hash();
        let Some(opening) = self.opening(nodes, rng) else { return 0 };
        let [first, second] = &settings;
        self.game(opening.clone(), [first, second], nodes)
            - self.game(opening, [second, first], nodes)
    }

    /// A balanced opening, or the last one tried; `None` if all end the game.
    fn opening(&self, nodes: u64, rng: &mut Rng) -> Option<GameInProgress<G>> {
        let (mut last, limits) = (None, self::node_limit(nodes));
        for _ in 0..TRIES {
            let plies = rng.usize(PLIES[0]..=PLIES[1]);
            let Some(game) = random_opening::<G::Search<G::Evaluator>>(plies, rng) else {
                continue;
            };
            let found = best_move(&self.0[0], &game, &Settings::default(), &limits);
            let is_balanced = matches!(
                found, Some((_, Score::Centipawns(value))) if value.abs() <= BALANCED
            );
            last = Some(game);
            if is_balanced {
                break;
            }
        }
        last
    }

    /// Plays a game, and returns the points of player one minus those of player two.
    fn game(&self, game: GameInProgress<G>, settings: [&Settings; 2], nodes: u64) -> i32 {
        self.clear_hash();
        let limits = self::node_limit(nodes);
        let outcome = play_on(game, |game| {
            let mover = game.position().to_move().index();
            best_move(&self.0[mover], game, settings[mover], &limits)
        });
        outcome.map_or(0, |outcome| i32::from(outcome.half_points(Player::One)) - 1)
    }

    /// Clears the tables, so that a game does not depend on those that this thread played before.
    fn clear_hash(&self) {
        self.0.iter().for_each(Search::clear_hash);
    }
}
