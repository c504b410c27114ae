//! The engines of a match, as requested: one table of the keys of `--engine`.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use zugi_client::EngineSetup;
use zugi_client::process::Launch;
use zugi_protocol::{Dialect, one_of};

use super::key_value::{PairError, Pairs};
use super::shell_words;
use super::time_control::TimeControl;

/// An engine: its command, options and limits.
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
    /// The time or limit for its moves.
    #[serde(rename = "limit")]
    pub time: TimeControl,
    /// By how much it may overstep its time without losing, in milliseconds; none where the
    /// match says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Whether each game has a new process.
    #[serde(default)]
    pub restart: bool,
}

/// What an engine must have one of.
const LIMITS: &str = "tc=[MOVES/][MINUTES:]SECONDS[+SECONDS], movetime=MS, depth=N or nodes=N";

/// A row of the table of keys: what is known of a key of an engine's words.
struct EngineKey {
    key: &'static str,
    /// The key and its value: `dir=DIRECTORY`.
    form: &'static str,
    /// What it is for, in lines of the help.
    meaning: &'static [&'static str],
    /// What the value may be, for errors.
    expected: &'static str,
    /// Reads the value and stores it; `None` if it is none.
    set: fn(&mut EngineArgs, &str) -> Option<()>,
}

/// The keys but for the options and the limits, in the order of the help.
const KEYS: [EngineKey; 7] = [
    EngineKey {
        key: "name",
        form: "name=NAME",
        meaning: &["the name in the results"],
        expected: "name= and a name of more than blanks",
        set: |words, name| store(&mut words.name, text(name).filter(|it| !it.trim().is_empty())),
    },
    EngineKey {
        key: "cmd",
        form: "cmd='PROGRAM ARGS'",
        meaning: &["the program to start, with its arguments"],
        expected: "a program and its arguments",
        set: |words, line| {
            let parts = shell_words::split(line).filter(|parts| !parts.is_empty());
            store(&mut words.command, parts)
        },
    },
    EngineKey {
        key: "dir",
        form: "dir=DIRECTORY",
        meaning: &[
            "the working directory, where relative program paths start;",
            "a program without a path is looked up there first, then in PATH",
        ],
        expected: "a directory",
        set: |words, path| store(&mut words.directory, text(path).map(PathBuf::from)),
    },
    EngineKey {
        key: "proto",
        form: "proto=ugi|uci",
        meaning: &["its protocol [default: ugi]"],
        expected: "ugi or uci",
        set: |words, name| {
            let mut all = [Dialect::Ugi, Dialect::Uci].into_iter();
            store(&mut words.dialect, all.find(|dialect| dialect.to_string() == name))
        },
    },
    EngineKey {
        key: "margin",
        form: "margin=MS",
        meaning: &["tolerance for overstepping its time [default: --margin]"],
        expected: "milliseconds, at most a day",
        set: |words, margin| {
            let margin = margin.parse().ok().filter(|&margin| margin <= MOST_MARGIN);
            store(&mut words.margin, margin)
        },
    },
    EngineKey {
        key: "restart",
        form: "restart=on|off",
        meaning: &["start a new process for each game [default: off]"],
        expected: "on or off",
        set: |words, switch| {
            let switch = match switch {
                "on" => Some(true),
                "off" => Some(false),
                _ => None,
            };
            store(&mut words.restart, switch)
        },
    },
    EngineKey {
        key: "stderr",
        form: "stderr=FILE",
        meaning: &["append its standard error to this file"],
        expected: "a file",
        set: |words, path| store(&mut words.stderr, text(path).map(PathBuf::from)),
    },
];

/// Options, of which there may be many: the beginning of their keys, their form and meaning.
const OPTION: [&str; 3] = ["option.", "option.NAME=VALUE", "an option"];

/// How many of [`KEYS`] come before the options and the limits.
const BEFORE_OPTIONS: usize = 4;

/// The keys in words, for errors.
static EXPECTED: LazyLock<String> = LazyLock::new(|| {
    let (before, after) = KEYS.split_at(BEFORE_OPTIONS);
    let names = |rows: &[EngineKey]| rows.iter().map(|row| row.key).collect::<Vec<_>>();
    let all = [names(before), vec!["option.NAME"], TimeControl::KEYS.to_vec(), names(after)];
    let all: Vec<String> = all.concat().iter().map(|key| format!("{key}=")).collect();
    one_of(all.iter().map(String::as_str)).replace(" or ", " and ")
});

