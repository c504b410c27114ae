//! Two engines that have met.

use std::collections::HashMap;

use serde::Serialize;

use super::super::elo::Elo;
use super::super::record::GameRecord;
use super::super::sprt::{Sprt, Verdict};
use super::super::statistics::Results;

/// The games of two engines against each other, as the first of them sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matchup {
    /// The engines.
    pub engines: [String; 2],
    /// Their results.
    pub results: Results,
    /// The points of a game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// The part of the games that were drawn, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
    /// The logistic Elo difference; `None` without games.
    pub elo: Option<Elo>,
    /// The normalised Elo difference; `None` without games.
    pub normalized_elo: Option<Elo>,
    /// The likelihood of superiority, 0 to 1; `None` without games.
    pub los: Option<f64>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// The first verdict of the test that was not to continue, whatever came later.
    pub verdict: Option<Verdict>,
    /// How it went: a point after each complete pair of games, or after each game if
    /// there are no pairs.
    pub history: Vec<Point>,
}

/// The figures after some of the games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// How many games.
    pub games: u64,
    /// The points of a game, 0 to 1.
    pub score: f64,
    /// The logistic Elo difference.
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

    /// The results as this engine sees them; `None` if it is not one of the two.
    pub(super) fn results_of(&self, name: &str) -> Option<Results> {
        let [first, second] = &self.engines;
        if first == name {
            Some(self.results)
        } else {
            (second == name).then(|| self.results.swapped())
        }
    }

    fn new(engines: [String; 2], games: &[Counted], sprt: Option<&Sprt>) -> Matchup {
        let mut results = Results::default();
        for game in games {
            results.games.add(game.half_points);
            if let Some(other) = game.other_of_pair {
                results.pairs.add(game.half_points + other);
            }
        }
        let history = history(games, results.pairs.pairs() > 0, sprt);
        let decided = |sprt: &Sprt| {
            let mut verdicts =
                history.iter().filter_map(|point| point.llr).map(|llr| sprt.verdict(llr));
            verdicts.find(|&verdict| verdict != Verdict::Continue).unwrap_or(Verdict::Continue)
        };
        Matchup {
            engines,
            results,
            score: results.games.score(),
            draw_ratio: results.games.draw_ratio(),
            elo: results.elo(),
            normalized_elo: results.normalized_elo(),
            los: results.los(),
            llr: sprt.map(|sprt| sprt.llr_of_results(&results)),
            verdict: sprt.map(decided),
            history,
        }
    }
}

/// A game that counts.
struct Counted {
    /// The half points of the first of the two engines.
    half_points: u8,
    /// Those of the earlier game of the pair, if this game completes one.
    other_of_pair: Option<u8>,
}

/// All matchups with games, in the order of the names.
pub(super) fn all(names: &[String], games: &[GameRecord], sprt: Option<&Sprt>) -> Vec<Matchup> {
    let index: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut meetings: HashMap<[usize; 2], Vec<Counted>> = HashMap::new();
    let mut half_pairs: HashMap<usize, &GameRecord> = HashMap::new();
    for game in games {
        let [one, two] = game.players.each_ref().map(|name| index.get(name.as_str()).copied());
        let (Some(one), Some(two), Some(half_points)) = (one, two, game.end.half_points()) else {
            continue;
        };
        if one == two {
            continue;
        }
        let seen_by_first =
            |half_points: u8, swapped| if swapped { 2 - half_points } else { half_points };
        // The games of a pair follow each other in the schedule, the first with an odd
        // number.
        let pair = game.number.saturating_sub(1) / 2;
        let other = half_pairs.insert(pair, game).filter(|other| are_a_pair(other, game));
        let other_points = other.and_then(|other| other.end.half_points());
        meetings.entry([one.min(two), one.max(two)]).or_default().push(Counted {
            half_points: seen_by_first(half_points, one > two),
            other_of_pair: other_points.map(|points| seen_by_first(points, one < two)),
        });
    }
    let mut meetings: Vec<([usize; 2], Vec<Counted>)> = meetings.into_iter().collect();
    meetings.sort_unstable_by_key(|(engines, _)| *engines);
    let named = |engines: [usize; 2]| engines.map(|i| names.get(i).cloned().unwrap_or_default());
    let matchup =
        |(engines, games): ([usize; 2], Vec<Counted>)| Matchup::new(named(engines), &games, sprt);
    meetings.into_iter().map(matchup).collect()
}

/// Whether two games had the same opening and swapped seats.
fn are_a_pair(one: &GameRecord, two: &GameRecord) -> bool {
    let ([a, b], [c, d]) = (&one.players, &two.players);
    a == d && b == c && one.fen == two.fen && one.opening == two.opening && one.number != two.number
}

/// The figures after each pair, or after each game.
fn history(games: &[Counted], paired: bool, sprt: Option<&Sprt>) -> Vec<Point> {
    let mut results = Results::default();
    let mut history = Vec::new();
    for game in games {
        match game.other_of_pair {
            Some(other) => {
                results.games.add(other);
                results.pairs.add(game.half_points + other);
            }
            None if paired => continue,
            None => {}
        }
        results.games.add(game.half_points);
        if let (Some(score), Some(elo)) = (results.games.score(), results.elo()) {
            let llr = sprt.map(|sprt| sprt.llr_of_results(&results));
            history.push(Point { games: results.games.games(), score, elo, llr });
        }
    }
    history
}
