use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;
use zugi_records::Reason;

use super::super::elo::Elo;
use super::super::statistics::Results;
use super::Matchup;
use super::search_stats::SearchStats;

/// An engine against all the others.
///
/// Standings are ordered by score, then by Elo difference, then as in the match. Engines without a
/// counted game come last.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub name: String,
    /// Its number in the match, from 1.
    pub engine: usize,
    pub results: Results,
    /// One for a win and a half for a draw.
    pub points: f64,
    /// The mean points of a game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// The Elo difference to all its opponents together, by the complete pairs if the games are
    /// paired, otherwise by the games; `None` with fewer than two of these.
    pub elo: Option<Elo>,
    /// Its faults by reason: the games that ended by a fault and that it did not win. A disagreement
    /// counts for both, and so does any fault without a loser.
    pub faults: BTreeMap<Reason, u64>,
    #[serde(rename = "effort")]
    pub search_stats: SearchStats,
}

impl Standing {
    pub(in super::super) fn new(
        engine: usize,
        name: &str,
        matchups: &[Matchup],
        faults: BTreeMap<Reason, u64>,
        search_stats: SearchStats,
    ) -> Standing {
        let (mut results, mut rated) = (Results::default(), Results::default());
        for [all, of_strength] in matchups.iter().filter_map(|matchup| matchup.results_of(name)) {
            results += all;
            rated += of_strength;
        }
        Standing {
            name: name.to_owned(),
            engine,
            results,
            points: results.games.points(),
            score: results.games.score(),
            elo: rated.elo(),
            faults,
            search_stats,
        }
    }

    pub(in super::super) fn order(&self, other: &Standing) -> Ordering {
        let figures = |it: &Standing| {
            [it.score, it.elo.map(|elo| elo.value)].map(|it| it.unwrap_or(f64::NEG_INFINITY))
        };
        let ([score, elo], [other_score, other_elo]) = (figures(self), figures(other));
        other_score.total_cmp(&score).then(other_elo.total_cmp(&elo))
    }
}

#[cfg(test)]
mod tests {
    use super::super::MatchReport;
    use zugi_records::{End, GameRecord};

    use super::super::sample::{game, names};
    use super::*;

    fn order(engines: &[&str], games: &[GameRecord]) -> Vec<String> {
        let report = MatchReport::new(&names(engines), games, true, None);
        report.standings.into_iter().map(|standing| standing.name).collect()
    }

    #[test]
    fn the_best_score_comes_first_and_engines_without_games_last() {
        let games = [
            game(1, "a", "b", End::P2win, Reason::Rules),
            game(2, "b", "a", End::P1win, Reason::Rules),
            game(3, "a", "c", End::Draw, Reason::Rules),
            game(4, "c", "a", End::Draw, Reason::Rules),
            game(5, "d", "e", End::None, Reason::Disagreement),
        ];
        assert_eq!(order(&["d", "a", "b", "c", "e"], &games), ["b", "c", "a", "d", "e"]);
        let report = MatchReport::new(&names(&["d", "a", "b", "c", "e"]), &games, true, None);
        assert_eq!(report.standings[0].engine, 3);
        assert_eq!(report.matchups.len(), 2, "{:?}", report.matchups);
        for (standing, row) in report.standings.iter().zip(&report.crosstable) {
            let points: f64 = row.iter().flatten().map(|tally| tally.points()).sum();
            assert_eq!(points, standing.points, "{}", standing.name);
        }
    }

    #[test]
    fn the_same_score_leaves_it_to_elo_and_then_to_the_match() {
        // Both have won half of their games, but only one of them has complete pairs.
        let games = [
            game(1, "a", "c", End::P1win, Reason::Rules),
            game(3, "a", "c", End::P2win, Reason::Rules),
            game(5, "b", "c", End::P1win, Reason::Rules),
            game(6, "c", "b", End::P1win, Reason::Rules),
            game(7, "b", "c", End::Draw, Reason::Rules),
            game(8, "c", "b", End::Draw, Reason::Rules),
        ];
        assert_eq!(order(&["a", "b", "c"], &games), ["b", "c", "a"]);
        assert_eq!(order(&["c", "a", "b"], &games), ["c", "b", "a"]);
    }

    #[test]
    fn the_title_keeps_the_order_of_the_match() {
        let games = [game(1, "a", "b", End::P2win, Reason::Rules)];
        let report = MatchReport::new(&names(&["a", "b"]), &games, true, None);
        assert_eq!(report.standings[0].name, "b");
        assert_eq!(report.title(), "a – b: zola");
    }
}
