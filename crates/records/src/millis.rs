//! Serializes times as milliseconds, exact to the microsecond, for records and reports.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest time in microseconds, 31 years; `f64` has all integers up to it.
const LONGEST: u64 = 1_000_000_000_000_000 - 1;

/// The time in milliseconds, at most 31 years.
pub fn to_number(time: Duration) -> f64 {
    time.as_micros().min(LONGEST.into()) as f64 / 1000.0
}

/// The time; `None` if it is negative or more than 31 years.
pub fn from_number(millis: f64) -> Option<Duration> {
    let micros = (millis * 1000.0).round();
    (0.0..=LONGEST as f64).contains(&micros).then(|| Duration::from_micros(micros as u64))
}

/// Writes a time, for `#[serde(with = "millis")]`.
pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    to_number(*time).serialize(serializer)
}

/// # Errors
/// The value is not a number, or outside the range of [`from_number`].
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let error = || serde::de::Error::custom("expected milliseconds");
    from_number(f64::deserialize(deserializer)?).ok_or_else(error)
}

pub mod optional {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(super::to_number).serialize(serializer)
    }

    /// Reads a time or nothing; a number out of range becomes `None`.
    ///
    /// # Errors
    /// Neither a number nor null.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<f64>::deserialize(deserializer)?.and_then(super::from_number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_that_is_written_is_read() {
        let longest = Duration::from_micros(LONGEST);
        for (time, read) in
            [(Duration::ZERO, Duration::ZERO), (longest, longest), (Duration::MAX, longest)]
        {
            assert_eq!(from_number(to_number(time)), Some(read), "{time:?}");
        }
        assert_eq!(from_number(1e12), None);
    }
}
