//! What a search does with proofs about the end of a game: it answers at once, or leaves out what
//! is proven to be worse.

use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::{GameInProgress, RawMove};

use super::TreeGame;
use super::mcts::with;
use super::proof::{Proof, ProofLimits, Prover};
use super::wdl::Wdl;
use crate::Settings;
use crate::limits::Limits;
use crate::pv_info::{Observer, PvInfo, SearchEvent, tell};
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

/// Looks for a proof about the position, as the seat to move knows it. Breaks with the answer if
/// the game is decided, or continues with what is left of the limits and with the nodes that the
/// proof took.
pub(super) fn begin<G: TreeGame>(
    game: &GameInProgress<G>,
    limits: &Limits,
    settings: &Settings,
    token: &StopToken,
    observer: &mut Option<Observer<'_>>,
) -> ControlFlow<PvInfo, (Limits, u64)> {
    let position = game.position();
    let shown = position.observation_for(position.seat());
    let Some(proof_limits) = proof_limits(&shown, limits, settings, token) else {
        return ControlFlow::Continue((limits.clone(), 0));
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
            let (refuted, all) = (decisions.len() - kept.len(), decisions.len());
            if refuted > 0 {
                tell(observer, SearchEvent::Refuted { refuted, all });
            }
            let left = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
            let search_moves = kept.into_iter().map(RawMove::of).collect();
            let limits = Limits { nodes: left, search_moves, ..limits.clone() };
            return ControlFlow::Continue((limits, nodes));
        }
    };
    let report = |pv: Vec<RawMove>| PvInfo {
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
    let pv: Vec<RawMove> = pv.into_iter().map(RawMove::of).collect();
    tell(observer, SearchEvent::Line(report(pv.clone())));
    token.wait_until_released(limits.infinite);
    let report = report(pv);
    tell(observer, SearchEvent::Line(report.clone()));
    ControlFlow::Break(report)
}

/// The limits of the proof; `None` if none is looked for.
fn proof_limits<'a, G: TreeGame>(
    shown: &G,
    limits: &Limits,
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
