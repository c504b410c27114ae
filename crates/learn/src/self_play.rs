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

fn after_random_plies<G: Game>(start: G, plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
    let mut game = GameInProgress::new(start);
    for _ in 0..plies {
        let mv = random::choice(game.position().moves(), rng)?;
        game.play_unchecked(mv);
    }
    Some(game)
}

/// The limit of a search of so many nodes.
pub(super) fn nodes<M>(nodes: u64) -> Limits<M> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches with these settings: the best move and its score, unless the game is over.
pub(super) fn think<G: Searchable, E: Evaluator<G>>(
    alpha_beta: &AlphaBeta<G, E>,
    game: &GameInProgress<G>,
    settings: &Settings,
    limits: &Limits<G::Move>,
) -> Option<(G::Move, Score)> {
    let report = alpha_beta.search(game, limits, settings, &StopToken::default(), ())?;
    Some((*report.pv.first()?, report.score))
}

/// A search that plays games against itself, at full strength and without contempt for draws.
pub(super) trait SelfPlayer<G: Game> {
    /// A game after so many random plies, unless it was over before. A game with shuffles begins
    /// with one of its own.
    fn opening(plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>>;

    /// Whether a search has to judge such positions by the evaluation, for a side that is known.
    fn judges(position: &G) -> bool;

    /// Forgets earlier searches: what was played before must not matter.
    fn clear_hash(&self);

    /// The best move and its score, unless the game is over.
    fn think(&self, game: &GameInProgress<G>, limits: &Limits<G::Move>)
    -> Option<(G::Move, Score)>;
}

impl<G: Searchable, E: Evaluator<G>> SelfPlayer<G> for AlphaBeta<G, E> {
    fn opening(plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
        after_random_plies(G::start(), plies, rng)
    }

    /// Where a capture is compulsory the evaluation is not asked. It is asked in the middle of an
    /// exchange.
    fn judges(position: &G) -> bool {
        !position.must_capture(&position.context())
    }

    fn clear_hash(&self) {
        AlphaBeta::clear_hash(self);
    }

    fn think(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits<G::Move>,
    ) -> Option<(G::Move, Score)> {
        think(self, game, &Settings::default(), limits)
    }
}

impl<G: TreeGame, E: Evaluator<G>> SelfPlayer<G> for TreeSearch<G, E> {
    fn opening(plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
        after_random_plies(G::start_with(rng.u64(..)), plies, rng)
    }

    fn judges(position: &G) -> bool {
        position.side(position.seat()).is_some()
    }

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
