//! The progress message of `solve`, parsed and written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The progress of a proof, the text of a [`Reply::Message`](super::Reply::Message).
///
/// ```
/// use zugi_protocol::SolveProgress;
/// let text = "solve: 3 of 36 moves lose, 1200 nodes, 5 s, table 7 %";
/// let progress: SolveProgress = text.parse().unwrap();
/// assert_eq!((progress.moves, progress.nodes), (36, 1200));
/// assert_eq!(progress.to_string(), text);
/// assert!("solve: 3 of x moves lose".parse::<SolveProgress>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// The number of root moves proven to lose.
    pub lost: usize,
    /// The number of root moves.
    pub moves: usize,
    /// The number of positions expanded.
    pub nodes: u64,
    /// The time since the proof began, in whole seconds.
    pub time: Duration,
    /// The filled part of the table of results, in hundredths.
    pub percent: u32,
}

impl fmt::Display for SolveProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolveProgress { lost, moves, nodes, time, percent } = self;
        let seconds = time.as_secs();
        write!(
            f,
            "solve: {lost} of {moves} moves lose, {nodes} nodes, {seconds} s, table {percent} %"
        )
    }
}

/// A text that is not a progress message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no progress of a proof: expected \"solve: L of M moves lose, N nodes, S s, table P %\"")]
pub struct NoSolveProgress;

impl FromStr for SolveProgress {
    type Err = NoSolveProgress;

    fn from_str(text: &str) -> Result<SolveProgress, NoSolveProgress> {
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let numbers: Vec<u64> = numbers.map_while(|digits| digits.parse().ok()).collect();
        let &[lost, moves, nodes, seconds, percent] = numbers.as_slice() else {
            return Err(NoSolveProgress);
        };
        let progress = SolveProgress {
            lost: lost.try_into().map_err(|_| NoSolveProgress)?,
            moves: moves.try_into().map_err(|_| NoSolveProgress)?,
            nodes,
            time: Duration::from_secs(seconds),
            percent: percent.try_into().map_err(|_| NoSolveProgress)?,
        };
        Some(progress).filter(|progress| progress.to_string() == text).ok_or(NoSolveProgress)
    }
}
