//! Balanced openings: random plies from the start position. An opening is kept if the score of a
//! search is nearly even and both sides get their share of the points in self-play games. Symmetric
//! positions count as one opening. An opening that favours the side with more points from the
//! openings so far is dropped, so that the sides are even over all openings.
//!
//! Self-play games decide whether an opening is balanced, because a search alone cannot: in
//! `zola-6`, player one won three quarters of the games from openings that a search to depth 5
//! scored as even.
//!
//! In games with chance each opening begins with a shuffle of its own. The tree search does not see
//! the hidden pieces, but all games from the opening have this shuffle, so that an opening whose
//! shuffle decides the winner is dropped.

mod opening_result;

use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Capability, Chance, Game, GameInProgress, Of, random};
use zugi_search::eval::HasEvaluator;
use zugi_search::{Limits, Search, SearchKind, Settings};

use crate::self_play::{best_move, node_limit};
pub use opening_result::{OpeningResult, TrialPlan};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
    pub count: usize,
    /// The number of random plies.
    pub plies: usize,
    /// The greatest size of the score, in hundredths of a piece.
    pub window: i32,
    /// The depth of the score by alpha-beta, in plies. A tree search is limited to
    /// [`TrialPlan::nodes`] nodes instead.
    pub depth: u32,
    pub trial: TrialPlan,
    /// The same seed gives the same openings, with any number of threads.
    pub seed: u64,
    /// Whether to begin with the pie rule's start position, if the game has one.
    pub pie: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundOpening {
    /// The text of the first position; `None` for the start position, with the pie rule or without.
    pub start: Option<String>,
    /// The moves from the first position, in canonical notation.
    pub moves: Vec<String>,
    /// The text of the position after the moves.
    pub fen: String,
    /// The score for the side to move.
    pub score: i32,
    pub trial: OpeningResult,
}

/// The number of candidates in a parallel batch: enough to keep the threads busy.
const BATCH: usize = 64;

/// The search for openings ends after this number of batches in a row without a new one.
const MAX_FRUITLESS_BATCHES: usize = 50;

/// The size of each search's own table or tree, in MiB.
const MIB: u64 = 4;

/// The capability of variants for which openings can be found.
///
/// ```
/// use zugi_game::{Of, toy::Pile};
/// use zugi_learn::openings::{ShuffledOpenings, OpeningGenerator};
/// use zugi_search::SearchKind;
/// assert_eq!(Of::<Pile>::new().search_kind(), Some(SearchKind::Tree));
/// assert_eq!(ShuffledOpenings::<Pile>::new().search_kind(), None);
/// ```
pub trait OpeningGenerator: Send + Sync {
    /// The kind of the search by which openings that favour a side are dropped; `None` if they are
    /// not dropped.
    fn search_kind(&self) -> Option<SearchKind>;

    /// Passes each opening to `found` as soon as it is found. Ends after [`OpeningsPlan::count`]
    /// openings, if `found` breaks, or if no more openings are found.
    ///
    /// Call it in a [`pool`](crate::pool()).
    fn find(&self, plan: &OpeningsPlan, found: &mut dyn FnMut(&FoundOpening) -> ControlFlow<()>);
}

impl Capability for dyn OpeningGenerator {
    const MISSING: &'static str = "cannot find openings: it has no search for openings";
}

/// In a game with shuffles each opening has its own, and [`OpeningsPlan::pie`] has no effect.
impl<G: HasEvaluator> OpeningGenerator for Of<G> {
    fn search_kind(&self) -> Option<SearchKind> {
        Some(G::Search::<G::Evaluator>::KIND)
    }

    fn find(&self, plan: &OpeningsPlan, found: &mut dyn FnMut(&FoundOpening) -> ControlFlow<()>) {
        type Player<G> = <G as HasEvaluator>::Search<<G as HasEvaluator>::Evaluator>;
        let is_tree = Player::<G>::KIND == SearchKind::Tree;
        let limits = if is_tree {
            node_limit(plan.trial.nodes)
        } else {
            Limits { depth: Some(plan.depth), ..Limits::default() }
        };
        let pie_start = if plan.pie { G::pie_start() } else { None };
        find(plan, found, &|number| {
            let start =
                |rng: &mut Rng| pie_start.clone().unwrap_or_else(|| Player::<G>::start(rng));
            let (mut opening, game) = random_plies(plan, number, start)?;
            let player = Player::<G>::new(G::Evaluator::default(), MIB).ok()?;
            (opening.score, opening.trial) = try_opening(plan, &game, &player, &limits)?;
            if is_tree {
                return Some((opening.fen.clone(), opening));
            }
            opening.start = None;
            // One key for all symmetric positions.
            let key = game.position().images().iter().map(Game::text).min()?;
            Some((key, opening))
        });
    }
}

