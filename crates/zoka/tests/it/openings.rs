//! Openings that the tree search balances.

use std::collections::HashSet;
use std::ops::ControlFlow;

use zugi_game::{GameInProgress, Of};
use zugi_learn::openings::{FoundOpening, OpeningGenerator, OpeningsPlan, TrialPlan};
use zugi_search::TreeGame;
use zugi_search::eval::HasEvaluator;
use zugi_zoka::{Zoka, Zoka3};

const PLAN: OpeningsPlan = OpeningsPlan {
    count: 3,
    plies: 4,
    window: 50,
    depth: 0,
    trial: TrialPlan { games: 2, nodes: 20, share: 50 },
    seed: 7,
    pie: false,
};

fn openings<G: HasEvaluator + TreeGame>(plan: &OpeningsPlan, threads: usize) -> Vec<FoundOpening> {
    let mut openings = Vec::new();
    zugi_learn::pool(threads).unwrap().install(|| {
        Of::<G>::new().find(plan, &mut |opening| {
            openings.push(opening.clone());
            ControlFlow::Continue(())
        });
    });
    openings
}

/// Each opening has a separate deal, and both sides have an equal share of its games.
fn check<G: HasEvaluator + TreeGame>() {
    let found = openings::<G>(&PLAN, 2);
    assert_eq!(found, openings::<G>(&PLAN, 1), "{}", G::NAME);
    let deals: HashSet<_> = found.iter().map(|opening| &opening.fen).collect();
    assert_eq!((found.len(), deals.len()), (3, 3), "{}", G::NAME);
    for FoundOpening { start, moves, fen, score, trial } in &found {
        let mut game = GameInProgress::new(G::from_text(start.as_ref().unwrap()).unwrap());
        game.play_texts(moves).unwrap();
        assert_eq!((&game.position().text(), moves.len()), (fen, 4));
        assert!(fen.contains(" =") || fen.contains("/="), "the order is known: {fen}");
        assert!(score.abs() <= G::PIECE / 2, "{score}");
        assert_eq!((trial.games, trial.half_points), (2, 2), "{fen}");
    }
}

#[test]
fn both_sides_have_their_share_from_each_deal() {
    check::<Zoka>();
    check::<Zoka3>();
}
