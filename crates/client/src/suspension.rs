//! Detects suspensions of this process, so that no engine is blamed for them.
//!
//! A waiting process wakes at known intervals. If it wakes much later, it or the machine was
//! suspended, or the machine was severely overloaded.

use std::time::Duration;

/// The least delay of a wake-up that counts as a suspension. On a busy machine, delays of some
/// tenths of a second are normal, for engines too.
const MIN_SUSPENSION: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug)]
pub struct SuspensionTimer {
    last: Duration,
    suspended: Duration,
}

impl SuspensionTimer {
    pub fn begin(now: Duration) -> SuspensionTimer {
        SuspensionTimer { last: now, suspended: Duration::ZERO }
    }

    /// Starts a wait; earlier time is ignored.
    pub fn rest(&mut self, now: Duration) {
        self.last = now;
    }

    /// Ends a wait that should have lasted at most `most`. Returns the excess time if the process
    /// was suspended, otherwise zero.
    pub fn wake(&mut self, now: Duration, most: Duration) -> Duration {
        let passed = now.saturating_sub(self.last);
        self.last = now;
        let late = passed.saturating_sub(most);
        if late < MIN_SUSPENSION {
            return Duration::ZERO;
        }
        // An upper bound: a part of `passed` was a normal wait.
        self.suspended += passed;
        late
    }

    /// An upper bound of the suspended time since the beginning; zero without suspensions.
    pub fn suspended(&self) -> Duration {
        self.suspended
    }
}

/// A monotonic clock that also runs while the machine is suspended.
#[cfg(target_os = "linux")]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::try_from(time).unwrap_or_default()
}

/// On other systems: the standard clock, which may stop while the machine is suspended.
#[cfg(not(target_os = "linux"))]
pub fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wake_up_much_too_late_is_a_suspension() {
        let ms = Duration::from_millis;
        let mut timer = SuspensionTimer::begin(ms(1000));
        assert_eq!(timer.wake(ms(1050), ms(50)), ms(0));
        assert_eq!(timer.wake(ms(1060), ms(50)), ms(0), "woken before");
        assert_eq!(timer.wake(ms(1609), ms(50)), ms(0), "the machine is busy");
        assert_eq!(timer.suspended(), ms(0));
        assert_eq!(timer.wake(ms(4659), ms(50)), ms(3000));
        assert_eq!(timer.suspended(), ms(3050), "all that may have been");
        assert_eq!(timer.wake(ms(5209), ms(50)), ms(500));
        assert_eq!(timer.wake(ms(5200), ms(50)), ms(0), "no clock goes back");
        assert_eq!(timer.suspended(), ms(3600));
        timer.rest(ms(60_000));
        assert_eq!(timer.wake(ms(60_010), ms(50)), ms(0), "nobody waited");
    }

    #[test]
    fn the_clock_goes_on() {
        let before = now();
        assert!(now() >= before);
    }
}
