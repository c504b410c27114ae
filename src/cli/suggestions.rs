//! Suggestions for an invalid command line.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use super::bad_number;

/// Adds a suggestion to an error of clap, or the expected numbers.
pub(super) fn explained(error: Error, command: &Command, words: &[OsString]) -> Error {
    bad_number::explain(with_tip(error, command, words))
}

fn with_tip(mut error: Error, command: &Command, words: &[OsString]) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into()).collect();
    if let Some(tip) = tip(command, &words, unknown(&error).as_deref()) {
        let tips = vec![StyledStr::from(format!("did you mean `{tip}`?"))];
        // Replaces clap's suggestion of `--`, which does not apply here.
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

fn unknown(error: &Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    }
}

/// The suggestion for a command line with an unknown word.
fn tip(command: &Command, words: &[String], unknown: Option<&str>) -> Option<String> {
    let unknown = unknown?;
    // Skip the program name.
    let words = words.get(1..)?;
    let sub = words.iter().find_map(|word| command.find_subcommand(word));
    if let Some(long) = one_dash(command, sub, words, unknown) {
        return Some(long);
    }
    let (before, after) = (words.iter().position(|word| word == unknown)?, sub?);
    let ends_options = after.get_positionals().any(clap::Arg::is_last_set);
    if !ends_options || unknown.starts_with('-') || words.iter().any(|word| word == "--") {
        return None;
    }
    let quoted = words.iter().enumerate().map(|(index, word)| match index {
        index if index == before => format!("-- {word}"),
        _ => word.clone(),
    });
    let words: Vec<String> = [command.get_name().to_owned()].into_iter().chain(quoted).collect();
    Some(words.join(" "))
}

/// Detects a long option with a single dash. Clap reads it as short options and reports its first
/// unknown letter.
fn one_dash(
    command: &Command,
    sub: Option<&Command>,
    words: &[String],
    unknown: &str,
) -> Option<String> {
    unknown.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
    let options = || sub.into_iter().chain([command]).flat_map(Command::get_arguments);
    let is_long = |name: &str| options().any(|argument| argument.get_long() == Some(name));
    words.iter().take_while(|word| *word != "--").find_map(|word| {
        let rest = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
        let name = rest.split('=').next()?;
        is_long(name).then(|| format!("--{name}"))
    })
}

#[cfg(test)]
mod tests {
    use crate::cli::command;
    use crate::registry;

    use super::*;

    fn tip_for(line: &str) -> String {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let command = command(&registry());
        let error = command.clone().try_get_matches_from(&words).unwrap_err();
        with_tip(error, &command, &words).to_string()
    }

    #[test]
    fn what_was_meant_is_told() {
        for (line, meant) in [
            ("zugi match -engine name=a cmd=a", "--engine"),
            ("zugi match --games 2 -out=m", "--out"),
            ("zugi perft -variant zola-4 3", "--variant"),
            ("zugi check ./engine", "zugi check -- ./engine"),
            ("./engine check ./engine", "zugi check -- ./engine"),
            ("zugi check --strict ./engine -x", "zugi check --strict -- ./engine -x"),
        ] {
            let said = tip_for(line);
            assert!(said.contains(&format!("did you mean `{meant}`?")), "{line}: {said}");
            assert!(!said.contains("to pass"), "{line}: {said}");
        }
    }

    #[test]
    fn nobody_guesses_without_a_reason() {
        for line in ["zugi match -qqq", "zugi check -- a --", "zugi perft 3 4 5"] {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let command = command(&registry());
            if let Err(error) = command.clone().try_get_matches_from(&words) {
                let said = with_tip(error, &command, &words).to_string();
                assert!(!said.contains("did you mean"), "{line}: {said}");
            }
        }
    }
}
