//! The limits of a search.

use std::time::Duration;

use zugi_game::{Chance, Game, RawMove};

use super::score::Value;

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// Time left for the game or until the next time control.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of a search. The first one that is reached ends it; without a limit only a
/// [`StopToken`](super::StopToken) ends it. Depth 1 is always completed, so that there is a move.
///
/// ```
/// use std::time::Duration;
/// use zugi_search::{Limits, TimeLeft};
///
/// // At most 12 plies and a million nodes, on a clock of one minute with one second a move.
/// let clock = TimeLeft { remaining: Duration::from_secs(60), increment: Duration::from_secs(1) };
/// let limits = Limits { depth: Some(12), nodes: Some(1_000_000), clock: Some(clock), ..Limits::default() };
/// assert!(!limits.infinite);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<TimeLeft>,
    /// Moves to the next time control, at least 1.
    pub moves_to_go: Option<u32>,
    /// Time for this move, including the [`Settings::overhead`](super::Settings::overhead).
    pub move_time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes visited. With one thread the limit is exact, unless depth 1 needs more; with several
    /// threads it is approximate for their sum.
    pub nodes: Option<u64>,
    /// Look for a win within this many plies, and no further.
    pub mate: Option<u32>,
    /// Search until stopped, even when nothing is left to search.
    pub infinite: bool,
    /// Only these moves at the root; all if empty.
    pub search_moves: Vec<RawMove>,
}

/// How much of the clock a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// After this no new iteration begins, more or less: see [`Budget::is_spent`].
    pub soft: Duration,
    /// At this the search is abandoned, unless the best move has turned out worse than it
    /// seemed and no other has been found.
    pub max_iteration_start: Duration,
    /// At this it is abandoned in any case.
    pub hard: Duration,
}

/// How the last iterations agree about the best move: the less, the more it pays to
/// search on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Stability {
    /// For how many iterations the best move has been the same.
    pub iterations: u32,
    /// By how much the value has fallen in the last one, in units of the evaluation.
    pub drop: Value,
    /// Which share of the nodes the best move has taken, from 0 to 1.
    pub effort: f64,
}

impl Stability {
    /// How much of the soft limit to use.
    fn factor(self) -> f64 {
        let settled = 1.4 - 0.15 * f64::from(self.iterations.min(6));
        let trouble = f64::from(self.drop.clamp(0, 100)) / 100.0;
        // Where the best move takes nearly all nodes, no other is close.
        let doubt = 1.5 - self.effort.clamp(0.2, 0.9);
        (settled + trouble) * doubt
    }
}

impl Budget {
    /// Whether no new iteration should begin after this time. The budget of `movetime` is used
    /// completely.
    pub fn is_spent(&self, elapsed: Duration, stability: Stability) -> bool {
        let soft =
            if self.soft < self.hard { self.soft.mul_f64(stability.factor()) } else { self.soft };
        elapsed >= soft.min(self.hard)
    }
}

/// How a clock is shared out.
struct TimeAllocation {
    /// It is shared out among so many moves more than are expected, so that something is left
    /// when the game is decided: who expects no further move is given a third of it, if this
    /// is 3.
    spare_moves: u32,
    /// An iteration takes several times as long as the one before: one that begins after much
    /// more than this part of a move's share would seldom end within it.
    soft: f64,
}

/// Without an increment, and with one, which makes up for a move that took too long.
const SHARINGS: [TimeAllocation; 2] =
    [TimeAllocation { spare_moves: 3, soft: 0.6 }, TimeAllocation { spare_moves: 1, soft: 0.75 }];

impl Limits {
    /// The moves to consider in a position: those of [`Limits::search_moves`] that are
    /// legal, or all if there is none of them.
    pub(super) fn root_moves<G: Game>(&self, position: &G) -> Vec<G::Move> {
        let mut moves = position.moves();
        let is_asked = |mv: &G::Move| self.search_moves.contains(&RawMove::of(*mv));
        if moves.iter().any(is_asked) {
            moves.retain(is_asked);
        }
        moves
    }

    /// The decisions to consider, as [`Limits::root_moves`]: those that lead to the moves asked
    /// for, or all.
    pub(super) fn root_decisions<G: Chance>(&self, position: &G) -> Vec<G::Move> {
        let mut decisions = position.decisions();
        let decision = |mv: &RawMove| position.decision(mv.typed());
        let asked: Vec<G::Move> = self.search_moves.iter().map(decision).collect();
        if decisions.iter().any(|mv| asked.contains(mv)) {
            decisions.retain(|mv| asked.contains(mv));
        }
        decisions
    }

