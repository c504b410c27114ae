//! The description of a match: the flags of the command line, a TOML file and the first line of a
//! record have the same keys.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;
use toml::{Table, Value};
use zugi_client::Timeouts;
use zugi_client::process::Launch;
use zugi_protocol::{Dialect, quote};
use zugi_records::GENERIC;

use super::adjudication::AdjudicationRule;
use super::names::are_alike;
use super::shard::MatchShard;
use super::shell_words;
use super::sprt::Sprt;
use super::time_control::{Clock, Limits};

/// The most games of a pairing, because random openings and shuffles are made before the first
/// game.
const MAX_GAMES: usize = 1_000_000;
/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// An error in the description of a match, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    /// An error at a place such as `engine 2`.
    fn at(place: &str, error: impl fmt::Display) -> ConfigError {
        let text = error.to_string();
        let text = text.trim_end();
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        // toml names the key below the message.
        ConfigError(match text.rsplit_once("\nin `") {
            Some((message, key)) => format!("{place}{}: {message}", key.trim_end_matches('`')),
            None => format!("{place}{}", text.replace('\n', ", ")),
        })
    }
}

impl From<String> for ConfigError {
    fn from(text: String) -> ConfigError {
        ConfigError(text)
    }
}

/// A match: its engines, its conditions, and its files.
///
/// ```
/// use zugi_arbiter::MatchConfig;
/// let config = MatchConfig::from_toml(
///     "variant = 'zola-6'
///      games = 20
///      each = { tc = '10+0.1' }
///      engine = [{ cmd = 'zugi' }, { name = 'old', cmd = './zugi-old', nodes = 1000 }]",
/// )?;
/// assert_eq!(config.engine[0].name, "engine 1");
/// assert_eq!(config.engine[1].limits().to_string(), "nodes=1000");
/// # Ok::<(), zugi_arbiter::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchConfig {
    /// A variant with known rules, or [`GENERIC`]; empty for the default variant of the registry.
    pub variant: String,
    /// The engines, at least two.
    pub engine: Vec<EngineConfig>,
    /// The number of games of each pairing.
    pub games: usize,
    /// Whether the first engine meets each of the others, instead of round robin.
    pub gauntlet: bool,
    /// Whether each opening is played once, instead of twice with sides swapped.
    pub no_swap: bool,
    pub openings: Option<PathBuf>,
    /// The number of random plies, instead of a file of openings.
    pub random_plies: Option<usize>,
    pub order: OpeningsOrder,
    /// The number of the first opening in that order, from 1; the earlier ones come last.
    pub start: usize,
    /// The seed of random openings, of the order of openings, of shuffles and of random outcomes.
    #[serde(serialize_with = "number_as", deserialize_with = "seed")]
    pub seed: u64,
    pub concurrency: usize,
    pub win: Option<AdjudicationRule>,
    pub draw: Option<AdjudicationRule>,
    pub resign: Option<AdjudicationRule>,
    /// The number of plies after which a game is drawn or, with [`GENERIC`], does not count.
    pub max_plies: Option<NonZeroUsize>,
    /// Folders of endgame tables that adjudicate wins, and
    /// [`SMALL_TABLES`](super::adjudication::SMALL_TABLES).
    pub tables: Vec<PathBuf>,
    /// A test of the first engine against the second; its verdict ends the match.
    pub sprt: Option<Sprt>,
    /// The tolerance in milliseconds for a move that oversteps its time.
    pub margin: u64,
    /// The timeout of all replies in milliseconds, except for the end at `quit`, see
    /// [`MatchConfig::timeouts`].
    pub patience: Option<u64>,
    /// Whether an engine that failed is restarted; otherwise it plays no further games.
    pub recover: bool,
    /// Whether engines see hidden information, for tests.
    pub reveal: bool,
    /// Whether the engines are not asked for the result at the end of a game with known rules. The
    /// result by the rules counts in either case. With [`GENERIC`], the engines are always asked.
    pub no_ask: bool,
    /// The number of games between two displays of the standings.
    pub interval: Option<NonZeroUsize>,
    /// Whether games get no line of their own: only faults, the standings of `interval` and the
    /// report are shown.
    pub quiet: bool,
    /// The prefix of the files.
    pub out: Option<PathBuf>,
    pub shard: Option<MatchShard>,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            variant: String::new(),
            engine: Vec::new(),
            games: 100,
            gauntlet: false,
            no_swap: false,
            openings: None,
            random_plies: None,
            order: OpeningsOrder::default(),
            start: 1,
            seed: 1,
            concurrency: 1,
            win: None,
            draw: None,
            resign: None,
            max_plies: None,
            tables: Vec::new(),
            sprt: None,
            margin: 10,
            patience: None,
            recover: false,
            reveal: false,
            no_ask: false,
            interval: None,
            quiet: false,
            out: None,
            shard: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningsOrder {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// That of the file.
    Sequential,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// Its name in the records, different from all others.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// The program and its arguments: a list, or a text that is split by the rules of the system
    /// ([`shell_words::split`]).
    #[serde(deserialize_with = "command")]
    pub cmd: Vec<String>,
    /// Its working directory, see [`Launch`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    #[serde(default)]
    pub proto: Dialect,
    /// Options to set before the first game, in this order.
    #[serde(default, serialize_with = "options_as", deserialize_with = "options")]
    pub option: Vec<(String, String)>,
    /// Its clock; `inf` means no clock.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "clock")]
    pub tc: Option<Clock>,
    /// The time for each move in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "number_as", deserialize_with = "positive")]
    pub movetime: Option<u64>,
    /// The plies of each search.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "positive")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "number_as", deserialize_with = "positive")]
    pub nodes: Option<u64>,
    /// Its own margin, see [`MatchConfig::margin`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "milliseconds")]
    pub margin: Option<u64>,
    /// Whether each game has a new process.
    #[serde(default, deserialize_with = "switch")]
    pub restart: bool,
    /// A file to which its standard error is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
}

