//! The memory of a tree: one vector of nodes, in which the children of each node are adjacent.

use zugi_memory::prefetch;

/// The kind of a node, and whether it has children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A position without children.
    Leaf,
    /// A position whose children are some decisions of the mover.
    Position,
    /// A position whose children are all decisions of the mover.
    Complete,
    /// A position that repeats an earlier one of the line or game, see
    /// [`TreeGame::repetition_key`](super::TreeGame::repetition_key).
    Repeat,
    /// A decision before an event of chance, without children.
    Decision,
    /// A decision before an event of chance, whose children are the positions of all outcomes.
    Chance,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The sum of the results of all visits, for the seat whose decision leads here.
    pub total: f64,
    /// The sum of the probabilities of a draw in all visits.
    pub draws: f32,
    /// The sum of the priors of the visited children, for a position.
    pub visited_prior: f32,
    /// The prior of a decision, or the probability of an outcome. Over all decisions or outcomes
    /// the sum is 1, except for the noise of helper threads.
    pub prior: f32,
    /// The bits of the move that leads here: a decision or an outcome.
    pub mv: u32,
    pub visits: u32,
    /// The index of the first child.
    first: u32,
    /// The number of children.
    pub count: u16,
    /// The number of visited children of a position; they are the first ones.
    pub visited: u16,
    /// The plies to the end of the game, for an exact win or loss.
    pub plies: u16,
    pub kind: Kind,
    /// Whether the mean of all visits is the exact result.
    pub is_exact: bool,
}

impl Node {
    pub fn new(mv: u32, prior: f32, kind: Kind) -> Node {
        Node {
            total: 0.0,
            draws: 0.0,
            visited_prior: 0.0,
            prior,
            mv,
            visits: 0,
            first: 0,
            count: 0,
            visited: 0,
            plies: 0,
            kind,
            is_exact: false,
        }
    }

    /// The mean result; 0 without visits.
    #[inline(always)]
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// The mean probability of a draw; 0 without visits.
    pub fn draw(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.visits.max(1))
    }

    /// Whether the node keeps its children when those of nodes with fewer visits than `least` are
    /// dropped. An exact node keeps the line that proves it, unless memory is very short.
    fn keeps_children(&self, least: u32) -> bool {
        self.count > 0 && (self.visits >= least || self.is_exact && least < 1 << 16)
    }

    fn drop_children(&mut self) {
        (self.first, self.count, self.visited, self.visited_prior) = (0, 0, 0, 0.0);
        self.kind = match self.kind {
            Kind::Leaf | Kind::Position | Kind::Complete => Kind::Leaf,
            Kind::Repeat => Kind::Repeat,
            Kind::Decision | Kind::Chance => Kind::Decision,
        };
    }
}

/// The terms of PUCT for a child. They are apart from the nodes, so that the selection reads few
/// cache lines.
#[derive(Clone, Copy, Debug)]
struct PuctTerms {
    mean: f32,
    /// The prior divided by one more than the visits; 0 if the result is exact.
    exploration: f32,
}

impl PuctTerms {
    #[inline(always)]
    fn of(node: &Node) -> PuctTerms {
        let exploration = node.prior / (node.visits as f32 + 1.0);
        PuctTerms {
            mean: node.mean() as f32,
            exploration: if node.is_exact { 0.0 } else { exploration },
        }
    }

    #[inline(always)]
    fn puct(self, weight: f32) -> f32 {
        self.mean + self.exploration * weight
    }
}

pub(super) const ROOT: usize = 0;

pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// By the index of the node.
    puct_terms: Vec<PuctTerms>,
    /// The greatest number of nodes.
    most: usize,
}