    /// The time budget, or `None` if time does not matter. `overhead` is the time
    /// that a move takes on its way to the other program; `moves_left` is how many moves the
    /// side to move is expected to make.
    pub(super) fn budget(&self, overhead: Duration, moves_left: u32) -> Option<Budget> {
        let clock = self.clock.map(|clock| self.clock_budget(clock, overhead, moves_left));
        let exact = self.move_time.map(|time| {
            // Short times still get half of themselves.
            let time = time - overhead.min(time / 2);
            Budget { soft: time, max_iteration_start: time, hard: time }
        });
        match (clock, exact) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft.min(b.soft),
                max_iteration_start: a.max_iteration_start.min(b.max_iteration_start),
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        }
    }

    fn clock_budget(&self, clock: TimeLeft, overhead: Duration, moves_left: u32) -> Budget {
        let usable = clock.remaining.saturating_sub(overhead);
        let TimeAllocation { spare_moves, soft } =
            SHARINGS[usize::from(!clock.increment.is_zero())];
        let expected = moves_left.saturating_add(spare_moves);
        let moves = self.moves_to_go.map_or(expected, |moves| moves.clamp(1, expected));
        let share = usable / moves + clock.increment;
        // Of a low clock much less than the increment, so that it recovers: half of it at most,
        // where that is more than the usual part of the clock.
        let is_refilled = self.moves_to_go.is_some_and(|moves| moves <= 1);
        let usual = usable.mul_f64(if is_refilled { 0.9 } else { 0.4 });
        let most = usual.max((clock.increment / 2).min(usable.mul_f64(0.8)));
        let hard = (share * 3).min(most);
        Budget {
            soft: share.min(most).mul_f64(soft),
            max_iteration_start: share.mul_f64(1.7).min(hard),
            hard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock_budget(
        (remaining, increment): (u64, u64),
        moves_to_go: Option<u32>,
        moves_left: u32,
    ) -> Budget {
        let clock = TimeLeft {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
        };
        let limits = Limits { clock: Some(clock), moves_to_go, ..Limits::default() };
        limits.budget(OVERHEAD, moves_left).unwrap()
    }

    #[test]
    fn never_more_than_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 50, 100, 1_000, 3_600_000, u64::MAX / 2_000_000] {
            for increment in [0, 1, 10, 5_000, u64::MAX / 2_000_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for moves_left in [0, 1, 30, u32::MAX] {
                        let clock = (remaining, increment);
                        let budget = clock_budget(clock, moves_to_go, moves_left);
                        let usable = Duration::from_millis(remaining.saturating_sub(10));
                        assert!(
                            budget.soft <= budget.max_iteration_start
                                && budget.max_iteration_start <= budget.hard
                        );
                        assert!(budget.hard <= usable.mul_f64(0.9), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_increment_larger_than_the_clock_is_used() {
        // The clock is 990 ms without the overhead, and grows whatever is used of it.
        let budget = clock_budget((1000, 5000), None, 30);
        assert_eq!(budget.hard, Duration::from_millis(792));
        assert!(budget.soft >= Duration::from_millis(500), "{budget:?}");
        // At a usual clock nothing changes.
        assert_eq!(clock_budget((500, 100), None, 30).hard, Duration::from_millis(196));
    }

    #[test]
    fn doubt_takes_time_and_move_times_are_used_whole() {
        let (soft, hard) = (Duration::from_millis(100), Duration::from_millis(300));
        let spent = |budget: Budget, millis, iterations, drop, effort| {
            let stability = Stability { iterations, drop, effort };
            budget.is_spent(Duration::from_millis(millis), stability)
        };
        let budget = Budget { soft, max_iteration_start: soft, hard };
        assert!(spent(budget, 60, 6, 0, 0.5) && !spent(budget, 60, 2, 0, 0.5));
        assert!(spent(budget, 150, 0, 0, 0.5) && !spent(budget, 150, 0, 50, 0.5));
        assert!(spent(budget, 60, 4, 0, 0.9) && !spent(budget, 60, 4, 0, 0.3));
        assert!(spent(budget, 300, 0, 10_000, 0.0));
        let exact = Budget { soft: hard, max_iteration_start: hard, hard };
        assert!(!spent(exact, 299, 6, 0, 1.0) && spent(exact, 300, 0, 10_000, 0.0));
    }

    #[test]
    fn the_tightest_of_clock_and_move_time_holds() {
        let clock = TimeLeft { remaining: Duration::from_secs(1000), increment: Duration::ZERO };
        let limits = Limits {
            clock: Some(clock),
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(limits.budget(OVERHEAD, 30).unwrap().hard, Duration::from_millis(90));
        let limits = Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() };
        assert_eq!(limits.budget(OVERHEAD, 30).unwrap().hard, Duration::from_millis(5));
        assert_eq!(Limits::default().budget(OVERHEAD, 30), None);
    }
}
