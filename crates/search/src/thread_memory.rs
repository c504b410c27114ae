//! The data that a thread keeps from one search to the next.

use zugi_game::PackedMove;

use super::move_history::MoveHistory;
use super::move_picker::Scored;
use super::score::MAX_PLY;

/// The capacity of [`ThreadMemory::moves`], in moves.
const MOVES: usize = 1 << 14;

/// The data of one distance from the root.
#[derive(Clone, Debug)]
pub(super) struct Ply<M> {
    /// The move that led here.
    pub last: Option<M>,
    /// The principal variation from here.
    pub pv: Vec<M>,
}

/// The history of a thread, and buffers that keep only their allocations for later searches.
#[derive(Debug)]
pub(super) struct ThreadMemory<M> {
    pub history: MoveHistory<M>,
    /// By the distance from the root.
    pub plies: Vec<Ply<M>>,
    /// The moves of all nodes from the root to the current one, one list after the other, so that
    /// the search of a node allocates nothing.
    pub moves: Vec<Scored>,
}

impl<M: PackedMove> ThreadMemory<M> {
    pub fn new() -> ThreadMemory<M> {
        ThreadMemory {
            history: MoveHistory::new(),
            plies: vec![Ply { last: None, pv: Vec::new() }; MAX_PLY + 2],
            moves: Vec::with_capacity(MOVES),
        }
    }

    /// Prepares for a new search, see [`MoveHistory::renew`].
    pub fn renew(&mut self, clear_history: bool) {
        self.history.renew(clear_history);
        self.moves.clear();
    }
}
