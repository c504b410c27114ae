//! The clock of searches: that of the system, or one from the host.
//!
//! WebAssembly without WASI has no clock, and the clock of the standard library panics there. A
//! host must set a clock by `set_source` before the first measurement.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use hosted::{Instant, set_source};

#[cfg(any(target_family = "wasm", test))]
mod hosted {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Returns milliseconds since any fixed moment.
    static SOURCE: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock, a function that returns milliseconds. Only the first call counts, because
    /// another clock could make time go backwards.
    pub fn set_source(source: fn() -> f64) {
        let _ = SOURCE.set(source);
    }

    /// A moment by the host's clock; without a clock all moments are equal.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        #[must_use]
        pub fn now() -> Instant {
            let millis = SOURCE.get().map_or(0.0, |source| source());
            Instant(Duration::try_from_secs_f64(millis / 1000.0).unwrap_or_default())
        }

        /// The time since this moment; zero if the clock went backwards.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::cell::Cell;

        use super::*;

        thread_local! {
            static MILLIS: Cell<f64> = const { Cell::new(0.0) };
        }

        #[test]
        fn the_host_tells_the_time() {
            set_source(|| MILLIS.get());
            set_source(|| 7.0);
            MILLIS.set(1000.0);
            let began = Instant::now();
            MILLIS.set(1250.5);
            assert_eq!(began.elapsed(), Duration::from_micros(250_500));
            for bad in [900.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
                MILLIS.set(bad);
                assert_eq!(began.elapsed(), Duration::ZERO, "{bad}");
            }
        }
    }
}
