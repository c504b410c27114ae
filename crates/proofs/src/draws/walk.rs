//! The walk through a strategy, in the order of the numbers of a certificate.

use zugi_game::Probe;

use super::ProvableWithDraws;
use super::claim::{Claim, Claims};
use super::side_value::{SideValue, side_value};
use crate::Counts;

/// What the walk does with a position.
enum Met {
    /// Nothing: the game is over or the tables decide it.
    End,
    /// Nothing: an earlier claim includes the claim of this position.
    Included,
    /// Its claim must be shown.
    Open,
}

/// A walk through the claims of a strategy; writer and verifier must visit the same positions in
/// the same order.
pub(super) struct Walk<'a, G, O> {
    pub claim: Claim,
    oracle: &'a O,
    /// Positions with at most this number of pieces are looked up.
    pieces: u32,
    claims: Claims,
    /// The positions still to visit, in reverse order.
    left: Vec<G>,
    pub counts: Counts,
}

pub(super) enum Fault<G> {
    /// The claim is false at this position.
    Wrong(G),
    NoTable(G),
}

impl<'a, G: ProvableWithDraws, O: Probe<G>> Walk<'a, G, O> {
    pub fn new(root: &G, claim: Claim, oracle: &'a O, pieces: u32) -> Walk<'a, G, O> {
        let (claims, left, counts) = (Claims::default(), vec![root.clone()], Counts::default());
        Walk { claim, oracle, pieces, claims, left, counts }
    }

    /// The next position whose claim must be shown; `None` at the end.
    pub fn next(&mut self) -> Result<Option<G>, Fault<G>> {
        while let Some(position) = self.left.pop() {
            self.counts.positions += 1;
            if let Met::Open = self.meet(&position)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    fn meet(&mut self, position: &G) -> Result<Met, Fault<G>> {
        let claim = self.claim;
        if let Some(outcome) = position.outcome() {
            return match claim.agrees(outcome) {
                true => Ok(Met::End),
                false => Err(Fault::Wrong(position.clone())),
            };
        }
        if self.claims.include(claim, position) {
            return Ok(Met::Included);
        }
        if position.size() > self.pieces {
            return Ok(Met::Open);
        }
        let value = side_value(self.oracle, position, claim.side);
        match value.ok_or_else(|| Fault::NoTable(position.clone()))? {
            SideValue::NoWin if claim.wins => Err(Fault::Wrong(position.clone())),
            SideValue::Wins { up_to } if position.quiet_plies() > up_to => Ok(Met::Open),
            SideValue::Wins { .. } if !claim.wins => Err(Fault::Wrong(position.clone())),
            SideValue::NoWin | SideValue::Wins { .. } => {
                self.counts.looked_up += 1;
                Ok(Met::End)
            }
        }
    }

    /// Shows the claim with this count by the strategist's move or, without one, by all moves.
    pub fn show(&mut self, position: &G, bound: u8, mv: Option<G::Move>) {
        self.claims.add(position, bound);
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
