//! The results of self-play games from an opening.

use std::cmp::Ordering;
use std::ops::AddAssign;

use zugi_game::{GameInProgress, Player};
use zugi_search::{MAX_PLY, Search, Settings};

use crate::self_play::{self, best_move};

/// The games that are played from each opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialPlan {
    /// The number of games; with 0 every opening passes.
    pub games: u32,
    /// The nodes of each move in the last game. Game `i` of `n` has the part `i / n` of them, so
    /// that the games differ and most unbalanced openings fail in the cheap ones.
    pub nodes: u64,
    /// The least share of the points for each side, in percent, at most 50.
    pub share: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpeningResult {
    pub games: u32,
    /// The half points of player one: 2 for a win, 1 for a draw.
    pub half_points: u32,
}

/// A game without a result after this number of plies is a draw.
const MAX_GAME_PLIES: usize = 2 * MAX_PLY;

impl OpeningResult {
    /// `Greater` if the games favour player one, `Less` if they favour player two, `Equal` for
    /// neither.
    #[must_use]
    pub fn favours(&self) -> Ordering {
        self.half_points.cmp(&self.games)
    }
}

impl AddAssign for OpeningResult {
    fn add_assign(&mut self, other: OpeningResult) {
        self.games += other.games;
        self.half_points += other.half_points;
    }
}

impl TrialPlan {
    /// Plays the games. `None` as soon as a side cannot reach its share any more, or if a search
    /// finds no move.
    pub(super) fn play<S: Search>(
        &self,
        opening: &GameInProgress<S::Game>,
        player: &S,
    ) -> Option<OpeningResult> {
        let mut trial = OpeningResult::default();
        for number in 0..self.games {
            let nodes = (self.nodes * u64::from(number + 1)).div_ceil(self.games.into());
            player.clear_hash();
            trial.half_points += half_points(opening.clone(), player, nodes)?;
            trial.games += 1;
            let lost = 2 * trial.games - trial.half_points;
            if self.exceeds(trial.half_points) || self.exceeds(lost) {
                return None;
            }
        }
        Some(trial)
    }

    /// Whether a side with these half points leaves the other side less than its share.
    fn exceeds(&self, half_points: u32) -> bool {
        100 * half_points > 100_u32.saturating_sub(self.share) * 2 * self.games
    }
}

/// The half points of player one in a game.
fn half_points<S: Search>(
    mut game: GameInProgress<S::Game>,
    player: &S,
    nodes: u64,
) -> Option<u32> {
    let (limits, settings) = (self_play::node_limit(nodes), Settings::default());
    for _ in 0..MAX_GAME_PLIES {
        if let Some(outcome) = game.outcome() {
            return Some(outcome.half_points(Player::One).into());
        }
        game.play_unchecked(best_move(player, &game, &settings, &limits)?.0);
    }
    Some(1)
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;
    use zugi_game::toy::Hexapawn;
    use zugi_search::AlphaBeta;
    use zugi_search::eval::HasEvaluator;

    use super::*;

    #[test]
    fn an_opening_that_one_side_always_wins_fails_early() {
        let alpha_beta =
            AlphaBeta::new(<Hexapawn as HasEvaluator>::Evaluator::default(), 1).unwrap();
        let plan = TrialPlan { games: 8, nodes: 20_000, share: 35 };
        let start = GameInProgress::new(Hexapawn::start());
        assert_eq!(plan.play(&start, &alpha_beta), None, "one side wins every game");
        let none = TrialPlan { games: 0, ..plan };
        assert_eq!(none.play(&start, &alpha_beta), Some(OpeningResult::default()));
    }

    #[test]
    fn each_side_needs_35_of_100() {
        let plan = TrialPlan { games: 8, nodes: 1, share: 35 };
        let wins: Vec<u32> = (0..=8).filter(|wins| !plan.exceeds(2 * wins)).collect();
        assert_eq!(wins, [0, 1, 2, 3, 4, 5]);
    }
}
