use std::time::Duration;

use super::super::time_control::{Clock as TimeControl, Limits};

/// The limits of a side, and the state of its clock, if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub limits: Limits,
    /// By how much a move may overstep its time.
    pub margin: Duration,
    remaining: Duration,
    pub moves_made: u32,
}

impl Clock {
    pub fn new(limits: Limits, margin: Duration) -> Clock {
        let remaining = limits.tc.map(|TimeControl { base, increment, .. }| base + increment);
        Clock { limits, margin, remaining: remaining.unwrap_or_default(), moves_made: 0 }
    }

    /// The time that the next move may take.
    pub fn limit(&self) -> Option<Duration> {
        self.shown().or(self.limits.movetime)
    }

    pub fn has_moved(&mut self, elapsed: Duration) {
        if let Some(TimeControl { base, increment, moves }) = self.limits.tc {
            self.moves_made += 1;
            self.remaining = self.remaining.saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.remaining += base;
            }
        }
    }

    /// Repeats a move of an earlier run. The clock takes its time left from the record, because the
    /// recorded times of moves are rounded.
    pub fn take_up(&mut self, elapsed: Duration, shown: Option<Duration>) {
        self.has_moved(elapsed);
        self.remaining = shown.unwrap_or(self.remaining);
    }

    /// The time left after a late move, without the increment.
    pub fn after_late(&self, elapsed: Duration) -> Option<Duration> {
        self.shown().map(|remaining| remaining.saturating_sub(elapsed))
    }

    /// The time left on the clock, if there is one.
    pub fn shown(&self) -> Option<Duration> {
        self.limits.tc.map(|_| self.remaining)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_are_refilled() {
        let (base, increment) = (Duration::from_secs(1), Duration::from_millis(10));
        let of = |moves| {
            let tc = Some(TimeControl { base, increment, moves: Some(moves) });
            Clock::new(Limits { tc, ..Limits::default() }, base)
        };
        let mut clock = of(2);
        assert_eq!(clock.limit(), Some(Duration::from_millis(1010)));
        clock.has_moved(Duration::from_millis(510));
        assert_eq!(clock.shown(), Some(Duration::from_millis(510)));
        clock.has_moved(Duration::from_millis(600));
        assert_eq!(clock.shown(), Some(Duration::from_millis(1010)));
        clock.take_up(Duration::from_millis(10), Some(Duration::from_millis(999)));
        assert_eq!(clock.shown(), Some(Duration::from_millis(999)));
        assert_eq!(of(1).after_late(Duration::from_secs(2)), Some(Duration::ZERO), "not refilled");
        let mut each = Clock::new(Limits { movetime: Some(base), ..Limits::default() }, base);
        each.has_moved(base);
        assert_eq!((each.limit(), each.shown()), (Some(base), None));
    }
}