const LIMITS: [&str; 4] = ["tc", "movetime", "depth", "nodes"];

impl MatchConfig {
    /// Reads a TOML file.
    ///
    /// # Errors
    /// The text is not TOML, or see [`MatchConfig::from_table`].
    pub fn from_toml(text: &str) -> Result<MatchConfig, ConfigError> {
        MatchConfig::from_table(table_of_toml(text)?)
    }

    /// Reads the keys of this struct. `each` has defaults for all engines; an engine with a limit
    /// of its own gets none of the limits in `each`.
    ///
    /// # Errors
    /// A key that is unknown or missing, a wrong value, or values that do not fit together.
    pub fn from_table(mut table: Table) -> Result<MatchConfig, ConfigError> {
        if let Some(key) = table.keys().find(|key| key.ends_with("-patience")) {
            return Err(format!("unknown key {key}: expected patience, for all replies").into());
        }
        for key in ["win", "draw", "resign", "sprt"] {
            if let Some(Value::String(words)) = table.get(key) {
                let words = table_of_words(key, &split(key, words)?)?;
                table.insert(key.to_owned(), words.into());
            }
        }
        if let Some(one @ Value::String(_)) = table.get("tables").cloned() {
            table.insert("tables".to_owned(), vec![one].into());
        }
        let each = table.remove("each").map_or(Ok(Table::new()), |each| keys_of("each", each))?;
        let engines = match table.remove("engine") {
            None => Vec::new(),
            Some(Value::Array(engines)) => engines,
            Some(engine) => vec![engine],
        };
        let config: MatchConfig =
            table.try_into().map_err(|error: toml::de::Error| ConfigError::at("", error))?;
        let engine = (1..).zip(engines).map(|(number, own)| EngineConfig::new(number, &each, own));
        let config = MatchConfig { engine: engine.collect::<Result<_, _>>()?, ..config };
        config.check()?;
        Ok(config)
    }

    /// The keys that differ from the defaults, for a TOML file.
    ///
    /// # Errors
    /// A value that TOML does not have, such as a path that is not UTF-8.
    pub fn to_table(&self) -> Result<Table, ConfigError> {
        let table = |config: &MatchConfig| {
            Table::try_from(config).map_err(|error| ConfigError::at("", error))
        };
        let default = table(&MatchConfig::default())?;
        let differs = |(key, value): &(String, Value)| default.get(key) != Some(value);
        Ok(table(self)?.into_iter().filter(differs).collect())
    }

