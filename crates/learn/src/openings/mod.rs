//! Balanced openings: random plies from the start position, kept if a search sees both
//! sides nearly equal and both win their share of games of the engine against itself, and
//! never twice the same position, however the board is turned. Over all games the sides
//! are even: an opening that favours the side that is ahead is not taken.
//!
//! Self-play games decide whether an opening is balanced, because a search alone cannot: of
//! openings that depth 5 called even, player one won three quarters of the games on 6x6.
//!
//! Games with chance have other openings: they begin with shuffles of their own, which differ
//! more than plies could, and favour a side as chance has it. A match plays each from both
//! sides, and so they are only drawn.

mod opening_result;

use std::collections::HashSet;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Capability, Chance, GameInProgress, Symmetric, random};
use zugi_search::eval::HasEvaluator;
use zugi_search::{AlphaBeta, Limits, Settings, StopToken};

pub use opening_result::{OpeningResult, TrialPlan};

/// The plan of a search for openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
    /// How many to find.
    pub count: usize,
    /// The number of random plies.
    pub plies: usize,
    /// How far from even the score may be, in hundredths of a piece.
    pub window: i32,
    /// How deeply each is searched, in plies.
    pub depth: u32,
    /// The games from each that both sides must have their share of.
    pub trial: TrialPlan,
    /// The same seed gives the same openings, with any number of threads.
    pub seed: u64,
    /// Whether to begin with the pie rule's start position, if the game has one.
    pub pie: bool,
}

/// An opening with its score and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundOpening {
    /// The text of the position that it begins with; none for the start position.
    pub start: Option<String>,
    /// The moves from there, in canonical notation.
    pub moves: Vec<String>,
    /// The text of the position that they lead to.
    pub fen: String,
    /// The score for the side to move.
    pub score: i32,
    /// How the games from it ended.
    pub trial: OpeningResult,
}

/// Candidates searched at a time: enough to keep the threads busy.
const BATCH: usize = 64;

/// Batches in a row without a new opening after which there are taken to be none.
const PATIENCE: usize = 50;

/// The size of each search's own table, in MiB.
const TABLE_MIB: u64 = 4;

/// Finds openings, see [`OpeningGenerator::find`].
type Find = fn(&OpeningsPlan, &mut dyn FnMut(&FoundOpening));

/// The capability of a variant for which openings can be found.
pub struct OpeningGenerator {
    find: Find,
    balances: bool,
}

impl Capability for OpeningGenerator {
    const MISSING: &'static str = "cannot find openings: it has no search for openings";
}

impl OpeningGenerator {
    /// Those of `G`.
    #[must_use]
    pub fn of<G: HasEvaluator + Symmetric>() -> OpeningGenerator {
        OpeningGenerator { find: |plan, found| find::<G>(plan, found), balances: true }
    }

    /// Those of a game with chance: shuffles and random plies, with regard to nothing else in
    /// the plan but number and seed.
    ///
    /// ```
    /// use zugi_game::toy::Pile;
    /// use zugi_learn::openings::OpeningGenerator;
    /// assert!(!OpeningGenerator::drawn::<Pile>().balances());
    /// ```
    #[must_use]
    pub fn drawn<G: Chance>() -> OpeningGenerator {
        OpeningGenerator { find: |plan, found| draw::<G>(plan, found), balances: false }
    }

    /// Whether openings that favour a side are left out.
    #[must_use]
    pub fn balances(&self) -> bool {
        self.balances
    }

    /// Finds openings and passes each one to `found` at once; fewer than requested if it finds no
    /// more.
    ///
    /// Call it in a [`pool`](crate::pool()).
    pub fn find(&self, plan: &OpeningsPlan, found: &mut dyn FnMut(&FoundOpening)) {
        (self.find)(plan, found);
    }
}

