//! Two engines that have met.

use serde::Serialize;

use super::super::elo::Elo;
use super::super::match_score::MatchScore;
use super::super::sprt::{Sprt, SprtVerdict};
use super::super::statistics::Results;

/// The games of two engines against each other, as the first of them sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matchup {
    pub engines: [String; 2],
    /// The results of all their games.
    pub results: Results,
    /// The results that all figures of strength use: the complete pairs, or all games if the match
    /// has no pairs.
    pub rated: Results,
    /// The points of a game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// The part of the games that were drawn, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
    /// The logistic Elo difference; `None` before two pairs, see [`Results::elo`].
    pub elo: Option<Elo>,
    /// The normalised Elo difference; `None` before two pairs.
    pub normalized_elo: Option<Elo>,
    /// The likelihood of superiority, 0 to 1; `None` before two pairs.
    pub los: Option<f64>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// The verdict of the test, if there is one. The first verdict other than `Continue` stays.
    pub verdict: Option<SprtVerdict>,
    /// The number of rated games at the verdict; `None` before it.
    pub decided_at: Option<u64>,
    /// The figures after each complete pair of games, or after each game if the match has no pairs.
    pub history: Vec<Point>,
}

/// The figures after some of the games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// The number of rated games.
    pub games: u64,
    pub score: f64,
    pub elo: Option<Elo>,
    pub llr: Option<f64>,
}

impl Matchup {
    pub(super) fn is_between(&self, one: &str, two: &str) -> bool {
        let [first, second] = &self.engines;
        (first == one && second == two) || (first == two && second == one)
    }

    /// All results and the rated ones for this engine; `None` if it is not one of the two.
    pub(super) fn results_of(&self, name: &str) -> Option<[Results; 2]> {
        let [first, second] = &self.engines;
        let seen = [self.results, self.rated];
        if first == name {
            Some(seen)
        } else {
            (second == name).then(|| seen.map(|results| results.swapped()))
        }
    }

    pub(in super::super) fn new(
        engines: [String; 2],
        meeting: &Meeting,
        sprt: Option<&Sprt>,
    ) -> Matchup {
        let Meeting { score, history } = meeting;
        let (results, rated) = (*score.results(), *score.rated());
        Matchup {
            engines,
            results,
            rated,
            score: results.games.score(),
            draw_ratio: results.games.draw_ratio(),
            elo: rated.elo(),
            normalized_elo: rated.normalized_elo(),
            los: rated.los(),
            llr: sprt.map(|sprt| sprt.llr_of_results(&rated)),
            verdict: sprt.map(|_| score.verdict()),
            decided_at: score.decided_at(),
            history: history.clone(),
        }
    }
}

/// Counts the games of two engines.
#[derive(Clone, Debug)]
pub(in super::super) struct Meeting {
    pub score: MatchScore,
    history: Vec<Point>,
}

impl Meeting {
    /// See [`MatchScore::new`].
    pub fn new(paired: bool) -> Meeting {
        Meeting { score: MatchScore::new(paired), history: Vec::new() }
    }

    pub fn add(&mut self, number: usize, half_points: u8, sprt: Option<&Sprt>) {
        if !self.score.add(number, half_points, sprt) {
            return;
        }
        let results = self.score.rated();
        if let Some(score) = results.games.score() {
            let llr = sprt.map(|sprt| sprt.llr_of_results(results));
            let (games, elo) = (results.games.games(), results.elo());
            self.history.push(Point { games, score, elo, llr });
        }
    }
}
