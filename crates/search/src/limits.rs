//! The limits of a search, and the time budget of a move.

use std::time::Duration;

use zugi_game::{Chance, Game, RawMove};

use super::Settings;
use super::score::{MAX_PLY, Value};

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// Time left for the game or until the next time control.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of a search. The first one reached ends it; without a limit it goes on until nothing
/// is left to search or a [`StopToken`](super::StopToken) ends it. Depth 1 is always completed, so
/// that there is a move.
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
    /// Time for this move, including the [`Settings::overhead`].
    pub move_time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads. With one thread the limit is exact, unless depth 1 needs more; with
    /// several threads it is approximate.
    pub nodes: Option<u64>,
    /// Search only for a win or loss within this many plies.
    pub mate: Option<u32>,
    /// Search until stopped, even when nothing is left to search.
    pub infinite: bool,
    /// Only these moves at the root; all if empty.
    pub search_moves: Vec<RawMove>,
}

/// The time limits of a move, measured from the start of the search's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// The time after which no new iteration begins; it is multiplied by the factor of
    /// [`Stability`] first.
    pub soft: Duration,
    /// The time at which the iteration under way is abandoned, unless it fails low: then it may
    /// look for a better move until `hard`.
    pub abort: Duration,
    /// The time at which every search is abandoned.
    pub hard: Duration,
    /// Whether a forced move is played at once.
    pub plays_forced: bool,
}

/// How stable the best move has been: less time is needed for a stable one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Stability {
    /// The number of iterations since the best move changed.
    pub iterations: u32,
    /// The fall of the value in the last iteration, in units of the evaluation.
    pub value_drop: Value,
    /// The share of all nodes that the best move took, from 0 to 1.
    pub effort: f64,
}

impl Stability {
    /// The factor for the soft limit.
    fn factor(self) -> f64 {
        let by_best_move = 1.4 - 0.15 * f64::from(self.iterations.min(6));
        let by_drop = f64::from(self.value_drop.clamp(0, 100)) / 100.0;
        // No other move is close if the best one takes nearly all nodes.
        let by_effort = 1.5 - self.effort.clamp(0.2, 0.9);
        (by_best_move + by_drop) * by_effort
    }
}

impl Budget {
    /// Whether no new iteration should begin after this time. A fixed move time, whose soft and
    /// hard limits are equal, is used completely.
    pub fn is_spent(&self, elapsed: Duration, stability: Stability, is_forced: bool) -> bool {
        let soft =
            if self.soft < self.hard { self.soft.mul_f64(stability.factor()) } else { self.soft };
        (is_forced && self.plays_forced) || elapsed >= soft.min(self.hard)
    }
}

impl Limits {
    /// The smaller one of the limits of depth and mate, in plies.
    pub(super) fn plies(&self) -> Option<u32> {
        [self.depth, self.mate].into_iter().flatten().min()
    }

