//! Statistics of the results of two engines against each other.
//!
//! Games with the same opening and swapped seats count as pairs. An opening's advantage for one
//! seat cancels out, so the score of a pair varies less than that of two single games, and the
//! errors are smaller.

use std::f64::consts::LN_10;

use serde::Serialize;

/// Games by their result, as the first of two engines sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    /// Adds a game with this number of half points: 0, 1, or 2 and above.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: one for a win and a half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The mean points of a game, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The part of the games that were drawn, 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same games as the other engine sees them.
    #[must_use]
    pub fn swapped(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Pairs of games with the same opening and swapped seats: the numbers of those that gave the first
/// of two engines 0, 0.5, 1, 1.5 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair of games with this sum of half points: 0 to 3, or 4 and above.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points.min(4))) {
            *count += 1;
        }
    }

    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    #[must_use]
    pub fn swapped(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }
}

/// Normalised Elo of a mean score that is one standard deviation of a game above 1/2.
pub const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// All results of an engine, against one opponent or many.
///
/// The strength comes from the pairs if there are any, otherwise from the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Results {
    /// The games, including those of pairs.
    pub games: Tally,
    /// The complete pairs among them.
    pub pairs: Pentanomial,
}

impl Results {
    /// The numbers of complete pairs or, if there are none, of games, by their score in equal steps
    /// from 0 to 1; and the number of games in such a unit: 2 for a pair, 1 for a game.
    pub(super) fn units(&self) -> (Vec<u64>, f64) {
        let Tally { wins, draws, losses } = self.games;
        match self.pairs.pairs() {
            0 => (vec![losses, draws, wins], 1.0),
            _ => (self.pairs.0.to_vec(), 2.0),
        }
    }

    #[must_use]
    pub fn swapped(&self) -> Results {
        Results { games: self.games.swapped(), pairs: self.pairs.swapped() }
    }
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.games.wins += other.games.wins;
        self.games.draws += other.games.draws;
        self.games.losses += other.games.losses;
        for (sum, more) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *sum += more;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn games(wins: u64, losses: u64, draws: u64) -> Results {
        Results { games: Tally { wins, draws, losses }, pairs: Pentanomial::default() }
    }

    pub(crate) fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
    }

    #[test]
    fn no_games_have_no_score() {
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().draw_ratio(), None);
    }

    #[test]
    fn swapping_sides_negates_everything() {
        let results = Results { pairs: Pentanomial([3, 20, 50, 22, 5]), ..games(52, 46, 102) };
        let (one, other) = (results, results.swapped());
        close(one.elo().unwrap().value, -other.elo().unwrap().value, 1e-9);
        close(one.elo().unwrap().error_95, other.elo().unwrap().error_95, 1e-9);
        close(one.los().unwrap(), 1.0 - other.los().unwrap(), 1e-12);
        assert_eq!(one, other.swapped());
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pairs = Pentanomial::default();
        let mut tally = Tally::default();
        for half_points in [0, 1, 1, 2, 3, 4, 4, 4] {
            pairs.add(half_points);
            tally.add(half_points);
        }
        assert_eq!(pairs, Pentanomial([1, 2, 1, 1, 3]));
        assert_eq!(tally, Tally { wins: 5, draws: 2, losses: 1 });
        assert_eq!(pairs.pairs(), 8);
        assert_eq!(tally.points(), 6.0);
    }

    #[test]
    fn balanced_pairs_say_more_than_single_games() {
        let single = games(90, 90, 20);
        let paired = Results { pairs: Pentanomial([0, 10, 80, 10, 0]), ..single };
        let error = |results: Results| results.elo().unwrap().error_95;
        assert!(error(paired) < error(single) / 2.0);
    }
}
