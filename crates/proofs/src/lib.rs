//! Proofs of the result of a position, by a search to the ends of the games or to positions that an
//! oracle knows. The oracle is a [`Probe`](zugi_game::Probe), such as endgame tables.
//! `docs/notes/solving.md` has the reasons and the measurements.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod attempt;
mod costly_results;
mod counts;
// Without the feature `files`, the code that only certificates use is dead.
#[cfg_attr(not(feature = "files"), allow(dead_code))]
pub mod draws;
#[cfg(feature = "files")]
mod files;
mod line;
mod near_leaf_cache;
mod provable;
mod prover;
mod results_table;
mod solver;
mod sources;
mod tables_and_solver;
pub mod toy;
mod worker;

pub use counts::Counts;
#[cfg(feature = "files")]
pub use files::*;
pub use provable::Provable;
pub use prover::{ProofTables, Prover, Proves, SessionTables};
pub use results_table::NoMemoryForResults;
pub use solver::Solver;
pub use sources::{with_proofs, with_tables_and_proofs};
pub use tables_and_solver::TablesAndSolver;

pub use zugi_game::{ProofLimits, ProofProgress, ProofReport};
