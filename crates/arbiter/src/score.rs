//! The score of a match, counted game by game: the report and the verdict of a test.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::Player;
use zugi_records::{GameRecord, Reason};

use super::match_config::MatchConfig;
use super::names::shown_name;
use super::report::{self, MatchReport, Matchup, Standing, Sums, Test};
use super::sprt::{Sprt, SprtVerdict};
use super::statistics::Tally;
use super::tournament::{Sink, SinkResult};

/// The score so far, without the games.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The engines of the match first, then others as they come.
    engines: Vec<EngineScore>,
    paired: bool,
    /// By the indices of the two engines, the smaller one first.
    meetings: BTreeMap<[usize; 2], Matchup>,
    /// The figures that are counted game by game; [`Score::report`] adds the others.
    report: MatchReport,
    /// The beginning of the first game and the end of the last one.
    span: Option<[Duration; 2]>,
    /// The number of games that each engine played with a program that is not the one in the
    /// record's first line; the key is the name of the engine and the checksum of the program.
    pub(super) replaced_programs: BTreeMap<(String, String), usize>,
    /// The numbers of the resumed games, in which the engines were restarted.
    pub(super) resumed: BTreeSet<usize>,
}

#[derive(Clone, Debug, Default)]
struct EngineScore {
    name: String,
    tally: Tally,
    faults: BTreeMap<Reason, u64>,
    moves: Sums,
}

impl Score {
    #[must_use]
    pub fn of(config: &MatchConfig) -> Score {
        Score::new(&config.names(), !config.no_swap, config.sprt)
    }

    /// The score before the first game. `paired`: a game with an odd number and the next one have
    /// the same opening and swapped seats. The test is of the first engine against the second.
    #[must_use]
    pub fn new(names: &[String], paired: bool, sprt: Option<Sprt>) -> Score {
        let test = |sprt: Sprt| Test {
            sprt,
            lower_bound: sprt.lower_bound(),
            upper_bound: sprt.upper_bound(),
        };
        let report = MatchReport {
            format: report::FORMAT,
            program: concat!("zugi ", env!("CARGO_PKG_VERSION")),
            has_strength: true,
            sprt: sprt.map(test),
            ..MatchReport::default()
        };
        let mut score = Score { paired, report, ..Score::default() };
        for name in names {
            score.number(name);
        }
        score
    }

    /// The index of an engine; a new engine is added at the end.
    fn number(&mut self, name: &str) -> usize {
        let name = shown_name(name);
        let known = self.engines.iter().position(|engine| engine.name == *name);
        known.unwrap_or_else(|| {
            self.engines.push(EngineScore { name: name.into_owned(), ..EngineScore::default() });
            self.engines.len() - 1
        })
    }

    /// Counts a game. The first verdict of the test stays.
    pub fn add(&mut self, game: &GameRecord) {
        let players = game.players.each_ref().map(|name| self.number(name));
        let report = &mut self.report;
        report.games += 1;
        *report.reasons.entry(game.reason).or_default() += 1;
        report.variants.entry(game.variant.clone()).or_default().add(game.end);
        report.plies += game.moves.len();
        report.time = report.time.saturating_add(game.time);
        let begin = Duration::from_millis(game.started);
        let end = begin.saturating_add(game.time);
        let [first, last] = self.span.unwrap_or([begin, end]);
        self.span = Some([first.min(begin), last.max(end)]);
        for mv in game.moves.iter().chain(&game.late) {
            let mover = mv.player.map(Player::index).and_then(|seat| players.get(seat));
            if let Some(engine) = mover.and_then(|&engine| self.engines.get_mut(engine)) {
                engine.moves.add(mv);
            }
        }
        for (player, program) in game.players.iter().zip(&game.programs) {
            if let Some(program) = program {
                let key = (player.clone(), program.clone());
                *self.replaced_programs.entry(key).or_default() += 1;
            }
        }
        if !game.resumed.is_empty() {
            self.resumed.insert(game.number);
        }
        if game.reason.is_fault() {
            // In a disagreement, the winner's program may be the one that is wrong.
            let winner = game.end.winner().filter(|_| game.reason != Reason::Disagreement);
            let winner = winner.map(Player::index);
            let at_fault = (0..).zip(players).filter(|(seat, _)| winner != Some(*seat));
            for engine in at_fault.map(|(_, engine)| engine).collect::<BTreeSet<usize>>() {
                if let Some(engine) = self.engines.get_mut(engine) {
                    *engine.faults.entry(game.reason).or_default() += 1;
                }
            }
        }
        let [one, two] = players;
        let Some(half_points) = game.end.half_points().filter(|_| one != two) else { return };
        for (player, points) in [(one, half_points), (two, 2 - half_points)] {
            if let Some(engine) = self.engines.get_mut(player) {
                engine.tally.add(points);
            }
        }
        let (pairing, seen_by_first) =
            if one > two { ([two, one], 2 - half_points) } else { ([one, two], half_points) };
        let name = |engine: usize| self.engines.get(engine).map(|it| it.name.clone());
        let sprt = self.report.sprt.map(|test| test.sprt);
        let meeting = self.meetings.entry(pairing).or_insert_with(|| {
            Matchup::new(pairing.map(|engine| name(engine).unwrap_or_default()), sprt.as_ref())
        });
        meeting.add(game.number, seen_by_first, self.paired, sprt.as_ref());
    }