impl Nodes {
    /// A tree with only the root. It may grow to `bytes` bytes, or to 16,384 nodes if that is more.
    /// It uses the allocation of an `old` tree of the same size.
    pub fn new(bytes: u64, old: Option<Nodes>) -> Nodes {
        // Pruning takes eight bytes for each node with children, assumed to be a quarter of all.
        let size = size_of::<Node>() + size_of::<PuctTerms>() + 2;
        let most = usize::try_from(bytes / size as u64).unwrap_or(usize::MAX);
        let most = most.clamp(1 << 14, 1 << 31);
        let old = old.filter(|old| old.most == most);
        let mut new = old.unwrap_or(Nodes { nodes: Vec::new(), puct_terms: Vec::new(), most });
        let root = Node::new(0, 1.0, Kind::Leaf);
        new.nodes.clear();
        new.puct_terms.clear();
        new.nodes.push(root);
        new.puct_terms.push(PuctTerms::of(&root));
        new
    }

    #[inline(always)]
    pub fn at(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// A node. Only [`Nodes::add`] and [`Nodes::set_exact`] may change its result and visits.
    #[inline(always)]
    pub fn at_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    #[inline]
    pub fn add(&mut self, index: usize, result: f64, draw: f64) {
        let node = &mut self.nodes[index];
        node.visits += 1;
        node.total += result;
        node.draws += draw as f32;
        self.puct_terms[index] = PuctTerms::of(node);
    }

    pub fn set_exact(&mut self, index: usize, result: f64, draw: f64, plies: u16) {
        let node = &mut self.nodes[index];
        node.visits = node.visits.max(1);
        (node.total, node.draws) =
            (result * f64::from(node.visits), draw as f32 * node.visits as f32);
        (node.is_exact, node.plies) = (true, plies);
        self.puct_terms[index] = PuctTerms::of(node);
    }

    /// Marks the first unvisited child of a position as visited.
    pub fn mark_visited(&mut self, parent: usize) {
        let Node { first, visited, .. } = self.nodes[parent];
        let prior = self.nodes[first as usize + usize::from(visited)].prior;
        let node = &mut self.nodes[parent];
        (node.visited, node.visited_prior) = (visited + 1, node.visited_prior + prior);
    }

    /// The indices of the children of a node.
    #[inline(always)]
    pub fn range(&self, parent: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[parent];
        first as usize..first as usize + usize::from(count)
    }

    #[inline(always)]
    pub fn children(&self, parent: usize) -> &[Node] {
        &self.nodes[self.range(parent)]
    }

    /// Prefetches the data that [`Nodes::best`] reads.
    #[inline(always)]
    pub fn prefetch_children(&self, parent: usize) {
        if let Some(terms) = self.puct_terms.get(self.nodes[parent].first as usize) {
            prefetch(terms);
        }
    }

    /// The child of a position with the highest PUCT value, the first one if several are equal. The
    /// mean of an unvisited child is `first_play`.
    #[inline]
    pub fn best(&self, parent: usize, weight: f32, first_play: f32) -> usize {
        let Node { first, visited, count, .. } = self.nodes[parent];
        let (first, new) = (first as usize, first as usize + usize::from(visited));
        let puct_terms = &self.puct_terms[first..new];
        let most = greatest_puct(puct_terms, weight);
        // The first unvisited child has the highest prior of all unvisited ones.
        if visited < count && first_play + self.puct_terms[new].exploration * weight > most {
            return new;
        }
        let is_best = |terms: &PuctTerms| terms.puct(weight) == most;
        first + puct_terms.iter().position(is_best).unwrap_or_default()
    }

    /// [`Nodes::best`] among the children that are not exact.
    pub fn best_open(&self, parent: usize, weight: f32, first_play: f32) -> Option<usize> {
        let Node { first, visited, count, .. } = self.nodes[parent];
        let tried = first as usize..first as usize + usize::from(count.min(visited + 1));
        let worth = |&index: &usize| {
            let PuctTerms { mean, exploration } = self.puct_terms[index];
            let mean = if self.nodes[index].visits > 0 { mean } else { first_play };
            PuctTerms { mean, exploration }.puct(weight)
        };
        let open = tried.filter(|&index| !self.nodes[index].is_exact);
        open.rev().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// Moves the children of a node to the end of the vector, and adds new ones after them.
    /// `by_prior` sorts the new ones by falling prior.
    pub fn append(
        &mut self,
        parent: usize,
        more: impl ExactSizeIterator<Item = Node>,
        by_prior: bool,
    ) {
        let (old, first) = (self.range(parent), self.nodes.len());
        let known = first + old.len();
        self.reserve(known + more.len());
        self.puct_terms.extend_from_within(old.clone());
        self.nodes.extend_from_within(old);
        self.nodes.extend(more.take(usize::from(u16::MAX)));
        if by_prior {
            sort_by_prior(&mut self.nodes[known..]);
        }
        self.puct_terms.extend(self.nodes[known..].iter().map(PuctTerms::of));
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[parent];
        (node.first, node.count) = (first as u32, count as u16);
    }

    /// Reserves capacity for `count` nodes: doubles it up to an eighth of `most`, then reserves all
    /// of `most`. `Vec` alone would grow beyond `most`. The last step is large because a growing
    /// vector is copied to a new place, and WebAssembly never frees the memory of the old one.
    fn reserve(&mut self, count: usize) {
        let room = self.nodes.capacity();
        if count > room {
            let next = if count > self.most / 8 { self.most } else { 2 * room };
            let more = next.max(count) - self.nodes.len();
            self.nodes.reserve_exact(more);
            self.puct_terms.reserve_exact(more);
        }
    }

    /// Whether a further node might have more children than fit.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + usize::from(u16::MAX).min(self.most / 4) > self.most
    }

    /// The nodes in use, in thousandths of the greatest number.
    pub fn permille(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.most as u64).min(1000) as u32
    }

