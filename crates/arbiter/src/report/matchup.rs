//! Two engines that have met.

use std::collections::HashMap;

use serde::Serialize;
use zugi_records::GameRecord;

use super::super::elo::Elo;
use super::super::match_score::MatchScore;
use super::super::sprt::{Sprt, SprtVerdict};
use super::super::statistics::Results;

/// The games of two engines against each other, as the first of them sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matchup {
    /// The engines.
    pub engines: [String; 2],
    /// The results of all their games.
    pub results: Results,
    /// Those that all figures of strength are of: of the complete pairs, or of all games
    /// if these are not paired.
    pub rated: Results,
    /// The points of a game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// The part of the games that were drawn, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
    /// The logistic Elo difference of the results alone; `None` without rated games.
    pub plain_elo: Option<Elo>,
    /// The normalised Elo difference of the results alone; `None` without rated games.
    pub plain_normalized_elo: Option<Elo>,
    /// The careful logistic Elo difference; `None` without rated games.
    pub elo: Option<Elo>,
    /// The careful normalised Elo difference; `None` without rated games.
    pub normalized_elo: Option<Elo>,
    /// The likelihood of superiority, above 0 and below 1; `None` without rated games.
    pub los: Option<f64>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// The first verdict of the test that was not to continue, whatever came later.
    pub verdict: Option<SprtVerdict>,
    /// How many rated games there were at the verdict; `None` before it.
    pub decided_at: Option<u64>,
    /// How it went: a point after each complete pair of games, or after each game if
    /// these are not paired.
    pub history: Vec<Point>,
}

/// The figures after some of the games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// How many games.
    pub games: u64,
    /// The points of a game, 0 to 1.
    pub score: f64,
    /// The careful logistic Elo difference.
    pub elo: Elo,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
}

impl Matchup {
    /// Whether these are the two engines.
    pub(super) fn is_between(&self, one: &str, two: &str) -> bool {
        let [first, second] = &self.engines;
        (first == one && second == two) || (first == two && second == one)
    }

    /// All results and the rated ones as this engine sees them; `None` if it is not one
    /// of the two.
    pub(super) fn results_of(&self, name: &str) -> Option<[Results; 2]> {
        let [first, second] = &self.engines;
        let seen = [self.results, self.rated];
        if first == name {
            Some(seen)
        } else {
            (second == name).then(|| seen.map(|results| results.swapped()))
        }
    }

    fn new(engines: [String; 2], meeting: Meeting, sprt: Option<&Sprt>) -> Matchup {
        let Meeting { duel, history } = meeting;
        let (results, rated) = (*duel.results(), *duel.rated());
        Matchup {
            engines,
            results,
            rated,
            score: results.games.score(),
            draw_ratio: results.games.draw_ratio(),
            plain_elo: rated.plain_elo(),
            plain_normalized_elo: rated.plain_normalized_elo(),
            elo: rated.elo(),
            normalized_elo: rated.normalized_elo(),
            los: rated.los(),
            llr: sprt.map(|sprt| sprt.llr_of_results(&rated)),
            verdict: sprt.map(|_| duel.verdict()),
            decided_at: duel.decided_at(),
            history,
        }
    }
}

/// The games of two engines while they are counted.
struct Meeting {
    duel: MatchScore,
    history: Vec<Point>,
}

impl Meeting {
    fn add(&mut self, number: usize, half_points: u8, sprt: Option<&Sprt>) {
        if !self.duel.add(number, half_points, sprt) {
            return;
        }
        let results = self.duel.rated();
        if let (Some(score), Some(elo)) = (results.games.score(), results.elo()) {
            let llr = sprt.map(|sprt| sprt.llr_of_results(results));
            self.history.push(Point { games: results.games.games(), score, elo, llr });
        }
    }
}

/// All matchups with games, in the order of the names. `paired` is as for
/// [`MatchScore::new`].
pub(super) fn all(
    names: &[String],
    games: &[GameRecord],
    paired: bool,
    sprt: Option<&Sprt>,
) -> Vec<Matchup> {
    let index: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut meetings: HashMap<[usize; 2], Meeting> = HashMap::new();
    for game in games {
        let [one, two] = game.players.each_ref().map(|name| index.get(name.as_str()).copied());
        let (Some(one), Some(two), Some(half_points)) = (one, two, game.end.half_points()) else {
            continue;
        };
        if one == two {
            continue;
        }
        let seen_by_first = if one > two { 2 - half_points } else { half_points };
        let meeting = meetings.entry([one.min(two), one.max(two)]);
        let meeting = meeting
            .or_insert_with(|| Meeting { duel: MatchScore::new(paired), history: Vec::new() });
        meeting.add(game.number, seen_by_first, sprt);
    }
    let mut meetings: Vec<([usize; 2], Meeting)> = meetings.into_iter().collect();
    meetings.sort_unstable_by_key(|(engines, _)| *engines);
    let named = |engines: [usize; 2]| engines.map(|i| names.get(i).cloned().unwrap_or_default());
    let matchup = |(engines, meeting)| Matchup::new(named(engines), meeting, sprt);
    meetings.into_iter().map(matchup).collect()
}