    /// Checks the values as far as possible without the rules of the game.
    fn check(&self) -> Result<(), String> {
        let wrong = |key: &str, given: &dyn fmt::Display, expected: &str| {
            Err(format!("{key} is {given}: expected {expected}"))
        };
        match self.games {
            games if games > MAX_GAMES => {
                wrong("games", &games, &format!("at most {MAX_GAMES}"))?;
            }
            0 if self.no_swap => wrong("games", &0, "a number from 1")?,
            0 => wrong("games", &0, "an even number from 2")?,
            games if !games.is_multiple_of(2) && !self.no_swap => {
                let (less, more) = (games - 1, games.saturating_add(1));
                let even = if less > 0 { format!("{less} or {more}") } else { more.to_string() };
                let why = format!("as each opening is played twice, or {games} with no-swap");
                wrong("games", &games, &format!("{even}, {why}"))?;
            }
            _ => {}
        }
        if self.concurrency == 0 {
            wrong("concurrency", &0, "a number from 1")?;
        }
        for (key, time) in [("margin", Some(self.margin)), ("patience", self.patience)] {
            if let Some(time) = time.filter(|&time| time > DAY) {
                wrong(key, &time, MILLISECONDS)?;
            }
        }
        match self.engine.len() {
            0 => return Err("0 engines given: expected at least two".to_owned()),
            1 => return Err("1 engine given: expected at least two".to_owned()),
            engines if engines > 2 && self.sprt.is_some() => {
                return Err(format!("{engines} engines given: expected two for an SPRT"));
            }
            _ => {}
        }
        for (number, engine) in self.engine.iter().enumerate() {
            if self.variant == GENERIC && engine.proto != Dialect::Ugi {
                return Err(format!(
                    "engine {} has proto=uci: expected proto=ugi for {GENERIC:?}, as UCI has no \
                     words to ask who is to move and who has won",
                    quote(&engine.name)
                ));
            }
            let before = self.engine.iter().take(number);
            if let Some(other) = before.into_iter().find(|it| are_alike(&it.name, &engine.name)) {
                return Err(alike(&other.name, &engine.name));
            }
        }
        Ok(())
    }

    /// The timeouts: `patience`, or [`Timeouts::default`]. The timeout of a move with a time limit
    /// begins after that limit and the margin.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        let usual = Timeouts::default();
        self.patience.map_or(usual, |patience| Timeouts {
            quit: usual.quit,
            ..Timeouts::all(Duration::from_millis(patience))
        })
    }

    /// The number of rounds; each round plays one opening.
    #[must_use]
    pub fn rounds(&self) -> usize {
        if self.no_swap { self.games } else { self.games.div_ceil(2) }
    }

    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.engine.iter().map(|engine| engine.name.clone()).collect()
    }
}

impl EngineConfig {
    /// An engine with its own keys and those of `each`.
    fn new(number: usize, each: &Table, own: Value) -> Result<EngineConfig, ConfigError> {
        let own = keys_of(&format!("engine {number}"), own)?;
        let place = match own.get("name").and_then(Value::as_str) {
            Some(name) => format!("engine {number} ({name})"),
            None => format!("engine {number}"),
        };
        let mut all = each.clone();
        if LIMITS.iter().any(|limit| own.contains_key(*limit)) {
            all.retain(|key, _| !LIMITS.contains(&key));
        }
        for (key, value) in own {
            match (all.get_mut(&key), value) {
                (Some(Value::Table(options)), Value::Table(own)) => {
                    options.retain(|name, _| !own.contains_key(name));
                    options.extend(own);
                }
                (_, value) => drop(all.insert(key, value)),
            }
        }
        all.entry("name").or_insert_with(|| format!("engine {number}").into());
        let engine: Result<EngineConfig, toml::de::Error> = all.try_into();
        let engine = engine.map_err(|error| ConfigError::at(&place, error))?;
        let wrong = |expected| Err(ConfigError::at(&place, expected));
        let is_empty = |path: &Option<PathBuf>| path.iter().any(|it| it.as_os_str().is_empty());
        match &engine {
            it if it.name.trim().is_empty() => wrong("name: expected more than blanks"),
            it if is_empty(&it.dir) => wrong("dir: expected a directory"),
            it if is_empty(&it.stderr) => wrong("stderr: expected a file"),
            it if it.tc.is_some() && it.movetime.is_some() => {
                wrong("both tc and movetime: expected one of them")
            }
            it if it.limits() == Limits::default() => wrong(
                "a limit is missing: expected tc=[MOVES/][MINUTES:]SECONDS[+SECONDS], \
                 movetime=MS, depth=N or nodes=N",
            ),
            _ => Ok(engine),
        }
    }

