//! The games of two engines against each other, counted one by one.
//!
//! The running match and the report count with this, so that both see the same results
//! and the same verdict of a test.

use std::collections::HashMap;

use super::sprt::{Sprt, SprtVerdict};
use super::statistics::Results;

/// The results so far, for the first of the two engines.
#[derive(Clone, Debug)]
pub(super) struct MatchScore {
    paired: bool,
    results: Results,
    rated: Results,
    /// Half points of games whose pair is not complete, by pair.
    half_pairs: HashMap<usize, u8>,
    verdict: SprtVerdict,
    decided_at: Option<u64>,
}

impl MatchScore {
    /// `paired`: a game with an odd number and the next one have the same opening and swapped
    /// seats. The caller must take this from the schedule and not guess it from the games: after a
    /// wrong guess, a test could leave out some games.
    pub fn new(paired: bool) -> MatchScore {
        MatchScore {
            paired,
            results: Results::default(),
            rated: Results::default(),
            half_pairs: HashMap::new(),
            verdict: SprtVerdict::Continue,
            decided_at: None,
        }
    }

    /// Counts a game by its number and the half points of the first engine. Returns whether the
    /// rated results have grown: a pair is complete, or the match has no pairs. The first verdict
    /// of the test stays.
    pub fn add(&mut self, number: usize, half_points: u8, sprt: Option<&Sprt>) -> bool {
        self.results.games.add(half_points);
        if self.paired {
            let pair = number.saturating_sub(1) / 2;
            let Some(other) = self.half_pairs.remove(&pair) else {
                self.half_pairs.insert(pair, half_points);
                return false;
            };
            self.results.pairs.add(half_points + other);
            self.rated.pairs.add(half_points + other);
            self.rated.games.add(other);
        }
        self.rated.games.add(half_points);
        if let Some(sprt) = sprt.filter(|_| self.verdict == SprtVerdict::Continue) {
            self.verdict = sprt.verdict(&self.rated);
            if self.verdict != SprtVerdict::Continue {
                self.decided_at = Some(self.rated.games.games());
            }
        }
        true
    }

    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The results of the complete pairs, or of all games in a match without pairs: in an
    /// incomplete pair, only one seat of the opening was played.
    pub fn rated(&self) -> &Results {
        &self.rated
    }

    /// The verdict of the test, `Continue` without one.
    pub fn verdict(&self) -> SprtVerdict {
        self.verdict
    }

    /// The number of rated games at the verdict. Games in progress at that moment are counted after
    /// it.
    pub fn decided_at(&self) -> Option<u64> {
        self.decided_at
    }
}
