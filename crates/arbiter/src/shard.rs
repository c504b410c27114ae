//! Parts of a match that are played on their own.
//!
//! The games of a match are numbered pair by pair. Shard `i` of `n` is the `i`-th of `n` blocks of
//! pairs, whose lengths differ by at most one pair. So the first shards together are always the
//! beginning of the match, as a sequential test needs it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::schedule::Schedule;

/// A shard of a match.
///
/// ```
/// use zugi_arbiter::shard::MatchShard;
/// let shard: MatchShard = "2/3".parse()?;
/// assert_eq!(shard.to_string(), "2/3");
/// assert!("4/3".parse::<MatchShard>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchShard {
    /// Its number, from 1.
    number: usize,
    count: usize,
}

const MAX_PARTS: usize = 1 << 30;

impl MatchShard {
    /// The numbers of its games. The games of a pair belong together.
    pub(super) fn games(self, schedule: &Schedule) -> Range<usize> {
        let of_pair = schedule.games_of_pair();
        let pairs = (schedule.games() / of_pair) as u128;
        let from = |part: usize| 1 + of_pair * (part as u128 * pairs / self.count as u128) as usize;
        from(self.number - 1)..from(self.number)
    }
}

impl FromStr for MatchShard {
    type Err = String;

    fn from_str(text: &str) -> Result<MatchShard, String> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let shard = MatchShard { number: number.parse().ok()?, count: count.parse().ok()? };
            let possible = (1..=shard.count).contains(&shard.number) && shard.count <= MAX_PARTS;
            possible.then_some(shard)
        };
        parse().ok_or_else(|| format!("found {text:?}, expected i/n, such as 1/4 to 4/4"))
    }
}

impl TryFrom<String> for MatchShard {
    type Error = String;

    fn try_from(text: String) -> Result<MatchShard, String> {
        text.parse()
    }
}

impl From<MatchShard> for String {
    fn from(shard: MatchShard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for MatchShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::tests::SCHEDULE;
    use super::*;

    #[test]
    fn each_game_is_in_one_part_and_pairs_stay_together() {
        for (engines, games_each, paired) in
            [(2, 20, true), (3, 14, true), (2, 7, false), (4, 2, true)]
        {
            let schedule = Schedule { engines, games_each, paired, ..SCHEDULE };
            for count in [1, 2, 3, 7, 50] {
                let parts: Vec<Range<usize>> = (1..=count)
                    .map(|number| MatchShard { number, count }.games(&schedule))
                    .collect();
                let games: Vec<usize> = parts.iter().cloned().flatten().collect();
                assert!(games.into_iter().eq(1..=schedule.games()), "{parts:?}");
                if paired {
                    assert!(parts.iter().all(|part| part.start % 2 == 1), "{parts:?}");
                }
            }
        }
    }

    #[test]
    fn texts_that_are_no_part_are_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/4", "1/99999999999999999999"] {
            let error = text.parse::<MatchShard>().unwrap_err();
            assert!(error.contains(&format!("{text:?}")) && error.contains("i/n"), "{error}");
        }
    }
}
