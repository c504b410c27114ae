//! The events that the session receives from its reader and its worker, through one channel.

use super::job::JobOutput;

/// An event for the session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A line of input without its line end; invalid UTF-8 is replaced.
    Line(String),
    /// The beginning of a line that is too long.
    TooLong(String),
    /// The end of the input.
    EndOfInput,
    /// An output of the running job.
    Output(JobOutput),
    /// The running job has ended; all its outputs came before.
    Finished,
}
