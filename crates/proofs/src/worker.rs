//! One thread of a proof: the search itself.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zugi_game::{Outcome, Player, Probe};

use super::Provable;
use super::learnt::Learnt;
use super::near_leaf_cache::{NEAR, NearTables};
use super::results::Results;

/// Results of the root and of so many plies below it are kept where all can see them, near
/// the end or not.
const TOLD_PLIES: usize = 1;

/// After so many nodes a thread looks up from its work.
const POLL: u64 = 256;

/// Positions farther down than this are searched by one thread alone.
const SHARED_PLIES: usize = 40;

/// The positions that threads are at, as far as they know: a table by their checks, in which
/// one may overwrite another. It only says where it is better to look for other work.
const MARKS: usize = 1 << 14;

/// What all threads of a search have in common.
pub(super) struct Shared<'a, G, O> {
    pub oracle: &'a O,
    pub results: &'a Results,
    /// `None` for a search that keeps all it finds in [`Shared::results`].
    pub near: Option<&'a NearTables>,
    pub root: &'a G,
    pub threads: usize,
    /// Nodes of all threads, brought up to date now and then.
    pub nodes: AtomicU64,
    pub node_limit: u64,
    /// The search is over, or to be given up.
    pub stop: &'a AtomicBool,
    /// Where results that took much work are told, if anywhere.
    pub learnt: Option<&'a Learnt<G>>,
    pub marks: Vec<AtomicU64>,
}

