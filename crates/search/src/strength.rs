//! Play of limited strength, down to a beginner's.
//!
//! A weak player searches little and misjudges positions. So limited strength has few nodes and
//! little depth, and adds a random bonus, below a limit called *spread*, to the value of each root
//! move. The move with the best sum is played. A move that is worse than the best one by the spread
//! or more is never played, and a proven win always is.
//!
//! The key of the position is the seed of the bonuses, and the search uses a table of its own. So a
//! position always has the same answer, unless time runs out.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use fastrand::Rng;
use zugi_game::RawMove;

use super::evaluator::Evaluator;
use super::limits::Limits;
use super::negamax::{Window, Worker};
use super::score::{INFINITE, MAX_PLY, TB_WIN_IN_MAX_PLY, Value};
use super::search_event::{Observer, PvInfo, SearchEvent, tell};
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::thread_memory::ThreadMemory;
use super::thread_result::ThreadResult;

/// A playing strength by rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Within [`Strength::ELO`].
    elo: u32,
}

/// The rating of the first level.
const MIN_ELO: u32 = 600;

/// The difference between the ratings of neighbouring levels.
const ELO_STEP: u32 = 200;

const LEVEL_COUNT: usize = 11;

/// The limits of a search at a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    /// Nodes for a move. Depth 1 is completed even if it needs more.
    pub nodes: u64,
    /// The greatest depth, in plies.
    depth: u32,
    /// The limit of the random bonus, in units of the evaluation.
    pub spread: Value,
}

const fn level(nodes: u64, depth: u32, spread: Value) -> Level {
    Level { nodes, depth, spread }
}

/// The levels of alpha-beta. Matches on Zola 6x6 set them so that 400 points are about ten wins to
/// one; `docs/notes/measured.md` has the figures.
const LEVELS: [Level; LEVEL_COUNT] = [
    level(1, 1, 4000),
    level(1, 1, 1500),
    level(1, 1, 720),
    level(200, 2, 570),
    level(400, 2, 360),
    level(1_000, 3, 240),
    level(2_000, 4, 160),
    level(4_000, 5, 110),
    level(10_000, 6, 70),
    level(45_000, 9, 25),
    level(300_000, 20, 0),
];

/// The least nodes of a tree search. A smaller tree plays worse than the evaluation of each move
/// alone, so ratings below this level have one node.
const SMALLEST_TREE: u64 = 30;

/// The levels of a tree search, without a limit of depth. Matches on Zoka set them in the same way;
/// `docs/notes/measured.md` has the figures.
const TREE_LEVELS: [Level; LEVEL_COUNT] = {
    const fn tree(nodes: u64, spread: Value) -> Level {
        level(nodes, MAX_PLY as u32, spread)
    }
    [
        tree(1, 3000),
        tree(1, 400),
        tree(1, 80),
        tree(SMALLEST_TREE, 0),
        tree(45, 0),
        tree(75, 0),
        tree(130, 0),
        tree(240, 0),
        tree(850, 0),
        tree(2_800, 0),
        tree(20_000, 0),
    ]
};

impl Strength {
    /// The range of ratings, in Elo points with an arbitrary zero.
    pub const ELO: RangeInclusive<u32> = MIN_ELO..=MIN_ELO + (LEVEL_COUNT as u32 - 1) * ELO_STEP;

    /// The strength with this rating, clamped to [`Strength::ELO`].
    #[must_use]
    pub fn from_elo(elo: u32) -> Strength {
        Strength { elo: elo.clamp(*Self::ELO.start(), *Self::ELO.end()) }
    }

    /// Interpolates between the two levels next to the rating.
    fn interpolate(self, levels: &[Level; LEVEL_COUNT]) -> Level {
        let points = self.elo - MIN_ELO;
        let (level, rest) = ((points / ELO_STEP) as usize, i64::from(points % ELO_STEP));
        let (low, high) = (levels[level], levels[(level + 1).min(LEVEL_COUNT - 1)]);
        let between = |low: i64, high: i64| low + (high - low) * rest / i64::from(ELO_STEP);
        Level {
            nodes: between(low.nodes as i64, high.nodes as i64) as u64,
            depth: between(low.depth.into(), high.depth.into()) as u32,
            spread: between(low.spread.into(), high.spread.into()) as Value,
        }
    }

    pub(super) fn alpha_beta_level(self) -> Level {
        self.interpolate(&LEVELS)
    }

    pub(super) fn tree_level(self) -> Level {
        let level = self.interpolate(&TREE_LEVELS);
        Level { nodes: if level.nodes < SMALLEST_TREE { 1 } else { level.nodes }, ..level }
    }
}

impl Level {
    /// `limits`, reduced to those of this level.
    pub fn limit(self, limits: &Limits) -> Limits {
        Limits {
            nodes: Some(limits.nodes.unwrap_or(self.nodes).min(self.nodes)),
            depth: Some(limits.depth.unwrap_or(self.depth).min(self.depth)),
            ..limits.clone()
        }
    }
}

/// A move at the root.
#[derive(Debug)]
struct Candidate<M> {
    /// The value in the iteration under way; `-INFINITE` if the move is worse than the best one
    /// before it by the spread or more.
    value: Value,
    bonus: Value,
    /// The variation, which begins with this move.
    pv: Vec<M>,
}

impl<M> Candidate<M> {
    fn sort(candidates: &mut [Candidate<M>]) {
        candidates.sort_by_key(|candidate| Reverse(candidate.value));
    }

