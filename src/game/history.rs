//! The past of a game: what a position cannot know of itself.

use super::{Game, Outcome};

/// How often a position occurs before the game is drawn.
const OCCURRENCES_TO_DRAW: usize = 3;

/// The positions of a game before the present one, to tell when one occurs again.
///
/// They are remembered by their keys.
///
/// ```
/// use zugi::game::{Game, History, Outcome, toy::Corridor};
///
/// let mut position = Corridor::start();
/// let mut history = History::default();
/// let there_and_back = ["b", "g", "a", "h"];
/// for text in there_and_back.into_iter().cycle().take(8) {
///     assert_eq!(history.outcome(&position), None);
///     history.push(&position);
///     position.play(position.parse_move(text)?);
/// }
/// assert_eq!(history.occurrences(&position), 3);
/// assert_eq!(history.outcome(&position), Some(Outcome::Draw));
/// assert_eq!(position.outcome(), None);
/// # Ok::<(), zugi::game::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Oldest first.
    keys: Vec<u64>,
}

impl History {
    /// Adds the position that the next move is played in.
    pub fn push<G: Game>(&mut self, position: &G) {
        self.keys.push(position.key());
    }

    /// How often the present position has occurred, now included.
    #[must_use]
    pub fn occurrences<G: Game>(&self, position: &G) -> usize {
        let recent = self.keys.iter().rev().take(position.reversible_plies());
        1 + recent.filter(|&&key| key == position.key()).count()
    }

    /// The keys of the earlier positions whose next occurrence, after some move from the
    /// present position, draws the game.
    ///
    /// ```
    /// use zugi::game::{Game, History, toy::Corridor};
    ///
    /// let mut position = Corridor::start();
    /// let (first, mut history) = (position.key(), History::default());
    /// for text in ["b", "g", "a", "h", "b"] {
    ///     history.push(&position);
    ///     position.play(position.parse_move(text)?);
    /// }
    /// assert_eq!(history.drawing_keys(&position), [first]);
    /// # Ok::<(), zugi::game::TextError>(())
    /// ```
    #[must_use]
    pub fn drawing_keys<G: Game>(&self, position: &G) -> Vec<u64> {
        let mut keys: Vec<u64> =
            self.keys.iter().rev().take(position.reversible_plies()).copied().collect();
        keys.sort_unstable();
        let often =
            keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= OCCURRENCES_TO_DRAW);
        often.map(|same| same[0]).collect()
    }

    /// How the game ended, its past considered: like [`Game::outcome`], and a draw when
    /// the present position occurs for the third time.
    #[must_use]
    pub fn outcome<G: Game>(&self, position: &G) -> Option<Outcome> {
        let drawn = || (self.occurrences(position) >= OCCURRENCES_TO_DRAW).then_some(Outcome::Draw);
        position.outcome().or_else(drawn)
    }
}
