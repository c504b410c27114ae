//! The games of two engines against each other, counted one by one.
//!
//! The running match and the report count with this, so that both see the same results
//! and the same verdict of a test.

use std::collections::HashMap;

use super::report::Point;
use super::sprt::{Sprt, SprtVerdict};
use super::statistics::Results;

/// The games so far, as the first of the two engines sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchScore {
    paired: bool,
    pub results: Results,
    /// The results of the complete pairs, or of all games in a match without pairs: in an
    /// incomplete pair, only one seat of the opening was played.
    pub rated: Results,
    /// Half points of games whose pair is not complete, by pair.
    half_pairs: HashMap<usize, u8>,
    /// The first verdict of the test, `Continue` without one.
    pub verdict: SprtVerdict,
    /// The number of rated games at the verdict. Games in progress at that moment are counted after
    /// it.
    pub decided_at: Option<u64>,
    /// The figures after each growth of the rated results.
    pub history: Vec<Point>,
}

impl MatchScore {
    /// `paired`: a game with an odd number and the next one have the same opening and swapped
    /// seats. The caller must take this from the schedule and not guess it from the games: after a
    /// wrong guess, a test could leave out some games.
    pub fn new(paired: bool) -> MatchScore {
        MatchScore { paired, ..MatchScore::default() }
    }

    /// Counts a game by its number and the half points of the first engine. The rated results grow
    /// if a pair is complete, or the match has no pairs.
    pub fn add(&mut self, number: usize, half_points: u8, sprt: Option<&Sprt>) {
        self.results.games.add(half_points);
        if self.paired {
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
        let games = self.rated.games.games();
        if let Some(sprt) = sprt.filter(|_| self.verdict == SprtVerdict::Continue) {
            self.verdict = sprt.verdict(&self.rated);
            self.decided_at = (self.verdict != SprtVerdict::Continue).then_some(games);
        }
        if let Some(score) = self.rated.games.score() {
            let llr = sprt.map(|sprt| sprt.llr_of_results(&self.rated));
            self.history.push(Point { games, score, elo: self.rated.elo(), llr });
        }
    }
}
