//! The state that the threads of one search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use zugi_game::{Endgames, Game, Outcome, Player, Probe};

use super::limits::{Budget, Limits};
use super::negamax::Reductions;
use super::parameters::Parameters;
use super::score::DrawValues;
use super::searchable::Searchable;
use super::stop_token::StopToken;
use super::transposition_table::Table;

/// Random numbers for [`Shared::full_width_key`]: always `FULL_WIDTH_KEY`; if exact values are
/// probed, also `EXACT_VALUE_KEY` or, with the limit `mate`, the one of `MATE_KEYS` for the player
/// at the root.
const FULL_WIDTH_KEY: u64 = 0x9e37_79b9_7f4a_7c15;
const EXACT_VALUE_KEY: u64 = 0x71c1_8d5b_6a0e_93f4;
const MATE_KEYS: [u64; 2] = [0x2af7_3980_05aa_a5c7, 0x44db_0150_2462_3547];

pub(super) struct Shared<G: Game, E> {
    pub position: G,
    pub limits: Limits,
    /// `None` without a time limit.
    pub budget: Option<Budget>,
    pub evaluator: Arc<E>,
    pub table: Arc<Table>,
    pub endgames: Option<Arc<dyn Endgames<G>>>,
    pub reductions: Arc<Reductions>,
    pub token: StopToken,
    /// The first thread has its result, or a thread has failed: all threads end.
    pub finished: AtomicBool,
    /// Nodes of all threads; each adds to it in batches.
    pub nodes: AtomicU64,
    /// Hits of exact values of all threads; each adds to it in batches.
    pub tbhits: AtomicU64,
    pub is_single_thread: bool,
    /// The keys of positions that are drawn when they occur again.
    pub drawn: Vec<u64>,
    pub draw: DrawValues,
    #[cfg(feature = "tuning")]
    pub parameters: Parameters,
}

/// A search with a time limit builds tables only if its hard limit is at least this: with less
/// time, building them would delay the move.
const LEAST_TIME_TO_PREPARE: Duration = Duration::from_millis(80);

impl<G: Searchable, E> Shared<G, E> {
    /// Loads the exact values of positions near the root in the background; builds them, too, if
    /// there is time.
    pub fn prepare_endgames(&self) {
        let Some(endgames) = &self.endgames else { return };
        if self.budget.is_none_or(|budget| budget.hard >= LEAST_TIME_TO_PREPARE) {
            endgames.prepare(&self.position);
        } else {
            endgames.load(&self.position);
        }
    }

    /// The player who is known to win.
    pub fn winner(&self, position: &G) -> Option<Player> {
        self.endgames.as_ref()?.winner(position)
    }

    /// The known winner, if the search may end a line at this position. With the limit `mate` it
    /// may do so only if the player at the root loses, because the length of a win matters.
    #[inline]
    pub fn decided_for(&self, position: &G) -> Option<Player> {
        let winner = self.winner(position)?;
        (self.limits.mate.is_none() || winner != self.position.to_move()).then_some(winner)
    }

    /// A number that is combined with the keys of full-width nodes. Their entries must not mix with
    /// those of pruned nodes, and entries with exact values must not mix with entries without.
    pub fn full_width_key(&self, probe_tables: bool) -> u64 {
        let exact_value_key = match self.limits.mate {
            _ if !probe_tables => 0,
            None => EXACT_VALUE_KEY,
            Some(_) => MATE_KEYS[self.position.to_move().index()],
        };
        FULL_WIDTH_KEY ^ exact_value_key
    }

    /// Whether this move of the root is known to win.
    pub fn wins(&self, mv: G::Move) -> bool {
        let child = self.position.after(mv);
        let winner = child.outcome().map_or_else(|| self.winner(&child), Outcome::winner);
        winner == Some(self.position.to_move())
    }

    /// The parameters of the search: constants, unless the feature `tuning` is on.
    #[inline(always)]
    #[cfg_attr(not(feature = "tuning"), expect(clippy::unused_self))]
    pub fn parameters(&self) -> &Parameters {
        #[cfg(feature = "tuning")]
        return &self.parameters;
        #[cfg(not(feature = "tuning"))]
        return &G::PARAMETERS;
    }
}
