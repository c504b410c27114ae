//! The winner at the root: from tables, or by a proof search that gets a share of the nodes.

use zugi_game::{Attempt, Proof};

use super::score::{TB_WIN, TB_WIN_IN_MAX_PLY, Value};
use super::searchable::Searchable;
use super::shared_state::Shared;

/// The smallest number of nodes for an attempt to prove who wins.
const LEAST_NODES: u64 = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RootProof {
    /// Whether the side to move wins; `None` if unknown.
    pub wins: Option<bool>,
    /// The nodes of all proof attempts.
    spent: u64,
}

impl RootProof {
    /// The winner that is known before the search.
    pub fn new<G: Searchable, E>(shared: &Shared<G, E>) -> RootProof {
        let winner = shared.winner(&shared.position);
        RootProof { wins: winner.map(|winner| winner == shared.position.to_move()), spent: 0 }
    }

    /// The value of a line, given the value of its search and whether its move is known to win.
    pub fn value(&self, value: Value, wins: bool) -> Value {
        match self.wins {
            _ if wins && value < TB_WIN_IN_MAX_PLY => TB_WIN,
            Some(false) if value > -TB_WIN_IN_MAX_PLY => -TB_WIN,
            _ => value,
        }
    }

    /// Tries to prove who wins. `nodes` are those of the search so far, earlier attempts included.
    /// Returns the nodes of the attempt, and the proof; `None` if no attempt is made.
    pub fn attempt<G: Searchable, E>(
        &mut self,
        shared: &Shared<G, E>,
        nodes: u64,
    ) -> Option<(u64, Option<Proof<G::Move>>)> {
        let limits = &shared.limits;
        let endgames = shared.endgames.as_ref()?;
        // A proof about the position does not tell the result of a search of only some of its
        // moves.
        if self.wins.is_some() || !limits.search_moves.is_empty() {
            return None;
        }
        let share = u64::from(shared.parameters().proof_share.unsigned_abs());
        let searched = nodes - self.spent;
        let left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        let allowance = (searched / 100 * share).saturating_sub(self.spent).min(left);
        if allowance < LEAST_NODES {
            return None;
        }
        let time = shared.budget.map(|budget| budget.abort);
        let is_stopped = || {
            let clock = time.zip(shared.token.clock_elapsed());
            shared.token.is_stopped() || clock.is_some_and(|(limit, elapsed)| elapsed >= limit)
        };
        let Attempt { nodes, proof } = endgames.prove(&shared.position, allowance, &is_stopped);
        self.spent += nodes;
        self.wins = proof.as_ref().map(|proof| matches!(proof, Proof::Won(_)));
        Some((nodes, proof))
    }
}
