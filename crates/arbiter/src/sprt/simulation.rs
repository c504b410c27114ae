//! Simulated matches between engines of known strength, which measure how often the verdict is
//! wrong.

use super::super::elo::score_of_elo;
use super::super::statistics::Results;
use super::{Sprt, SprtVerdict};

/// Random half points of a pair; `chances[i]` is the probability of `i`.
fn play(rng: &mut fastrand::Rng, chances: [f64; 5]) -> u8 {
    let mut rest = rng.f64();
    let result = (0..).zip(chances).find(|(_, chance)| {
        rest -= chance;
        rest < 0.0
    });
    result.map_or(2, |(half_points, _)| half_points)
}

/// The rate of wrong verdicts in `runs` tests of matches with these chances for a pair.
fn errors(runs: u32, test: &Sprt, chances: [f64; 5], wrong: SprtVerdict) -> f64 {
    assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
    let mut rng = fastrand::Rng::with_seed(7);
    let mut verdict = || {
        let mut results = Results::default();
        loop {
            results.pairs.add(play(&mut rng, chances));
            match test.verdict(&results) {
                SprtVerdict::Continue => assert!(results.pairs.pairs() < 20_000),
                verdict => return verdict,
            }
        }
    };
    let errors = (0..runs).filter(|_| verdict() == wrong).count() as f64;
    println!("{test}: {errors} of {runs} {wrong} with {chances:.3?}");
    errors / f64::from(runs)
}

/// The promised error rate of 5 %, with four standard errors for chance.
fn promised(runs: u32) -> f64 {
    0.05 + 4.0 * (0.05 * 0.95 / f64::from(runs)).sqrt()
}

#[test]
fn errors_are_as_rare_as_promised() {
    let test = Sprt::logistic(0.0, 25.0);
    for (elo, wrong) in [(test.elo0, SprtVerdict::AcceptH1), (test.elo1, SprtVerdict::AcceptH0)] {
        // Two independent games: half of the games are drawn, and the wins among the others give
        // the expected score.
        let win = score_of_elo(elo) - 0.25;
        let loss = 0.5 - win;
        let equal = 0.25 + 2.0 * win * loss;
        let chances = [loss * loss, loss, equal, win, win * win];
        assert!(errors(300, &test, chances, wrong) < promised(300), "at {elo} Elo");
    }
}

/// Most pairs are equal, and in the others one side wins both games. So a test has few results to
/// estimate the variance from for a long time. For hypotheses that are far apart, the limits show
/// the effect of `MIN_RESULTS`.
#[test]
fn errors_are_rare_where_nearly_all_pairs_are_equal() {
    const RUNS: u32 = 1000;
    for (elo1, limit) in [(100.0, 0.02), (50.0, 0.05), (20.0, promised(RUNS))] {
        let test = Sprt::logistic(0.0, elo1);
        let above = score_of_elo(elo1) - 0.5;
        let chances = |unequal: f64, above: f64| {
            [unequal / 2.0 - above, 0.0, 1.0 - unequal, 0.0, unequal / 2.0 + above]
        };
        // With the first share of unequal pairs, no pair is lost under H1.
        for unequal in [2.0 * above, 0.2, 0.05, 0.03] {
            let rate = errors(RUNS, &test, chances(unequal, 0.0), SprtVerdict::AcceptH1);
            assert!(rate <= limit, "{test}: {rate} under H0 with {unequal} unequal");
            if unequal >= 2.0 * above {
                let rate = errors(RUNS, &test, chances(unequal, above), SprtVerdict::AcceptH0);
                assert!(rate <= limit, "{test}: {rate} under H1 with {unequal} unequal");
            }
        }
    }
}
