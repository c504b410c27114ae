//! Games of the engine against itself, and the positions of them that are used.

use fastrand::Rng;
use rayon::prelude::*;

use super::{HELD_OUT, Samples, TunePlan};
use crate::eval::Tunable;
use crate::game::{Outcome, Player};
use crate::search::{Limits, MAX_PLY, Score, Settings, StopToken, Table, search};

/// The size of each game's own table, in MiB.
const TABLE_MIB: u64 = 1;

/// Games played at a time.
const BATCH: usize = 1024;

/// A game without a result after so many times [`MAX_PLY`] plies is left out.
const PATIENCE: usize = 10;

/// Plays all games; the positions to check with and those to fit.
pub(super) fn play<G: Tunable>(plan: &TunePlan, played: impl Fn() + Sync) -> (Samples, Samples) {
    let (mut held_out, mut training) = (Samples::default(), Samples::default());
    for begin in (0..plan.games).step_by(BATCH) {
        let numbers = begin..plan.games.min(begin + BATCH);
        let games: Vec<_> = numbers
            .into_par_iter()
            .map(|number| {
                let game = game::<G>(plan, number);
                played();
                (number, game.unwrap_or_default())
            })
            .collect();
        for (number, game) in games {
            // Whole games: positions of one game have much in common.
            let set = if number % HELD_OUT == 0 { &mut held_out } else { &mut training };
            set.append(game);
        }
    }
    (held_out, training)
}

/// The positions of one game; `None` if it comes to no result.
///
/// A position is used if it is quiet and the search has not seen the end: nothing can
/// be learned from one that is settled, nor from the middle of an exchange, where the
/// evaluation has no say.
fn game<G: Tunable>(plan: &TunePlan, number: usize) -> Option<Samples> {
    let mut rng = Rng::with_seed(crate::board::mix(plan.seed) ^ number as u64);
    let mut position = G::start();
    let mut last = None;
    for _ in 0..plan.plies {
        let mv = rng.choice(position.moves())?;
        position.play(mv);
        last = Some(mv);
    }
    let table = Table::new(TABLE_MIB).ok()?;
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let mut quiet = Vec::new();
    for _ in 0..PATIENCE * MAX_PLY {
        let token = StopToken::default();
        let report = search(&position, &limits, &Settings::default(), &table, &token, ());
        let outcome = report.as_ref().map_or(position.outcome(), |report| match report.score {
            Score::Units(_) => None,
            Score::Win(_) => Some(Outcome::Win(position.to_move())),
            Score::Loss(_) => Some(Outcome::Win(position.to_move().opponent())),
        });
        if let Some(outcome) = outcome {
            rng.shuffle(&mut quiet);
            quiet.truncate(plan.samples);
            return Some(samples(&quiet, outcome));
        }
        if last.is_none_or(|last| position.quiescence_move(&position.context(), last).is_none()) {
            quiet.push(position.clone());
        }
        let mv = *report?.pv.first()?;
        position.play(mv);
        last = Some(mv);
    }
    None
}

fn samples<G: Tunable>(positions: &[G], outcome: Outcome) -> Samples {
    Samples {
        features: positions.iter().flat_map(G::features).collect(),
        results: positions.iter().map(|position| result(outcome, position.to_move())).collect(),
    }
}

/// The result for a side.
fn result(outcome: Outcome, side: Player) -> f32 {
    match outcome {
        Outcome::Win(winner) => f32::from(u8::from(winner == side)),
        Outcome::Draw => 0.5,
    }
}
