//! The processor time that other virtual machines took; a test may be late because of it.

use std::fs;
use std::time::Duration;

/// The unit of the counter: a hundredth of a second.
pub const TICK: Duration = Duration::from_millis(10);

/// The stolen time of all processors since boot; zero if the system does not report it.
pub fn steal_time() -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let of_all = text.lines().find_map(|line| line.strip_prefix("cpu "));
    let ticks = of_all.and_then(|times| times.split_ascii_whitespace().nth(7)?.parse().ok());
    TICK * ticks.unwrap_or(0)
}
