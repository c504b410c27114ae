//! The rate limit of a visitor's messages.

use std::time::{Duration, Instant};

/// The size of the bucket: the messages allowed at once.
pub const BURST: u32 = 1000;

/// The sustained rate, in messages per second.
pub const PER_SECOND: u32 = 200;

/// A token bucket: each message takes a token, and time refills it.
pub struct RateLimiter {
    tokens: f64,
    at: Instant,
}

impl RateLimiter {
    pub fn new(now: Instant) -> RateLimiter {
        RateLimiter { tokens: f64::from(BURST), at: now }
    }

    /// Takes a token for a message; false if the bucket is empty.
    pub fn take(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.tokens = (self.tokens + since * f64::from(PER_SECOND)).min(f64::from(BURST));
        let there = self.tokens >= 1.0;
        if there {
            self.tokens -= 1.0;
        }
        there
    }

    /// The time of the next token.
    pub fn next(&self) -> Instant {
        let missing = (1.0 - self.tokens).max(0.0) / f64::from(PER_SECOND);
        self.at + Duration::from_secs_f64(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_more_has_to_wait() {
        let began = Instant::now();
        let mut limiter = RateLimiter::new(began);
        let taken = (0..2 * BURST).filter(|_| limiter.take(began)).count();
        assert_eq!(taken, BURST as usize);
        let next = limiter.next();
        assert!(next > began && !limiter.take(began));
        // Rounding may cost a nanosecond.
        assert!(limiter.take(next + Duration::from_nanos(1)));
        let later = next + Duration::from_secs(1);
        let taken = (0..2 * BURST).filter(|_| limiter.take(later)).count();
        assert_eq!(taken, PER_SECOND as usize);
        let much_later = began + Duration::from_secs(3600);
        let taken = (0..2 * BURST).filter(|_| limiter.take(much_later)).count();
        assert_eq!(taken, BURST as usize);
    }
}
