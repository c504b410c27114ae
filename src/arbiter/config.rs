//! What a match is made of, as it was asked for: engines and their time controls.

use std::fmt;
use std::time::Duration;

use super::pairs::{PairError, Pairs};
use serde::{Deserialize, Serialize};

/// How an engine is started and what it may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the records, different from all others.
    pub name: String,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// Options to set before the first game, in this order.
    pub options: Vec<(String, String)>,
    /// What it has for its moves.
    pub time: TimeControl,
}

/// What an engine has for its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeControl {
    /// A clock.
    Clock {
        /// Time at the start and, with `moves`, added after so many moves.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Moves to the next time control; none if `base` is for the whole game.
        moves: Option<u32>,
    },
    /// So much time for each move.
    MoveTime(Duration),
    /// So many plies for each move.
    Depth(u32),
    /// So many nodes for each move.
    Nodes(u64),
}

/// What an engine must have one of.
const LIMITS: &str = "tc=[MOVES/]SECONDS[+SECONDS], movetime=MS, depth=N or nodes=N";

impl EngineSpec {
    /// Reads words like `name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE tc=40/60+0.6` (or
    /// `movetime=`, `depth=`, `nodes=`): the engine's own ones, and those for each engine
    /// where it says nothing. Without a name it is `engine` and its number.
    ///
    /// # Errors
    /// A word that is wrong, or without which there is no engine, or two limits at once.
    pub fn read(number: usize, each: &[String], own: &[String]) -> Result<EngineSpec, PairError> {
        let named = own.iter().find_map(|word| word.strip_prefix("name="));
        let what = match named.filter(|name| !name.is_empty()) {
            Some(name) => format!("engine {number} ({name})"),
            None => format!("engine {number}"),
        };
        let keys = "name=, cmd=, option.NAME=, tc=, movetime=, depth= and nodes=";
        let (mut name, mut command, mut time) = (None, None, None);
        let mut options: Vec<(String, String)> = Vec::new();
        for words in [each, own] {
            let mut pairs = Pairs::read(&what, keys, words)?;
            let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            name = pairs.take("name", "name= and a name", text)?.or(name);
            let program =
                |text: &str| shell_words::split(text).ok().filter(|words| !words.is_empty());
            command = pairs.take("cmd", "a program and its arguments", program)?.or(command);
            time = TimeControl::take(&what, &mut pairs)?.or(time);
            for (option, value) in pairs.take_all("option.") {
                options.retain(|(other, _)| *other != option);
                options.push((option, value));
            }
            pairs.end()?;
        }
        let missing = |key, expected| PairError::missing(&what, key, expected);
        let command = command.ok_or_else(|| missing("cmd", "cmd=PROGRAM"))?;
        let time = time.ok_or_else(|| missing("a limit", LIMITS))?;
        let name = name.unwrap_or_else(|| format!("engine {number}"));
        Ok(EngineSpec { name, command, options, time })
    }
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
    fn take(what: &str, pairs: &mut Pairs) -> Result<Option<TimeControl>, PairError> {
        let mut found: Option<TimeControl> = None;
        for key in TimeControl::KEYS {
            let expected = "[MOVES/]SECONDS[+SECONDS] for tc, else a number from 1";
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

    /// Reads the value of one of the keys: `tc` as `[MOVES/]SECONDS[+SECONDS]`,
    /// `movetime` in milliseconds, `depth` in plies, `nodes`. `None` if it is none.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zugi::arbiter::TimeControl;
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
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    (base + increment > Duration::ZERO).then_some(TimeControl::Clock { base, increment, moves })
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
    fn nonsense_is_no_time_control() {
        let cases = [
            ("tc", ""),
            ("tc", "0"),
            ("tc", "-1"),
            ("tc", "1e5"),
            ("tc", "nan"),
            ("tc", "0/1"),
            ("tc", "1+"),
            ("tc", "1+1+1"),
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
