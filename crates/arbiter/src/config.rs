//! What a match is made of, as it was asked for: engines and their time controls.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zugi_client::EngineSetup;
use zugi_client::process::Launch;
use zugi_protocol::Dialect;
use zugi_records::millis;

use super::pairs::{PairError, Pairs};
use super::words;

/// How an engine is started and what it may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the records, different from all others.
    pub name: String,
    /// The program, and where it is started.
    #[serde(flatten)]
    pub launch: Launch,
    /// The protocol that it is spoken to in.
    #[serde(default, rename = "proto")]
    pub dialect: Dialect,
    /// Options to set before the first game, in this order.
    pub options: Vec<(String, String)>,
    /// What it has for its moves.
    #[serde(rename = "limit")]
    pub time: TimeControl,
    /// By how much it may overstep its time without losing, in milliseconds; none where the
    /// match says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Whether each game has a process of its own.
    #[serde(default)]
    pub restart: bool,
}

/// What an engine has for its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// A clock.
    #[serde(rename = "tc")]
    Clock {
        /// Time at the start and, with `moves`, added after so many moves.
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

/// What an engine must have one of.
const LIMITS: &str = "tc=[MOVES/][MINUTES:]SECONDS[+SECONDS], movetime=MS, depth=N or nodes=N";

/// The keys of an engine's words.
const KEYS: &str = "name=, cmd=, dir=, proto=, option.NAME=, tc=, movetime=, depth=, nodes=, \
                    margin=, restart= and stderr=";

impl EngineSpec {
    /// How it is started.
    #[must_use]
    pub fn setup(&self) -> EngineSetup<'_> {
        let EngineSpec { name, launch, dialect, options, .. } = self;
        EngineSetup { name, launch, dialect: *dialect, options }
    }

    /// Reads words like `name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE tc=40/60+0.6`: the
    /// engine's own ones, and those for each engine where it says nothing. Without a name
    /// it is `engine` and its number. The keys are
    ///
    /// - `cmd`: the words of a command, [as the system splits it](words::split), see
    ///   [`Launch`] for it and for `dir` and `stderr`;
    /// - `proto`: `ugi` or `uci`;
    /// - `option.NAME`: an option and its value;
    /// - `tc`, `movetime`, `depth`, `nodes`: one limit, see [`TimeControl::parse`];
    /// - `margin`: milliseconds, `restart`: `on` or `off`.
    ///
    /// # Errors
    /// A word that is wrong, or without which there is no engine, or two limits at once.
    pub fn read(number: usize, each: &[String], own: &[String]) -> Result<EngineSpec, PairError> {
        let named = own.iter().find_map(|word| word.strip_prefix("name="));
        let what = match named.filter(|name| !name.is_empty()) {
            Some(name) => format!("engine {number} ({name})"),
            None => format!("engine {number}"),
        };
        let mut words = EngineWords::default();
        words.take(&what, each)?;
        words.take(&what, own)?;
        let missing = |key, expected| PairError::missing(&what, key, expected);
        let command = words.command.ok_or_else(|| missing("cmd", "cmd=PROGRAM"))?;
        Ok(EngineSpec {
            name: words.name.unwrap_or_else(|| format!("engine {number}")),
            launch: Launch { command, directory: words.directory, stderr: words.stderr },
            dialect: words.dialect.unwrap_or_default(),
            options: words.options,
            time: words.time.ok_or_else(|| missing("a limit", LIMITS))?,
            margin: words.margin,
            restart: words.restart.unwrap_or(false),
        })
    }
}

/// What the words have said so far.
#[derive(Default)]
struct EngineWords {
    name: Option<String>,
    command: Option<Vec<String>>,
    directory: Option<PathBuf>,
    stderr: Option<PathBuf>,
    dialect: Option<Dialect>,
    options: Vec<(String, String)>,
    time: Option<TimeControl>,
    margin: Option<u64>,
    restart: Option<bool>,
}

impl EngineWords {
    /// What more words say goes before what others have said.
    fn take(&mut self, what: &str, words: &[String]) -> Result<(), PairError> {
        let mut pairs = Pairs::read(what, KEYS, words)?;
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let name = |name: &str| text(name).filter(|name| !name.trim().is_empty());
        let path = |path: &str| text(path).map(PathBuf::from);
        let program = |text: &str| words::split(text).filter(|words| !words.is_empty());
        let dialect =
            |text: &str| [Dialect::Ugi, Dialect::Uci].into_iter().find(|d| d.to_string() == text);
        let switch = |text: &str| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let margin = |text: &str| text.parse().ok().filter(|&margin| margin <= MOST_MARGIN);
        replace(&mut self.name, pairs.take("name", "name= and a name of more than blanks", name)?);
        replace(&mut self.command, pairs.take("cmd", "a program and its arguments", program)?);
        replace(&mut self.directory, pairs.take("dir", "a directory", path)?);
        replace(&mut self.stderr, pairs.take("stderr", "a file", path)?);
        replace(&mut self.dialect, pairs.take("proto", "ugi or uci", dialect)?);
        replace(&mut self.margin, pairs.take("margin", "milliseconds, at most a day", margin)?);
        replace(&mut self.restart, pairs.take("restart", "on or off", switch)?);
        replace(&mut self.time, TimeControl::take(what, &mut pairs)?);
        for (option, value) in pairs.take_all("option.") {
            self.options.retain(|(other, _)| *other != option);
            self.options.push((option, value));
        }
        pairs.end()
    }
}

/// A day in milliseconds.
const MOST_MARGIN: u64 = 24 * 60 * 60 * 1000;

fn replace<T>(value: &mut Option<T>, by: Option<T>) {
    if by.is_some() {
        *value = by;
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
    fn an_engine_has_what_its_words_say() {
        let words = |text: &str| shell_words::split(text).unwrap();
        let each = words("tc=1+0.1 restart=on margin=20 option.Hash=16");
        let own = words("name=a cmd='./a -x' dir=/tmp proto=uci stderr=a.log margin=0 nodes=5");
        let spec = EngineSpec::read(1, &each, &own).unwrap();
        assert_eq!(spec.launch.command, ["./a", "-x"]);
        assert_eq!(spec.launch.directory.as_deref(), Some("/tmp".as_ref()));
        assert_eq!(spec.launch.stderr.as_deref(), Some("a.log".as_ref()));
        assert_eq!((spec.dialect, spec.margin, spec.restart), (Dialect::Uci, Some(0), true));
        assert_eq!(spec.time, TimeControl::Nodes(5));
        for (word, expected) in [
            ("restart=yes", "on or off"),
            ("proto=xboard", "ugi or uci"),
            ("margin=-1", "milliseconds, at most a day"),
            ("margin=99999999999", "milliseconds, at most a day"),
            ("dir=", "a directory"),
        ] {
            let own = [own[1].clone(), "depth=1".to_owned(), word.to_owned()];
            let error = EngineSpec::read(2, &[], &own).unwrap_err().to_string();
            let (key, value) = word.split_once('=').unwrap();
            assert_eq!(error, format!("engine 2: {key} is {value:?}: expected {expected}"));
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
