//! The walk through a strategy, in the order of the numbers of a certificate.

use std::collections::HashMap;

use zugi_game::{Game, Probe};

use super::ProvableWithDraws;
use super::claim::Claim;
use super::side_value::{SideValue, side_value};
use crate::Counts;

/// A walk through the claims of a strategy; writer and verifier must visit the same positions in
/// the same order.
pub(super) struct Walk<'a, G, O> {
    claim: Claim,
    oracle: &'a O,
    /// Positions with at most this number of pieces are looked up.
    pieces: u32,
    /// The count of the strongest claim for each board.
    claims: HashMap<[u64; 2], u8>,
    /// The positions still to visit, in reverse order.
    left: Vec<G>,
    pub counts: Counts,
}

/// Why a strategy does not prove its claim.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The claim is false at this position.
    Wrong { position: String, claim: Claim },
    /// No table knows this position of at most this number of pieces.
    NoTable { position: String, pieces: u32 },
}

impl Fault {
    pub fn wrong<G: Game>(position: &G, claim: Claim) -> Fault {
        Fault::Wrong { position: position.text(), claim }
    }
}

impl<'a, G: ProvableWithDraws, O: Probe<G>> Walk<'a, G, O> {
    pub fn new(root: &G, claim: Claim, oracle: &'a O, pieces: u32) -> Walk<'a, G, O> {
        let (left, counts) = (vec![root.clone()], Counts::default());
        Walk { claim, oracle, pieces, claims: HashMap::new(), left, counts }
    }

    /// The next position whose claim must be shown; `None` at the end.
    pub fn next(&mut self) -> Result<Option<G>, Fault> {
        while let Some(position) = self.left.pop() {
            self.counts.positions += 1;
            if self.is_open(&position)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Whether the claim of a position must be shown: the game is not over, no earlier claim
    /// includes it, and the tables do not decide it.
    fn is_open(&mut self, position: &G) -> Result<bool, Fault> {
        let (claim, pieces, quiet) = (self.claim, self.pieces, position.quiet_plies());
        if let Some(outcome) = position.outcome() {
            return match claim.agrees(outcome) {
                true => Ok(false),
                false => Err(Fault::wrong(position, claim)),
            };
        }
        let known = self.claims.get(&position.board_key());
        if known.is_some_and(|&bound| claim.includes(bound, quiet)) {
            return Ok(false);
        }
        if position.size() > pieces {
            return Ok(true);
        }
        let no_table = || Fault::NoTable { position: position.text(), pieces };
        match side_value(self.oracle, position, claim.side).ok_or_else(no_table)? {
            SideValue::Wins { up_to } if quiet > up_to => Ok(true),
            value if (value == SideValue::NoWin) == claim.wins => {
                Err(Fault::wrong(position, claim))
            }
            _ => {
                self.counts.looked_up += 1;
                Ok(false)
            }
        }
    }

    /// Shows the claim with this count by the strategist's move or, without one, by all moves. The
    /// claim must be stronger than the earlier ones of the same board.
    pub fn show(&mut self, position: &G, bound: u8, mv: Option<G::Move>) {
        self.claims.insert(position.board_key(), bound);
        let position = position.with_quiet_plies(bound);
        match mv {
            Some(mv) => {
                self.counts.moves += 1;
                self.left.push(position.after(mv));
            }
            None => {
                let next = position.moves().into_iter().rev().map(|mv| position.after(mv));
                self.left.extend(next);
            }
        }
    }
}
