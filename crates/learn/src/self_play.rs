//! Games of the engine against itself, for data, openings, weights and parameters.
//! `data/game.rs` records the positions.

use fastrand::Rng;
use zugi_game::{Game, GameInProgress, Outcome, random};
use zugi_search::{Limits, MAX_PLY, Score, Search, SearchKind, Settings, StopToken};

/// A game that is not over after this number of plies has no result: it gives no positions, and
/// counts as even in the tuning of parameters.
const MAX_GAME_PLIES: usize = 10 * MAX_PLY;

/// The memory for a search of a few thousand nodes, in MiB.
pub(super) const fn search_mib<S: Search>() -> u64 {
    match S::KIND {
        SearchKind::AlphaBeta => 1,
        SearchKind::Tree => 4,
    }
}

/// A game after `plies` random plies; `None` if it ends before.
pub(super) fn random_opening<S: Search>(
    plies: usize,
    rng: &mut Rng,
) -> Option<GameInProgress<S::Game>> {
    let mut game = GameInProgress::new(S::start(rng));
    for _ in 0..plies {
        let mv = random::choice(game.position().moves(), rng)?;
        game.play_unchecked(mv);
    }
    Some(game)
}

pub(super) fn node_limit(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The best move by a search, and its score; `None` if the game is over.
pub(super) fn best_move<S: Search>(
    search: &S,
    game: &GameInProgress<S::Game>,
    settings: &Settings,
    limits: &Limits,
) -> Option<(<S::Game as Game>::Move, Score)> {
    let report = search.search(game, limits, settings, &StopToken::default(), None)?;
    Some((report.pv.first()?.typed(), report.score))
}

/// Plays until the game is over or the score of `best_move` is a proven result. `None` for a game
/// without a result.
pub(super) fn play_on<G: Game>(
    mut game: GameInProgress<G>,
    mut best_move: impl FnMut(&GameInProgress<G>) -> Option<(G::Move, Score)>,
) -> Option<Outcome> {
    for _ in 0..MAX_GAME_PLIES {
        let Some((mv, score)) = best_move(&game) else { return game.outcome() };
        let mover = game.position().to_move();
        match score {
            Score::Win(_) => return Some(Outcome::Win(mover)),
            Score::Loss(_) => return Some(Outcome::Win(mover.opponent())),
            _ => game.play_unchecked(mv),
        }
    }
    None
}
