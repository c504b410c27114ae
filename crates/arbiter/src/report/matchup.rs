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
    /// All results and the rated ones for this engine; `None` if it is not one of the two.
    pub(super) fn results_of(&self, name: &str) -> Option<[Results; 2]> {
        let seen = [self.results, self.rated];
        match self.engines.iter().position(|engine| engine == name)? {
            0 => Some(seen),
            _ => Some(seen.map(|results| results.swapped())),
        }
    }

    pub(in super::super) fn new(
        engines: [String; 2],
        meeting: &MatchScore,
        sprt: Option<&Sprt>,
    ) -> Matchup {
        let MatchScore { results, rated, verdict, decided_at, .. } = *meeting;
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
            verdict: sprt.map(|_| verdict),
            decided_at,
            history: meeting.history.clone(),
        }
    }
}
