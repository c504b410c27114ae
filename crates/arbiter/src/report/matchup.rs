use std::collections::HashMap;

use serde::Serialize;

use super::super::elo::Elo;
use super::super::sprt::{Sprt, SprtVerdict};
use super::super::statistics::Results;

/// The games of two engines against each other, counted one by one, as the first of them sees them.
///
/// The running match and the report count with this, so that both see the same results and the same
/// verdict of a test.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Matchup {
    pub engines: [String; 2],
    /// The results of all their games.
    pub results: Results,
    /// The results that all figures of strength use: the complete pairs, or all games if the match
    /// has no pairs. In an incomplete pair, only one seat of the opening was played.
    pub rated: Results,
    /// The mean points of a game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// The part of the games that were drawn, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
    /// The logistic Elo difference; `None` before two pairs, or two games if the match has no
    /// pairs, see [`Results::elo`].
    pub elo: Option<Elo>,
    /// The normalised Elo difference; `None` as for `elo`.
    pub normalized_elo: Option<Elo>,
    /// The likelihood of superiority, 0 to 1; `None` as for `elo`.
    pub los: Option<f64>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// The verdict of the test, if there is one. The first verdict other than `Continue` stays.
    pub verdict: Option<SprtVerdict>,
    /// The number of rated games at the verdict; `None` before it. Games in progress at that moment
    /// are counted after it.
    pub decided_at: Option<u64>,
    /// The figures after each complete pair of games, or after each game if the match has no pairs.
    pub history: Vec<Point>,
    /// Half points of games whose pair is not complete, by pair.
    #[serde(skip)]
    half_pairs: HashMap<usize, u8>,
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

    pub(in super::super) fn new(engines: [String; 2], sprt: Option<&Sprt>) -> Matchup {
        let (llr, verdict) = (sprt.map(|_| 0.0), sprt.map(|_| SprtVerdict::Continue));
        Matchup { engines, llr, verdict, ..Matchup::default() }
    }

    /// Counts a game by its number and the half points of the first engine. `paired`: a game with
    /// an odd number and the next one have the same opening and swapped seats. The caller must take
    /// this from the schedule and not guess it from the games: after a wrong guess, a test could
    /// leave out some games.
    pub(in super::super) fn add(
        &mut self,
        number: usize,
        half_points: u8,
        paired: bool,
        sprt: Option<&Sprt>,
    ) {
        self.results.games.add(half_points);
        self.score = self.results.games.score();
        self.draw_ratio = self.results.games.draw_ratio();
        if paired {
            let pair = number.saturating_sub(1) / 2;
            let Some(other) = self.half_pairs.remove(&pair) else {
                self.half_pairs.insert(pair, half_points);
                return;
            };
            self.results.pairs.add(half_points + other);
            self.rated.pairs.add(half_points + other);
            self.rated.games.add(other);
        }
        self.rated.games.add(half_points);
        self.elo = self.rated.elo();
        self.normalized_elo = self.rated.normalized_elo();
        self.los = self.rated.los();
        self.llr = sprt.map(|sprt| sprt.llr_of_results(&self.rated));
        let games = self.rated.games.games();
        if let Some(sprt) = sprt.filter(|_| self.decided_at.is_none()) {
            let verdict = sprt.verdict(&self.rated);
            self.verdict = Some(verdict);
            self.decided_at = (verdict != SprtVerdict::Continue).then_some(games);
        }
        if let Some(score) = self.rated.games.score() {
            self.history.push(Point { games, score, elo: self.elo, llr: self.llr });
        }
    }
}
