//! Numbers on the command line, and the errors about them.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Error};

/// A parser for numbers for which `fits` is true; the error says what is expected.
pub(super) fn number<T: FromStr>(
    fits: impl Fn(&T) -> bool + Clone,
    expected: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text: &str| {
        let number = text.parse::<T>().ok().filter(&fits);
        number.ok_or_else(|| format!("expected {expected}"))
    }
}

pub(super) fn take_negative(argument: Arg) -> Arg {
    let takes_values = argument.get_action().takes_values();
    argument.allow_negative_numbers(takes_values)
}

/// Adds the expected value to an error about a number; clap says only `invalid digit found in
/// string`. Other errors stay unchanged.
pub(super) fn explain(error: Error) -> Error {
    let Some(expected) = error.source().and_then(|source| source.downcast_ref()).and_then(expected)
    else {
        return error;
    };
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (value, argument) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let message = format!("invalid value '{value}' for '{argument}': expected {expected}\n");
    Error::raw(ErrorKind::ValueValidation, message)
}

fn expected(error: &ParseIntError) -> Option<&'static str> {
    Some(match error.kind() {
        IntErrorKind::Empty | IntErrorKind::InvalidDigit => "a whole number, not negative",
        IntErrorKind::PosOverflow => "a smaller number",
        IntErrorKind::NegOverflow => "a larger number",
        IntErrorKind::Zero => "a number from 1",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use clap::{Command, value_parser};

    use super::*;

    #[test]
    fn an_error_says_which_number_was_expected() {
        let command = |argument: Arg| Command::new("zugi").arg(argument);
        let games = || take_negative(Arg::new("games").long("games"));
        let plain = || command(games().value_parser(value_parser!(u64)));
        let ranged = || command(games().value_parser(value_parser!(u64).range(..9)));
        let some = || command(games().value_parser(value_parser!(NonZeroUsize)));
        for (command, value, expected) in [
            (plain(), "-5", "a whole number, not negative"),
            (plain(), "1.5", "a whole number, not negative"),
            (ranged(), "x", "a whole number, not negative"),
            (ranged(), "10", "10 is not in 0..9"),
            (plain(), "99999999999999999999", "a smaller number"),
            (some(), "0", "a number from 1"),
        ] {
            let error = command.try_get_matches_from(["zugi", "--games", value]).unwrap_err();
            let text = explain(error).to_string();
            assert!(text.contains(expected) && text.contains(&format!("'{value}'")), "{text}");
            assert!(text.contains("--games"), "{text}");
        }
    }
}
