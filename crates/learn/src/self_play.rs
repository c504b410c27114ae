//! Games of the engine against itself.

use fastrand::Rng;
use zugi_game::{Game, GameInProgress, Outcome, random};
use zugi_search::{
    AlphaBeta, Evaluator, Limits, MAX_PLY, Score, Searchable, Settings, StopToken, TreeGame,
    TreeSearch,
};

/// The size of each table, in MiB.
pub(super) const TABLE_MIB: u64 = 1;

/// The size of each tree with its table, in MiB: the tree of a few thousand nodes.
pub(super) const TREE_MIB: u64 = 4;

/// A game without a result after so many times [`MAX_PLY`] plies is left out.
const PATIENCE: usize = 10;

/// A game after so many random plies, unless it was over before.
pub(super) fn opening<G: Searchable>(plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
    after_random_plies(G::start(), plies, rng)
}

/// The same, from a shuffle of its own.
pub(super) fn shuffled_opening<G: TreeGame>(
    plies: usize,
    rng: &mut Rng,
) -> Option<GameInProgress<G>> {
    after_random_plies(G::start_with(rng.u64(..)), plies, rng)
}

fn after_random_plies<G: Game>(start: G, plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
    let mut game = GameInProgress::new(start);
    for _ in 0..plies {
        let mv = random::choice(game.position().moves(), rng)?;
        game.play_unchecked(mv);
    }
    Some(game)
}

/// Searches for so many nodes: the best move and its score, unless the game is over.
pub(super) fn think<G: Searchable, E: Evaluator<G>>(
    alpha_beta: &AlphaBeta<G, E>,
    game: &GameInProgress<G>,
    settings: &Settings,
    nodes: u64,
) -> Option<(G::Move, Score)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = alpha_beta.search(game, &limits, settings, &StopToken::default(), ())?;
    Some((*report.pv.first()?, report.score))
}

/// The same by tree search, without contempt for draws.
pub(super) fn think_by_tree<G: TreeGame, E: Evaluator<G>>(
    tree: &TreeSearch<G, E>,
    game: &GameInProgress<G>,
    nodes: u64,
) -> Option<(G::Move, Score)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let report = tree.search(game, &limits, &settings, &token, ())?;
    Some((*report.pv.first()?, report.score))
}

/// A search that plays games against itself, at full strength and without contempt for draws.
pub(super) trait SelfPlayer<G: Game> {
    /// Forgets earlier searches: what was played before must not matter.
    fn clear_hash(&self);

    /// The best move and its score, unless the game is over.
    fn think(&self, game: &GameInProgress<G>, limits: &Limits<G::Move>)
    -> Option<(G::Move, Score)>;
}

impl<G: Searchable, E: Evaluator<G>> SelfPlayer<G> for AlphaBeta<G, E> {
    fn clear_hash(&self) {
        AlphaBeta::clear_hash(self);
    }

    fn think(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits<G::Move>,
    ) -> Option<(G::Move, Score)> {
        let (settings, token) = (Settings::default(), StopToken::default());
        let report = self.search(game, limits, &settings, &token, ())?;
        Some((*report.pv.first()?, report.score))
    }
}

impl<G: TreeGame, E: Evaluator<G>> SelfPlayer<G> for TreeSearch<G, E> {
    fn clear_hash(&self) {
        TreeSearch::clear_hash(self);
    }

    fn think(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits<G::Move>,
    ) -> Option<(G::Move, Score)> {
        let (settings, token) = (Settings::default(), StopToken::default());
        let report = self.search(game, limits, &settings, &token, ())?;
        Some((*report.pv.first()?, report.score))
    }
}

/// Plays on until the game is over or a search has seen the end of it. `think` has the move
/// and its score, or nothing when the game is over. `None` if the game comes to no end.
pub(super) fn play_on<G: Game>(
    mut game: GameInProgress<G>,
    mut think: impl FnMut(&GameInProgress<G>) -> Option<(G::Move, Score)>,
) -> Option<Outcome> {
    for _ in 0..PATIENCE * MAX_PLY {
        let Some((mv, score)) = think(&game) else { return game.outcome() };
        let mover = game.position().to_move();
        match score {
            Score::Win(_) => return Some(Outcome::Win(mover)),
            Score::Loss(_) => return Some(Outcome::Win(mover.opponent())),
            _ => game.play_unchecked(mv),
        }
    }
    None
}
