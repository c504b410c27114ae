//! The limits of an engine for its moves.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Serialize, Serializer};

/// The limits of each search of an engine; the first that is reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub tc: Option<Clock>,
    pub movetime: Option<Duration>,
    /// The plies of each search.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl fmt::Display for Limits {
    /// For example `tc=40/60+0.6 nodes=1000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { tc, movetime, depth, nodes } = self;
        let all = [
            tc.map(|clock| format!("tc={clock}")),
            movetime.map(|time| format!("movetime={}", time.as_millis())),
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        f.write_str(&all.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// A clock: `[MOVES/][MINUTES:]SECONDS[+SECONDS]`.
///
/// ```
/// use zugi_arbiter::Clock;
/// let clock = Clock::parse("40/1:00+0.6").unwrap();
/// assert_eq!(clock.to_string(), "40/60+0.6");
/// assert_eq!(Clock::parse("x"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time at the start; the first move gets the increment, too. With `moves`, this time is
    /// added again each time that number of moves is made.
    pub base: Duration,
    pub increment: Duration,
    /// Moves to the next time control; `None` if `base` is for the whole game.
    pub moves: Option<u32>,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Clock {
    #[must_use]
    pub fn parse(text: &str) -> Option<Clock> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<NonZeroU32>().ok()?.get()), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment) = (clock_time(base)?, seconds(increment)?);
        (base + increment > Duration::ZERO).then_some(Clock { base, increment, moves })
    }
}

/// `SECONDS`, or `MINUTES:SECONDS` with less than a minute of seconds.
fn clock_time(text: &str) -> Option<Duration> {
    let Some((minutes, rest)) = text.split_once(':') else { return seconds(text) };
    let minutes: u32 = minutes.parse().ok().filter(|&minutes| minutes < 1_000_000)?;
    let rest = seconds(rest).filter(|rest| rest.as_secs() < 60)?;
    Some(Duration::from_secs(60 * u64::from(minutes)) + rest)
}

/// A number of seconds, at most about three years.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|&seconds| plain && seconds < 1e8)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_back_in_seconds() {
        for (text, seconds) in [
            ("1+0.01", "1+0.01"),
            ("40/60+0.6", "40/60+0.6"),
            ("0.5", "0.5"),
            ("0+2", "0+2"),
            ("1:30+0.5", "90+0.5"),
            ("40/5:00", "40/300"),
            ("0:01.5", "1.5"),
        ] {
            assert_eq!(Clock::parse(text).unwrap().to_string(), seconds);
        }
    }

    #[test]
    fn wrong_clocks_are_refused() {
        let wrong = ["", "0", "-1", "1e5", "nan", "0/1", "1+", "1+1+1", "1:60", "1:1:1"];
        for text in wrong.into_iter().chain(["1.5:0", ":5", "99999999:0", "999999999"]) {
            assert_eq!(Clock::parse(text), None, "{text}");
        }
    }
}
