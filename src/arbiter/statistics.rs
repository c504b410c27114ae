//! What the results of two engines against each other say about their strength.
//!
//! Games with the same opening and swapped seats are counted as pairs: what an opening
//! gives to one seat it takes from the other, so that the score of a pair varies less
//! than that of two single games, and the errors are smaller.

use std::f64::consts::LN_10;

use serde::Serialize;

use super::elo::{Elo, elo_of_score, normal_distribution};

/// Standard errors to each side of the mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// Games by their result, as the first of two engines sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Adds a game with so many half points: 0, 1, or 2 and above.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: one for a win and a half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points of a game, 0 to 1; `None` without games.
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

    /// How many games gave 0, 0.5 and 1 point.
    #[must_use]
    pub fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

/// Pairs of games with the same opening and swapped seats: how many gave the first of
/// two engines 0, 0.5, 1, 1.5 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair of games with so many half points together: 0 to 3, or 4 and above.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points.min(4))) {
            *count += 1;
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs as the other engine sees them.
    #[must_use]
    pub fn swapped(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }
}

/// All results of an engine, against one opponent or many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Results {
    /// The games, those of pairs included.
    pub games: Tally,
    /// The complete pairs among them.
    pub pairs: Pentanomial,
}

impl Results {
    /// Results that are nothing but pairs with these numbers of points, and how the
    /// points came about: the pairs with one point that were two draws.
    #[must_use]
    pub fn of_pairs(pairs: Pentanomial, two_draws: u64) -> Results {
        let [lost, half, one, more, won] = pairs.0;
        let decided = one.saturating_sub(two_draws);
        let games = Tally {
            wins: 2 * won + more + decided,
            draws: half + more + 2 * (one - decided),
            losses: 2 * lost + half + decided,
        };
        Results { games, pairs }
    }

    /// Whether every game belongs to a complete pair.
    #[must_use]
    pub fn all_paired(&self) -> bool {
        2 * self.pairs.pairs() == self.games.games()
    }

    /// The number of complete pairs, or of games if there are none.
    #[must_use]
    pub fn pairs_or_games(&self) -> u64 {
        match self.pairs.pairs() {
            0 => self.games.games(),
            pairs => pairs,
        }
    }

    /// The same results as the opponents see them.
    #[must_use]
    pub fn swapped(&self) -> Results {
        Results { games: self.games.swapped(), pairs: self.pairs.swapped() }
    }

