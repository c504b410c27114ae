//! One thread of a proof search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use zugi_game::{Player, Probe};

use super::costly_results::CostlyResults;
use super::near_leaf_cache::NEAR;
use super::results_table::Results;
use super::{Provable, Solver};

/// Results up to this ply are always in the shared table, which the line and the progress read.
const REPORTED_PLIES: usize = 1;

/// The number of nodes between two checks of the limits.
const POLL: u64 = 256;

/// From this ply on, threads mark no positions and do not divide the moves.
const SHARED_PLIES: usize = 40;

/// The number of slots for marks. A mark names a position that a thread is searching. It is only a
/// hint: another mark may overwrite it.
const MARKS: usize = 1 << 14;

pub(super) struct Shared<'a, G, O> {
    pub solver: &'a Solver<G, O>,
    pub root: &'a G,
    pub threads: usize,
    /// The nodes of all threads, updated now and then.
    pub nodes: AtomicU64,
    pub node_limit: u64,
    /// Whether each thread has its own table for results near the leaves; otherwise all are shared.
    pub uses_near: bool,
    pub costly: Option<&'a CostlyResults<G>>,
    pub marks: Vec<AtomicU64>,
}

impl<'a, G: Provable, O: Probe<G>> Shared<'a, G, O> {
    pub fn new(
        solver: &'a Solver<G, O>,
        root: &'a G,
        threads: usize,
        node_limit: u64,
    ) -> Shared<'a, G, O> {
        let marks = if threads > 1 { MARKS } else { 0 };
        let marks = (0..marks).map(|_| AtomicU64::new(0)).collect();
        let (nodes, uses_near, costly) = (AtomicU64::new(0), true, None);
        Shared { solver, root, threads, nodes, node_limit, uses_near, costly, marks }
    }

    /// An estimate of the least size of a position to expand. It follows the moves that reduce the
    /// size most, and returns the size of the position before the first one with a known winner.
    fn least_size(&self) -> u32 {
        let mut position = self.root.clone();
        loop {
            let moves = position.moves().into_iter().map(|mv| position.after(mv));
            let next = moves.min_by_key(Provable::size);
            match next {
                Some(next) if self.solver.settled(&next).is_none() => position = next,
                _ => return position.size(),
            }
        }
    }

    fn mark(&self, position: &G) -> Option<&AtomicU64> {
        let index = position.key() as usize & (MARKS - 1);
        self.marks.get(index)
    }

    fn is_marked(&self, position: &G) -> bool {
        self.mark(position).is_some_and(|mark| mark.load(Ordering::Relaxed) == position.key())
    }
}

#[inline]
pub(super) fn winner_in<G: Provable>(table: &Results, position: &G) -> Option<Player> {
    let mover_wins = table.mover_wins(table.place(position.proof_key()?))?;
    let mover = position.to_move();
    Some(if mover_wins { mover } else { mover.opponent() })
}

/// The resolution of [`Provable::log_proof_size`] in the order of moves, in steps per unit.
const SIZE_STEPS: f64 = 64.0;

/// A position after a move; the search tries the one with the least `order` first.
struct Child<G> {
    order: i32,
    position: G,
}

enum NodeAbort {
    Stopped,
    /// Another thread has solved the position at this ply of the path.
    SolvedAbove(usize, Player),
}

pub(super) struct Worker<'a, G, O> {
    shared: &'a Shared<'a, G, O>,
    /// True ends the search of this thread.
    is_stopped: &'a dyn Fn() -> bool,
    /// The results near the leaves.
    near: Option<Results>,
    /// The least size of a position that the search expands: first an estimate, then lowered by
    /// each smaller position that is expanded.
    least: u32,
    nodes: u64,
    /// The part of `nodes` that is in [`Shared::nodes`].
    reported: u64,
    children: Vec<Child<G>>,
    path: Vec<G>,
}

