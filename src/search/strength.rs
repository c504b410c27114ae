//! Play of limited strength, down to a beginner's.
//!
//! A weak player looks at little and misjudges what it sees. So here the search gets
//! few nodes and little depth, and then the values of the first moves are blurred: each
//! gets a random bonus below a limit, the *spread*, and the best sum is played. A move
//! that is worse than the best one by the spread or more is never played, and a proven
//! win always is.
//!
//! The bonuses come from the key of the position, and neither the clock nor the shared
//! table has a say: the same position has the same answer again.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use fastrand::Rng;

use super::evaluator::Evaluator;
use super::history::MoveHistory;
use super::limits::Limits;
use super::negamax::Worker;
use super::report::{Analysis, Observer};
use super::score::{Assessment, DECIDED, INFINITE, MAX_PLY, Value};
use super::shared::Shared;
use super::tactics::Tactics;

/// What a player of some strength can do.
///
/// ```
/// use zugi::search::Strength;
/// assert_eq!(Strength::from_elo(0), Strength::from_elo(*Strength::ELO.start()));
/// assert_ne!(Strength::from_elo(1000), Strength::from_elo(1100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Nodes for a move. Depth 1 is completed all the same.
    nodes: u64,
    /// The greatest depth, in plies.
    depth: u32,
    /// Moves that are worse than the best one by less than this may be played, in units
    /// of the evaluation.
    spread: Value,
}

/// The rating of the first of the [`LEVELS`], and the points from each to the next.
const LOWEST: u32 = 600;
const STEP: u32 = 200;

/// The levels of the scale: nodes, depth, spread. Found by matches on Zola 6x6, so that
/// 400 points are about ten wins to one; `protocol.md` has the figures.
const LEVELS: [(u64, u32, Value); 11] = [
    (1, 1, 4000),
    (1, 1, 1500),
    (1, 1, 720),
    (200, 2, 570),
    (400, 2, 360),
    (1_000, 3, 240),
    (2_000, 4, 160),
    (4_000, 5, 110),
    (10_000, 6, 70),
    (45_000, 9, 25),
    (300_000, 20, 0),
];

impl Strength {
    /// The ratings that there are, in points of a scale whose zero is arbitrary.
    pub const ELO: RangeInclusive<u32> = LOWEST..=LOWEST + (LEVELS.len() as u32 - 1) * STEP;

    /// The strength with this rating, or with the nearest one that there is.
    #[must_use]
    pub fn from_elo(elo: u32) -> Strength {
        let points = elo.clamp(*Self::ELO.start(), *Self::ELO.end()) - LOWEST;
        let (level, rest) = ((points / STEP) as usize, i64::from(points % STEP));
        let (low, high) = (LEVELS[level], LEVELS[(level + 1).min(LEVELS.len() - 1)]);
        let between = |low: i64, high: i64| low + (high - low) * rest / i64::from(STEP);
        Strength {
            nodes: between(low.0 as i64, high.0 as i64) as u64,
            depth: between(low.1.into(), high.1.into()) as u32,
            spread: between(low.2.into(), high.2.into()) as Value,
        }
    }

    /// The limits with those of this strength.
    pub(super) fn limit<M: Clone>(self, limits: &Limits<M>) -> Limits<M> {
        Limits {
            nodes: Some(limits.nodes.unwrap_or(self.nodes).min(self.nodes)),
            depth: Some(limits.depth.unwrap_or(self.depth).min(self.depth)),
            ..limits.clone()
        }
    }

    /// The limits with that of the nodes, for a search whose depths are others.
    pub(super) fn limit_nodes<M: Clone>(self, limits: &Limits<M>) -> Limits<M> {
        Limits { nodes: Some(limits.nodes.unwrap_or(self.nodes).min(self.nodes)), ..limits.clone() }
    }

    /// Moves that are worse than the best one by less than this may be played, in units of
    /// the evaluation.
    pub(super) fn spread(self) -> Value {
        self.spread
    }
}

/// A move at the root.
#[derive(Debug)]
struct Candidate<M> {
    /// Of the iteration under way; `-INFINITE` where the move is out of the question.
    value: Value,
    bonus: Value,
    /// The move and the best play that follows.
    pv: Vec<M>,
}

impl<M> Candidate<M> {
    /// What the move is taken to be worth. A proven win is known to be one.
    fn blurred(&self) -> Value {
        self.value + if self.value >= DECIDED { INFINITE } else { self.bonus }
    }
}

/// A search of limited strength.
struct Search<'a, G: Tactics, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    shared: &'a Shared<G, E>,
    spread: Value,
    candidates: Vec<Candidate<G::Move>>,
}

