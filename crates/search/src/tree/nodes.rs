//! The memory of a tree: nodes in one row, the children of each side by side.

use zugi_memory::prefetch;

/// What a node is, as far as it has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A position without children so far.
    Leaf,
    /// A position; the children are decisions of the mover.
    Position,
    /// The same; all decisions have a child.
    Complete,
    /// A position in which nothing is gained since an earlier one of the same line or game.
    Repeat,
    /// A decision whose outcome is chance's, without children so far.
    Decision,
    /// The same; the children are all outcomes, positions.
    Chance,
}

/// A place in the tree and what was found out about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The sum of the results of all visits, for the seat that has decided to come here.
    pub total: f64,
    /// The sum of the probabilities of a draw.
    pub draws: f32,
    /// Of a position: the sum of the priors of those children that were visited.
    pub seen: f32,
    /// How promising the decision seemed among all, or how probable the outcome is: the sum
    /// over all children of a node is 1.
    pub prior: f32,
    /// The bits of the move that leads here: a decision or an outcome.
    pub mv: u32,
    /// How often the search came here.
    pub visits: u32,
    first: u32,
    /// The number of its children.
    pub count: u16,
    /// Of a position: the number of children that were visited. They are the first ones.
    pub visited: u16,
    /// The plies to the end of the game, for an exact win or loss.
    pub plies: u16,
    pub kind: Kind,
    /// The result, the mean of all visits, is known for certain.
    pub is_exact: bool,
}

impl Node {
    /// One that was not looked at.
    pub fn new(mv: u32, prior: f32, kind: Kind) -> Node {
        Node {
            total: 0.0,
            draws: 0.0,
            seen: 0.0,
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

    /// The mean result, if there was any visit.
    #[inline(always)]
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// The mean probability of a draw, if there was any visit.
    pub fn draw(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.visits.max(1))
    }

    /// Whether it has children that are kept where those of nodes with fewer visits are not. What
    /// is certain keeps the line that proves it, unless there is too much of that.
    fn is_parent(&self, least: u32) -> bool {
        self.count > 0 && (self.visits >= least || self.is_exact && least < 1 << 16)
    }

    fn forget_children(&mut self) {
        (self.first, self.count, self.visited, self.seen) = (0, 0, 0, 0.0);
        self.kind = match self.kind {
            Kind::Leaf | Kind::Position | Kind::Complete => Kind::Leaf,
            Kind::Repeat => Kind::Repeat,
            Kind::Decision | Kind::Chance => Kind::Decision,
        };
    }
}

/// What the choice among children looks at, apart from the rest so that it takes few lines of
/// the cache.
#[derive(Clone, Copy, Debug)]
struct Promise {
    /// The mean result.
    mean: f32,
    /// The prior divided by one more than the visits; 0 if the result is certain, as there is
    /// nothing to find out.
    share: f32,
}

impl Promise {
    #[inline(always)]
    fn of(node: &Node) -> Promise {
        let share = node.prior / (node.visits as f32 + 1.0);
        Promise { mean: node.mean() as f32, share: if node.is_exact { 0.0 } else { share } }
    }

    #[inline(always)]
    fn worth(self, weight: f32) -> f32 {
        self.mean + self.share * weight
    }
}

/// The index of the root.
pub(super) const ROOT: usize = 0;

/// All nodes of a tree.
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// Those of the nodes, in the same order.
    promises: Vec<Promise>,
    /// The greatest number of nodes.
    most: usize,
}

