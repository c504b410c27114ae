//! Search for any game of two sides: [`AlphaBeta`] for a [`Searchable`] game, and [`TreeSearch`]
//! (Monte-Carlo) for a [`TreeGame`]. Both implement [`Search`], report [events](SearchEvent), and
//! end at [`Limits`] or by a [`StopToken`]. [`Searcher`] is a search with the type of the game
//! erased. [`eval`] has weights and nets, and [`toy`] a complete example.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod alpha_beta;
pub mod bench;
pub mod eval;
mod evaluator;
mod limits;
mod move_history;
mod move_picker;
mod negamax;
mod parameters;
mod repetition;
mod root;
mod root_proof;
mod score;
mod search_event;
mod searchable;
mod searcher;
mod shared_state;
mod stack;
mod stop_token;
mod strength;
mod thread_memory;
mod thread_result;
mod threads;
pub mod toy;
mod transposition_table;
mod tree;

use std::time::Duration;

pub use alpha_beta::AlphaBeta;
pub use evaluator::{Evaluator, StaticEval};
pub use limits::{Limits, TimeLeft};
pub use move_picker::MAX_ORDERING_SCORE;
pub use parameters::{Parameter, ParameterError, Parameters};
pub use score::{INFINITE, MAX_EVALUATION, MAX_PLY, PROVEN, Score, Value, WIN};
pub use score::{TB_WIN, TB_WIN_IN_MAX_PLY};
pub use search_event::{Observer, PvInfo, SearchEvent, nodes_per_second};
pub use searchable::Searchable;
pub use searcher::{LoadError, NetSearches, Search, SearchKind, Searcher, Searches};
pub use stack::{spawn, spawn_scoped};
pub use stop_token::{HostPoll, HostSignal, StopToken};
pub use strength::Strength;
pub use transposition_table::OutOfMemory;
pub use tree::{ODDS_UNITS, TreeGame, TreeSearch};

/// The settings of a search, without its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of threads, at least 1. With one thread, a search limited by depth or nodes has
    /// the same result on every machine and run, if the searches since the last
    /// [`Search::clear_hash`] were the same.
    pub threads: usize,
    /// The number of lines to analyse (`MultiPV`), at least 1.
    pub lines: usize,
    /// The time that a move needs to reach the other program.
    pub overhead: Duration,
    /// How much worse a draw is than an even game for the side to move at the root, in hundredths
    /// of a piece. A piece is 100 units of the evaluation in [`AlphaBeta`], and
    /// [`TreeGame::PIECE`] units in a tree search. Scores include the contempt.
    pub contempt: Value,
    /// Whether nobody waits for the move: with a time limit a forced move is then searched as long
    /// as others, and not played at once.
    pub is_analysis: bool,
    /// The strength of play; full strength if `None`. Limited strength uses one thread; alpha-beta
    /// then reports one line.
    pub strength: Option<Strength>,
    /// Changes to the parameters of the game, see [`Parameters::with`]; invalid text changes
    /// nothing.
    #[cfg(feature = "tuning")]
    pub parameters: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            contempt: 0,
            is_analysis: false,
            strength: None,
            #[cfg(feature = "tuning")]
            parameters: String::new(),
        }
    }
}
