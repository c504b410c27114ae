//! The schedule of a match: pairings, seats and openings.
//!
//! A schedule is a pure function of a few numbers, so that an interrupted match can be resumed. A
//! longer schedule begins with the games of a shorter one. `openings.rs` makes the order of the
//! openings.

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedulePlan {
    /// Whether the first engine meets all others, instead of a round robin.
    pub gauntlet: bool,
    /// The number of engines; with fewer than two there are no games.
    pub engines: usize,
    /// The number of games between two engines that meet; one more if `paired` and odd.
    pub games: usize,
    /// The number of openings; 0 is the same as 1.
    pub openings: usize,
    /// Whether each opening is played twice, with swapped seats.
    pub paired: bool,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pairing {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The indices of the engines that are player one and player two.
    pub players: [usize; 2],
    pub opening: usize,
    /// The index of its pair of games. The games of a pair follow each other; without pairs, each
    /// game has its own index.
    pub pair: usize,
}

/// The games of a match in their order.
///
/// The games are played round by round: in a round all engines that meet play one pair of games (or
/// one game) with the same opening. The round after the last opening begins again with the first
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The engines that meet, each two once.
    meetings: Vec<[usize; 2]>,
    openings: usize,
    rounds: usize,
    paired: bool,
}

impl Schedule {
    #[must_use]
    pub fn new(plan: SchedulePlan) -> Schedule {
        let SchedulePlan { gauntlet, engines, games, openings, paired } = plan;
        let first = if gauntlet { engines.min(1) } else { engines };
        let meetings =
            (0..first).flat_map(|one| (one + 1..engines).map(move |two| [one, two])).collect();
        let rounds = if paired { games.div_ceil(2) } else { games };
        Schedule { meetings, openings: openings.max(1), rounds, paired }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.rounds * self.meetings.len() * self.games_of_pair()
    }

    /// The game with this number, from 1 to [`Schedule::games`]; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Pairing> {
        let index = number.checked_sub(1).filter(|&index| index < self.games())?;
        let pair = index / self.games_of_pair();
        let (round, meeting) = (pair / self.meetings.len(), pair % self.meetings.len());
        let &[one, two] = self.meetings.get(meeting)?;
        let opening = round % self.openings;
        // Without pairs, the seats of a meeting are swapped from round to round, and if a round has
        // several meetings, the engine with the smaller index is player one in only some of them.
        let swapped = if self.paired { index % 2 } else { (round + one + two + 1) % 2 };
        let players = if swapped == 0 { [one, two] } else { [two, one] };
        Some(Pairing { number, players, opening, pair })
    }

    pub fn iter(&self) -> impl Iterator<Item = Pairing> + '_ {
        (1..=self.games()).map_while(|number| self.get(number))
    }

    fn games_of_pair(&self) -> usize {
        if self.paired { 2 } else { 1 }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    pub(crate) const PLAN: SchedulePlan =
        SchedulePlan { gauntlet: false, engines: 4, games: 10, openings: 100, paired: true };

    fn all_plans() -> Vec<SchedulePlan> {
        let mut plans = Vec::new();
        for gauntlet in [false, true] {
            for engines in 0..6 {
                for games in 0..8 {
                    for openings in [0, 1, 2, 50] {
                        for paired in [false, true] {
                            plans.push(SchedulePlan { gauntlet, engines, games, openings, paired });
                        }
                    }
                }
            }
        }
        plans
    }

    fn games(plan: SchedulePlan) -> Vec<Pairing> {
        Schedule::new(plan).iter().collect()
    }

    #[test]
    fn numbers_are_dense_and_both_games_of_a_pair_follow_each_other() {
        for plan in all_plans() {
            let schedule = Schedule::new(plan);
            let games = games(plan);
            assert_eq!(games.len(), schedule.games());
            for (game, number) in games.iter().zip(1..) {
                assert_eq!(game.number, number);
                assert!(game.players.iter().all(|&player| player < plan.engines));
                assert_ne!(game.players[0], game.players[1]);
                assert!(game.opening < plan.openings.max(1));
            }
            assert_eq!(schedule.get(0), None);
            assert_eq!(schedule.get(games.len() + 1), None);
            for (pair, games) in games.chunks(2).enumerate().filter(|_| plan.paired) {
                assert_eq!([games[0].pair, games[1].pair], [pair; 2]);
                assert_eq!(games[0].opening, games[1].opening);
                assert_eq!(games[0].players, [games[1].players[1], games[1].players[0]]);
            }
        }
    }

    #[test]
    fn engines_meet_as_often_on_each_side() {
        for plan in all_plans() {
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            for game in games(plan) {
                *met.entry(game.players).or_default() += 1;
            }
            let games = if plan.paired { plan.games.next_multiple_of(2) } else { plan.games };
            for one in 0..plan.engines {
                for two in one + 1..plan.engines {
                    let there = met.get(&[one, two]).copied().unwrap_or(0);
                    let back = met.get(&[two, one]).copied().unwrap_or(0);
                    let meet = !plan.gauntlet || one == 0;
                    assert_eq!(there + back, if meet { games } else { 0 }, "{plan:?}");
                    assert!(there.abs_diff(back) <= usize::from(games % 2 == 1), "{plan:?}");
                }
            }
        }
    }

    #[test]
    fn a_round_has_one_opening_and_no_opening_comes_again_too_early() {
        let games = games(PLAN);
        let mut seen = HashSet::new();
        for round in games.chunks(12) {
            assert!(round.iter().all(|game| game.opening == round[0].opening));
            assert!(seen.insert(round[0].opening));
        }
        assert_eq!(seen.len(), 5);
        let few = SchedulePlan { openings: 3, games: 18, engines: 2, ..PLAN };
        let openings: Vec<usize> = Schedule::new(few).iter().map(|game| game.opening).collect();
        assert_eq!(openings[..6], openings[6..12]);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        for paired in [false, true] {
            let short = games(SchedulePlan { paired, ..PLAN });
            let long = games(SchedulePlan { paired, games: 30, ..PLAN });
            assert_eq!(short[..], long[..short.len()]);
        }
    }
}