impl Nodes {
    /// A tree with only the root, and room for the nodes that fit into this number of bytes; in
    /// the memory of an `old` one, if there is one.
    pub fn new(bytes: u64, old: Option<Nodes>) -> Nodes {
        // Pruning needs eight bytes for each node with children, counted as two for each node.
        let size = size_of::<Node>() + size_of::<Promise>() + 2;
        let most = usize::try_from(bytes / size as u64).unwrap_or(usize::MAX);
        let most = most.clamp(1 << 14, 1 << 31);
        let old = old.filter(|old| old.most == most);
        let mut new = old.unwrap_or(Nodes { nodes: Vec::new(), promises: Vec::new(), most });
        let root = Node::new(0, 1.0, Kind::Leaf);
        new.nodes.clear();
        new.promises.clear();
        new.nodes.push(root);
        new.promises.push(Promise::of(&root));
        new
    }

    #[inline(always)]
    pub fn at(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// A node; its result is changed by [`Nodes::add`] and [`Nodes::settle`] alone.
    #[inline(always)]
    pub fn at_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Adds the result of a visit, and the probability of a draw.
    #[inline]
    pub fn add(&mut self, index: usize, result: f64, draw: f64) {
        let node = &mut self.nodes[index];
        node.visits += 1;
        node.total += result;
        node.draws += draw as f32;
        self.promises[index] = Promise::of(node);
    }

    /// Takes a result for certain.
    pub fn settle(&mut self, index: usize, result: f64, draw: f64, plies: u16) {
        let node = &mut self.nodes[index];
        node.visits = node.visits.max(1);
        (node.total, node.draws) =
            (result * f64::from(node.visits), draw as f32 * node.visits as f32);
        (node.is_exact, node.plies) = (true, plies);
        self.promises[index] = Promise::of(node);
    }

    /// Notes the first visit of the next child of a position.
    pub fn see_next(&mut self, parent: usize) {
        let Node { first, visited, .. } = self.nodes[parent];
        let prior = self.nodes[first as usize + usize::from(visited)].prior;
        let node = &mut self.nodes[parent];
        (node.visited, node.seen) = (visited + 1, node.seen + prior);
    }

    /// Where the children of a node are.
    #[inline(always)]
    pub fn range(&self, parent: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[parent];
        first as usize..first as usize + usize::from(count)
    }

    /// The children of a node.
    #[inline(always)]
    pub fn children(&self, parent: usize) -> &[Node] {
        &self.nodes[self.range(parent)]
    }

    /// Fetches what [`Nodes::best`] will read into the cache.
    #[inline(always)]
    pub fn prefetch_children(&self, parent: usize) {
        if let Some(promise) = self.promises.get(self.nodes[parent].first as usize) {
            prefetch(promise);
        }
    }

    /// The child of a position that is worth most, and of equals the first one: the mean result,
    /// and `weight` times the share of those that are not certain. One that was not visited has
    /// the mean `unknown`.
    #[inline]
    pub fn best(&self, parent: usize, weight: f32, unknown: f32) -> usize {
        let Node { first, visited, count, .. } = self.nodes[parent];
        let (first, new) = (first as usize, first as usize + usize::from(visited));
        let promises = &self.promises[first..new];
        let most = greatest_worth(promises, weight);
        // Of those that were not visited none has a greater prior than the first one.
        if visited < count && unknown + self.promises[new].share * weight > most {
            return new;
        }
        let is_best = |promise: &Promise| promise.worth(weight) == most;
        first + promises.iter().position(is_best).unwrap_or_default()
    }

    /// The same among the children whose result is not certain.
    pub fn best_open(&self, parent: usize, weight: f32, unknown: f32) -> Option<usize> {
        let Node { first, visited, count, .. } = self.nodes[parent];
        let tried = first as usize..first as usize + usize::from(count.min(visited + 1));
        let worth = |&index: &usize| {
            let Promise { mean, share } = self.promises[index];
            let mean = if self.nodes[index].visits > 0 { mean } else { unknown };
            Promise { mean, share }.worth(weight)
        };
        let open = tried.filter(|&index| !self.nodes[index].is_exact);
        open.rev().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// Gives a node these children after those that it has, which move; `by_prior` if the new
    /// ones are to be in falling order.
    pub fn append(
        &mut self,
        parent: usize,
        more: impl ExactSizeIterator<Item = Node>,
        by_prior: bool,
    ) {
        let (old, first) = (self.range(parent), self.nodes.len());
        let known = first + old.len();
        self.reserve(known + more.len());
        self.promises.extend_from_within(old.clone());
        self.nodes.extend_from_within(old);
        self.nodes.extend(more.take(usize::from(u16::MAX)));
        if by_prior {
            self.nodes[known..].sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
        self.promises.extend(self.nodes[known..].iter().map(Promise::of));
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[parent];
        (node.first, node.count) = (first as u32, count as u16);
    }

    /// Makes room for so many nodes in all: for twice as many as before, and from an eighth of
    /// `most` on for all of `most`. `Vec` alone would double the room beyond `most`. Lists that grow
    /// move, and in WebAssembly the memory of their old places is not given back.
    fn reserve(&mut self, count: usize) {
        let room = self.nodes.capacity();
        if count > room {
            let next = if count > self.most / 8 { self.most } else { 2 * room };
            let more = next.max(count) - self.nodes.len();
            self.nodes.reserve_exact(more);
            self.promises.reserve_exact(more);
        }
    }

    /// Whether there is no more room for many children.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + usize::from(u16::MAX).min(self.most / 4) > self.most
    }

    /// How many of 1000 places are taken.
    pub fn permille(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.most as u64).min(1000) as u32
    }

    /// Gives up the children of nodes that were seldom visited, so that at most half of the
    /// room is taken.
    pub fn prune(&mut self) {
        let (mut least, mut kept) = (2, Vec::new());
        while !self.list(&mut kept, least) {
            least *= 2;
        }
        for &(_, parent) in &kept {
            for child in self.range(parent as usize) {
                if !self.nodes[child].is_parent(least) {
                    self.nodes[child].forget_children();
                }
            }
        }
        // Each list of children moves down to the end of the list before it. The parents get the
        // new places first, as they may move, too.
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
            self.promises.copy_within(first..first + count, to);
            to += count;
        }
        self.nodes.truncate(to);
        self.promises.truncate(to);
    }

