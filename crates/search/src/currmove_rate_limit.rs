//! The rate limit of reports about the current root move.

use std::time::Duration;

/// The time before the first report: shorter searches need none.
const FIRST_REPORT: Duration = Duration::from_secs(3);

/// The least time between reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Decides whether to report the root move that begins.
#[derive(Debug)]
pub(super) struct CurrmoveRateLimit {
    /// The earliest time of the next report, since the start of the search.
    next: Duration,
}

impl CurrmoveRateLimit {
    pub fn new() -> CurrmoveRateLimit {
        CurrmoveRateLimit { next: FIRST_REPORT }
    }

    /// Whether to report now, `elapsed` after the start of the search. After `true` it is `false`
    /// for [`REPORT_INTERVAL`].
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.next;
        if due {
            self.next = elapsed + REPORT_INTERVAL;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_begin_after_three_seconds_and_come_four_times_a_second() {
        let mut limit = CurrmoveRateLimit::new();
        let reported: Vec<u64> =
            (0..=4_000).filter(|&ms| limit.is_due(Duration::from_millis(ms))).collect();
        assert_eq!(reported, [3_000, 3_250, 3_500, 3_750, 4_000]);
        // Missed reports are not repeated.
        assert!(limit.is_due(Duration::from_secs(60)));
        assert!(!limit.is_due(Duration::from_millis(60_249)));
    }
}