    /// Drops the children of the least visited nodes, so that at most half of the memory is used.
    pub fn prune(&mut self) {
        let (mut least, mut kept) = (2, Vec::new());
        while !self.list(&mut kept, least) {
            least *= 2;
        }
        for &(_, parent) in &kept {
            for child in self.range(parent as usize) {
                if !self.nodes[child].keeps_children(least) {
                    self.nodes[child].drop_children();
                }
            }
        }
        // Each list of children moves to the end of the list before it. The parents, which may move
        // themselves, get the new indices first.
        kept.sort_unstable();
        let mut end = 1;
        for (_, parent) in &mut kept {
            let node = &mut self.nodes[*parent as usize];
            (node.first, *parent) = (end, node.count.into());
            end += u32::from(node.count);
        }
        let mut to = 1;
        for (first, count) in kept {
            let (first, count) = (first as usize, count as usize);
            self.nodes.copy_within(first..first + count, to);
            self.puct_terms.copy_within(first..first + count, to);
            to += count;
        }
        self.nodes.truncate(to);
        self.puct_terms.truncate(to);
    }

    /// Lists the first child and the index of each node that keeps its children at `least` visits.
    /// Returns whether these children fit into half of the memory.
    fn list(&self, kept: &mut Vec<(u32, u32)>, least: u32) -> bool {
        kept.clear();
        kept.push((self.nodes[ROOT].first, ROOT as u32));
        let (mut next, mut size) = (0, 1);
        while let Some(&(_, parent)) = kept.get(next) {
            for child in self.range(parent as usize) {
                let node = &self.nodes[child];
                if node.keeps_children(least) {
                    kept.push((node.first, child as u32));
                }
            }
            size += self.range(parent as usize).len();
            if least < u32::MAX / 2 && size > self.most / 2 {
                return false;
            }
            next += 1;
        }
        true
    }
}

/// Not generic, so that the sort is compiled once.
fn sort_by_prior(nodes: &mut [Node]) {
    nodes.sort_by(|a, b| b.prior.total_cmp(&a.prior));
}

