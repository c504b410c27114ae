//! The walk through a strategy, in the order in which a certificate has its numbers.

use zugi_game::Probe;

use super::ProvableWithDraws;
use super::claim::{Claim, Claims};
use super::side_value::{SideValue, side_value};
use crate::certificate::Counts;

/// What a walk through a strategy meets.
enum Met {
    /// A finished game, or a position that the tables decide.
    End,
    /// A position that other claims include.
    Included,
    /// A position whose claim is still to be shown.
    Open,
}

/// Goes through the claims of a strategy as writer and verifier do, in the same order.
pub(super) struct Walk<'a, G, O> {
    pub claim: Claim,
    oracle: &'a O,
    /// Positions with at most so many pieces are looked up.
    pieces: u32,
    claims: Claims,
    /// Positions to come, the last one first.
    left: Vec<G>,
    pub counts: Counts,
}

/// Why a walk cannot go on.
pub(super) enum Fault<G> {
    /// The claim is wrong here.
    Wrong(G),
    /// No table knows the position.
    NoTable(G),
}

impl<'a, G: ProvableWithDraws, O: Probe<G>> Walk<'a, G, O> {
    pub fn new(root: &G, claim: Claim, oracle: &'a O, pieces: u32) -> Walk<'a, G, O> {
        let (claims, left, counts) = (Claims::default(), vec![root.clone()], Counts::default());
        Walk { claim, oracle, pieces, claims, left, counts }
    }

    /// The next position whose claim is to be shown; `None` at the end.
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

    /// Shows a claim with this count: by a move of the strategist, or for all moves.
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