    /// The number of games so far, including those without a result.
    #[must_use]
    pub fn games(&self) -> usize {
        self.report.games
    }

    /// The verdict of the test, `Continue` without one.
    #[must_use]
    pub fn verdict(&self) -> SprtVerdict {
        self.meetings.get(&[0, 1]).and_then(|meeting| meeting.verdict).unwrap_or_default()
    }

    /// The score in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let part =
            |EngineScore { name, tally: Tally { wins, draws, losses }, .. }: &EngineScore| {
                format!("{name} {wins}-{draws}-{losses}")
            };
        let parts: Vec<String> = self.engines.iter().map(part).collect();
        let [first, _] = parts.as_slice() else { return parts.join("  ") };
        let Some(meeting) = self.meetings.get(&[0, 1]) else { return first.clone() };
        let elo = meeting.elo.map_or_else(String::new, |elo| format!("  Elo {elo}"));
        let llr = meeting.llr.map(|llr| format!("  LLR {llr:.2}"));
        format!("{first}{elo}{}", llr.unwrap_or_default())
    }

    #[must_use]
    pub fn report(&self) -> MatchReport {
        let matchups: Vec<Matchup> = self.meetings.values().cloned().collect();
        let standing = |(number, engine): (usize, &EngineScore)| {
            let EngineScore { name, faults, moves, .. } = engine;
            Standing::new(number, name, &matchups, faults.clone(), moves.figures())
        };
        let mut standings: Vec<Standing> = (1..).zip(&self.engines).map(standing).collect();
        standings.sort_by(Standing::order);
        let [first, last] = self.span.unwrap_or_default();
        let MatchReport { games, plies, .. } = self.report;
        MatchReport {
            crosstable: report::crosstable(&standings, &matchups),
            standings,
            matchups,
            mean_plies: (games > 0).then(|| plies as f64 / games as f64),
            elapsed: last.saturating_sub(first),
            ..self.report.clone()
        }
    }
}

impl Sink for Score {
    /// The verdict of the test ends the match.
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        self.add(game);
        Ok(if self.verdict() == SprtVerdict::Continue {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::End;
    use crate::report::sample::game;

    #[test]
    fn pairs_are_put_together_in_whatever_order_they_end() {
        let names = ["a".to_owned(), "b".to_owned()];
        let mut score = Score::new(&names, true, None);
        score.add(&game(1, "a", "b", End::P1win, Reason::Rules));
        score.add(&game(4, "b", "a", End::P1win, Reason::Rules));
        score.add(&game(2, "b", "a", End::P2win, Reason::Rules));
        score.add(&game(3, "a", "b", End::P1win, Reason::Rules));
        assert_eq!(score.report().matchups[0].results.pairs.0, [0, 0, 1, 0, 1]);
        score.add(&game(5, "a", "b", End::None, Reason::Rules));
        assert!(score.summary().starts_with("a 3-0-1  Elo "), "{}", score.summary());
        let before = score.summary();
        score.add(&game(7, "a", "b", End::P1win, Reason::Rules));
        assert_eq!(score.summary(), before.replace("3-0-1", "4-0-1"), "half a pair says nothing");
    }

    #[test]
    fn a_disagreement_is_a_fault_of_both() {
        let mut score = Score::new(&[], true, None);
        for reason in [Reason::Disagreement, Reason::Crash] {
            score.add(&game(1, "a", "b", End::P1win, reason));
        }
        let faults = score.report().standings.into_iter().map(|it| it.faults.into_keys().collect());
        let expected = [vec![Reason::Disagreement], vec![Reason::Crash, Reason::Disagreement]];
        assert_eq!(faults.collect::<Vec<Vec<Reason>>>(), expected);
    }

    #[test]
    fn the_first_verdict_stands() {
        let names = ["a".to_owned(), "b".to_owned()];
        let sprt = Sprt::logistic(0.0, 200.0);
        let mut score = Score::new(&names, true, Some(sprt));
        let mut number = 0;
        while score.verdict() == SprtVerdict::Continue {
            number += 2;
            score.add(&game(number - 1, "a", "b", End::P1win, Reason::Rules));
            score.add(&game(number, "b", "a", End::P2win, Reason::Rules));
            assert!(number < 1000);
        }
        assert_eq!(score.verdict(), SprtVerdict::AcceptH1);
        for lost in 0..200 {
            score.add(&game(number + 1 + lost, "a", "b", End::P2win, Reason::Rules));
        }
        assert_eq!(score.verdict(), SprtVerdict::AcceptH1);
    }
}
