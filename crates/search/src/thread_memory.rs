//! What a thread keeps from one search to the next.

use zugi_game::PackedMove;

use super::history::MoveHistory;
use super::ordering::Scored;
use super::score::MAX_PLY;

/// Room for the moves of this many nodes at once without a further allocation.
const MOVES: usize = 1 << 14;

/// What the search remembers for a distance from the root.
#[derive(Clone, Debug)]
pub(super) struct Ply<M> {
    /// The move that led here.
    pub last: Option<M>,
    /// The principal variation from here.
    pub pv: Vec<M>,
}

/// The history of a thread, and buffers: nothing in these is read by a later search.
#[derive(Debug)]
pub(super) struct ThreadMemory<M> {
    pub history: MoveHistory<M>,
    /// By the distance from the root.
    pub plies: Vec<Ply<M>>,
    /// The moves of the nodes between the root and the present one, one list after the other, so
    /// that nothing is allocated in the tree.
    pub moves: Vec<Scored>,
}

impl<M: PackedMove> ThreadMemory<M> {
    /// Nothing learnt yet.
    pub fn new() -> ThreadMemory<M> {
        ThreadMemory {
            history: MoveHistory::new(),
            plies: vec![Ply { last: None, pv: Vec::new() }; MAX_PLY + 2],
            moves: Vec::with_capacity(MOVES),
        }
    }

    /// Prepares for a new search, and forgets what was learnt before if that is out of place.
    pub fn renew(&mut self, forget: bool) {
        self.history.renew(forget);
        self.moves.clear();
    }
}