    /// The depth at which the search ends, in plies.
    pub(super) fn max_depth(&self) -> u32 {
        self.plies().unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32)
    }

    /// The moves to consider in a position: those of [`Limits::search_moves`] that are legal, or
    /// all legal moves if none of these is legal.
    pub(super) fn root_moves<G: Game>(&self, position: &G) -> Vec<G::Move> {
        let mut moves = position.moves();
        let is_asked = |mv: &G::Move| self.search_moves.contains(&RawMove::of(*mv));
        if moves.iter().any(is_asked) {
            moves.retain(is_asked);
        }
        moves
    }

    /// The decisions to consider: those that lead to a move of [`Limits::search_moves`], or all
    /// decisions if none does.
    pub(super) fn root_decisions<G: Chance>(&self, position: &G) -> Vec<G::Move> {
        let mut decisions = position.decisions();
        let decision = |mv: &RawMove| position.decision(mv.typed());
        let asked: Vec<G::Move> = self.search_moves.iter().map(decision).collect();
        if decisions.iter().any(|mv| asked.contains(mv)) {
            decisions.retain(|mv| asked.contains(mv));
        }
        decisions
    }

    /// The time budget; `None` with neither a clock nor a move time. `moves_left` is the expected
    /// number of the mover's remaining moves.
    pub(super) fn budget(&self, settings: &Settings, moves_left: u32) -> Option<Budget> {
        let &Settings { overhead, is_analysis, .. } = settings;
        let clock = self.clock.map(|clock| self.clock_budget(clock, overhead, moves_left));
        let exact = self.move_time.map(|time| {
            // At least half of a short time is used.
            let time = time - overhead.min(time / 2);
            Budget { soft: time, abort: time, hard: time, plays_forced: true }
        });
        let budget = match (clock, exact) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft.min(b.soft),
                abort: a.abort.min(b.abort),
                hard: a.hard.min(b.hard),
                plays_forced: true,
            }),
            (a, b) => a.or(b),
        };
        budget.map(|budget| Budget { plays_forced: !is_analysis, ..budget })
    }

    fn clock_budget(&self, clock: TimeLeft, overhead: Duration, moves_left: u32) -> Budget {
        let usable = clock.remaining.saturating_sub(overhead);
        // `spare_moves` are added to the expected ones: with 3, a move's share is at most a third
        // of the time left even if no further move is expected, unless `moves_to_go` is 1 or 2.
        // `soft` is the soft limit as a part of the share: an iteration takes several times as long
        // as the one before, so an iteration that begins later seldom ends within the share. With
        // an increment a move may take more, because the increment makes up for it.
        let (spare_moves, soft) = if clock.increment.is_zero() { (3, 0.6) } else { (1, 0.75) };
        let expected = moves_left.saturating_add(spare_moves);
        let moves = self.moves_to_go.map_or(expected, |moves| moves.clamp(1, expected));
        let share = usable / moves + clock.increment;
        // A move may take at most `usual`, a part of the clock. If half of the increment is more,
        // the move may take that half, up to 0.8 of the clock: it takes less than the increment
        // adds, so the clock still grows.
        let is_refilled = self.moves_to_go.is_some_and(|moves| moves <= 1);
        let usual = usable.mul_f64(if is_refilled { 0.9 } else { 0.4 });
        let most = usual.max((clock.increment / 2).min(usable.mul_f64(0.8)));
        let hard = (share * 3).min(most);
        Budget {
            soft: share.min(most).mul_f64(soft),
            abort: share.mul_f64(1.7).min(hard),
            hard,
            plays_forced: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings { overhead: Duration::from_millis(10), ..Settings::default() }
    }

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
        limits.budget(&settings(), moves_left).unwrap()
    }

    #[test]
    fn the_budget_is_less_than_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 50, 100, 1_000, 3_600_000, u64::MAX / 2_000_000] {
            for increment in [0, 1, 10, 5_000, u64::MAX / 2_000_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for moves_left in [0, 1, 30, u32::MAX] {
                        let clock = (remaining, increment);
                        let budget = clock_budget(clock, moves_to_go, moves_left);
                        let usable = Duration::from_millis(remaining.saturating_sub(10));
                        assert!(budget.soft <= budget.abort && budget.abort <= budget.hard);
                        assert!(budget.hard <= usable.mul_f64(0.9), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_increment_larger_than_the_clock_is_used() {
        // Without the overhead the clock is 990 ms; the increment makes it grow whatever the move
        // uses.
        let budget = clock_budget((1000, 5000), None, 30);
        assert_eq!(budget.hard, Duration::from_millis(792));
        assert!(budget.soft >= Duration::from_millis(500), "{budget:?}");
        // With an increment below 0.8 of the clock the usual part applies.
        assert_eq!(clock_budget((500, 100), None, 30).hard, Duration::from_millis(196));
    }

    #[test]
    fn instability_takes_more_time_and_move_times_are_used_whole() {
        let (soft, hard) = (Duration::from_millis(100), Duration::from_millis(300));
        let spent = |budget: Budget, millis, iterations, value_drop, effort| {
            let stability = Stability { iterations, value_drop, effort };
            budget.is_spent(Duration::from_millis(millis), stability, false)
        };
        let budget = Budget { soft, abort: soft, hard, plays_forced: true };
        assert!(spent(budget, 60, 6, 0, 0.5) && !spent(budget, 60, 2, 0, 0.5));
        assert!(spent(budget, 150, 0, 0, 0.5) && !spent(budget, 150, 0, 50, 0.5));
        assert!(spent(budget, 60, 4, 0, 0.9) && !spent(budget, 60, 4, 0, 0.3));
        assert!(spent(budget, 300, 0, 10_000, 0.0));
        let exact = Budget { soft: hard, abort: hard, hard, plays_forced: true };
        assert!(!spent(exact, 299, 6, 0, 1.0) && spent(exact, 300, 0, 10_000, 0.0));
    }

    #[test]
    fn a_forced_move_is_played_at_once_but_searched_in_an_analysis() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let spent = |is_analysis, is_forced| {
            let settings = Settings { is_analysis, ..settings() };
            let budget = limits.budget(&settings, 30).unwrap();
            budget.is_spent(Duration::ZERO, Stability::default(), is_forced)
        };
        assert!(spent(false, true));
        assert!(!spent(true, true) && !spent(false, false));
    }

    #[test]
    fn the_tightest_of_clock_and_move_time_holds() {
        let clock = TimeLeft { remaining: Duration::from_secs(1000), increment: Duration::ZERO };
        let limits = Limits {
            clock: Some(clock),
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(limits.budget(&settings(), 30).unwrap().hard, Duration::from_millis(90));
        let limits = Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() };
        assert_eq!(limits.budget(&settings(), 30).unwrap().hard, Duration::from_millis(5));
        assert_eq!(Limits::default().budget(&settings(), 30), None);
    }
}