impl<'a, G: Provable, O: Probe<G>> Worker<'a, G, O> {
    pub fn new(shared: &'a Shared<'a, G, O>, is_stopped: &'a dyn Fn() -> bool) -> Worker<'a, G, O> {
        let near = shared.uses_near.then(|| shared.solver.near.take(G::HALF_BITS)).flatten();
        let (children, path) = (Vec::new(), Vec::new());
        let least = if near.is_some() { shared.least_size() } else { 0 };
        let (nodes, reported) = (0, 0);
        Worker { shared, is_stopped, near, least, nodes, reported, children, path }
    }

    /// Whether the result of this position belongs in the thread's own table, because the position
    /// is near the leaves.
    #[inline]
    fn is_near(&self, position: &G) -> bool {
        self.near.is_some() && position.size() <= self.least.saturating_add(NEAR)
    }

    #[inline]
    fn table(&self, position: &G) -> &Results {
        match &self.near {
            Some(near) if self.is_near(position) => near,
            _ => &self.shared.solver.results,
        }
    }

    #[inline]
    fn found(&self, position: &G) -> Option<Player> {
        winner_in(self.table(position), position)
    }

    fn store(&self, position: &G, winner: Player, nodes: u64, ply: usize) {
        let Some(key) = position.proof_key() else { return };
        let keep = |table: &Results| {
            table.store(table.place(key), winner == position.to_move(), nodes);
        };
        keep(self.table(position));
        if ply <= REPORTED_PLIES {
            keep(&self.shared.solver.results);
        }
        if let Some(costly) = self.shared.costly {
            costly.add(position, winner, nodes);
        }
    }

    /// The winner of the root; `None` if the search was stopped.
    pub fn run(&mut self) -> Option<Player> {
        let root = self.shared.root;
        let known = self.shared.solver.known(root);
        let winner = known.map_or_else(|| self.winner(root), Ok);
        self.report();
        if let Some(near) = self.near.take() {
            self.shared.solver.near.recycle(near);
        }
        match winner {
            Ok(winner) | Err(NodeAbort::SolvedAbove(0, winner)) => Some(winner),
            Err(_) => None,
        }
    }

    fn report(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    fn winner(&mut self, position: &G) -> Result<Player, NodeAbort> {
        if let Some(winner) = self.found(position) {
            return Ok(winner);
        }
        let ply = self.path.len();
        let before = self.nodes;
        let mark = self.is_shared(position, ply).then(|| self.shared.mark(position)).flatten();
        if let Some(mark) = mark {
            mark.store(position.key(), Ordering::Relaxed);
        }
        self.path.push(position.clone());
        let begin = self.children.len();
        let found = self.search(position, begin);
        self.children.truncate(begin);
        self.path.truncate(ply);
        if let Some(mark) = mark {
            mark.store(0, Ordering::Relaxed);
        }
        match found {
            Ok(winner) => {
                self.store(position, winner, self.nodes - before, ply);
                Ok(winner)
            }
            Err(NodeAbort::SolvedAbove(above, winner)) if above == ply => Ok(winner),
            Err(why) => Err(why),
        }
    }

    fn search(&mut self, position: &G, begin: usize) -> Result<Player, NodeAbort> {
        self.nodes += 1;
        self.poll()?;
        let mover = position.to_move();
        let (won, mut is_tried) = self.expand(position, begin);
        if won {
            return Ok(mover);
        }
        while let Some(child) = self.next_child(begin, is_tried) {
            if self.winner(&child.position)? == mover {
                return Ok(mover);
            }
            is_tried = true;
        }
        Ok(mover.opponent())
    }

    /// Pushes onto the stack the positions after moves with no known result; the first to try is at
    /// the top. Returns whether a move is known to win, and whether one is known to lose.
    fn expand(&mut self, position: &G, begin: usize) -> (bool, bool) {
        let mover = position.to_move();
        self.least = self.least.min(position.size());
        // Near the leaves there are too many positions for the slower estimate.
        let is_sized = self.near.is_some() && !self.is_near(position);
        let (solver, children) = (self.shared.solver, &mut self.children);
        let mut is_tried = false;
        let won = position.visit_moves(&mut |mv| {
            let next = position.after(mv);
            match solver.settled(&next) {
                Some(winner) if winner == mover => return ControlFlow::Break(()),
                Some(_) => is_tried = true,
                None => {
                    let order = match is_sized {
                        true => (SIZE_STEPS * next.log_proof_size(0)) as i32,
                        false => position.effort(&next),
                    };
                    children.push(Child { order, position: next });
                }
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return (true, false);
        }
        // The children from `open` on have no known result.
        let mut open = self.children.len();
        for i in (begin..self.children.len()).rev() {
            // In the order of the search: a known win saves the other look-ups.
            let order = |&at: &usize| self.children[at].order;
            let first = (begin..=i).min_by_key(order).unwrap_or(i);
            self.children.swap(first, i);
            match self.found(&self.children[i].position) {
                Some(winner) if winner == mover => return (true, is_tried),
                Some(_) => is_tried = true,
                None => {
                    open -= 1;
                    self.children.swap(i, open);
                }
            }
        }
        self.children.drain(begin..open);
        (false, is_tried)
    }

    /// Whether threads should take different moves at a position. Near the leaves there is little
    /// to divide, and each mark would wait for the cache of another core.
    fn is_shared(&self, position: &G, ply: usize) -> bool {
        ply < SHARED_PLIES && !self.is_near(position)
    }

    /// Takes the next child to try from the stack. If a child has failed, the node probably needs
    /// all of them, so a child that no other thread is searching goes first.
    fn next_child(&mut self, begin: usize, is_tried: bool) -> Option<Child<G>> {
        let children = &self.children[begin..];
        let here = self.path.last().filter(|_| is_tried && self.shared.threads > 1);
        let divide = here.is_some_and(|here| self.is_shared(here, self.path.len()));
        let is_free = |child: &Child<G>| !self.shared.is_marked(&child.position);
        let free = divide.then(|| children.iter().rposition(is_free)).flatten();
        let index = free.or_else(|| children.len().checked_sub(1))?;
        Some(self.children.remove(begin + index))
    }

    /// Every [`POLL`] nodes, and at the node limit of a single thread, checks whether the search is
    /// over or another thread has solved a position on the path.
    fn poll(&mut self) -> Result<(), NodeAbort> {
        let is_last = self.shared.threads == 1 && self.nodes > self.shared.node_limit;
        if !self.nodes.is_multiple_of(POLL) && !is_last {
            return Ok(());
        }
        let nodes = self.report();
        if nodes > self.shared.node_limit || (self.is_stopped)() {
            return Err(NodeAbort::Stopped);
        }
        if self.shared.threads > 1 {
            for (ply, position) in self.path.iter().enumerate() {
                // Other threads keep results near the leaves in their own tables.
                if ply > REPORTED_PLIES && self.is_near(position) {
                    break;
                }
                if let Some(winner) = self.shared.solver.known(position) {
                    return Err(NodeAbort::SolvedAbove(ply, winner));
                }
            }
        }
        Ok(())
    }
}
