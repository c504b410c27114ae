//! Detects suspensions of this process, so that no engine is blamed for them.
//!
//! A waiting process wakes at known intervals. If it wakes much later, it or the machine was
//! suspended, or the machine was severely overloaded.

use std::time::Duration;

/// The least delay of a wake-up that counts as a suspension. On a busy machine, delays of some
/// tenths of a second are normal, for engines too.
const STANDSTILL: Duration = Duration::from_millis(500);

/// Measures suspensions of this process during a wait.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    last: Duration,
    stood_still: Duration,
}

impl Watch {
    /// Starts measuring.
    pub fn begin(now: Duration) -> Watch {
        Watch { last: now, stood_still: Duration::ZERO }
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
        if late < STANDSTILL {
            return Duration::ZERO;
        }
        // An upper bound: part of it was a normal wait.
        self.stood_still += passed;
        late
    }

    /// An upper bound of the suspended time since the beginning; zero without suspensions.
    pub fn stood_still(&self) -> Duration {
        self.stood_still
    }
}

/// A monotonic clock that also runs while the machine is suspended.
#[cfg(target_os = "linux")]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::try_from(time).unwrap_or_default()
}

/// The best available clock.
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
    fn who_wakes_much_too_late_has_stood_still() {
        let ms = Duration::from_millis;
        let mut watch = Watch::begin(ms(1000));
        assert_eq!(watch.wake(ms(1050), ms(50)), ms(0));
        assert_eq!(watch.wake(ms(1060), ms(50)), ms(0), "woken before");
        assert_eq!(watch.wake(ms(1609), ms(50)), ms(0), "the machine is busy");
        assert_eq!(watch.stood_still(), ms(0));
        assert_eq!(watch.wake(ms(4659), ms(50)), ms(3000));
        assert_eq!(watch.stood_still(), ms(3050), "all that may have been");
        assert_eq!(watch.wake(ms(5209), ms(50)), ms(500));
        assert_eq!(watch.wake(ms(5200), ms(50)), ms(0), "no clock goes back");
        assert_eq!(watch.stood_still(), ms(3600));
        watch.rest(ms(60_000));
        assert_eq!(watch.wake(ms(60_010), ms(50)), ms(0), "nobody waited");
    }

    #[test]
    fn the_clock_goes_on() {
        let before = now();
        assert!(now() >= before);
    }
}