    /// The value with the random bonus; a decided win ranks above all others.
    fn noisy_value(&self) -> Value {
        self.value + if self.value >= TB_WIN_IN_MAX_PLY { INFINITE } else { self.bonus }
    }
}

struct Search<'a, G: Searchable, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    shared: &'a Shared<G, E>,
    spread: Value,
    candidates: Vec<Candidate<G::Move>>,
}

/// Searches with a limited strength and returns the line to play. It reports a line after each
/// depth. The game must not be over.
pub(super) fn search<G: Searchable, E: Evaluator<G>>(
    strength: Strength,
    shared: &Shared<G, E>,
    observer: &mut Option<Observer<'_>>,
) -> PvInfo {
    let spread = strength.alpha_beta_level().spread;
    let mut rng = Rng::with_seed(shared.position.key());
    let candidate =
        |mv| Candidate { value: -INFINITE, bonus: rng.i32(0..spread.max(1)), pv: vec![mv] };
    let moves = shared.limits.root_moves(&shared.position);
    let candidates = moves.into_iter().map(candidate).collect();
    let mut memory = ThreadMemory::new();
    let mut search =
        Search { worker: Worker::new(shared, &mut memory), shared, spread, candidates };
    let deepest = shared.limits.depth.unwrap_or(1).clamp(1, MAX_PLY as u32);
    let mut chosen = search.iterate(1);
    tell(observer, SearchEvent::Line(chosen.clone()));
    for depth in 2..=deepest {
        let report = search.iterate(depth);
        if search.worker.aborted {
            break;
        }
        tell(observer, SearchEvent::Line(report.clone()));
        chosen = report;
    }
    shared.token.wait_until_released(shared.limits.infinite);
    // With the nodes and the time of an unfinished depth.
    (chosen.nodes, chosen.time) = (search.worker.nodes, shared.token.elapsed());
    tell(observer, SearchEvent::Line(chosen.clone()));
    chosen
}

impl<G: Searchable, E: Evaluator<G>> Search<'_, G, E> {
    /// Searches all moves to this depth and chooses one. Depth 1 is always finished.
    fn iterate(&mut self, depth: u32) -> PvInfo {
        self.worker.must_finish = depth == 1;
        self.worker.seldepth = depth as usize;
        self.evaluate(depth as i32);
        Candidate::sort(&mut self.candidates);
        let chosen = self.candidates.iter().max_by_key(|candidate| candidate.noisy_value());
        let (value, pv) =
            chosen.map(|chosen| (chosen.value, chosen.pv.clone())).unwrap_or_default();
        let found = ThreadResult {
            depth,
            seldepth: self.worker.seldepth.max(pv.len()),
            value,
            verified: false,
            nodes: self.worker.nodes,
            tbhits: 0,
            pv: pv.into_iter().map(RawMove::of).collect(),
        };
        found.report(self.shared, 1)
    }

    /// Searches all moves: a move gets its value, not a bound, if it is worse than the best one by
    /// less than the spread.
    fn evaluate(&mut self, depth: i32) {
        let (position, worker) = (&self.shared.position, &mut self.worker);
        let mut alpha = -INFINITE;
        for (number, candidate) in self.candidates.iter_mut().enumerate() {
            let mv = candidate.pv[0];
            candidate.value = -INFINITE;
            if number > 0 {
                let window = Window::null(alpha);
                let value = worker.search_move::<false>(position, mv, window, depth - 1, 0);
                if value <= alpha || worker.aborted {
                    continue;
                }
            }
            let window = Window { alpha, beta: INFINITE };
            let value = worker.search_move::<true>(position, mv, window, depth - 1, 0);
            if worker.aborted {
                return;
            }
            if value > alpha {
                alpha = alpha.max(value - self.spread);
                candidate.value = value;
                candidate.pv.truncate(1);
                candidate.pv.extend_from_slice(worker.pv());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::{MAX_EVALUATION, WIN};
    use super::*;

    #[test]
    fn levels_have_their_ratings_and_limits_grow_with_the_rating() {
        for levels in [LEVELS, TREE_LEVELS] {
            for (elo, level) in Strength::ELO.step_by(ELO_STEP as usize).zip(levels) {
                assert_eq!(Strength::from_elo(elo).interpolate(&levels), level, "{elo}");
            }
            let all: Vec<Level> =
                (0..4_000).map(|elo| Strength::from_elo(elo).interpolate(&levels)).collect();
            assert!(all.is_sorted_by_key(|level| level.nodes));
            assert!(all.is_sorted_by_key(|level| level.depth));
            assert!(all.is_sorted_by_key(|level| Reverse(level.spread)));
        }
        assert_eq!(Strength::from_elo(1_100).alpha_beta_level(), level(100, 1, 645));
        assert_eq!(Strength::from_elo(2_500).tree_level().nodes, 11_400);
        let nodes = |elo| Strength::from_elo(elo).tree_level().nodes;
        assert_eq!([1_000, 1_199, 1_200, 1_201].map(nodes), [1, 1, 30, 30]);
    }

    #[test]
    fn the_bonus_decides_between_close_moves_but_not_against_a_win() {
        let noisy_value = |value, bonus| Candidate { value, bonus, pv: vec![()] }.noisy_value();
        assert!(noisy_value(10, 30) > noisy_value(30, 0));
        assert!(noisy_value(WIN - 3, 0) > noisy_value(MAX_EVALUATION, 4_000));
        assert!(noisy_value(WIN - 1, 0) > noisy_value(WIN - 3, 4_000));
        assert!(noisy_value(-INFINITE, 4_000) < noisy_value(-500, 0));
    }
}
