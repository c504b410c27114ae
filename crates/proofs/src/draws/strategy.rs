//! Strategies as sets of claims that support each other, from the results of a search.

use std::marker::PhantomData;

use zugi_game::{Player, Probe};

use super::ProvableWithDraws;
use super::claim::Claim;
use super::dfpn::{Search, Trust, Work};
use super::path::Path;
use super::results_table::Results;
use super::side_value::{SideValue, side_value, value_of_board};
use super::verdict::Verdict;
use super::walk::{Fault, Walk};

/// Answers whether a side wins, and finds the moves of a strategy. It takes them from results or,
/// where these are missing, from searches.
pub(super) struct Strategist<'a, G, O> {
    oracle: &'a O,
    results: ResultTables<'a>,
    pub work: Work<'a>,
    game: PhantomData<G>,
}

struct ResultTables<'a> {
    all: &'a mut Results,
    /// The results that rest only on some values of the oracle, and the [`Trust`] in these values.
    strict: Option<(&'a mut Results, Trust)>,
}

impl ResultTables<'_> {
    /// The results that a step from this position must use, and the values on which they rest.
    fn of_step<G: ProvableWithDraws>(
        &mut self,
        oracle: &impl Probe<G>,
        before: &G,
    ) -> (&mut Results, Trust) {
        let is_told = || value_of_board(oracle, before).is_some();
        match &mut self.strict {
            Some((results, trust)) if before.size() > trust.pieces() && is_told() => {
                (results, *trust)
            }
            _ => (self.all, Trust::All),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step<M> {
    /// The count of quiet plies for which the claim holds.
    bound: u8,
    /// The move; `None` where the opponent moves.
    mv: Option<M>,
}

impl<'a, G: ProvableWithDraws, O: Probe<G>> Strategist<'a, G, O> {
    /// Uses all values of the oracle.
    pub fn new(
        oracle: &'a O,
        results: &'a mut Results,
        is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    ) -> Strategist<'a, G, O> {
        let results = ResultTables { all: results, strict: None };
        Strategist { oracle, results, work: Work::new(is_stopped), game: PhantomData }
    }

    /// Uses this table for results that rest only on the values of `trust`.
    pub fn with_strict_results(
        mut self,
        trust: Trust,
        results: &'a mut Results,
    ) -> Strategist<'a, G, O> {
        self.results.strict = Some((results, trust));
        self
    }

    /// Whether the caller wants the work to end.
    pub fn is_stopped(&self) -> bool {
        (self.work.is_stopped)(self.work.nodes, self.results.all)
    }

    /// Whether a side wins; `None` if the work was stopped or has reached its limit.
    pub fn answer(&mut self, root: &G, side: Player) -> Option<bool> {
        let claim = Claim { side, wins: false };
        loop {
            let answer = match self.verdict(root, root, claim, true) {
                Verdict::Win { .. } => Some(true),
                Verdict::NoWin { is_assumed: false, .. } => Some(false),
                Verdict::NoWin { .. } => self.prove(root, claim).then_some(false),
                Verdict::Open { .. } => None,
            };
            let work = &self.work;
            if answer.is_some() || work.has_stopped || work.nodes >= work.node_limit {
                return answer;
            }
        }
    }

    /// Proves an assumed claim of no win, and stores all claims of its strategy as known. Returns
    /// false if the claim is false or the search was stopped.
    fn prove(&mut self, root: &G, claim: Claim) -> bool {
        loop {
            let mut shown = Vec::new();
            match self.pass(root, claim, None, |position, bound, _| {
                shown.push((position.clone(), bound));
                true
            }) {
                Some(Ok(())) => {
                    for (position, from) in shown {
                        let (results, _) = self.results.of_step(self.oracle, &position);
                        let verdict = Verdict::NoWin { from, is_assumed: false };
                        results.store(&position, claim.side, verdict, 1);
                    }
                    return true;
                }
                Some(Err(_)) if self.is_good(root, claim) => {}
                _ => return false,
            }
        }
    }

    /// Walks through the strategy for a claim. `show` gets each position with the count of its
    /// claim and the strategist's move. With `pieces`, the walk ends at positions with at most that
    /// many pieces; without it, at known positions. If no step supports the claim of a position,
    /// the walk searches the position again and goes on. But then it proves nothing and returns
    /// `Err(None)` at its end; the caller may try again. Returns `None` if `show` returns false or
    /// the work was stopped.
    pub fn pass(
        &mut self,
        root: &G,
        claim: Claim,
        pieces: Option<u32>,
        mut show: impl FnMut(&G, u8, Option<G::Move>) -> bool,
    ) -> Option<Result<(), Option<Fault>>> {
        let mut walk = Walk::new(root, claim, self.oracle, pieces.unwrap_or(0));
        let mut failures = 0;
        loop {
            let position = match walk.next() {
                Ok(Some(position)) => position,
                Ok(None) if failures == 0 => return Some(Ok(())),
                Ok(None) => return Some(Err(None)),
                Err(fault) => return Some(Err(Some(fault))),
            };
            if self.work.poll(self.results.all) {
                return None;
            }
            self.work.nodes += 1;
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
                None if self.work.has_stopped => return None,
                None => {
                    failures += 1;
                    let (results, _) = self.results.of_step(self.oracle, &position);
                    results.retract(&position, claim.side);
                    self.settled(&position, &position, claim);
                }
            }
        }
    }

    /// Whether a claim is known at a position without an assumption.
    fn is_known(&mut self, position: &G, claim: Claim) -> bool {
        let verdict = self.verdict(position, position, claim, false);
        claim.bound(verdict).is_some() && !verdict.is_assumed()
    }

    /// Whether a claim is known or assumed at a position, by a search if needed.
    pub fn is_good(&mut self, position: &G, claim: Claim) -> bool {
        let verdict = self.settled(position, position, claim);
        !self.work.has_stopped && claim.bound(verdict).is_some()
    }

    /// The line of a win, see [`ProofReport::line`](crate::ProofReport::line). Of the winning moves
    /// it has the one that wins up to the greatest count of quiet plies.
    pub fn line(&mut self, root: &G, winner: Player) -> Vec<G::Move> {
        let (mut position, mut line) = (root.clone(), Vec::new());
        let claim = Claim { side: winner, wins: true };
        while position.outcome().is_none() && !self.is_won(&position, winner) {
            let mv = if position.to_move() == winner {
                self.step(&position, claim).and_then(|step| step.mv)
            } else {
                let work = |mv: &G::Move| self.results.all.work(&position.after(*mv));
                position.moves().into_iter().max_by_key(work)
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// Whether the oracle knows that this side wins the position.
    fn is_won(&self, position: &G, winner: Player) -> bool {
        let value = side_value(self.oracle, position, winner);
        matches!(value, Some(SideValue::Wins { up_to }) if position.quiet_plies() <= up_to)
    }

    /// The step of a strategy at a position; `None` if no move supports the claim, or if stopped.
    fn step(&mut self, position: &G, claim: Claim) -> Option<Step<G::Move>> {
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

    /// The move with the strongest claim, known or assumed.
    fn best_known(
        &mut self,
        position: &G,
        moves: &[G::Move],
        claim: Claim,
    ) -> Option<Step<G::Move>> {
        let steps = moves.iter().filter_map(|&mv| {
            let bound = self.bound_after(position, mv, claim, false)?;
            Some(Step { bound, mv: Some(mv) })
        });
        steps.min_by_key(|step| claim.rank(step.bound))
    }

    /// The count for which the claim holds by this move; `None` if this does not include the
    /// position.
    fn bound_after(
        &mut self,
        position: &G,
        mv: G::Move,
        claim: Claim,
        may_search: bool,
    ) -> Option<u8> {
        let next = position.after(mv);
        let verdict = match may_search {
            true => self.settled(position, &next, claim),
            false => self.verdict(position, &next, claim, false),
        };
        let bound = claim.bound(verdict.one_ply_earlier::<G>(next.quiet_plies() > 0))?;
        claim.includes(bound, position.quiet_plies()).then_some(bound)
    }

    /// The verdict of `position` for a step from `before`, by a search if needed. If the claim is a
    /// win and the answer is an assumed "no win", this answer is proven before it is returned.
    fn settled(&mut self, before: &G, position: &G, claim: Claim) -> Verdict {
        loop {
            let verdict = self.verdict(before, position, claim, true);
            let must_prove = verdict.is_assumed() && claim.wins;
            let no_win = Claim { wins: false, ..claim };
            if !must_prove || self.prove(position, no_win) || self.work.has_stopped {
                return verdict;
            }
        }
    }

    fn verdict(&mut self, before: &G, position: &G, claim: Claim, may_search: bool) -> Verdict {
        let (results, trust) = self.results.of_step(self.oracle, before);
        let mut search = Search {
            oracle: self.oracle,
            results,
            trust,
            prover: claim.side,
            work: &mut self.work,
            path: Path::default(),
            game: PhantomData,
        };
        if may_search { search.settle(position) } else { search.known(position) }
    }
}