impl<'a, G: Provable, O: Probe<G>> Shared<'a, G, O> {
    /// The state of a thread that searches alone, for at most this number of nodes.
    pub fn alone(
        (oracle, results): (&'a O, &'a Results),
        root: &'a G,
        node_limit: u64,
        stop: &'a AtomicBool,
    ) -> Shared<'a, G, O> {
        let nodes = AtomicU64::new(0);
        let (near, marks, learnt) = (None, Vec::new(), None);
        Shared { oracle, results, near, root, threads: 1, nodes, node_limit, stop, learnt, marks }
    }

    pub fn marks(threads: usize) -> Vec<AtomicU64> {
        (0..if threads > 1 { MARKS } else { 0 }).map(|_| AtomicU64::new(0)).collect()
    }

    /// The winner, if it is known without a search.
    #[inline]
    pub fn known(&self, position: &G) -> Option<Player> {
        self.settled(position).or_else(|| winner_in(self.results, position))
    }

    /// The winner, if the rules or the oracle say it.
    #[inline]
    fn settled(&self, position: &G) -> Option<Player> {
        match position.outcome() {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => self.oracle.winner(position),
        }
    }

    /// About the least size of the positions that will be searched: where a line from the root
    /// on which as much as possible goes comes to what is known.
    fn least_size(&self) -> u32 {
        let mut position = self.root.clone();
        loop {
            let moves = position.moves().into_iter().map(|mv| position.after(mv));
            let next = moves.min_by_key(Provable::size);
            match next {
                Some(next) if self.settled(&next).is_none() => position = next,
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

/// The winner according to a table of results.
#[inline]
fn winner_in<G: Provable>(table: &Results, position: &G) -> Option<Player> {
    let mover_wins = table.mover_wins(table.place(position.proof_key()?))?;
    let mover = position.to_move();
    Some(if mover_wins { mover } else { mover.opponent() })
}

/// The steps of [`Provable::log_proof_size`] that the order of moves tells apart, in one unit.
const SIZE_STEPS: f64 = 64.0;

/// A position after a move, and how soon it is tried: the least first.
struct Child<G> {
    order: i32,
    position: G,
}

/// Why a node has no result.
enum NodeAbort {
    /// The search is over.
    Stopped,
    /// A position above, at this ply, has been solved by another thread.
    SolvedAbove(usize, Player),
}

/// One thread.
pub(super) struct Worker<'a, G, O> {
    shared: &'a Shared<'a, G, O>,
    /// What else ends the search.
    is_stopped: &'a dyn Fn() -> bool,
    /// Results of what is near the end.
    near: Option<Results>,
    /// The least size of the positions that were searched.
    least: u32,
    nodes: u64,
    /// Nodes that [`Shared::nodes`] has.
    reported: u64,
    children: Vec<Child<G>>,
    /// The positions from the root to the present one.
    path: Vec<G>,
}

impl<'a, G: Provable, O: Probe<G>> Worker<'a, G, O> {
    pub fn new(shared: &'a Shared<'a, G, O>, is_stopped: &'a dyn Fn() -> bool) -> Worker<'a, G, O> {
        let near = shared.near.and_then(|tables| tables.take(G::HALF_BITS));
        let (children, path) = (Vec::new(), Vec::new());
        let least = if near.is_some() { shared.least_size() } else { 0 };
        let (nodes, reported) = (0, 0);
        Worker { shared, is_stopped, near, least, nodes, reported, children, path }
    }

    /// Whether results like the position's are kept by each thread for itself.
    #[inline]
    fn is_near(&self, position: &G) -> bool {
        self.near.is_some() && position.size() <= self.least.saturating_add(NEAR)
    }

    /// The table that has the position's result, if there is one.
    #[inline]
    fn table(&self, position: &G) -> &Results {
        match &self.near {
            Some(near) if self.is_near(position) => near,
            _ => self.shared.results,
        }
    }

    /// The winner, if it has been found out.
    #[inline]
    fn found(&self, position: &G) -> Option<Player> {
        winner_in(self.table(position), position)
    }

    /// Keeps a result that so many nodes have found.
    fn store(&self, position: &G, winner: Player, nodes: u64, ply: usize) {
        let Some(key) = position.proof_key() else { return };
        let keep = |table: &Results| {
            table.store(table.place(key), winner == position.to_move(), nodes);
        };
        keep(self.table(position));
        if ply <= TOLD_PLIES {
            keep(self.shared.results);
        }
        if let Some(learnt) = self.shared.learnt {
            learnt.add(position, winner, nodes);
        }
    }

    /// Searches until the root is solved or the search stopped; the winner, if there is one.
    pub fn run(&mut self) -> Option<Player> {
        let root = self.shared.root;
        let known = self.shared.known(root);
        let winner = known.map_or_else(|| self.winner(root), Ok);
        self.report();
        if let Some((tables, near)) = self.shared.near.zip(self.near.take()) {
            tables.give_back(near);
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

    /// Who wins.
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

    /// Puts the positions after all moves that are not known on the stack, the first to be
    /// tried last. Whether one is known to be won by the mover, and whether one is known to be
    /// lost.
    fn expand(&mut self, position: &G, begin: usize) -> (bool, bool) {
        let mover = position.to_move();
        self.least = self.least.min(position.size());
        // Near the end there are too many positions for more than a quick look.
        let is_sized = self.near.is_some() && !self.is_near(position);
        let (shared, children) = (self.shared, &mut self.children);
        let mut is_tried = false;
        let won = position.visit_moves(&mut |mv| {
            let next = position.after(mv);
            match shared.settled(&next) {
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
        // From here on are those that are not known.
        let mut open = self.children.len();
        for i in (begin..self.children.len()).rev() {
            // Those that may win are looked up first: one that does saves the others.
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

    /// Whether threads go different ways at a position of this ply. Near the end each mark
    /// would be a wait for another core, at every node, and there is little to divide.
    fn is_shared(&self, position: &G, ply: usize) -> bool {
        ply < SHARED_PLIES && !self.is_near(position)
    }

    /// Takes the next position to be tried from the stack. Where one has failed already the
    /// node may well need them all: then one that no other thread is at goes first.
    fn next_child(&mut self, begin: usize, is_tried: bool) -> Option<Child<G>> {
        let children = &self.children[begin..];
        let here = self.path.last().filter(|_| is_tried && self.shared.threads > 1);
        let divide = here.is_some_and(|here| self.is_shared(here, self.path.len()));
        let is_free = |child: &Child<G>| !self.shared.is_marked(&child.position);
        let free = divide.then(|| children.iter().rposition(is_free)).flatten();
        let index = free.or_else(|| children.len().checked_sub(1))?;
        Some(self.children.remove(begin + index))
    }

    /// Looks up now and then: whether the search is over, and with several threads whether
    /// another one has solved a position on the way here.
    fn poll(&mut self) -> Result<(), NodeAbort> {
        let is_last = self.shared.threads == 1 && self.nodes > self.shared.node_limit;
        if !self.nodes.is_multiple_of(POLL) && !is_last {
            return Ok(());
        }
        let nodes = self.report();
        if nodes > self.shared.node_limit
            || self.shared.stop.load(Ordering::Relaxed)
            || (self.is_stopped)()
        {
            return Err(NodeAbort::Stopped);
        }
        if self.shared.threads > 1 {
            for (ply, position) in self.path.iter().enumerate() {
                // What is near the end others keep for themselves.
                if ply > TOLD_PLIES && self.is_near(position) {
                    break;
                }
                if let Some(winner) = self.shared.known(position) {
                    return Err(NodeAbort::SolvedAbove(ply, winner));
                }
            }
        }
        Ok(())
    }
}
