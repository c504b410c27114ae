//! The schedule of a match: pairings, seats and openings.
//!
//! A schedule is a pure function of a few numbers: the same numbers give the same games
//! in the same order, so that an interrupted match can go on where it stopped. A longer
//! schedule begins with the games of a shorter one.

use serde::{Deserialize, Serialize};
use zugi_game::{Chances, Variant, random};

use super::openings::{Opening, dealt, seed_of};

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingKind {
    /// Each engine meets each other one.
    RoundRobin,
    /// The first engine meets each other one.
    Gauntlet,
}

/// The parameters of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SchedulePlan {
    /// Which engines meet.
    pub kind: PairingKind,
    /// How many engines there are; with fewer than two there are no games.
    pub engines: usize,
    /// How many games two engines play that meet; one more if `paired` and odd.
    pub games: usize,
    /// How many openings there are; none is the same as one.
    pub openings: usize,
    /// Whether the openings are played in an order of chance. Random ones are in one
    /// already, and there may be more of them in a longer schedule.
    pub shuffled: bool,
    /// The opening of the first round in that order, from 0; those before it come last.
    #[serde(default)]
    pub first: usize,
    /// Whether each opening is played twice, with swapped seats.
    pub paired: bool,
    /// The seed of the order of openings.
    pub seed: u64,
}

impl SchedulePlan {
    /// The plan and the openings of a match with these rules. In games with chance each round has
    /// its own shuffle, the same for both games of a pair, so there is an opening for each round,
    /// in order.
    #[must_use]
    pub fn deal(self, openings: Vec<Opening>, rules: &Variant) -> (SchedulePlan, Vec<Opening>) {
        if rules.capability::<Chances>().is_err() {
            return (self, openings);
        }
        let schedule = Schedule::new(&self);
        let rounds = schedule.openings.iter().cycle().take(schedule.rounds);
        let opening = |(round, &at): (u64, &usize)| {
            Some(dealt(openings.get(at)?, rules, seed_of(self.seed, round)))
        };
        let openings: Vec<Opening> = (0..).zip(rounds).filter_map(opening).collect();
        (SchedulePlan { openings: openings.len(), shuffled: false, first: 0, ..self }, openings)
    }
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pairing {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The indices of the engines that are player one and player two.
    pub players: [usize; 2],
    /// The index of the opening.
    pub opening: usize,
    /// The index of its pair of games. The games of a pair follow each other; without pairs, each
    /// game has its own index.
    pub pair: usize,
}

/// The games of a match in their order.
///
/// Played round by round: in a round all engines that meet play one pair of games (or
/// one game) with the same opening; after the last one the first one comes again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The engines that meet, each two once.
    meetings: Vec<[usize; 2]>,
    /// The opening of each round, until they repeat.
    openings: Vec<usize>,
    rounds: usize,
    paired: bool,
}

impl Schedule {
    /// Draws up a schedule.
    #[must_use]
    pub fn new(plan: &SchedulePlan) -> Schedule {
        let first = match plan.kind {
            PairingKind::RoundRobin => plan.engines,
            PairingKind::Gauntlet => plan.engines.min(1),
        };
        let meetings =
            (0..first).flat_map(|one| (one + 1..plan.engines).map(move |two| [one, two])).collect();
        let rounds = if plan.paired { plan.games.div_ceil(2) } else { plan.games };
        let mut openings: Vec<usize> = (0..plan.openings.max(1)).collect();
        if plan.shuffled {
            random::shuffle(&mut openings, &mut fastrand::Rng::with_seed(plan.seed));
        }
        let first = plan.first % openings.len();
        openings.rotate_left(first);
        Schedule { meetings, openings, rounds, paired: plan.paired }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rounds * self.meetings.len() * self.games_of_pair()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with this number, from 1 to [`Schedule::len`]; `None` if there is none.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Pairing> {
        let index = number.checked_sub(1).filter(|&index| index < self.len())?;
        let pair = index / self.games_of_pair();
        let (round, meeting) = (pair / self.meetings.len(), pair % self.meetings.len());
        let &[one, two] = self.meetings.get(meeting)?;
        let &opening = self.openings.get(round % self.openings.len())?;
        // Without pairs the seats are swapped from round to round instead, and the
        // meetings of a round begin with different ones.
        let swapped = if self.paired { index % 2 } else { (round + one + two + 1) % 2 };
        let players = if swapped == 0 { [one, two] } else { [two, one] };
        Some(Pairing { number, players, opening, pair })
    }

    /// All games in their order.
    pub fn iter(&self) -> impl Iterator<Item = Pairing> + '_ {
        (1..=self.len()).map_while(|number| self.get(number))
    }