    #[must_use]
    pub fn launch(&self) -> Launch {
        let EngineConfig { cmd, dir, stderr, .. } = self.clone();
        Launch { command: cmd, directory: dir, stderr }
    }

    #[must_use]
    pub fn limits(&self) -> Limits {
        let EngineConfig { tc, depth, nodes, .. } = *self;
        Limits { tc, movetime: self.movetime.map(Duration::from_millis), depth, nodes }
    }
}

/// The error of two names that are equal or nearly so.
fn alike(one: &str, other: &str) -> String {
    let (first, second) = (quote(one), quote(other));
    if one == other {
        return format!("two engines have the name {first}: expected different ones, set by name=");
    }
    format!(
        "engines {first} and {second} look the same: expected names that differ in their first 80 \
         characters, by more than blanks and capital letters, set by name="
    )
}

pub fn table_of_toml(text: &str) -> Result<Table, ConfigError> {
    text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        ConfigError(format!("line {line}: {}", error.message().replace('\n', ", ")))
    })
}

/// The keys of words `KEY=VALUE`; `option.Hash=16` is the key `Hash` of the table `option`.
///
/// # Errors
/// A word without `=`, or a key that comes twice. `what` names the words.
pub fn table_of_words(what: &str, words: &[String]) -> Result<Table, ConfigError> {
    let mut all = Table::new();
    for word in words {
        let wrong = |why: String| ConfigError(format!("{what}: {why}"));
        let Some((key, value)) = word.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(wrong(format!("bad word {}: expected KEY=VALUE", quote(word))));
        };
        let (table, name) = match key.split_once('.') {
            None => (&mut all, key),
            Some((outer, inner)) => match all.entry(outer).or_insert_with(|| Table::new().into()) {
                Value::Table(table) => (table, inner),
                _ => return Err(wrong(format!("{outer} is given twice: expected each key once"))),
            },
        };
        if table.insert(name.to_owned(), value.into()).is_some() {
            return Err(wrong(format!("{key} is given twice: expected each key once")));
        }
    }
    Ok(all)
}

/// Reads a value from words `KEY=VALUE`, such as an [`Sprt`] from `elo0=0 elo1=5`.
///
/// # Errors
/// See [`table_of_words`], or a key or a value is wrong.
pub fn read_words<T: DeserializeOwned>(what: &str, words: &[String]) -> Result<T, ConfigError> {
    let value: Result<T, toml::de::Error> = table_of_words(what, words)?.try_into();
    value.map_err(|error| ConfigError::at(what, error))
}

/// The keys of a table, or of a text of words.
fn keys_of(what: &str, value: Value) -> Result<Table, ConfigError> {
    match value {
        Value::Table(table) => Ok(table),
        Value::String(words) => table_of_words(what, &split(what, &words)?),
        value => Err(format!("{what} is {value}: expected a table, or words KEY=VALUE").into()),
    }
}

fn split(what: &str, words: &str) -> Result<Vec<String>, String> {
    shell_words::split(words).ok_or_else(|| format!("{what}: expected quotes in pairs"))
}

/// A text, number or switch as a text: words of the command line have no types.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(on.to_string()),
        _ => Err(de::Error::custom("expected a text or a number")),
    }
}

/// A value that is read from a text.
pub(super) fn scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = text(deserializer)?;
    read(&text).ok_or_else(|| de::Error::custom(format!("{}: expected {expected}", quote(&text))))
}

fn positive<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr + PartialOrd + Default,
{
    let number = |text: &str| text.parse().ok().filter(|number| *number > T::default());
    scalar(deserializer, "a number from 1", number).map(Some)
}

const MILLISECONDS: &str = "milliseconds, at most a day";

fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let time = |text: &str| text.parse().ok().filter(|&time| time <= DAY);
    scalar(deserializer, MILLISECONDS, time).map(Some)
}

fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    scalar(deserializer, "on or off", |text| match text {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    })
}

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    scalar(deserializer, "a number from 0", |text| text.parse().ok())
}

/// Writes a number, or one that may be missing. TOML has no integers from 2^63 on, so these are
/// texts.
fn number_as<S: Serializer>(
    number: &(impl Copy + Into<Option<u64>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number: Option<u64> = (*number).into();
    match number.map(|number| i64::try_from(number).map_err(|_| number)) {
        Some(Ok(number)) => serializer.serialize_i64(number),
        Some(Err(number)) => serializer.collect_str(&number),
        None => serializer.serialize_none(),
    }
}

fn clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
    scalar(deserializer, "[MOVES/][MINUTES:]SECONDS[+SECONDS] or inf", |text| match text {
        "inf" => Some(None),
        text => Clock::parse(text).map(Some),
    })
}

fn command<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words = match Value::deserialize(deserializer)? {
        Value::String(line) => shell_words::split(&line),
        words => words.try_into().ok(),
    };
    let words = words.filter(|words| !words.is_empty());
    words.ok_or_else(|| de::Error::custom("expected a program and its arguments"))
}

fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    let options = match Value::deserialize(deserializer)? {
        Value::Table(options) => options,
        other => {
            let wrong = format!("{other}: expected options and their values");
            return Err(de::Error::custom(wrong));
        }
    };
    let value = |(name, value): (String, Value)| match text(value) {
        Ok(value) => Ok((name, value)),
        Err(error) => Err(de::Error::custom(format!("{name}: {}", error.message()))),
    };
    options.into_iter().map(value).collect()
}

fn options_as<S: Serializer>(all: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(all.iter().map(|(name, value)| (name, value)))
}

/// The keys of a match that may differ when it is resumed.
pub(super) const MAY_DIFFER: [&str; 6] =
    ["games", "concurrency", "sprt", "interval", "quiet", "out"];

