//! The arguments of a match as a TOML file, with the option names as keys.
//!
//! The entries are converted to command line words, which clap parses, and back; so this module
//! needs no list of options.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::{Table, Value};
use zugi_arbiter::shell_words;
use zugi_files::read_text;

/// Options that are not part of the match itself.
const NOT_SAVED: [&str; 5] = ["help", "config", "save-config", "resume", "force"];

/// The options allowed in the file.
fn options(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let options = command.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    options.filter(|(name, _)| !NOT_SAVED.contains(name))
}

fn is_given(matches: &ArgMatches, arg: &Arg) -> bool {
    matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
}

/// Whether its values are `key=value` words.
fn has_words(arg: &Arg) -> bool {
    arg.get_num_args().is_some_and(|count| count.max_values() > 1)
}

/// Whether it may be repeated, with one value each.
fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append) && !has_words(arg)
}

/// The command line words for the file of `--config`, without the options on the command line;
/// empty without `--config`. `command` is that of the match.
///
/// # Errors
/// The file cannot be read, is not TOML, or has an unknown key or a value of the wrong type.
pub(crate) fn with_config(
    matches: &ArgMatches,
    command: &Command,
) -> Result<Vec<OsString>, String> {
    let Some(path) = matches.get_one::<PathBuf>("config") else { return Ok(Vec::new()) };
    let wrong = |why: String| format!("config {path:?}: {why}");
    let text = read_text(path).map_err(|error| wrong(error.to_string()))?;
    let table: Table = text.parse().map_err(|error| wrong(toml_error(&text, &error)))?;
    let mut words = Vec::new();
    for (key, value) in &table {
        let Some((_, arg)) = options(command).find(|(name, _)| name == key) else {
            let all: Vec<&str> = options(command).map(|(name, _)| name).collect();
            return Err(wrong(format!("unknown key {key:?}: expected one of {}", all.join(", "))));
        };
        if !is_given(matches, arg) {
            let found = words_of(key, arg, value);
            let expected = |expected| wrong(format!("{key} is {value}: expected {expected}"));
            words.extend(found.map_err(expected)?);
        }
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

fn toml_error(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    format!("line {line}: {}", error.message().replace('\n', ", "))
}

/// An option and its value as words; the error is what was expected.
fn words_of(key: &str, arg: &Arg, value: &Value) -> Result<Vec<String>, &'static str> {
    let option = format!("--{key}");
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    match value {
        Value::Boolean(on) if is_switch => Ok(Vec::from_iter(on.then_some(option))),
        _ if is_switch => Err("true or false"),
        Value::Array(values) if has_words(arg) => {
            let words = values.iter().map(|value| words_of(key, arg, value));
            Ok(words.collect::<Result<Vec<_>, _>>()?.concat())
        }
        Value::Table(table) if has_words(arg) => Ok([vec![option], pairs_of("", table)?].concat()),
        Value::String(text) if has_words(arg) => {
            let words = shell_words::split(text).ok_or("words with their quotes in pairs")?;
            Ok([vec![option], words].concat())
        }
        _ if has_words(arg) => Err("a table, or words KEY=VALUE"),
        Value::Array(values) if is_list(arg) => {
            values.iter().map(|value| Ok(format!("{option}={}", plain(value)?))).collect()
        }
        // In one word, since the value may start with a minus.
        value => Ok(vec![format!("{option}={}", plain(value)?)]),
    }
}

/// The `key=value` words of a table; nested keys are joined with dots.
fn pairs_of(before: &str, table: &Table) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => words.extend(pairs_of(&format!("{before}{key}."), inner)?),
            value => words.push(format!("{before}{key}={}", plain(value)?)),
        }
    }
    Ok(words)
}

fn plain(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(on.to_string()),
        _ => Err("a text or a number"),
    }
}

/// The options of the command line and of the file of `--config`, for [`text`].
pub(super) fn given(matches: &ArgMatches, command: &Command) -> Table {
    let mut table = Table::new();
    for (name, arg) in options(command).filter(|(_, arg)| is_given(matches, arg)) {
        let id = arg.get_id().as_str();
        let value = match arg.get_action() {
            ArgAction::SetTrue => Value::Boolean(true),
            _ => {
                let occurrences = matches.get_raw_occurrences(id).into_iter().flatten();
                let texts = |words: &mut dyn Iterator<Item = &std::ffi::OsStr>| -> Vec<String> {
                    words.map(|word| word.to_string_lossy().into_owned()).collect()
                };
                let occurrences: Vec<Vec<String>> =
                    occurrences.map(|mut words| texts(&mut words)).collect();
                value_of(arg, &occurrences)
            }
        };
        table.insert(name.to_owned(), value);
    }
    table
}

fn value_of(arg: &Arg, occurrences: &[Vec<String>]) -> Value {
    match occurrences {
        all if is_list(arg) => Value::Array(all.iter().map(|one| value(&one.concat())).collect()),
        [.., last] if !has_words(arg) => value(&last.concat()),
        [words] if arg.get_id() != "engine" => Value::Table(table_of(words)),
        _ => {
            let tables = occurrences.iter().map(|words| Value::Table(table_of(words)));
            Value::Array(tables.collect())
        }
    }
}

fn table_of(words: &[String]) -> Table {
    let mut table = Table::new();
    for (key, text) in words.iter().filter_map(|word| word.split_once('=')) {
        let (outer, inner) = match key.split_once('.') {
            Some((outer, inner)) => (outer, Some(inner)),
            None => (key, None),
        };
        let Some(inner) = inner else {
            table.insert(outer.to_owned(), value(text));
            continue;
        };
        let entry = table.entry(outer).or_insert_with(|| Value::Table(Table::new()));
        if let Value::Table(entry) = entry {
            entry.insert(inner.to_owned(), value(text));
        }
    }
    table
}

/// An integer if the text is one in canonical form, otherwise a string.
fn value(text: &str) -> Value {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Value::Integer(number),
        _ => Value::String(text.to_owned()),
    }
}

/// The content of the file.
pub(super) fn text(given: &Table) -> String {
    format!("# zugi match --config FILE\n{given}")
}
