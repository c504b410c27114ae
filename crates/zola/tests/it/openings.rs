//! The search for balanced openings.

use std::ops::ControlFlow;

use zugi_game::{Game, GameInProgress, Of};
use zugi_learn::openings::{
    FoundOpening, OpeningGenerator, OpeningResult, OpeningsPlan, TrialPlan,
};
use zugi_zola::Zola6;

const NO_TRIAL: TrialPlan = TrialPlan { games: 0, nodes: 1, share: 0 };

fn openings(plan: &OpeningsPlan) -> Vec<FoundOpening> {
    let mut openings = Vec::new();
    Of::<Zola6>::new().find(plan, &mut |opening| {
        openings.push(opening.clone());
        ControlFlow::Continue(())
    });
    openings
}

#[test]
fn balanced_different_and_the_same_again() {
    let trial = NO_TRIAL;
    let plan =
        OpeningsPlan { count: 20, plies: 3, window: 80, depth: 2, trial, seed: 7, pie: false };
    let first = openings(&plan);
    assert_eq!(first.len(), 20);
    assert!(first.iter().all(|opening| opening.score.abs() <= 80 && opening.moves.len() == 3));
    assert_eq!(first, openings(&plan));
    assert_ne!(first, openings(&OpeningsPlan { seed: 8, ..plan }));
}

#[test]
fn symmetric_openings_count_once() {
    // The start of 6x6 has 36 moves, at most 9 up to symmetry and exchange of colours.
    let (trial, window) = (NO_TRIAL, 100_000);
    let plan = OpeningsPlan { count: 100, plies: 1, window, depth: 1, trial, seed: 1, pie: false };
    let found = openings(&plan).len();
    assert!((1..=9).contains(&found), "{found}");
}

#[test]
fn both_sides_have_their_share_of_the_games() {
    let trial = TrialPlan { games: 4, nodes: 300, share: 50 };
    let plan =
        OpeningsPlan { count: 4, plies: 4, window: 80, depth: 2, trial, seed: 7, pie: false };
    let found = openings(&plan);
    assert_eq!(found.len(), 4);
    for opening in &found {
        assert_eq!(opening.trial, OpeningResult { games: 4, half_points: 4 }, "{opening:?}");
        let mut game = GameInProgress::new(Zola6::start());
        game.play_texts(&opening.moves).unwrap();
        assert_eq!(game.position().text(), opening.fen);
    }
    let without = openings(&OpeningsPlan { trial: NO_TRIAL, ..plan });
    assert!(found != without, "the games have refused none");
}

#[test]
fn the_sides_are_even_over_all_openings() {
    let trial = TrialPlan { games: 1, nodes: 300, share: 0 };
    let plan =
        OpeningsPlan { count: 10, plies: 4, window: 80, depth: 2, trial, seed: 7, pie: false };
    let wins = openings(&plan).iter().filter(|opening| opening.trial.half_points == 2).count();
    assert_eq!(wins, 5, "of ten openings that each have a winner");
}