/// The highest PUCT value; negative infinity for an empty list.
#[inline]
fn greatest_puct(puct_terms: &[PuctTerms], weight: f32) -> f32 {
    // Eight at a time, so that the compiler vectorises the loop.
    let (lists, rest) = puct_terms.as_chunks::<8>();
    let max = |a: f32, b: f32| if b > a { b } else { a };
    let mut greatest = [f32::NEG_INFINITY; 8];
    for list in lists {
        for (greatest, terms) in greatest.iter_mut().zip(list) {
            *greatest = max(*greatest, terms.puct(weight));
        }
    }
    let rest = rest.iter().map(|terms| terms.puct(weight));
    greatest.into_iter().chain(rest).fold(f32::NEG_INFINITY, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(mv: u32) -> Node {
        Node::new(mv, 0.5, Kind::Leaf)
    }

    #[test]
    fn children_are_appended_and_stay_in_order() {
        let mut nodes = Nodes::new(1 << 20, None);
        nodes.append(ROOT, [1, 2].map(leaf).into_iter(), false);
        let first = nodes.range(ROOT).start;
        nodes.append(first, [7].map(leaf).into_iter(), false);
        nodes.append(ROOT, [3].map(leaf).into_iter(), false);
        let moves: Vec<u32> = nodes.children(ROOT).iter().map(|node| node.mv).collect();
        assert_eq!(moves, [1, 2, 3]);
        // A child that moved keeps its own children.
        let first = nodes.range(ROOT).start;
        assert_eq!(nodes.children(first)[0].mv, 7);
    }

    #[test]
    fn pruning_keeps_what_was_visited_often() {
        let mut nodes = Nodes::new(0, None);
        nodes.append(ROOT, (0..100).map(leaf), false);
        for child in nodes.range(ROOT) {
            nodes.at_mut(child).visits = if child % 2 == 0 { 100 } else { 1 };
            nodes.at_mut(child).kind = Kind::Position;
            let mv = nodes.at(child).mv;
            nodes.append(child, (0..150).map(|number| leaf(1000 * mv + number)), false);
        }
        assert!(nodes.is_full());
        nodes.prune();
        assert!(!nodes.is_full());
        assert_eq!(nodes.children(ROOT).len(), 100);
        for child in nodes.range(ROOT) {
            let (count, kind) = (nodes.at(child).count, nodes.at(child).kind);
            let often = nodes.at(child).visits == 100;
            assert_eq!((count, kind), if often { (150, Kind::Position) } else { (0, Kind::Leaf) });
            let first = 1000 * nodes.at(child).mv;
            assert!(
                nodes.children(child).iter().map(|node| node.mv).eq((first..).take(count.into()))
            );
        }
        assert!(nodes.children(ROOT).iter().map(|node| node.mv).eq(0..100));
    }

    #[test]
    fn the_first_of_the_best_children_is_chosen() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let (count, mut nodes) = (rng.u32(1..40), Nodes::new(0, None));
            nodes.append(ROOT, (0..count).map(leaf), false);
            for child in nodes.range(ROOT).take(rng.usize(..=count as usize)) {
                nodes.mark_visited(ROOT);
                nodes.add(child, f64::from(rng.u8(..4)) / 4.0, 0.0);
                if rng.bool() {
                    nodes.set_exact(child, f64::from(rng.u8(..4)) / 4.0, 0.0, 0);
                }
            }
            let worth = |node: &Node| match node.visits {
                0 => 0.25 + node.prior,
                _ if node.is_exact => node.mean() as f32,
                visits => node.mean() as f32 + node.prior / (1.0 + visits as f32),
            };
            let best = |open: bool| {
                let asked = nodes.range(ROOT).filter(|&i| !open || !nodes.at(i).is_exact);
                asked.rev().max_by(|&a, &b| worth(nodes.at(a)).total_cmp(&worth(nodes.at(b))))
            };
            assert_eq!(Some(nodes.best(ROOT, 1.0, 0.25)), best(false));
            assert_eq!(nodes.best_open(ROOT, 1.0, 0.25), best(true));
        }
    }

    #[test]
    fn a_full_tree_takes_no_more_memory_than_it_may() {
        let bytes = 1 << 20;
        let mut nodes = Nodes::new(bytes, None);
        while !nodes.is_full() {
            nodes.append(ROOT, (0..100).map(leaf), false);
        }
        let taken = nodes.nodes.capacity() * size_of::<Node>()
            + nodes.puct_terms.capacity() * size_of::<PuctTerms>();
        assert!(taken as u64 <= bytes, "{taken}");
    }

    #[test]
    fn a_node_takes_40_bytes() {
        assert_eq!((size_of::<Node>(), size_of::<PuctTerms>()), (40, 8));
    }
}
