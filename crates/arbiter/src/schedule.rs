//! The schedule of a match: pairings, seats and openings.
//!
//! A schedule is a pure function of a few numbers, so that an interrupted match can be resumed. A
//! longer schedule begins with the games of a shorter one. `openings.rs` makes the order of the
//! openings.

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The indices of the engines that are player one and player two.
    pub players: [usize; 2],
    pub opening: usize,
}

/// The games of a match in their order.
///
/// The games are played round by round: in a round all engines that meet play one pair of games (or
/// one game) with the same opening. The games of a pair follow each other. The round after the last
/// opening begins again with the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Schedule {
    /// Whether the first engine meets all others, instead of a round robin.
    pub gauntlet: bool,
    /// The number of engines; with fewer than two there are no games.
    pub engines: usize,
    /// The number of games between two engines that meet; one more if `paired` and odd.
    pub games_each: usize,
    /// The number of openings; 0 is the same as 1.
    pub openings: usize,
    /// Whether each opening is played twice, with swapped seats.
    pub paired: bool,
}

impl Schedule {
    pub fn games(&self) -> usize {
        self.games_each.next_multiple_of(self.games_of_pair()) * self.meetings()
    }

    /// The game with this number, from 1 to [`Schedule::games`]; `None` if there is none.
    pub fn get(&self, number: usize) -> Option<Pairing> {
        let index = number.checked_sub(1).filter(|&index| index < self.games())?;
        let pair = index / self.games_of_pair();
        let (round, meeting) = (pair / self.meetings(), pair % self.meetings());
        // The first engine meets all after it, then the second one all after it, and so on.
        let (mut one, mut two) = (0, meeting + 1);
        while two >= self.engines {
            one += 1;
            two = two - self.engines + one + 1;
        }
        let opening = round % self.openings.max(1);
        // Without pairs, the seats of a meeting are swapped from round to round, and if a round has
        // several meetings, the engine with the smaller index is player one in only some of them.
        let swapped = if self.paired { index % 2 } else { (round + one + two + 1) % 2 };
        let players = if swapped == 0 { [one, two] } else { [two, one] };
        Some(Pairing { number, players, opening })
    }

    /// The number of games between two engines in a round.
    pub fn games_of_pair(&self) -> usize {
        if self.paired { 2 } else { 1 }
    }

    /// The number of meetings of two engines in a round.
    fn meetings(&self) -> usize {
        let others = self.engines.saturating_sub(1);
        if self.gauntlet { others } else { self.engines * others / 2 }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    pub(crate) const SCHEDULE: Schedule =
        Schedule { gauntlet: false, engines: 4, games_each: 10, openings: 100, paired: true };

    fn all_schedules() -> Vec<Schedule> {
        let mut schedules = Vec::new();
        for gauntlet in [false, true] {
            for engines in 0..6 {
                for games_each in 0..8 {
                    for openings in [0, 1, 2, 50] {
                        for paired in [false, true] {
                            schedules.push(Schedule {
                                gauntlet,
                                engines,
                                games_each,
                                openings,
                                paired,
                            });
                        }
                    }
                }
            }
        }
        schedules
    }

    fn games(schedule: Schedule) -> Vec<Pairing> {
        (1..).map_while(|number| schedule.get(number)).collect()
    }

    #[test]
    fn numbers_are_dense_and_both_games_of_a_pair_follow_each_other() {
        for schedule in all_schedules() {
            let games = games(schedule);
            assert_eq!(games.len(), schedule.games());
            for (game, number) in games.iter().zip(1..) {
                assert_eq!(game.number, number);
                assert!(game.players.iter().all(|&player| player < schedule.engines));
                assert_ne!(game.players[0], game.players[1]);
                assert!(game.opening < schedule.openings.max(1));
            }
            assert_eq!(schedule.get(0), None);
            assert_eq!(schedule.get(games.len() + 1), None);
            for games in games.chunks(2).filter(|_| schedule.paired) {
                assert_eq!(games[0].opening, games[1].opening);
                assert_eq!(games[0].players, [games[1].players[1], games[1].players[0]]);
            }
        }
    }

    #[test]
    fn engines_meet_as_often_on_each_side() {
        for schedule in all_schedules() {
            let Schedule { gauntlet, engines, games_each, paired, .. } = schedule;
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            for game in games(schedule) {
                *met.entry(game.players).or_default() += 1;
            }
            let games = if paired { games_each.next_multiple_of(2) } else { games_each };
            for one in 0..engines {
                for two in one + 1..engines {
                    let there = met.get(&[one, two]).copied().unwrap_or(0);
                    let back = met.get(&[two, one]).copied().unwrap_or(0);
                    let meet = !gauntlet || one == 0;
                    assert_eq!(there + back, if meet { games } else { 0 }, "{schedule:?}");
                    assert!(there.abs_diff(back) <= usize::from(games % 2 == 1), "{schedule:?}");
                }
            }
        }
    }

    #[test]
    fn a_round_has_one_opening_and_no_opening_comes_again_too_early() {
        let games = games(SCHEDULE);
        let mut seen = HashSet::new();
        for round in games.chunks(12) {
            assert!(round.iter().all(|game| game.opening == round[0].opening));
            assert!(seen.insert(round[0].opening));
        }
        assert_eq!(seen.len(), 5);
        let few = Schedule { openings: 3, games_each: 18, engines: 2, ..SCHEDULE };
        let openings = (1..).map_while(|number| few.get(number)).map(|game| game.opening);
        let openings: Vec<usize> = openings.collect();
        assert_eq!(openings[..6], openings[6..12]);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        for paired in [false, true] {
            let short = games(Schedule { paired, ..SCHEDULE });
            let long = games(Schedule { paired, games_each: 30, ..SCHEDULE });
            assert_eq!(short[..], long[..short.len()]);
        }
    }
}