fn find<G: HasEvaluator + Symmetric>(plan: &OpeningsPlan, mut found: impl FnMut(&FoundOpening)) {
    let start = if plan.pie { G::pie_start() } else { None }.unwrap_or_else(G::start);
    let (mut seen, mut count, mut fruitless) = (HashSet::new(), 0, 0);
    let mut total = OpeningResult::default();
    for batch in 0.. {
        if count >= plan.count || fruitless >= PATIENCE {
            return;
        }
        fruitless += 1;
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let candidates: Vec<_> =
            numbers.into_par_iter().filter_map(|number| candidate(plan, &start, number)).collect();
        for (opening, position) in candidates {
            let favours = opening.trial.favours();
            let uneven = favours.is_ne() && favours == total.favours();
            if count < plan.count && !uneven && seen.insert(position) {
                (count, fruitless) = (count + 1, 0);
                total += opening.trial;
                found(&opening);
            }
        }
    }
}

fn draw<G: Chance>(plan: &OpeningsPlan, mut found: impl FnMut(&FoundOpening)) {
    let (mut seen, mut count) = (HashSet::new(), 0);
    for number in 0..BATCH.saturating_mul(PATIENCE).saturating_add(plan.count) {
        if count >= plan.count {
            return;
        }
        let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
        let mut game = GameInProgress::new(G::start_with(rng.u64(..)));
        let (start, mut moves) = (game.position().text(), Vec::new());
        while moves.len() < plan.plies
            && let Some(mv) = random::choice(game.moves(), &mut rng)
        {
            moves.push(game.position().move_text(mv));
            game.play_unchecked(mv);
        }
        let fen = game.position().text();
        if game.outcome().is_none() && moves.len() == plan.plies && seen.insert(fen.clone()) {
            count += 1;
            let (start, score, trial) = (Some(start), 0, OpeningResult::default());
            found(&FoundOpening { start, moves, fen, score, trial });
        }
    }
}

/// The candidate with this number, if it is balanced, and the text of its position, the
/// same for all symmetric ones.
fn candidate<G: HasEvaluator + Symmetric>(
    plan: &OpeningsPlan,
    start: &G,
    number: usize,
) -> Option<(FoundOpening, String)> {
    let mut rng = Rng::with_seed(zugi_game::board::mix(plan.seed) ^ number as u64);
    let mut game = GameInProgress::new(start.clone());
    let mut moves = Vec::new();
    for _ in 0..plan.plies {
        let mv = random::choice(game.position().moves(), &mut rng)?;
        moves.push(game.position().move_text(mv));
        game.play_unchecked(mv);
    }
    let alpha_beta = AlphaBeta::new(G::Evaluator::default(), TABLE_MIB).ok()?;
    let limits = Limits { depth: Some(plan.depth), ..Limits::default() };
    let token = StopToken::default();
    let report = alpha_beta.search(&game, &limits, &Settings::default(), &token, ())?;
    let score = report.score.value();
    if report.score.plies_to_end().is_some() || score.abs() > plan.window {
        return None;
    }
    let trial = plan.trial.play(&game, &alpha_beta)?;
    let images = game.position().images().into_iter().map(|image| image.text()).min()?;
    let fen = game.position().text();
    Some((FoundOpening { start: None, moves, fen, score, trial }, images))
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
        find::<Hexapawn>(&plan, |opening| found.push(opening.moves.concat()));
        found.sort();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(["a1a2", "d1d2"].contains(&&*found[0]) != ["a1a2", "d1d2"].contains(&&*found[1]));
    }

    #[test]
    fn openings_of_games_with_chance_are_drawn_with_their_shuffles() {
        let trial = NO_TRIAL;
        let plan =
            OpeningsPlan { count: 20, plies: 1, window: 0, depth: 1, trial, seed: 7, pie: false };
        let drawn = |plan: &OpeningsPlan| {
            let mut openings = Vec::new();
            draw::<Pile>(plan, |opening| openings.push(opening.clone()));
            openings
        };
        let first = drawn(&plan);
        assert_eq!(first.len(), 20);
        assert_eq!(first, drawn(&plan));
        assert_ne!(first, drawn(&OpeningsPlan { seed: 8, ..plan.clone() }));
        for FoundOpening { start, moves, fen, .. } in &first {
            let mut game = GameInProgress::new(Pile::from_text(start.as_ref().unwrap()).unwrap());
            game.play_texts(moves).unwrap();
            assert_eq!((moves.len(), &game.position().text()), (1, fen));
        }
        // There are 24 orders of four cards, each with two first moves, and no more.
        assert_eq!(drawn(&OpeningsPlan { count: 1000, ..plan }).len(), 48);
    }
}
