//! Games of the engine against itself.

use fastrand::Rng;
use zugi_game::{Game, GameInProgress, Outcome, random};
use zugi_search::{Limits, MAX_PLY, Score, Search, SearchKind, Settings, StopToken};

/// A game without a result after so many times [`MAX_PLY`] plies is left out.
const PATIENCE: usize = 10;

/// The memory of a search of a few thousand nodes, in MiB.
pub(super) const fn mib<S: Search>() -> u64 {
    match S::KIND {
        SearchKind::AlphaBeta => 1,
        SearchKind::Tree => 4,
    }
}

/// A game after so many random plies, unless it was over before.
pub(super) fn opening<S: Search>(plies: usize, rng: &mut Rng) -> Option<GameInProgress<S::Game>> {
    let mut game = GameInProgress::new(S::start(rng));
    for _ in 0..plies {
        let mv = random::choice(game.position().moves(), rng)?;
        game.play_unchecked(mv);
    }
    Some(game)
}

/// The limit of a search of so many nodes.
pub(super) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches with these settings: the best move and its score, unless the game is over.
pub(super) fn think<S: Search>(
    search: &S,
    game: &GameInProgress<S::Game>,
    settings: &Settings,
    limits: &Limits,
) -> Option<(<S::Game as Game>::Move, Score)> {
    let report = search.search(game, limits, settings, &StopToken::default(), None)?;
    Some((report.pv.first()?.typed(), report.score))
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
