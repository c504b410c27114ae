//! Repetitions of positions.

use super::{Game, Outcome};

/// Whether a position can occur twice in one game, and the result if it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// No position can occur twice; the search skips the test for repetitions.
    Impossible,
    /// A position may recur without consequence.
    Allowed,
    /// The game is a draw when a position has occurred this often, the first time included: 3 in
    /// most games.
    Draw(usize),
}

impl Repetition {
    /// Whether a position can occur twice in one game.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        !matches!(self, Repetition::Impossible)
    }

    /// The number of occurrences of a position that makes the game a draw; `None` if no number
    /// does.
    #[must_use]
    pub const fn drawing_occurrence(self) -> Option<usize> {
        match self {
            Repetition::Draw(occurrence) => Some(occurrence),
            Repetition::Impossible | Repetition::Allowed => None,
        }
    }
}

/// The keys of the earlier positions of a game, to count occurrences of a position.
///
/// ```
/// use zugi_game::{Game, History, Outcome, toy::Corridor};
///
/// let mut position = Corridor::start();
/// let mut history = History::default();
/// let there_and_back = ["b", "g", "a", "h"];
/// for text in there_and_back.into_iter().cycle().take(8) {
///     assert_eq!(history.outcome(&position), None);
///     history.push(&position);
///     position.play_unchecked(position.parse_move(text)?);
/// }
/// assert_eq!(history.occurrences(&position), 3);
/// assert_eq!(history.outcome(&position), Some(Outcome::Draw));
/// assert_eq!(position.outcome(), None);
/// # Ok::<(), zugi_game::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Oldest first.
    keys: Vec<u64>,
}

impl History {
    /// Adds a position, before a move is played in it.
    pub fn push<G: Game>(&mut self, position: &G) {
        self.keys.push(position.key());
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.keys.truncate(count);
    }

    /// The number of occurrences of the current position, itself included.
    #[must_use]
    pub fn occurrences<G: Game>(&self, position: &G) -> usize {
        let recent = self.keys.iter().rev().take(position.reversible_plies());
        1 + recent.filter(|&&key| key == position.key()).count()
    }

    /// The keys of the earlier positions that would draw the game if they occurred once more. Only
    /// earlier positions count as occurrences; the current one does not.
    #[must_use]
    pub fn drawing_keys<G: Game>(&self, position: &G) -> Vec<u64> {
        let Some(drawing) = G::REPETITION.drawing_occurrence() else { return Vec::new() };
        let mut keys: Vec<u64> =
            self.keys.iter().rev().take(position.reversible_plies()).copied().collect();
        keys.sort_unstable();
        let often = keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= drawing);
        often.map(|same| same[0]).collect()
    }

    /// The outcome with repetitions: that of [`Game::outcome`], or a draw if the current position
    /// has occurred too often, see [`Game::REPETITION`].
    #[must_use]
    pub fn outcome<G: Game>(&self, position: &G) -> Option<Outcome> {
        let drawn = || {
            let drawing = G::REPETITION.drawing_occurrence()?;
            (self.occurrences(position) >= drawing).then_some(Outcome::Draw)
        };
        position.outcome().or_else(drawn)
    }
}
