//! What a search does with proofs about the end of a game: it answers at once, or leaves out what
//! is proven to be worse.

use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::GameInProgress;

use super::TreeGame;
use super::mcts::with;
use super::proof::{Proof, ProofLimits, Prover};
use super::wdl::Wdl;
use crate::Settings;
use crate::limits::Limits;
use crate::pv_info::{CurrentMove, Observer, PvInfo};
use crate::score::Score;
use crate::stop::StopToken;

/// The share of the nodes and of the time of a search that proofs may take, as divisors. No match by
/// time has shown that more time is well spent.
const NODE_SHARE: u64 = 2;
const TIME_SHARE: u32 = 8;

/// With fewer nodes nothing is tried: they prove too little, and the main search misses them. In 100
/// games with 2,000 of 4,000 nodes for proofs, 45 were won and 53 lost (-28 ± 25 Elo).
const LEAST_NODES: u64 = 5_000;

/// Nothing is tried where the game goes on for more plies than that in any case.
const NEAR_END: usize = 4;

/// The most nodes of proofs: where time is limited, and where nothing is.
const MOST_NODES: [u64; 2] = [1 << 20, 1 << 17];

/// What is left for the search after a proof: its limits and its observer.
type Rest<'a, M> = (Limits<M>, AfterProof<'a, M>);

/// Looks for a proof about the position, as the seat to move knows it. Breaks with the answer if
/// the game is decided, or continues with what is left of the limits and with an observer for the
/// search.
pub(super) fn begin<'a, G: TreeGame>(
    game: &GameInProgress<G>,
    limits: &Limits<G::Move>,
    settings: &Settings,
    token: &StopToken,
    observer: &'a mut dyn Observer<G::Move>,
) -> ControlFlow<PvInfo<G::Move>, Rest<'a, G::Move>> {
    let position = game.position();
    let shown = position.observation_for(position.seat());
    let Some(proof_limits) = proof_limits(&shown, limits, settings, token) else {
        return ControlFlow::Continue((limits.clone(), AfterProof { observer, nodes: 0 }));
    };
    let decisions = limits.root_decisions(&shown);
    let draw = 0.5 - Wdl::contempt(settings.contempt, G::PIECE);
    let mut prover = Prover::new(shown.to_move(), draw, proof_limits);
    let proof = prover.prove(&shown, &decisions);
    let nodes = prover.nodes;
    drop(prover);
    let (score, line) = match proof {
        Proof::Win(plies, line) => (Score::Win(plies as u32), line),
        Proof::Loss(plies, line) => (Score::Loss(plies as u32), line),
        Proof::Kept(kept) => {
            if kept.len() < decisions.len() {
                observer.refuted(decisions.len() - kept.len(), decisions.len());
            }
            let left = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
            let limits = Limits { nodes: left, search_moves: kept, ..limits.clone() };
            return ControlFlow::Continue((limits, AfterProof { observer, nodes }));
        }
    };
    let report = |pv: Vec<G::Move>| PvInfo {
        depth: line.len() as u32,
        seldepth: line.len() as u32,
        line: 1,
        score,
        wdl: Some(if score.is_win() == Some(true) { [1000, 0, 0] } else { [0, 0, 1000] }),
        nodes,
        time: token.elapsed(),
        hashfull: 0,
        known: 0,
        pv,
    };
    let pv = of_the_game(&line, shown.clone(), position.clone());
    observer.report(&report(pv.clone()));
    token.wait_until_released(limits.infinite);
    let report = report(pv);
    observer.report(&report);
    ControlFlow::Break(report)
}

/// The limits of the proof; `None` if none is looked for.
fn proof_limits<'a, G: TreeGame>(
    shown: &G,
    limits: &Limits<G::Move>,
    settings: &Settings,
    token: &'a StopToken,
) -> Option<ProofLimits<'a>> {
    // Levels are measured without proofs. Of several lines none may be left out.
    if G::PROOF_PLIES == 0 || settings.strength.is_some() || settings.lines > 1 {
        return None;
    }
    shown.side(shown.seat())?;
    let asked = [limits.depth, limits.mate].into_iter().flatten().min();
    let plies = asked.map_or(G::PROOF_PLIES, |plies| G::PROOF_PLIES.min(plies as usize));
    if shown.least_plies_to_end() > plies.min(NEAR_END) {
        return None;
    }
    let budget = limits.budget(settings.overhead, shown.moves_left());
    let most = MOST_NODES[usize::from(budget.is_none())];
    let nodes = limits.nodes.map_or(most, |nodes| nodes / NODE_SHARE).min(most);
    let time: Option<Duration> = budget.map(|budget| budget.soft.min(budget.hard) / TIME_SHARE);
    (nodes >= LEAST_NODES).then_some(ProofLimits { nodes, plies, time, token })
}

/// A line of what the seat to move knows, as moves of the game: up to where what is hidden would
/// have to be known.
fn of_the_game<G: TreeGame>(moves: &[G::Move], mut shown: G, mut position: G) -> Vec<G::Move> {
    let mut line = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            return with(line, &shown, &position, shown.decision(mv));
        }
        line.push(mv);
        shown.play_unchecked(mv);
        position.play_unchecked(mv);
    }
    line
}

/// Adds the nodes of the proof to the reports of the search after it.
pub(super) struct AfterProof<'a, M> {
    observer: &'a mut dyn Observer<M>,
    nodes: u64,
}

impl<M> AfterProof<'_, M> {
    /// A report of the search, with the nodes of the proof.
    pub fn with_proof(&self, report: PvInfo<M>) -> PvInfo<M> {
        PvInfo { nodes: report.nodes + self.nodes, ..report }
    }
}

impl<M: Clone> Observer<M> for AfterProof<'_, M> {
    fn report(&mut self, report: &PvInfo<M>) {
        let report = self.with_proof(report.clone());
        self.observer.report(&report);
    }

    fn is_silent(&self) -> bool {
        self.observer.is_silent()
    }

    fn current_move(&mut self, current: &CurrentMove<M>) {
        self.observer.current_move(current);
    }

    fn fewer_threads(&mut self, found: usize, asked: usize) {
        self.observer.fewer_threads(found, asked);
    }
}