/// The difference of two matches in one line, such as `--seed was 1 and is 2`; `None` if only keys
/// that may differ do so.
pub(super) fn difference(
    before: &MatchConfig,
    now: &MatchConfig,
    may_differ: &[&str],
) -> Option<String> {
    use serde_json::Value;
    fn walk(path: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
        match (before, now) {
            _ if before == now => {}
            (Value::Object(one), Value::Object(two)) => {
                let more = two.keys().filter(|key| !one.contains_key(*key));
                for key in one.keys().chain(more) {
                    let [one, two] = [one, two].map(|map| map.get(key).unwrap_or(&Value::Null));
                    let dot = if path.ends_with(' ') { "" } else { "." };
                    walk(&format!("{path}{dot}{key}"), one, two, found);
                }
            }
            (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
                for (number, (one, two)) in (1..).zip(one.iter().zip(two)) {
                    walk(&format!("{path} {number}: "), one, two, found);
                }
            }
            (one, two) => {
                let text = |value: &Value| match value {
                    Value::Null => "not given".to_owned(),
                    Value::Array(values) => format!("{} values", values.len()),
                    value => value.to_string(),
                };
                found.push(format!("{path} was {} and is {}", text(one), text(two)));
            }
        }
    }
    let [before, now] = [before, now].map(|it| serde_json::to_value(it).unwrap_or_default());
    let (Value::Object(before), Value::Object(now)) = (before, now) else { return None };
    let mut found = Vec::new();
    for (key, one) in before.iter().filter(|(key, _)| !may_differ.contains(&key.as_str())) {
        walk(&format!("--{key}"), one, now.get(key).unwrap_or(&Value::Null), &mut found);
    }
    (!found.is_empty()).then(|| found.join("; "))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two engines and these further lines.
    pub fn config(more: &str) -> MatchConfig {
        let engines = "engine = [{name = 'one', cmd = 'a', nodes = 1, option = {Hash = 8, Threads = 2}}, {name = 'two', cmd = \"'b c' d\", tc = '40/60+0.5'}]\n";
        MatchConfig::from_toml(&format!("{engines}variant = 'zola-4'\n{more}")).unwrap()
    }

    fn engine(each: &[&str], own: &[&str]) -> Result<EngineConfig, ConfigError> {
        let words =
            |words: &[&str]| -> Vec<String> { words.iter().map(|&word| word.to_owned()).collect() };
        let each = table_of_words("each", &words(each))?;
        EngineConfig::new(2, &each, table_of_words("engine 2", &words(own))?.into())
    }

    #[test]
    fn an_engine_has_its_own_keys_and_those_of_each() {
        let each = ["tc=1+0.1", "restart=on", "margin=20", "option.Hash=16", "option.A=1"];
        let own = ["name=a", "cmd=./a -x", "dir=/tmp", "proto=uci", "stderr=a.log", "margin=0"];
        let own = [&own[..], &["nodes=5", "depth=9", "option.Hash=007"]].concat();
        let spec = engine(&each, &own).unwrap();
        let launch = spec.launch();
        assert_eq!(launch.command, ["./a", "-x"]);
        assert_eq!(launch.directory.as_deref(), Some("/tmp".as_ref()));
        assert_eq!(launch.stderr.as_deref(), Some("a.log".as_ref()));
        assert_eq!((spec.proto, spec.margin, spec.restart), (Dialect::Uci, Some(0), true));
        assert_eq!(spec.limits().to_string(), "depth=9 nodes=5");
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(spec.option, [option("A", "1"), option("Hash", "007")]);
        let infinite = engine(&["tc=5"], &["cmd=a", "tc=inf", "nodes=7"]).unwrap();
        assert_eq!(infinite.limits().to_string(), "nodes=7");
    }

    #[test]
    fn a_wrong_word_is_named_with_its_place() {
        for (word, expected) in [
            ("restart=yes", "restart: \"yes\": expected on or off"),
            ("proto=xboard", "proto: unknown variant `xboard`, expected `ugi` or `uci`"),
            ("margin=-1", "margin: \"-1\": expected milliseconds, at most a day"),
            ("margin=99999999999", "margin: \"99999999999\": expected milliseconds, at most a day"),
            ("dir=", "dir: expected a directory"),
            ("cmd='a", "cmd: expected a program and its arguments"),
            ("tc=0", "tc: \"0\": expected [MOVES/][MINUTES:]SECONDS[+SECONDS] or inf"),
            ("nodes=0", "nodes: \"0\": expected a number from 1"),
            ("x=1", "unknown field `x`, expected one of `name`, `cmd`, `dir`, `proto`"),
        ] {
            let command = if word.starts_with("cmd") { "margin=1" } else { "cmd=a" };
            let limit = if word.starts_with("tc") { "option.A=1" } else { "depth=1" };
            let error = engine(&[], &[word, command, limit]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("engine 2: {expected}")), "{error}");
        }
        for (words, expected) in [
            (&["cmd=a"][..], "engine 2: a limit is missing: expected tc="),
            (&["cmd=a", "tc=inf"], "engine 2: a limit is missing"),
            (&["cmd=a", "tc=1", "movetime=1"], "engine 2: both tc and movetime"),
            (&["nodes=1"], "engine 2: missing field `cmd`"),
            (&["cmd=a", "name= "], "engine 2 ( ): name: expected more than blanks"),
            (&["cmd"], "engine 2: bad word \"cmd\": expected KEY=VALUE"),
            (&["option.A=1", "option.A=1"], "engine 2: option.A is given twice"),
        ] {
            let error = engine(&[], words).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_wrong_description_is_one_error_with_its_key() {
        let engine = |name: &str, more: &str| format!("{{name='{name}',cmd='x',nodes=1{more}}}");
        let [a, b, c] = ["a", "b", "c"].map(|name| engine(name, ""));
        let long = "x".repeat(100);
        let alike = [engine(&long, ""), engine(&format!("{long}2"), "")].join(",");
        let uci = engine("b", ",proto='uci'");
        for (text, expected) in [
            ("games = 0", "games is 0: expected an even number from 2"),
            ("games = 1", "games is 1: expected 2, as each opening is played twice, or 1 with no-"),
            (
                "games = 5",
                "games is 5: expected 4 or 6, as each opening is played twice, or 5 with",
            ),
            ("games = 0\nno-swap = true", "games is 0: expected a number from 1"),
            ("games = 10000000000", "games is 10000000000: expected at most 1000000"),
            ("concurrency = 0", "concurrency is 0: expected a number from 1"),
            ("win = 'moves=4'", "win: missing field `score`"),
            ("draw = 'moves=4 score=1 until=3'", "draw: unknown field `until`"),
            ("resign = 'moves=0 score=5'", "resign.moves: "),
            (&format!("engine = [{a}]"), "1 engine given: expected at least two"),
            (
                &format!("sprt = 'elo0=0 elo1=5'\nengine = [{a},{b},{c}]"),
                "3 engines given: expected two for an SPRT",
            ),
            (&format!("engine = [{a},{b},{a}]"), "two engines have the name \"a\""),
            (&format!("engine = [{alike}]"), "engines \"xxx"),
            (&format!("variant = 'generic'\nengine = [{a},{uci}]"), "engine \"b\" has proto=uci: "),
            ("gamse = 5", "unknown field `gamse`, expected one of "),
            ("resume = true", "unknown field `resume`"),
            ("no-swap = 1", "no-swap: invalid type: integer `1`, expected a boolean"),
            ("games = true", "games: invalid type: boolean `true`"),
            ("games = [2]", "games: invalid type: sequence"),
            ("games = 2024-01-01", "games: invalid type"),
            ("tables = [1, [2]]", "tables: "),
            ("engine = 5", "engine 1 is 5: expected a table"),
            ("engine = [{cmd='x', nods=1}]", "engine 1: unknown field `nods`"),
            (
                "engine = [{cmd='x', option='y'}]",
                "engine 1: option: \"y\": expected options and their values",
            ),
        ] {
            let engines = if text.contains("engine") { "" } else { &format!("engine = [{a},{b}]") };
            let error = MatchConfig::from_toml(&format!("{text}\n{engines}")).unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{text}: {error}");
        }
    }

    #[test]
    fn a_config_is_read_as_it_was_written() {
        let all = "seed = '18446744073709551615'\nsprt = 'elo0=0 elo1=5'\nout = 'm'\n\
                   win = {moves = 3, score = 500}\nshard = '1/2'\npatience = 7\nmax-plies = 9\n\
                   tables = 'small'";
        let mut config = config(all);
        (config.engine[0].movetime, config.engine[0].nodes) = (Some(u64::MAX), Some(u64::MAX));
        assert_eq!(config.tables, [PathBuf::from("small")], "a single value stands for a list");
        let toml = config.to_table().unwrap().to_string();
        assert!(!toml.contains("gauntlet"), "{toml}");
        assert_eq!(MatchConfig::from_toml(&toml).unwrap(), config);
        let json = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<MatchConfig>(&json).unwrap(), config);
    }

    #[test]
    fn one_patience_is_for_all_replies() {
        let waits = |more: &str| {
            let it = config(more).timeouts();
            [it.start, it.ready, it.new_game, it.search, it.overrun, it.quit].map(|it| it.as_secs())
        };
        assert_eq!(waits(""), [60, 10, 10, 60, 10, 1]);
        assert_eq!(waits("patience = 700000"), [700, 700, 700, 700, 700, 1]);
        let mut old = Table::new();
        old.insert("start-patience".to_owned(), 5.into());
        let error = MatchConfig::from_table(old).unwrap_err().to_string();
        assert_eq!(error, "unknown key start-patience: expected patience, for all replies");
    }

    #[test]
    fn each_difference_is_named_with_both_values() {
        let before = config("games = 4");
        let other = |more: &str| difference(&before, &config(more), &MAY_DIFFER);
        assert_eq!(other("games = 8\nquiet = true\nsprt = 'elo0=0 elo1=5'"), None);
        for (more, expected) in [
            ("seed = 2\nrecover = true", "--recover was false and is true; --seed was 1 and is 2"),
            ("max-plies = 9", "--max-plies was not given and is 9"),
        ] {
            assert_eq!(other(more).as_deref(), Some(expected));
        }
        let mut now = before.clone();
        now.engine[1].nodes = Some(3);
        now.engine[0].option.pop();
        let found = difference(&before, &now, &[]).unwrap();
        let expected = "--engine 1: option.Threads was \"2\" and is not given; \
                        --engine 2: nodes was not given and is 3";
        assert_eq!(found, expected);
    }
}