/// The keys of an engine's words, one or more lines each, for the help of a program.
#[must_use]
pub fn engine_keys() -> String {
    const WIDTH: usize = 19;
    let row = |form: &str, meaning: &[&str]| {
        let gap = format!("\n{:WIDTH$}", "");
        format!("{form:<WIDTH$}{}", meaning.join(&gap))
    };
    let (before, after) = KEYS.split_at(BEFORE_OPTIONS);
    let rows =
        |rows: &[EngineKey]| rows.iter().map(|key| row(key.form, key.meaning)).collect::<Vec<_>>();
    let limits = format!("{LIMITS}\n{:WIDTH$}its clock or its limit per move", "");
    let between = vec![row(OPTION[1], &[OPTION[2]]), limits];
    [rows(before), between, rows(after)].concat().join("\n")
}

impl EngineSpec {
    /// How it is started.
    #[must_use]
    pub fn setup(&self) -> EngineSetup<'_> {
        let EngineSpec { name, launch, dialect, options, .. } = self;
        EngineSetup { name, launch, dialect: *dialect, options, kill: None }
    }

    /// Reads words like `name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE tc=40/60+0.6`: those of the
    /// engine, and the defaults of `--each`. The default name is `engine` and its number.
    /// [`engine_keys`] lists the keys. `cmd` is split by the rules of the system
    /// ([`shell_words::split`]); see [`Launch`] for it and for `dir` and `stderr`, and
    /// [`TimeControl::parse`] for the limits.
    ///
    /// # Errors
    /// A word that is wrong, or without which there is no engine, or two limits at once.
    pub fn read(number: usize, each: &[String], own: &[String]) -> Result<EngineSpec, PairError> {
        let named = own.iter().find_map(|word| word.strip_prefix("name="));
        let what = match named.filter(|name| !name.is_empty()) {
            Some(name) => format!("engine {number} ({name})"),
            None => format!("engine {number}"),
        };
        let mut words = EngineArgs::default();
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
struct EngineArgs {
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

impl EngineArgs {
    /// What more words say goes before what others have said.
    fn take(&mut self, what: &str, words: &[String]) -> Result<(), PairError> {
        let mut pairs = Pairs::read(what, &EXPECTED, words)?;
        for EngineKey { key, expected, set, .. } in KEYS {
            pairs.take(key, expected, |value| set(self, value))?;
        }
        self.time = TimeControl::take(what, &mut pairs)?.or(self.time);
        for (option, value) in pairs.take_all(OPTION[0]) {
            self.options.retain(|(other, _)| *other != option);
            self.options.push((option, value));
        }
        pairs.end()
    }
}

/// A day in milliseconds.
const MOST_MARGIN: u64 = 24 * 60 * 60 * 1000;

/// Stores what was read, if it was.
fn store<T>(place: &mut Option<T>, read: Option<T>) -> Option<()> {
    *place = Some(read?);
    Some(())
}

/// A text that is not empty.
fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("name=", "name= and a name of more than blanks"),
            ("cmd='a", "a program and its arguments"),
            ("tc=0", "[MOVES/][MINUTES:]SECONDS[+SECONDS] for tc, else a number from 1"),
        ] {
            let own = [own[1].clone(), "depth=1".to_owned()];
            let error = EngineSpec::read(2, &[word.to_owned()], &own).unwrap_err().to_string();
            let (key, value) = word.split_once('=').unwrap();
            assert_eq!(error, format!("engine 2: {key} is {value:?}: expected {expected}"));
        }
    }

    #[test]
    fn errors_and_help_name_every_key() {
        let error = EngineSpec::read(1, &[], &["x=1".to_owned()]).unwrap_err().to_string();
        assert_eq!(
            error,
            "engine 1: bad word \"x=1\": expected name=, cmd=, dir=, proto=, option.NAME=, tc=, \
             movetime=, depth=, nodes=, margin=, restart= and stderr="
        );
        let help = engine_keys();
        for key in error.rsplit("expected ").next().unwrap().split([',', ' ']) {
            assert!(key == "and" || help.contains(key), "{key}: {help}");
        }
        assert!(help.lines().all(|line| line.len() <= 90), "{help}");
    }
}
