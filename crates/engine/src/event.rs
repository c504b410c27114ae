//! News for the session, from its reader and its worker, through one channel.

use super::job::JobOutput;

/// One piece of news.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A line of input without its end; bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line of input that is too long: its beginning.
    TooLong(String),
    /// There is no more input.
    EndOfInput,
    /// The running job has something to say.
    Output(JobOutput),
    /// The running job has ended; all that it says has come before.
    Finished,
}
