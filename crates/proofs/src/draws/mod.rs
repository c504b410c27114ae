//! Proofs for games with draws and recurrence: a win of either side, or a draw.
//!
//! [`DfpnSolver`] asks for each side whether it wins, by depth-first proof-number search. A win
//! does not depend on which positions recur. The result that a side does not win may depend on a
//! recurrence; it is an assumption until a strategy proves it on every path.
//! `docs/reference/proofs.md` has the argument, `docs/notes/solving.md` the measurements.

#[cfg(feature = "files")]
mod certificate;
mod claim;
mod dfpn;
mod path;
mod provable;
mod results_table;
mod side_value;
mod solver;
mod strategy;
mod verdict;
mod walk;

#[cfg(feature = "files")]
pub use certificate::verify_result;
pub use provable::ProvableWithDraws;
pub use solver::DfpnSolver;
#[cfg(feature = "files")]
pub(crate) use {claim::Claim, walk::Fault};