/// Openings of a game with chance and without a search: shuffles and random plies, which may favour
/// a side. Only `count`, `plies` and `seed` of the plan are used.
#[derive(Clone, Copy, Debug)]
pub struct ShuffledOpenings<G>(PhantomData<fn() -> G>);

impl<G> ShuffledOpenings<G> {
    /// The value in an [`Arc`], as [`Variant::with`](zugi_game::Variant::with) takes it.
    #[must_use]
    pub fn new() -> Arc<ShuffledOpenings<G>> {
        Arc::new(ShuffledOpenings(PhantomData))
    }
}

impl<G: Chance> OpeningGenerator for ShuffledOpenings<G> {
    fn search_kind(&self) -> Option<SearchKind> {
        None
    }

    fn find(&self, plan: &OpeningsPlan, found: &mut dyn FnMut(&FoundOpening) -> ControlFlow<()>) {
        find(plan, found, &|number| {
            let (opening, _) = random_plies(plan, number, |rng| G::start_with(rng.u64(..)))?;
            Some((opening.fen.clone(), opening))
        });
    }
}

/// Passes each candidate with a new key to `found`, unless it favours the side that is ahead in
/// total. `candidate` returns the key of the candidate with the given number, and the candidate;
/// `None` if there is none or it is not balanced.
fn find(
    plan: &OpeningsPlan,
    found: &mut dyn FnMut(&FoundOpening) -> ControlFlow<()>,
    candidate: &(dyn Fn(usize) -> Option<(String, FoundOpening)> + Sync),
) {
    let (mut seen, mut count, mut fruitless) = (HashSet::new(), 0, 0);
    let mut total = OpeningResult::default();
    for batch in 0.. {
        if count >= plan.count || fruitless >= MAX_FRUITLESS_BATCHES {
            return;
        }
        fruitless += 1;
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let candidates: Vec<_> = numbers.into_par_iter().filter_map(candidate).collect();
        for (key, opening) in candidates {
            let favours = opening.trial.favours();
            let uneven = favours.is_ne() && favours == total.favours();
            if count < plan.count && !uneven && seen.insert(key) {
                (count, fruitless) = (count + 1, 0);
                total += opening.trial;
                if found(&opening).is_break() {
                    return;
                }
            }
        }
    }
}

/// The candidate with this number, without a score, and its game; `None` if the plies end the game.
fn random_plies<G: Game>(
    plan: &OpeningsPlan,
    number: usize,
    start: impl Fn(&mut Rng) -> G,
) -> Option<(FoundOpening, GameInProgress<G>)> {
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let mut game = GameInProgress::new(start(&mut rng));
    let (start, mut moves) = (Some(game.position().text()), Vec::new());
    for _ in 0..plan.plies {
        let mv = random::choice(game.moves(), &mut rng)?;
        moves.push(game.position().move_text(mv));
        game.play_unchecked(mv);
    }
    let (fen, trial) = (game.position().text(), OpeningResult::default());
    let opening = FoundOpening { start, moves, fen, score: 0, trial };
    game.outcome().is_none().then_some((opening, game))
}