    /// The logistic Elo difference to the opponent, from the mean score and its standard
    /// error; `None` without games.
    ///
    /// The variance is that of the pairs if all games are in pairs, else that of the
    /// games. Sources: the programs fishtest and fastchess.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let sample = self.sample()?;
        let margin = Z_95 * sample.standard_error();
        let error = (elo_of_score(sample.mean + margin) - elo_of_score(sample.mean - margin)) / 2.0;
        // One game or pair alone says nothing about the error.
        let known = error.is_finite() && sample.units > 1;
        let error_95 = if known { error } else { f64::INFINITY };
        Some(Elo { value: elo_of_score(sample.mean), error_95 })
    }

    /// The normalised Elo difference to the opponent: the mean score above 1/2, in
    /// standard deviations of a game, in units that resemble Elo. Its error does not
    /// depend on the results. `None` without games.
    ///
    /// Source: M. Van den Bergh, "Normalized Elo",
    /// <https://www.cantate.be/Fishtest/normalized_elo.pdf>.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Elo> {
        let sample = self.sample()?;
        let unit = 800.0 / LN_10;
        let above = sample.mean - 0.5;
        let value = if above == 0.0 { 0.0 } else { unit * above / sample.variance.sqrt() };
        Some(Elo { value, error_95: unit * Z_95 / (self.games.games() as f64).sqrt() })
    }

    /// The likelihood of superiority, 0 to 1: how probable it is, by the normal
    /// distribution, that the engine is the stronger one. `None` without games. Source: the
    /// programs fishtest and fastchess.
    ///
    /// Results that do not vary at all are taken to vary as much as they differ from
    /// 1/2, so that a single win is not a certainty.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let sample = self.sample()?;
        let above = sample.mean - 0.5;
        let error = match sample.standard_error() {
            0.0 => above.abs() / (sample.units as f64).sqrt(),
            error => error,
        };
        Some(if above == 0.0 { 0.5 } else { normal_distribution(above / error) })
    }

    /// The distribution of the scores: of the pairs if all games are in pairs, else of
    /// the games.
    fn sample(&self) -> Option<Sample> {
        if self.all_paired() {
            Sample::new(&self.pairs.0, 2.0)
        } else {
            Sample::new(&self.games.counts(), 1.0)
        }
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

/// Mean and variance of scores.
struct Sample {
    /// The mean score of a game, 0 to 1.
    mean: f64,
    /// The variance of the score of a game; in pairs, half the variance of the sum.
    variance: f64,
    /// How many games or pairs were counted.
    units: u64,
    /// How many games these are.
    games: f64,
}

impl Sample {
    /// Of counted units (games or pairs) by their points, in equal steps from none to
    /// all.
    fn new(counts: &[u64], games_of_unit: f64) -> Option<Sample> {
        let units: u64 = counts.iter().sum();
        let top = counts.len().checked_sub(1).filter(|_| units > 0)? as f64;
        let scores = || counts.iter().zip(0_u32..).map(|(&n, i)| (n as f64, f64::from(i) / top));
        let total = units as f64;
        let mean = scores().map(|(n, score)| n * score).sum::<f64>() / total;
        let variance = scores().map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / total;
        let games = total * games_of_unit;
        Some(Sample { mean, variance: variance * games_of_unit, units, games })
    }

    /// Of the mean.
    fn standard_error(&self) -> f64 {
        (self.variance / self.games).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64, draws: u64) -> Results {
        Results { games: Tally { wins, draws, losses }, pairs: Pentanomial::default() }
    }

    fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
    }

    /// Elo and its error, normalised Elo and its error, LOS in per cent; to the last
    /// digit that is published. Source: fastchess, app/tests/elo_test.cpp,
    /// commit 2f5e8881, cases "EloWDL 1" to "EloPentanomial 3".
    #[test]
    fn matches_published_values() {
        let published = |results: Results, expected: [Option<f64>; 5]| {
            let (elo, normalized) = (results.elo().unwrap(), results.normalized_elo().unwrap());
            let los = 100.0 * results.los().unwrap();
            let actual = [elo.value, elo.error_95, normalized.value, normalized.error_95, los];
            for (actual, expected) in actual.into_iter().zip(expected) {
                close(actual, expected.unwrap_or(actual), 0.0051);
            }
        };
        let pairs = |pairs, draws| Results::of_pairs(Pentanomial(pairs), draws);
        published(games(76, 89, 123), [None, None, Some(-20.76), Some(40.13), Some(15.53)]);
        published(
            games(136, 96, 111),
            [Some(40.70), Some(30.43), Some(49.77), Some(36.77), Some(99.60)],
        );
        published(games(34, 356, 0), [None, None, Some(-508.44), Some(34.48), None]);
        published(
            pairs([34, 54, 31 + 32, 64, 75], 32),
            [Some(55.58), Some(27.65), Some(57.94), Some(28.28), Some(100.0)],
        );
        published(
            pairs([332, 433, 457 + 41, 333, 334], 41),
            [Some(-8.64), Some(10.33), Some(-9.17), Some(10.96), Some(5.05)],
        );
        published(
            pairs([7895, 8757, 5485 + 200, 568, 9999], 200),
            [Some(-21.04), Some(2.95), Some(-19.01), Some(2.65), None],
        );
    }

    #[test]
    fn one_sided_results_are_infinite_and_never_nan() {
        for results in [games(3, 0, 0), Results::of_pairs(Pentanomial([0, 0, 0, 0, 4]), 0)] {
            let (won, lost) = (results, results.swapped());
            assert_eq!(won.elo().unwrap().value, f64::INFINITY);
            assert_eq!(won.elo().unwrap().error_95, f64::INFINITY);
            assert_eq!(lost.elo().unwrap().value, f64::NEG_INFINITY);
            assert_eq!(won.elo().unwrap().to_string(), "+inf");
            assert_eq!(lost.elo().unwrap().to_string(), "-inf");
            assert_eq!(won.normalized_elo().unwrap().value, f64::INFINITY);
            let los = won.los().unwrap();
            assert!(los > 0.9 && los < 1.0, "{los}");
            close(lost.los().unwrap(), 1.0 - los, 1e-12);
            let json = serde_json::to_string(&lost.elo()).unwrap();
            assert_eq!(json, r#"{"value":"-inf","error_95":"inf"}"#);
        }
        // A single win: the normal distribution up to one standard deviation.
        close(games(1, 0, 0).los().unwrap(), 0.841_344_746, 1e-6);
    }

    #[test]
    fn little_is_known_of_few_games() {
        assert_eq!(Results::default().elo(), None);
        assert_eq!(Results::default().normalized_elo(), None);
        assert_eq!(Results::default().los(), None);
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().draw_ratio(), None);
        let drawn = games(0, 0, 1).elo().unwrap();
        assert_eq!(drawn.to_string(), "+0.0 ± inf");
        assert_eq!(games(0, 0, 10).los(), Some(0.5));
        assert_eq!(games(0, 0, 10).normalized_elo().unwrap().value, 0.0);
        // The interval reaches beyond a score of 100 %.
        assert_eq!(games(19, 1, 0).elo().unwrap().to_string(), "+511.5 ± inf");
    }

    #[test]
    fn swapping_sides_negates_everything() {
        let results = Results::of_pairs(Pentanomial([3, 20, 50, 22, 5]), 30);
        assert_eq!(results.games.games(), 200);
        assert_eq!(results.games.draws, 20 + 22 + 60);
        assert!(results.all_paired());
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
        let paired = Results::of_pairs(Pentanomial([0, 10, 80, 10, 0]), 0);
        let single = Results { pairs: Pentanomial::default(), ..paired };
        let error = |results: Results| results.elo().unwrap().error_95;
        assert!(error(paired) < error(single) / 2.0);
    }
}
