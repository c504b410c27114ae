//! The score of a running match, game by game, without going over all games again.

use zugi_records::GameRecord;

use super::match_score::MatchScore;
use super::names::shown_name;
use super::sprt::{Sprt, SprtVerdict};
use super::statistics::Tally;

/// The score so far.
#[derive(Clone, Debug)]
pub struct RunningScore {
    names: Vec<String>,
    tallies: Vec<Tally>,
    /// The first engine against the second.
    duel: MatchScore,
    sprt: Option<Sprt>,
}

impl RunningScore {
    /// The score before the first game. `paired` says that games with odd numbers and
    /// the ones that follow them have the same opening and swapped seats; the test is
    /// of the first engine against the second.
    #[must_use]
    pub fn new(names: &[String], paired: bool, sprt: Option<Sprt>) -> RunningScore {
        RunningScore {
            names: names.to_vec(),
            tallies: vec![Tally::default(); names.len()],
            duel: MatchScore::new(paired),
            sprt,
        }
    }

    /// Counts a game. The first verdict stays, whatever comes later.
    pub fn add(&mut self, game: &GameRecord) {
        let Some(half_points) = game.end.half_points() else { return };
        let [one, two] = &game.players;
        for (player, points) in [(one, half_points), (two, 2 - half_points)] {
            let index = self.names.iter().position(|name| name == player);
            if let Some(tally) = index.and_then(|index| self.tallies.get_mut(index)) {
                tally.add(points);
            }
        }
        if let [first, second] = self.names.as_slice() {
            let points = match (one == first && two == second, one == second && two == first) {
                (true, _) => half_points,
                (_, true) => 2 - half_points,
                _ => return,
            };
            self.duel.add(game.number, points, self.sprt.as_ref());
        }
    }

    /// The verdict of the test, `Continue` without one.
    #[must_use]
    pub fn verdict(&self) -> SprtVerdict {
        self.duel.verdict()
    }

    /// The score in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (name, Tally { wins, draws, losses }) in self.names.iter().zip(&self.tallies) {
            let name = shown_name(name);
            parts.push(format!("{name} {wins}-{draws}-{losses}"));
        }
        if let [first, _] = parts.as_slice() {
            let rated = self.duel.rated();
            let elo = rated.plain_elo().zip(rated.elo());
            let elo = elo.map_or_else(String::new, |(plain, careful)| {
                format!("  Elo {plain}, careful {}", careful.interval())
            });
            let llr = self.sprt.map(|sprt| sprt.llr_of_results(self.duel.rated()));
            let llr = llr.map(|llr| format!("  LLR {llr:.2}"));
            return format!("{first}{elo}{}", llr.unwrap_or_default());
        }
        parts.join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::MatchReport;
    use crate::{End, GameRecord};

    fn game(number: usize, players: [&str; 2], end: End) -> GameRecord {
        GameRecord {
            number,
            variant: "zola-6".into(),
            players: players.map(str::to_owned),
            end,
            ..GameRecord::default()
        }
    }

    #[test]
    fn pairs_are_put_together_in_whatever_order_they_end() {
        let names = ["a".to_owned(), "b".to_owned()];
        let mut score = RunningScore::new(&names, true, None);
        score.add(&game(1, ["a", "b"], End::P1win));
        score.add(&game(4, ["b", "a"], End::P1win));
        score.add(&game(2, ["b", "a"], End::P2win));
        score.add(&game(3, ["a", "b"], End::P1win));
        assert_eq!(score.duel.results().pairs.0, [0, 0, 1, 0, 1]);
        score.add(&game(5, ["a", "b"], End::None));
        assert!(score.summary().starts_with("a 3-0-1  Elo "), "{}", score.summary());
        let before = score.summary();
        score.add(&game(7, ["a", "b"], End::P1win));
        assert_eq!(score.summary(), before.replace("3-0-1", "4-0-1"), "half a pair says nothing");
    }

    /// Games without pairs whose seats alternate and whose opening is the same look like
    /// pairs, and pairs may be incomplete: the report must not see other ones.
    #[test]
    fn the_report_says_the_same() {
        let names = ["a".to_owned(), "b".to_owned()];
        let sprt = Sprt::logistic(0.0, 60.0);
        for paired in [true, false] {
            let mut rng = fastrand::Rng::with_seed(3);
            let mut score = RunningScore::new(&names, paired, Some(sprt));
            let mut games = Vec::new();
            for number in 1..=200 {
                let players = if number % 2 == 1 { ["a", "b"] } else { ["b", "a"] };
                let ends = [End::P1win, End::P1win, End::P2win, End::Draw, End::None];
                games.push(game(number, players, ends[rng.usize(..ends.len())]));
                score.add(&games[number - 1]);
                let report = MatchReport::new(&names, &games, paired, Some(sprt));
                let [matchup] = report.matchups.as_slice() else { continue };
                assert_eq!(matchup.verdict, Some(score.verdict()));
                assert_eq!(matchup.results, *score.duel.results());
                assert_eq!(matchup.rated, *score.duel.rated());
                let elo = matchup.plain_elo.zip(matchup.elo).map_or_else(String::new, |elo| {
                    format!("  Elo {}, careful {}  ", elo.0, elo.1.interval())
                });
                assert!(score.summary().contains(&elo), "{paired} {number} {elo}");
                let llr = format!("  LLR {:.2}", matchup.llr.unwrap());
                assert!(score.summary().ends_with(&llr), "{paired} {number} {llr}");
                let last = matchup.history.last().map(|point| point.llr);
                assert_eq!(last.unwrap_or(Some(0.0)), matchup.llr);
            }
            assert_eq!(score.duel.results().pairs.pairs() > 0, paired);
            assert!(paired || score.verdict() != SprtVerdict::Continue);
        }
    }

    #[test]
    fn the_first_verdict_stands() {
        let names = ["a".to_owned(), "b".to_owned()];
        let sprt = Sprt::logistic(0.0, 200.0);
        let mut score = RunningScore::new(&names, true, Some(sprt));
        let mut number = 0;
        while score.verdict() == SprtVerdict::Continue {
            number += 2;
            score.add(&game(number - 1, ["a", "b"], End::P1win));
            score.add(&game(number, ["b", "a"], End::P2win));
            assert!(number < 1000);
        }
        assert_eq!(score.verdict(), SprtVerdict::AcceptH1);
        for lost in 0..200 {
            score.add(&game(number + 1 + lost, ["a", "b"], End::P2win));
        }
        assert_eq!(score.verdict(), SprtVerdict::AcceptH1);
    }
}