/// The score of an opening and the results of its games; `None` if it favours a side.
fn try_opening<S: Search>(
    plan: &OpeningsPlan,
    game: &GameInProgress<S::Game>,
    player: &S,
    limits: &Limits,
) -> Option<(i32, OpeningResult)> {
    let window = i64::from(plan.window) * i64::from(S::PIECE) / 100;
    let (_, score) = best_move(player, game, &Settings::default(), limits)?;
    if score.plies_to_end().is_some() || i64::from(score.value().abs()) > window {
        return None;
    }
    Some((score.value(), plan.trial.play(game, player)?))
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;
    use zugi_game::toy::{Hexapawn, Pile};

    use super::*;

    const NO_TRIAL: TrialPlan = TrialPlan { games: 0, nodes: 1, share: 0 };

    #[test]
    fn symmetric_openings_count_once() {
        // Two of the four first moves are mirror images of the others.
        let (trial, window) = (NO_TRIAL, 100_000);
        let plan =
            OpeningsPlan { count: 100, plies: 1, window, depth: 1, trial, seed: 1, pie: false };
        let mut found = Vec::new();
        Of::<Hexapawn>::new().find(&plan, &mut |opening| {
            found.push(opening.moves.concat());
            ControlFlow::Continue(())
        });
        found.sort();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(["a1a2", "d1d2"].contains(&&*found[0]) != ["a1a2", "d1d2"].contains(&&*found[1]));
        // The window is in hundredths of a pawn, which is worth 100.
        let greatest_score = |window| {
            let plan = OpeningsPlan { count: 20, plies: 3, window, ..plan.clone() };
            let mut greatest = 0_i32;
            Of::<Hexapawn>::new().find(&plan, &mut |opening| {
                greatest = greatest.max(opening.score.abs());
                ControlFlow::Continue(())
            });
            greatest
        };
        let greatest = greatest_score(window);
        assert!(greatest_score(greatest - 1) < greatest, "{greatest}");
    }

    /// The openings of a plan, after a check that the moves of each lead to its position.
    fn found(by: &dyn OpeningGenerator, plan: &OpeningsPlan) -> Vec<FoundOpening> {
        let mut openings = Vec::new();
        by.find(plan, &mut |opening| {
            openings.push(opening.clone());
            ControlFlow::Continue(())
        });
        for FoundOpening { start, moves, fen, .. } in &openings {
            let mut game = GameInProgress::new(Pile::from_text(start.as_ref().unwrap()).unwrap());
            game.play_texts(moves).unwrap();
            assert_eq!((moves.len(), &game.position().text()), (plan.plies, fen));
        }
        openings
    }

    #[test]
    fn openings_of_games_with_chance_are_drawn_with_their_shuffles() {
        let trial = NO_TRIAL;
        let plan =
            OpeningsPlan { count: 20, plies: 1, window: 0, depth: 1, trial, seed: 7, pie: false };
        let find_shuffled = |plan: &OpeningsPlan| found(&*ShuffledOpenings::<Pile>::new(), plan);
        let first = find_shuffled(&plan);
        assert_eq!(first.len(), 20);
        assert_eq!(first, find_shuffled(&plan));
        assert_ne!(first, find_shuffled(&OpeningsPlan { seed: 8, ..plan.clone() }));
        // There are 24 orders of four cards, each with two first moves, and no more.
        assert_eq!(find_shuffled(&OpeningsPlan { count: 1000, ..plan }).len(), 48);
    }

    #[test]
    fn the_tree_search_plays_the_openings_of_games_with_chance() {
        let pile = Of::<Pile>::new();
        let trial = TrialPlan { games: 2, nodes: 100, share: 50 };
        let plan =
            OpeningsPlan { count: 100, plies: 1, window: 50, depth: 0, trial, seed: 7, pie: false };
        let even = found(&*pile, &plan);
        let by_one = crate::pool(1).unwrap().install(|| found(&*pile, &plan));
        assert_eq!(by_one, even, "threads change nothing");
        // Out of 48: those with a win for each player, or with two draws.
        assert!((1..40).contains(&even.len()), "{}", even.len());
        let result = OpeningResult { games: 2, half_points: 2 };
        assert!(even.iter().all(|opening| opening.trial == result), "{even:?}");
        // The window is in hundredths of a card, which is worth 400.
        assert!(even.iter().all(|opening| opening.score.abs() <= 200), "{even:?}");
        let wider = found(&*pile, &OpeningsPlan { window: 1_000, ..plan.clone() });
        assert!(wider.iter().any(|opening| opening.score.abs() > 200), "{wider:?}");
        // The sides are even over all openings, although the one game from an opening may have a
        // winner.
        let trial = TrialPlan { games: 1, nodes: 100, share: 0 };
        let each = found(&*pile, &OpeningsPlan { count: 6, window: 1_000, trial, ..plan });
        let total = each.iter().map(|opening| opening.trial.half_points).sum::<u32>();
        assert_eq!((each.len(), total), (6, 6), "{each:?}");
    }
}
