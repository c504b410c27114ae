//! Statistics of the results of two engines against each other.
//!
//! Games with the same opening and swapped seats count as pairs. An opening's advantage for one
//! seat cancels out, so the score of a pair varies less than that of two single games, and the
//! errors are smaller.

use std::f64::consts::LN_10;

use serde::Serialize;

use super::distributions::{normal_distribution, student_95};

/// What is known before the first result, in pairs (or games, where there are no pairs):
/// half of it won and half of it lost. See [`Results`].
const PRIOR: f64 = 1.0;

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
    /// Adds a game with this number of half points: 0, 1, or 2 and above.
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
    /// Adds a pair of games with this sum of half points: 0 to 3, or 4 and above.
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

/// Normalised Elo of a mean score that is one standard deviation of a game above 1/2.
pub const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// All results of an engine, against one opponent or many.
///
/// The strength comes from the pairs if there are any, otherwise from the games, plus one virtual
/// unit of the same kind, half won and half lost. The true frequencies of the results then have a
/// Dirichlet distribution, whose mean score and standard error are finite and above zero even for
/// few or equal results: ten won pairs do not make an infinite difference, and ten split ones no
/// certain equality. For two possible results this is Jeffreys' interval, which is reliable for few
/// trials, too (L. Brown, T. Cai, A. DasGupta, "Interval Estimation for a Binomial Proportion",
/// Statistical Science 16, 2001). If all pairs are won or lost, the frequency of results in between
/// is unknown. The virtual unit is the one with the greatest variance, so that errors are too wide
/// rather than too narrow: for one to six pairs the interval contains the true value in at least 88
/// % of all matches, and in 99 % on average. It is Student's interval on the scale of Elo, where
/// the distribution is nearly symmetric. With many results all figures equal those of fishtest and
/// fastchess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Results {
    /// The games, including those of pairs.
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

    /// The likelihood of superiority, above 0 and below 1: how probable it is, by the normal
    /// distribution, that the engine is the stronger one. `None` without results. Careful as
    /// [`Results::elo`].
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let scores = self.scores()?;
        Some(match scores.mean - 0.5 {
            0.0 => 0.5,
            above => normal_distribution(above / scores.standard_error())
                .clamp(f64::EPSILON, 1.0 - f64::EPSILON),
        })
    }

    /// The distribution of the scores: of the pairs if there are any, else of the games.
    pub(super) fn scores(&self) -> Option<Scores> {
        match self.pairs.pairs() {
            0 => Scores::new(&self.games.counts(), 1.0),
            _ => Scores::new(&self.pairs.0, 2.0),
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

/// What is known of the distribution of scores: that of the results and of one more
/// unit, half of it won and half of it lost.
pub(super) struct Scores {
    /// The mean score of a game, above 0 and below 1.
    pub mean: f64,
    /// The variance of the score of a unit, above 0.
    variance: f64,
    /// How many units (games or pairs), with the added one: at least 2.
    units: f64,
    games_of_unit: f64,
}

impl Scores {
    /// Of counted units (games or pairs) by their points, in equal steps from none to
    /// all; `None` without units.
    fn new<const N: usize>(counts: &[u64; N], games_of_unit: f64) -> Option<Scores> {
        let units: u64 = counts.iter().sum();
        let top = N.checked_sub(1).filter(|_| units > 0)?;
        let weight = |step: usize, count: u64| {
            count as f64 + if step == 0 || step == top { PRIOR / 2.0 } else { 0.0 }
        };
        let scores = || {
            let weighted = |(step, &count)| (weight(step, count), step as f64 / top as f64);
            counts.iter().enumerate().map(weighted)
        };
        let units = units as f64 + PRIOR;
        let mean = scores().map(|(n, score)| n * score).sum::<f64>() / units;
        let variance = scores().map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / units;
        Some(Scores { mean, variance, units, games_of_unit })
    }

    /// Of the mean: that of a Dirichlet distribution.
    fn standard_error(&self) -> f64 {
        (self.variance / (self.units + 1.0)).sqrt()
    }

    /// Half the width of the interval that holds the true mean in 95 % of all matches.
    pub fn margin(&self) -> f64 {
        student_95(self.units) * self.standard_error()
    }

    /// Of the score of a game from the mean; in pairs, as if both were independent.
    pub fn deviation_of_game(&self) -> f64 {
        (self.games_of_unit * self.variance).sqrt()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::elo::{Elo, elo_of_score, score_of_elo};

    fn games(wins: u64, losses: u64, draws: u64) -> Results {
        Results { games: Tally { wins, draws, losses }, pairs: Pentanomial::default() }
    }

    pub(crate) fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
    }

    /// Results with their Elo and its error, normalised Elo and its error, and LOS in per cent.
    type Published = (Results, Option<[f64; 2]>, [f64; 2], f64);

    /// Source: fastchess, app/tests/elo_test.cpp, commit 2f5e8881, cases "EloWDL 1" to
    /// "EloPentanomial 3".
    pub(crate) fn published() -> [Published; 6] {
        let pairs = |pairs, draws| Results::of_pairs(Pentanomial(pairs), draws);
        let balanced = pairs([332, 433, 457 + 41, 333, 334], 41);
        let many = pairs([7895, 8757, 5485 + 200, 568, 9999], 200);
        [
            (games(76, 89, 123), None, [-20.76, 40.13], 15.53),
            (games(136, 96, 111), Some([40.70, 30.43]), [49.77, 36.77], 99.60),
            (games(34, 356, 0), None, [-508.44, 34.48], 0.0),
            (pairs([34, 54, 31 + 32, 64, 75], 32), Some([55.58, 27.65]), [57.94, 28.28], 100.0),
            (balanced, Some([-8.64, 10.33]), [-9.17, 10.96], 5.05),
            (many, Some([-21.04, 2.95]), [-19.01, 2.65], 0.0),
        ]
    }

    /// The published values do not know the added result: the difference must be small against the
    /// error.
    #[test]
    fn many_results_have_the_published_values() {
        for (results, elo, normalized, los) in published() {
            let of = |elo: Elo| [elo.value, elo.error_95];
            let actual = of(results.normalized_elo().unwrap());
            for ([value, error], actual) in
                [(normalized, actual)].into_iter().chain(elo.zip(results.elo().map(of)))
            {
                close(actual[0], value, error / 8.0);
                close(actual[1], error, error / 50.0);
            }
            close(100.0 * results.los().unwrap(), los, 0.3);
        }
    }

    #[test]
    fn equal_results_keep_an_error() {
        let of_pairs = |pairs| Results::of_pairs(Pentanomial(pairs), 0);
        let elo = |results: Results| results.elo().unwrap();
        for count in [1, 2, 10, 100, 1000] {
            for results in [games(count, 0, 0), of_pairs([0, 0, 0, 0, count])] {
                let won = elo(results);
                assert!(won.value.is_finite() && won.error_95.is_finite(), "{won}");
                assert!(won.value - won.error_95 > 0.0 || count <= 10, "{won}");
                assert!(won.error_95 > 300.0, "nobody knows how strong: {won}");
                assert!(results.normalized_elo().unwrap().value.is_finite());
                let los = results.los().unwrap();
                assert!(los > 0.75 && (los < 0.999 || count >= 10), "{los}");
                close(results.swapped().los().unwrap(), 1.0 - los, 1e-12);
            }
            let split = elo(of_pairs([0, 0, count, 0, 0]));
            assert_eq!(split.value, 0.0);
            // Of the rule of three: what was never seen in n trials is rarer than 3 in n.
            let rule_of_three = elo_of_score(0.5 + 3.0 / count as f64 / 4.0);
            assert!(split.error_95 > rule_of_three.min(200.0) / 2.0, "{split}");
            assert!(split.error_95 < 800.0 / count as f64, "{split}");
        }
        assert_eq!(games(0, 0, 10).los(), Some(0.5));
        let json = serde_json::to_value(elo(games(0, 0, 9))).unwrap();
        assert!(json["value"] == 0.0 && json["error_95"].is_number(), "{json}");
    }

    #[test]
    fn no_games_have_no_elo() {
        assert_eq!(Results::default().elo(), None);
        assert_eq!(Results::default().normalized_elo(), None);
        assert_eq!(Results::default().los(), None);
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().draw_ratio(), None);
    }

    /// All results that so many pairs can have.
    fn all_results(pairs: u64) -> Vec<[u64; 5]> {
        let mut all = vec![[0; 5]];
        for _ in 0..pairs {
            let mut more = Vec::new();
            for counts in all {
                // Each multiset once: what is added is no less than the greatest so far.
                let greatest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
                for next in greatest..5 {
                    let mut counts = counts;
                    counts[next] += 1;
                    more.push(counts);
                }
            }
            all = more;
        }
        all
    }

    /// The probability of the results, if those of a pair are known.
    fn probability(counts: &[u64; 5], of_pair: &[f64; 5]) -> f64 {
        let mut trials = 0.0;
        let mut probability = 1.0;
        for (&count, p) in counts.iter().zip(of_pair) {
            for number in 1..=count {
                trials += 1.0;
                probability *= p * trials / number as f64;
            }
        }
        probability
    }

    /// Computes exactly, for few pairs, how often the interval contains the true value, at any
    /// strength, with and without draws and advantages of a seat.
    #[test]
    fn intervals_of_few_pairs_hold_the_true_value() {
        let mut sum = 0.0;
        let mut cases = 0.0;
        for pairs in 1..=6 {
            let results: Vec<([u64; 5], Elo)> = all_results(pairs)
                .into_iter()
                .map(|counts| (counts, Results::of_pairs(Pentanomial(counts), 0).elo().unwrap()))
                .collect();
            for strength in [0.0, 50.0, 150.0, 300.0, 500.0] {
                for (draws, seat) in [(0.0, 0.0), (0.5, 0.0), (0.9, 100.0), (0.0, 300.0)] {
                    let game = |elo: f64| {
                        let score = score_of_elo(elo);
                        let drawn = 2.0 * draws * score.min(1.0 - score);
                        [1.0 - score - drawn / 2.0, drawn, score - drawn / 2.0]
                    };
                    let (one, two) = (game(strength + seat), game(strength - seat));
                    let mut of_pair = [0.0; 5];
                    for (i, p) in one.iter().enumerate() {
                        for (j, q) in two.iter().enumerate() {
                            of_pair[i + j] += p * q;
                        }
                    }
                    let scores = of_pair.iter().zip(0_u32..).map(|(p, i)| p * f64::from(i) / 4.0);
                    let true_elo = elo_of_score(scores.sum());
                    let holds = |elo: &Elo| (elo.value - true_elo).abs() <= elo.error_95;
                    let held = results.iter().filter(|(_, elo)| holds(elo));
                    let held: f64 = held.map(|(counts, _)| probability(counts, &of_pair)).sum();
                    assert!(held > 0.87, "{pairs} {strength} {draws} {seat}: {held}");
                    sum += held;
                    cases += 1.0;
                }
            }
        }
        assert!((0.95..0.999).contains(&(sum / cases)), "{}", sum / cases);
    }

    #[test]
    fn swapping_sides_negates_everything() {
        let results = Results::of_pairs(Pentanomial([3, 20, 50, 22, 5]), 30);
        assert_eq!(results.games.games(), 200);
        assert_eq!(results.games.draws, 20 + 22 + 60);
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