    fn games_of_pair(&self) -> usize {
        if self.paired { 2 } else { 1 }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{HashMap, HashSet};

    use zugi_game::toy::Pile;

    use super::*;

    pub(crate) const PLAN: SchedulePlan = SchedulePlan {
        kind: PairingKind::RoundRobin,
        engines: 4,
        games: 10,
        openings: 100,
        shuffled: true,
        first: 0,
        paired: true,
        seed: 1,
    };

    fn all_plans() -> Vec<SchedulePlan> {
        let mut plans = Vec::new();
        for kind in [PairingKind::RoundRobin, PairingKind::Gauntlet] {
            for engines in 0..6 {
                for games in 0..8 {
                    for openings in [0, 1, 2, 50] {
                        for paired in [false, true] {
                            let shuffled = openings != 2;
                            plans.push(SchedulePlan {
                                kind,
                                engines,
                                games,
                                openings,
                                shuffled,
                                paired,
                                ..PLAN
                            });
                        }
                    }
                }
            }
        }
        plans
    }

    fn games(plan: SchedulePlan) -> Vec<Pairing> {
        Schedule::new(&plan).iter().collect()
    }

    #[test]
    fn numbers_are_dense_and_both_games_of_a_pair_follow_each_other() {
        for plan in all_plans() {
            let schedule = Schedule::new(&plan);
            let games = games(plan);
            assert_eq!(games.len(), schedule.len());
            assert_eq!(schedule.is_empty(), games.is_empty());
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
                    let meet = plan.kind == PairingKind::RoundRobin || one == 0;
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
        let openings: Vec<usize> = Schedule::new(&few).iter().map(|game| game.opening).collect();
        assert_eq!(openings[..6], openings[6..12]);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn the_seed_decides_the_order_of_the_openings() {
        assert_eq!(games(PLAN), games(PLAN));
        let other = games(SchedulePlan { seed: 2, ..PLAN });
        assert_ne!(games(PLAN), other);
        assert_eq!(games(PLAN).len(), other.len());
    }

    #[test]
    fn the_first_opening_may_be_any_one() {
        let plan = SchedulePlan { engines: 2, openings: 5, games: 20, ..PLAN };
        for shuffled in [false, true] {
            let openings = |first| -> Vec<usize> {
                let plan = SchedulePlan { shuffled, first, ..plan };
                games(plan).iter().step_by(2).map(|game| game.opening).collect()
            };
            assert_eq!(openings(2)[..8], openings(0)[2..], "shuffled: {shuffled}");
            assert_eq!(openings(7), openings(2));
        }
        let in_order = SchedulePlan { shuffled: false, first: 3, ..plan };
        assert_eq!(games(in_order)[0].opening, 3);
    }

    #[test]
    fn each_round_of_a_game_with_chance_has_shuffles_of_its_own() {
        let rules = &Variant::new::<Pile>().with(Chances::of::<Pile>());
        let plan = SchedulePlan { engines: 2, openings: 1, games: 40, first: 3, ..PLAN };
        let (dealt, openings) = plan.deal(vec![Opening::default()], rules);
        assert_eq!((dealt.openings, dealt.shuffled, dealt.first), (20, false, 0));
        // There are 24 orders.
        assert!(openings.iter().collect::<HashSet<_>>().len() > 10, "{openings:?}");
        let games = games(dealt);
        for (round, pair) in games.chunks(2).enumerate() {
            assert_eq!([pair[0].opening, pair[1].opening], [round; 2]);
        }
        let again = plan.deal(vec![Opening::default()], rules);
        assert_eq!(again, (dealt, openings.clone()));
        let longer = SchedulePlan { games: 60, ..plan }.deal(vec![Opening::default()], rules).1;
        assert_eq!(longer[..20], openings);
        assert_ne!(
            SchedulePlan { seed: 2, ..plan }.deal(vec![Opening::default()], rules).1,
            openings
        );
        let plain = Variant::new::<Pile>();
        assert_eq!(plan.deal(vec![Opening::default()], &plain), (plan, vec![Opening::default()]));
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