/// Searches within the limits, which are those of the strength too, and returns the line
/// that it plays, by which `observer` is told of each depth. The position must not be
/// finished.
pub(super) fn search<G: Tactics, E: Evaluator<G>>(
    strength: Strength,
    shared: &Shared<G, E>,
    observer: &mut impl Observer<G::Move>,
) -> Analysis<G::Move> {
    let mut history = MoveHistory::new();
    let mut search = Search::new(strength.spread, shared, &mut history);
    let deepest = shared.limits.depth.unwrap_or(1).clamp(1, MAX_PLY as u32);
    let mut chosen = search.iterate(1);
    observer.report(&chosen);
    for depth in 2..=deepest {
        let report = search.iterate(depth);
        if search.worker.aborted {
            break;
        }
        observer.report(&report);
        chosen = report;
    }
    shared.token.wait_until_released(shared.limits.infinite);
    // What an unfinished depth has cost counts too.
    (chosen.nodes, chosen.time) = (search.worker.nodes, shared.token.elapsed());
    observer.report(&chosen);
    chosen
}

impl<'a, G: Tactics, E: Evaluator<G>> Search<'a, G, E> {
    fn new(
        spread: Value,
        shared: &'a Shared<G, E>,
        history: &'a mut MoveHistory<G::Move>,
    ) -> Search<'a, G, E> {
        let mut rng = Rng::with_seed(shared.position.key());
        let candidate =
            |mv| Candidate { value: -INFINITE, bonus: rng.i32(0..spread.max(1)), pv: vec![mv] };
        let candidates =
            shared.limits.root_moves(&shared.position).into_iter().map(candidate).collect();
        Search { worker: Worker::new(shared, history), shared, spread, candidates }
    }

    /// Searches all moves to this depth and chooses one. Depth 1 is always finished.
    fn iterate(&mut self, depth: u32) -> Analysis<G::Move> {
        self.worker.must_finish = depth == 1;
        self.worker.seldepth = depth as usize;
        self.evaluate(depth as i32);
        // Stable: of moves that are out of the question, the order stays.
        self.candidates.sort_by_key(|candidate| Reverse(candidate.value));
        let chosen = self.candidates.iter().max_by_key(|candidate| candidate.blurred());
        let (value, pv) =
            chosen.map(|chosen| (chosen.value, chosen.pv.clone())).unwrap_or_default();
        Analysis {
            depth,
            seldepth: self.worker.seldepth.max(pv.len()) as u32,
            line: 1,
            score: Assessment::from_value(value),
            wdl: None,
            nodes: self.worker.nodes,
            time: self.shared.token.elapsed(),
            hashfull: self.shared.table.hashfull(),
            known: 0,
            pv,
        }
    }

    /// Finds the values of all moves that may be played: exact within the spread below
    /// the best.
    fn evaluate(&mut self, depth: i32) {
        let (position, worker) = (&self.shared.position, &mut self.worker);
        let mut alpha = -INFINITE;
        for (number, candidate) in self.candidates.iter_mut().enumerate() {
            let mv = candidate.pv[0];
            candidate.value = -INFINITE;
            if number > 0 {
                let window = (alpha, alpha + 1);
                let value = worker.search_move::<false>(position, mv, window, depth - 1, 0);
                if value <= alpha || worker.aborted {
                    continue;
                }
            }
            let window = (alpha, INFINITE);
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
    fn every_level_has_its_rating_and_strength_only_grows() {
        for (elo, (nodes, depth, spread)) in Strength::ELO.step_by(STEP as usize).zip(LEVELS) {
            assert_eq!(Strength::from_elo(elo), Strength { nodes, depth, spread }, "{elo}");
        }
        let all: Vec<Strength> = (0..4_000).map(Strength::from_elo).collect();
        assert!(all.is_sorted_by_key(|strength| strength.nodes));
        assert!(all.is_sorted_by_key(|strength| strength.depth));
        assert!(all.is_sorted_by_key(|strength| Reverse(strength.spread)));
        assert_eq!(Strength::from_elo(1_100), Strength { nodes: 100, depth: 1, spread: 645 });
    }

    #[test]
    fn the_bonus_decides_between_close_moves_but_not_against_a_win() {
        let blurred = |value, bonus| Candidate { value, bonus, pv: vec![()] }.blurred();
        assert!(blurred(10, 30) > blurred(30, 0));
        assert!(blurred(WIN - 3, 0) > blurred(MAX_EVALUATION, 4_000));
        assert!(blurred(WIN - 1, 0) > blurred(WIN - 3, 4_000));
        assert!(blurred(-INFINITE, 4_000) < blurred(-500, 0));
    }
}