    /// Lists where children begin and the nodes that they are of, without those of nodes with
    /// fewer visits; whether they fit.
    fn list(&self, kept: &mut Vec<(u32, u32)>, least: u32) -> bool {
        kept.clear();
        kept.push((self.nodes[ROOT].first, ROOT as u32));
        let (mut next, mut size) = (0, 1);
        while let Some(&(_, parent)) = kept.get(next) {
            for child in self.range(parent as usize) {
                let node = &self.nodes[child];
                if node.is_parent(least) {
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

/// The greatest worth, or less than anything if there is none.
#[inline]
fn greatest_worth(promises: &[Promise], weight: f32) -> f32 {
    // Eight at a time, so that the loop is vectorised; the place of the greatest is found later.
    let (lists, rest) = promises.as_chunks::<8>();
    let max = |a: f32, b: f32| if b > a { b } else { a };
    let mut greatest = [f32::NEG_INFINITY; 8];
    for list in lists {
        for (greatest, promise) in greatest.iter_mut().zip(list) {
            *greatest = max(*greatest, promise.worth(weight));
        }
    }
    let rest = rest.iter().map(|promise| promise.worth(weight));
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
        // What stood below a child stands there still.
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
                nodes.see_next(ROOT);
                nodes.add(child, f64::from(rng.u8(..4)) / 4.0, 0.0);
                if rng.bool() {
                    nodes.settle(child, f64::from(rng.u8(..4)) / 4.0, 0.0, 0);
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
            + nodes.promises.capacity() * size_of::<Promise>();
        assert!(taken as u64 <= bytes, "{taken}");
    }

    #[test]
    fn a_node_takes_40_bytes() {
        assert_eq!((size_of::<Node>(), size_of::<Promise>()), (40, 8));
    }
}
