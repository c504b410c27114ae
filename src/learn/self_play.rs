//! Games of the engine against itself.

use fastrand::Rng;

use crate::game::{GameInProgress, Outcome};
use crate::search::{
    AlphaBeta, Assessment, Evaluator, Limits, MAX_PLY, Settings, StopToken, Tactics,
};

/// The size of each table, in MiB.
pub(super) const TABLE_MIB: u64 = 1;

/// A game without a result after so many times [`MAX_PLY`] plies is left out.
const PATIENCE: usize = 10;

/// A game after so many random plies, unless it was over before.
pub(super) fn opening<G: Tactics>(plies: usize, rng: &mut Rng) -> Option<GameInProgress<G>> {
    let mut game = GameInProgress::new(G::start());
    for _ in 0..plies {
        let mv = rng.choice(game.position().moves())?;
        game.play_unchecked(mv);
    }
    Some(game)
}

/// Plays on until the game is over or a search has seen the end of it. Each move is
/// searched for so many nodes, and `searched` is told of the position and its score.
/// `None` if the game comes to no end.
pub(super) fn play_on<G: Tactics, E: Evaluator<G>>(
    mut game: GameInProgress<G>,
    alpha_beta: &AlphaBeta<G, E>,
    nodes: u64,
    mut searched: impl FnMut(&G, Assessment),
) -> Option<Outcome> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for _ in 0..PATIENCE * MAX_PLY {
        let (settings, token) = (Settings::default(), StopToken::default());
        let Some(report) = alpha_beta.search(&game, &limits, &settings, &token, ()) else {
            return game.outcome();
        };
        let position = game.position();
        searched(position, report.score);
        match report.score {
            Assessment::Units(_) => game.play_unchecked(*report.pv.first()?),
            Assessment::Win(_) => return Some(Outcome::Win(position.to_move())),
            Assessment::Loss(_) => return Some(Outcome::Win(position.to_move().opponent())),
        }
    }
    None
}
