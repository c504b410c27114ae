//! The time control of an engine, as requested.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zugi_records::millis;

use super::key_value::{PairError, Pairs};

/// The time or limit of an engine for its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// A clock.
    #[serde(rename = "tc")]
    Clock {
        /// Time at the start; with `moves` also added after that number of moves.
        #[serde(with = "millis")]
        base: Duration,
        /// Time added after each move.
        #[serde(with = "millis")]
        increment: Duration,
        /// Moves to the next time control; none if `base` is for the whole game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<u32>,
    },
    /// So much time for each move.
    MoveTime(#[serde(with = "millis")] Duration),
    /// So many plies for each move.
    Depth(u32),
    /// So many nodes for each move.
    Nodes(u64),
}

impl fmt::Display for TimeControl {
    /// In the form that [`TimeControl::parse`] reads: `tc=40/60+0.6`, `movetime=100`,
    /// `depth=8` or `nodes=1000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { base, increment, moves } => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            TimeControl::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

impl TimeControl {
    /// The keys of [`TimeControl::parse`].
    pub const KEYS: [&str; 4] = ["tc", "movetime", "depth", "nodes"];

    /// Takes the one limit that the words set, if they do.
    pub(super) fn take(what: &str, pairs: &mut Pairs) -> Result<Option<TimeControl>, PairError> {
        let mut found: Option<TimeControl> = None;
        for key in TimeControl::KEYS {
            let expected = "[MOVES/][MINUTES:]SECONDS[+SECONDS] for tc, else a number from 1";
            let control = |text: &str| TimeControl::parse(key, text);
            let Some(time) = pairs.take(key, expected, control)? else { continue };
            if let Some(other) = found {
                let problem = format!("both {other} and {time}");
                return Err(PairError::new(what, problem, "one of tc=, movetime=, depth=, nodes="));
            }
            found = Some(time);
        }
        Ok(found)
    }

    /// Reads the value of one of the keys: `tc` as `[MOVES/][MINUTES:]SECONDS[+SECONDS]`,
    /// `movetime` in milliseconds, `depth` in plies, `nodes`. `None` if it is none.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zugi_arbiter::TimeControl;
    /// let time = TimeControl::parse("tc", "40/60+0.6").unwrap();
    /// assert_eq!(time.to_string(), "tc=40/60+0.6");
    /// assert_eq!(TimeControl::parse("depth", "x"), None);
    /// ```
    #[must_use]
    pub fn parse(key: &str, value: &str) -> Option<TimeControl> {
        match key {
            "tc" => parse_clock(value),
            "movetime" => {
                let time = value.parse().ok().filter(|&time: &u64| time > 0)?;
                Some(TimeControl::MoveTime(Duration::from_millis(time)))
            }
            "depth" => value.parse().ok().filter(|&depth| depth > 0).map(TimeControl::Depth),
            "nodes" => value.parse().ok().filter(|&nodes| nodes > 0).map(TimeControl::Nodes),
            _ => None,
        }
    }
}

fn parse_clock(value: &str) -> Option<TimeControl> {
    let (moves, rest) = match value.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), rest),
        None => (None, value),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (clock_time(base)?, seconds(increment)?);
    (base + increment > Duration::ZERO).then_some(TimeControl::Clock { base, increment, moves })
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
    fn time_controls_are_read_back() {
        let cases = [
            ("tc", "1+0.01"),
            ("tc", "40/60+0.6"),
            ("tc", "0.5"),
            ("movetime", "100"),
            ("depth", "8"),
            ("nodes", "1000"),
        ];
        for (key, value) in cases {
            let time = TimeControl::parse(key, value).unwrap();
            assert_eq!(time.to_string(), format!("{key}={value}"));
        }
    }

    #[test]
    fn minutes_are_sixty_seconds() {
        for (text, seconds) in [("1:30+0.5", "90+0.5"), ("40/5:00", "40/300"), ("0:01.5", "1.5")] {
            let time = TimeControl::parse("tc", text).unwrap();
            assert_eq!(Some(time), TimeControl::parse("tc", seconds), "{text}");
        }
    }

    #[test]
    fn wrong_time_controls_are_refused() {
        let cases = [
            ("tc", ""),
            ("tc", "0"),
            ("tc", "-1"),
            ("tc", "1e5"),
            ("tc", "nan"),
            ("tc", "0/1"),
            ("tc", "1+"),
            ("tc", "1+1+1"),
            ("tc", "1:60"),
            ("tc", "1:1:1"),
            ("tc", "1.5:0"),
            ("tc", ":5"),
            ("tc", "99999999:0"),
            ("tc", "999999999"),
            ("movetime", "0"),
            ("depth", "-1"),
            ("nodes", "1.5"),
            ("time", "1"),
        ];
        for (key, value) in cases {
            assert_eq!(TimeControl::parse(key, value), None, "{key}={value}");
        }
    }
}
