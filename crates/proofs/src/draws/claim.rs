//! Claims: that a side wins a position, or does not win it.
//!
//! A claim is about a board and a count of quiet plies. A claim of a win holds with every smaller
//! count, too, and one of no win with every greater count.

use zugi_game::{Outcome, Player};

use super::ProvableWithDraws;
use super::verdict::Verdict;

/// The claim of a strategy. It is the same at all positions of the strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub side: Player,
    /// False: the side does not win.
    pub wins: bool,
}

impl Claim {
    /// The claims that together prove this result.
    pub fn of(outcome: Outcome) -> Vec<Claim> {
        match outcome {
            Outcome::Win(side) => vec![Claim { side, wins: true }],
            Outcome::Draw => Player::BOTH.map(|side| Claim { side, wins: false }).into(),
        }
    }

    /// The side that follows the strategy.
    pub fn strategist(self) -> Player {
        if self.wins { self.side } else { self.side.opponent() }
    }

    /// Whether the claim holds at the end of a game.
    pub fn agrees(self, outcome: Outcome) -> bool {
        (outcome == Outcome::Win(self.side)) == self.wins
    }

    /// The count of quiet plies for which a verdict, known or assumed, states the claim; `None` if
    /// it does not.
    pub(super) fn bound(self, verdict: Verdict) -> Option<u8> {
        match verdict {
            Verdict::Win { up_to } if self.wins => Some(up_to),
            Verdict::NoWin { from, .. } if !self.wins => Some(from),
            _ => None,
        }
    }

    /// Whether the claim with the count `bound` includes the one with the count `quiet`.
    pub fn includes(self, bound: u8, quiet: u8) -> bool {
        self.distance(bound, quiet).is_some()
    }

    /// The count of the weaker of two claims with these counts.
    pub fn weaker(self, a: u8, b: u8) -> u8 {
        if self.wins { a.min(b) } else { a.max(b) }
    }

    /// A sort key for claims by their counts, the strongest first.
    pub fn rank(self, bound: u8) -> u8 {
        if self.wins { u8::MAX - bound } else { bound }
    }

    /// The distance of the claim's count, `bound`, from the count of a position, `quiet`; `None` if
    /// the claim does not include the position.
    pub fn distance(self, bound: u8, quiet: u8) -> Option<u8> {
        if self.wins { bound.checked_sub(quiet) } else { quiet.checked_sub(bound) }
    }

    /// The inverse of [`Claim::distance`]; `None` if the bound is out of range.
    pub fn bound_at<G: ProvableWithDraws>(self, distance: u64, quiet: u8) -> Option<u8> {
        let distance = u8::try_from(distance).ok()?;
        let bound = match self.wins {
            true => quiet.checked_add(distance),
            false => quiet.checked_sub(distance),
        };
        bound.filter(|&bound| bound < G::QUIET_LIMIT)
    }
}
