//! The use of proofs by a tree search: it answers a decided game at once, or leaves out decisions
//! that are proven to be worse.

use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::{GameInProgress, RawMove};

use super::TreeGame;
use super::endings::wdl;
use super::mcts::with_decision;
use super::proof::{Proof, ProofLimits, Prover};
use super::wdl::Wdl;
use crate::Settings;
use crate::limits::Limits;
use crate::score::Score;
use crate::search_event::{Observer, PvInfo, SearchEvent, tell};
use crate::stop_token::StopToken;

/// A proof may take the search's nodes divided by this.
const NODE_SHARE: u64 = 2;

/// A proof may take the search's time divided by this. No match has shown a gain from more time.
const TIME_SHARE: u32 = 8;

/// The smallest number of nodes for a proof: with fewer it proves too little, and the main search
/// lacks them. In 100 games with 2,000 of 4,000 nodes for proofs, 45 were won and 53 lost (-28 ± 25
/// Elo).
const LEAST_NODES: u64 = 5_000;

/// No proof is tried if the game cannot end within this number of plies.
const NEAR_END: usize = 4;

/// The largest number of nodes of a proof: with a time limit, and without.
const MOST_NODES: [u64; 2] = [1 << 20, 1 << 17];

/// Looks for a proof about the position, as the seat to move knows it. Breaks with the answer if
/// the game is decided; otherwise continues with the remaining limits and the nodes of the proof.
pub(super) fn try_proof<G: TreeGame>(
    game: &GameInProgress<G>,
    limits: &Limits,
    settings: &Settings,
    token: &StopToken,
    observer: &mut Option<Observer<'_>>,
) -> ControlFlow<PvInfo, (Limits, u64)> {
    let position = game.position();
    let observation = position.observation_for(position.seat());
    let Some(proof_limits) = proof_limits(&observation, limits, settings, token) else {
        return ControlFlow::Continue((limits.clone(), 0));
    };
    let decisions = limits.root_decisions(&observation);
    let draw = 0.5 - Wdl::contempt(settings.contempt, G::PIECE);
    let mut prover = Prover::new(observation.to_move(), draw, proof_limits);
    let proof = prover.prove(&observation, &decisions);
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
    let pv = game_line(&line, observation, position.clone());
    let mut report = PvInfo {
        depth: line.len() as u32,
        seldepth: line.len() as u32,
        line: 1,
        score,
        wdl: wdl::<G>(score),
        nodes,
        time: token.elapsed(),
        pv: pv.into_iter().map(RawMove::of).collect(),
        ..PvInfo::default()
    };
    tell(observer, SearchEvent::Line(report.clone()));
    token.wait_until_released(limits.infinite);
    report.time = token.elapsed();
    tell(observer, SearchEvent::Line(report.clone()));
    ControlFlow::Break(report)
}

/// The limits of the proof; `None` for no proof.
fn proof_limits<'a, G: TreeGame>(
    observation: &G,
    limits: &Limits,
    settings: &Settings,
    token: &'a StopToken,
) -> Option<ProofLimits<'a>> {
    // The ratings of levels were measured without proofs, and a proof may leave out lines that
    // `MultiPV` asks for.
    if G::PROOF_PLIES == 0 || settings.strength.is_some() || settings.lines > 1 {
        return None;
    }
    observation.side(observation.seat())?;
    let plies = limits.plies().map_or(G::PROOF_PLIES, |plies| G::PROOF_PLIES.min(plies as usize));
    if observation.least_plies_to_end() > plies.min(NEAR_END) {
        return None;
    }
    let budget = limits.budget(settings, observation.moves_left());
    let most = MOST_NODES[usize::from(budget.is_none())];
    let nodes = limits.nodes.map_or(most, |nodes| nodes / NODE_SHARE).min(most);
    let time: Option<Duration> = budget.map(|budget| budget.soft.min(budget.hard) / TIME_SHARE);
    (nodes >= LEAST_NODES).then_some(ProofLimits { nodes, plies, time, token })
}

/// Converts a line of the observation to moves of the game. It ends with the first move that
/// depends on hidden pieces.
fn game_line<G: TreeGame>(moves: &[G::Move], mut observation: G, mut position: G) -> Vec<G::Move> {
    let mut line = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            return with_decision(line, &observation, &position, observation.decision(mv));
        }
        line.push(mv);
        observation.play_unchecked(mv);
        position.play_unchecked(mv);
    }
    line
}
