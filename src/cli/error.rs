//! The errors of the program: a sentence for people, and an exit code for scripts.

use std::any::Any;
use std::fmt::Display;
use std::io;

/// Why the program fails. `?` converts any other error and any text to it.
///
/// It does not implement [`Display`], which would forbid that conversion.
#[derive(Debug)]
pub(super) struct CliError {
    /// The reason on the first line; lines of an engine's standard error may follow.
    pub text: String,
    /// 2 for wrong arguments, 1 for errors during the work; the help of a subcommand says which
    /// other codes it has.
    pub code: u8,
    /// Whether the reader of the output has closed it, which is not a failure.
    pub is_closed_output: bool,
}

impl CliError {
    pub fn with_code(code: u8, reason: impl Display) -> CliError {
        CliError { text: reason.to_string(), code, is_closed_output: false }
    }
}

/// Returns the error of a wrong argument, formatted as by `format!`.
macro_rules! bail {
    ($($arguments:tt)*) => { return Err($crate::cli::CliError::from(format!($($arguments)*))) };
}
pub(super) use bail;

impl<E: Display + 'static> From<E> for CliError {
    /// The error of a wrong argument, but an `io::Error` is taken as an error of the output:
    /// `cannot_use` has converted the errors of files.
    fn from(error: E) -> CliError {
        let Some(of_output) = (&error as &dyn Any).downcast_ref::<io::Error>() else {
            return CliError::with_code(2, error);
        };
        let is_closed_output = of_output.kind() == io::ErrorKind::BrokenPipe;
        let text = format!("cannot write the output: {of_output}");
        CliError { text, code: 1, is_closed_output }
    }
}
