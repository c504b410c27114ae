//! Strategies as sets of claims that support each other, from the results of a search.

use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Player, Probe};

use super::ProvableWithDraws;
use super::claim::{Claim, index_of};
use super::dfpn::{POLL, Search, Trust};
use super::results_table::Results;
use super::side_value::{SideValue, side_value, value_of_board};
use super::verdict::Verdict;
use super::walk::{Fault, Walk};

/// Finds the moves of a strategy from results and, where these are missing, by further searches.
pub(super) struct Strategist<'a, O> {
    oracle: &'a O,
    results: &'a mut Results,
    /// The results that rest only on some values of the oracle, and the [`Trust`] that names these.
    strict: Option<(&'a mut Results, Trust)>,
    is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    /// The positions expanded or walked through, and the number at which the work ends.
    pub nodes: u64,
    pub node_limit: u64,
    pub has_stopped: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step<M> {
    /// The count of quiet plies for which the claim holds.
    bound: u8,
    /// The move; `None` where the opponent moves.
    mv: Option<M>,
}

/// A step as in a certificate: the distance of [`Step::bound`] from the count of the position, and
/// the index of the strategist's move.
pub(super) type EncodedStep = (u8, Option<u16>);

impl<'a, O> Strategist<'a, O> {
    /// Uses all values of the oracle.
    pub fn new(
        oracle: &'a O,
        results: &'a mut Results,
        is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    ) -> Strategist<'a, O> {
        let (strict, nodes, node_limit, has_stopped) = (None, 0, u64::MAX, false);
        Strategist { oracle, results, strict, is_stopped, nodes, node_limit, has_stopped }
    }

    /// Uses this table for results that rest only on the values of `trust`.
    pub fn with_strict_results(self, trust: Trust, results: &'a mut Results) -> Strategist<'a, O> {
        Strategist { strict: Some((results, trust)), ..self }
    }

    /// Proves an assumed claim, and stores all claims of its strategy as known. Returns false if
    /// the claim is false or the search was stopped.
    pub fn prove<G: ProvableWithDraws>(&mut self, root: &G, claim: Claim) -> bool
    where
        O: Probe<G>,
    {
        loop {
            let mut shown = Vec::new();
            match self.pass(root, claim, None, |position, bound, _| {
                shown.push((position.clone(), bound));
                true
            }) {
                Some(Ok(_)) => {
                    for (position, from) in shown {
                        let verdict = Verdict::NoWin { from, is_assumed: false };
                        self.results_for(&position).0.store(&position, claim.side, verdict, 1);
                    }
                    return true;
                }
                Some(Err(_)) if self.is_good(root, claim) => {}
                _ => return false,
            }
        }
    }

    /// The steps of the strategy for a true claim, as numbers of a certificate; the strategy ends
    /// at positions with at most `pieces` pieces. `goes_on` gets the number of steps so far. `None`
    /// if it or `is_stopped` has stopped the work.
    pub fn numbers<G: ProvableWithDraws>(
        &mut self,
        root: &G,
        claim: Claim,
        pieces: u32,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Result<Vec<EncodedStep>, Fault<G>>>
    where
        O: Probe<G>,
    {
        loop {
            let mut numbers = Vec::new();
            let passed = self.pass(root, claim, Some(pieces), |position, bound, mv| {
                let index = mv.and_then(|mv| index_of(position, mv)).map(|index| index as u16);
                let distance = claim.distance(bound, position.quiet_plies());
                numbers.push((distance.unwrap_or(0), index));
                goes_on(numbers.len() as u64)
            });
            match passed? {
                Ok(_) => return Some(Ok(numbers)),
                Err(Some(fault)) => return Some(Err(fault)),
                Err(None) if self.is_good(root, claim) => {}
                Err(None) => return Some(Err(Fault::Wrong(root.clone()))),
            }
        }
    }

    /// Walks through the strategy for a claim. `show` gets each position with the count of its
    /// claim and the strategist's move; false stops the walk. Without `pieces` the walk ends at
    /// known positions, with it at positions with at most `pieces` pieces. If no step supports the
    /// claim of a position, the walk searches the position again and goes on, but returns
    /// `Err(None)` at its end: it proves nothing, and the caller may try again.
    fn pass<G: ProvableWithDraws>(
        &mut self,
        root: &G,
        claim: Claim,
        pieces: Option<u32>,
        mut show: impl FnMut(&G, u8, Option<G::Move>) -> bool,
    ) -> Option<Result<(), Option<Fault<G>>>>
    where
        O: Probe<G>,
    {
        let mut walk = Walk::new(root, claim, self.oracle, pieces.unwrap_or(0));
        let mut failures = 0;
        loop {
            let position = match walk.next() {
                Ok(Some(position)) => position,
                Ok(None) if failures == 0 => return Some(Ok(())),
                Ok(None) => return Some(Err(None)),
                Err(fault) => return Some(Err(Some(fault))),
            };
            self.has_stopped |= self.nodes >= self.node_limit
                || self.nodes.is_multiple_of(POLL) && (self.is_stopped)(self.nodes, self.results);
            if self.has_stopped {
                return None;
            }
            self.nodes += 1;
            if pieces.is_none() && self.is_known(&position, claim) {
                continue;
            }
            match self.step(&position, claim) {
                Some(step) => {
                    walk.show(&position, step.bound, step.mv);
                    if !show(&position, step.bound, step.mv) {
                        return None;
                    }
                }
                None if self.has_stopped => return None,
                None => {
                    failures += 1;
                    self.results_for(&position).0.retract(&position, claim.side);
                    self.settled(&position, &position, claim);
                }
            }
        }
    }

    /// Whether a claim is known at a position without an assumption.
    fn is_known<G: ProvableWithDraws>(&mut self, position: &G, claim: Claim) -> bool
    where
        O: Probe<G>,
    {
        let verdict = self.verdict(position, position, claim, false);
        let is_assumed = matches!(verdict, Verdict::NoWin { is_assumed: true, .. });
        claim.bound(verdict).is_some() && !is_assumed
    }

    /// Whether a claim is known or assumed at a position, by a search if needed.
    fn is_good<G: ProvableWithDraws>(&mut self, position: &G, claim: Claim) -> bool
    where
        O: Probe<G>,
    {
        let verdict = self.settled(position, position, claim);
        !self.has_stopped && claim.bound(verdict).is_some()
    }

    /// Whether the oracle knows that this side wins the position.
    pub fn is_won<G: ProvableWithDraws>(&self, position: &G, winner: Player) -> bool
    where
        O: Probe<G>,
    {
        let value = side_value(self.oracle, position, winner);
        matches!(value, Some(SideValue::Wins { up_to }) if position.quiet_plies() <= up_to)
    }

    /// The winning move that holds for the greatest count of quiet plies.
    pub fn winning_move<G: ProvableWithDraws>(&mut self, position: &G) -> Option<G::Move>
    where
        O: Probe<G>,
    {
        self.step(position, Claim { side: position.to_move(), wins: true })?.mv
    }

    /// The losing side's move that took the most work.
    pub fn stubborn_move<G: ProvableWithDraws>(&self, position: &G) -> Option<G::Move> {
        let work = |mv: &G::Move| self.results.work(&position.after(*mv));
        position.moves().into_iter().max_by_key(work)
    }

    /// The step of a strategy at a position; `None` if no move supports the claim, or if stopped.
    fn step<G: ProvableWithDraws>(&mut self, position: &G, claim: Claim) -> Option<Step<G::Move>>
    where
        O: Probe<G>,
    {
        let moves = position.moves();
        if position.to_move() != claim.strategist() {
            let mut bound = if claim.wins { G::QUIET_LIMIT - 1 } else { 0 };
            for &mv in &moves {
                bound = claim.weaker(bound, self.bound_after(position, mv, claim, true)?);
            }
            return Some(Step { bound, mv: None });
        }
        self.best_known(position, &moves, claim).or_else(|| {
            self.settled(position, position, claim);
            self.best_known(position, &moves, claim).or_else(|| {
                // The table has lost the result that the search has found.
                let mut found = moves.iter().map(|&mv| {
                    let bound = self.bound_after(position, mv, claim, true)?;
                    Some(Step { bound, mv: Some(mv) })
                });
                found.find_map(|step| step)
            })
        })
    }

    /// The best known or assumed move.
    fn best_known<G: ProvableWithDraws>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        claim: Claim,
    ) -> Option<Step<G::Move>>
    where
        O: Probe<G>,
    {
        let steps = moves.iter().filter_map(|&mv| {
            let bound = self.bound_after(position, mv, claim, false)?;
            Some(Step { bound, mv: Some(mv) })
        });
        steps.min_by_key(|step| claim.rank(step.bound))
    }

    /// The count for which a claim holds by this move; `None` if it does not include the position.
    fn bound_after<G: ProvableWithDraws>(
        &mut self,
        position: &G,
        mv: G::Move,
        claim: Claim,
        may_search: bool,
    ) -> Option<u8>
    where
        O: Probe<G>,
    {
        let next = position.after(mv);
        let verdict = match may_search {
            true => self.settled(position, &next, claim),
            false => self.verdict(position, &next, claim, false),
        };
        let bound = claim.bound(verdict.one_ply_earlier::<G>(next.quiet_plies() > 0))?;
        claim.includes(bound, position.quiet_plies()).then_some(bound)
    }

    /// The results that a step from this position must use, and the values on which they rest.
    fn results_for<G: ProvableWithDraws>(&mut self, before: &G) -> (&mut Results, Trust)
    where
        O: Probe<G>,
    {
        let is_told = value_of_board(self.oracle, before).is_some();
        match &mut self.strict {
            Some((results, trust)) if is_told && before.size() > trust.pieces() => {
                (results, *trust)
            }
            _ => (self.results, Trust::All),
        }
    }

    /// The verdict of `position` for a step from `before`, by a search if needed. If the claim is a
    /// win and the answer is an assumed "no win", this answer is proven before it is returned.
    fn settled<G: ProvableWithDraws>(&mut self, before: &G, position: &G, claim: Claim) -> Verdict
    where
        O: Probe<G>,
    {
        loop {
            let verdict = self.verdict(before, position, claim, true);
            let is_assumed = matches!(verdict, Verdict::NoWin { is_assumed: true, .. });
            let no_win = Claim { wins: false, ..claim };
            if !is_assumed || !claim.wins || self.prove(position, no_win) || self.has_stopped {
                return verdict;
            }
        }
    }

    fn verdict<G: ProvableWithDraws>(
        &mut self,
        before: &G,
        position: &G,
        claim: Claim,
        may_search: bool,
    ) -> Verdict
    where
        O: Probe<G>,
    {
        let (oracle, is_stopped, done) = (self.oracle, self.is_stopped, self.nodes);
        let node_limit = self.node_limit.saturating_sub(done);
        let told = move |nodes: u64, results: &Results| is_stopped(done + nodes, results);
        let has_stopped = self.has_stopped;
        let (results, trust) = self.results_for(before);
        let mut search = Search::new(oracle, results, claim.side, &told);
        (search.trust, search.node_limit, search.has_stopped) = (trust, node_limit, has_stopped);
        let verdict = if may_search { search.settle(position) } else { search.known(position) };
        let (nodes, stopped) = (search.nodes, search.has_stopped);
        self.nodes += nodes;
        self.has_stopped |= stopped;
        verdict
    }
}

/// Stops a strategist when the flag is set.
pub(super) fn until(stop: &AtomicBool) -> impl Fn(u64, &Results) -> bool + '_ {
    |_, _| stop.load(Ordering::Relaxed)
}
