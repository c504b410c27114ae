//! The rate limit of reports about the current root move.

use std::time::Duration;

/// Before this nobody waits for news.
const FIRST: Duration = Duration::from_secs(3);

/// Nobody reads faster than this.
const INTERVAL: Duration = Duration::from_millis(250);

/// Decides whether to tell of the root move that begins.
#[derive(Debug)]
pub(super) struct CurrmoveRateLimit {
    /// There are no reports before this time since the search began.
    next: Duration,
}

impl CurrmoveRateLimit {
    pub fn new() -> CurrmoveRateLimit {
        CurrmoveRateLimit { next: FIRST }
    }

    /// Whether to report now, this time after the search began. After `true` it is `false` for a
    /// while.
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.next;
        if due {
            self.next = elapsed + INTERVAL;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_at_first_and_then_four_times_a_second() {
        let mut throttle = CurrmoveRateLimit::new();
        let reported: Vec<u64> =
            (0..=4_000).filter(|&ms| throttle.is_due(Duration::from_millis(ms))).collect();
        assert_eq!(reported, [3_000, 3_250, 3_500, 3_750, 4_000]);
        // Missed reports are not repeated.
        assert!(throttle.is_due(Duration::from_secs(60)));
        assert!(!throttle.is_due(Duration::from_millis(60_249)));
    }
}
