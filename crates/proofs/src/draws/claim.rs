//! Claims: what a strategy guarantees at a position, and the table of those that it has.
//!
//! A claim is about a board with a count of quiet plies. That a side wins holds with every smaller
//! count, too; that it does not win with every greater one.

use std::collections::HashMap;

use zugi_game::{Game, Outcome, Player};

use super::ProvableWithDraws;
use super::verdict::Verdict;

/// What all claims of a strategy say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    /// The side that it is about.
    pub side: Player,
    /// Whether the side wins, or does not win.
    pub wins: bool,
}

impl Claim {
    /// What together says that a position has this result.
    pub fn of(outcome: Outcome) -> Vec<Claim> {
        match outcome {
            Outcome::Win(side) => vec![Claim { side, wins: true }],
            Outcome::Draw => Player::BOTH.map(|side| Claim { side, wins: false }).into(),
        }
    }

    /// Whose strategy it is.
    pub fn strategist(self) -> Player {
        if self.wins { self.side } else { self.side.opponent() }
    }

    /// Whether a finished game agrees with it.
    pub fn agrees(self, outcome: Outcome) -> bool {
        (outcome == Outcome::Win(self.side)) == self.wins
    }

    /// The count with which a verdict says so, be it known or assumed.
    pub fn bound(self, verdict: Verdict) -> Option<u8> {
        match verdict {
            Verdict::Win { up_to } if self.wins => Some(up_to),
            Verdict::NoWin { from, .. } if !self.wins => Some(from),
            _ => None,
        }
    }

    /// Whether a claim with the first count includes the same with the second.
    pub fn includes(self, bound: u8, quiet: u8) -> bool {
        if self.wins { quiet <= bound } else { quiet >= bound }
    }

    /// The greatest or the least count that is at most as strong as both.
    pub fn weaker(self, a: u8, b: u8) -> u8 {
        if self.wins { a.min(b) } else { a.max(b) }
    }

    /// How strong a claim with this count is, the strongest first.
    pub fn rank(self, bound: u8) -> u8 {
        if self.wins { u8::MAX - bound } else { bound }
    }

    /// The distance of a bound from the count of a position, if the claim includes it.
    pub fn distance(self, bound: u8, quiet: u8) -> Option<u8> {
        if self.wins { bound.checked_sub(quiet) } else { quiet.checked_sub(bound) }
    }

    /// The bound at a distance from the count of a position, if there may be such a claim.
    pub fn bound_at<G: ProvableWithDraws>(self, distance: u64, quiet: u8) -> Option<u8> {
        let distance = u8::try_from(distance).ok()?;
        let bound = match self.wins {
            true => quiet.checked_add(distance),
            false => quiet.checked_sub(distance),
        };
        bound.filter(|&bound| bound < G::QUIET_LIMIT)
    }
}

/// The claims of a strategy by their boards, each with the count of the strongest one.
#[derive(Debug, Default)]
pub(super) struct Claims(HashMap<[u64; 2], u8>);

impl Claims {
    pub fn include<G: ProvableWithDraws>(&self, claim: Claim, position: &G) -> bool {
        let bound = self.0.get(&position.board_key());
        bound.is_some_and(|&bound| claim.includes(bound, position.quiet_plies()))
    }

    /// Adds a claim, which is stronger than any of the same board.
    pub fn add(&mut self, position: &impl ProvableWithDraws, bound: u8) {
        self.0.insert(position.board_key(), bound);
    }
}

/// The number of a move in the order of [`Game::visit_moves`].
pub(super) fn index_of<G: Game>(position: &G, mv: G::Move) -> Option<usize> {
    position.moves().into_iter().position(|other| other == mv)
}
