//! The flags of a match as the keys of its description.

use std::any::TypeId;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::{Table, Value};
use zugi_arbiter::match_config::{ConfigError, table_of_words};

/// Options that are not part of the match itself.
const NOT_PART: [&str; 6] = ["help", "config", "save-config", "resume", "force", "log-file"];

/// The flags on the command line, by name: a switch is true, words `KEY=VALUE` are a table, and an
/// option that may be repeated is a list.
pub(super) fn given(matches: &ArgMatches, command: &Command) -> Result<Table, ConfigError> {
    let mut table = Table::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(name) = arg.get_long().filter(|name| is_given && !NOT_PART.contains(name)) else {
            continue;
        };
        let occurrences = matches.get_raw_occurrences(id).into_iter().flatten();
        let text = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
        let words: Vec<Vec<String>> = occurrences.map(|words| words.map(text).collect()).collect();
        table.insert(name.to_owned(), value_of(arg, &words)?);
    }
    Ok(table)
}

fn value_of(arg: &Arg, occurrences: &[Vec<String>]) -> Result<Value, ConfigError> {
    let has_words = arg.get_num_args().is_some_and(|count| count.max_values() > 1);
    let name = arg.get_long().unwrap_or_default();
    Ok(match (arg.get_action(), occurrences) {
        (ArgAction::SetTrue, _) => true.into(),
        _ if name == "engine" => {
            let engines = (1..).zip(occurrences).map(|(number, words)| {
                table_of_words(&format!("engine {number}"), words).map(Value::from)
            });
            Value::Array(engines.collect::<Result<_, _>>()?)
        }
        _ if has_words => table_of_words(name, &occurrences.concat())?.into(),
        (ArgAction::Append, all) => Value::Array(all.iter().map(|it| it.concat().into()).collect()),
        (_, all) => {
            let text = all.last().map(|words| words.concat()).unwrap_or_default();
            let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            // Only the canonical form is a number: a text such as `007` may be a name.
            let number = text.parse().ok().filter(|it: &i64| !is_path && it.to_string() == text);
            number.map_or_else(|| text.into(), Value::from)
        }
    })
}
