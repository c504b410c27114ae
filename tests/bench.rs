//! The benchmark: its coverage and its signature.

use zugi::game::{Registry, Setup};
use zugi::search::StopToken;
use zugi::search::bench::{Benchmarks, run};

/// Benchmark positions are canonical and unfinished. A variant with a search may have none.
#[test]
fn all_variants_and_positions_count() {
    let mut measured = 0;
    for variant in zugi::registry().variants() {
        let name = variant.name();
        if variant.capability::<Benchmarks>().is_err() {
            continue;
        }
        measured += 1;
        let (alone, mut positions) = (Registry::new(vec![variant.clone()], name), Vec::new());
        let total =
            run(&alone, Some(1), &StopToken::default(), |search| positions.push(search.position));
        assert!(total.is_some(), "{name} after {positions:?}");
        assert!(!positions.is_empty(), "{name}");
        for text in positions {
            let mut game = variant.game();
            game.set_up(Setup::Text(text), &[]).unwrap();
            assert_eq!((game.text().as_str(), game.outcome()), (text, None));
        }
    }
    assert!(measured > 0);
}

#[test]
fn the_signature_is_reproducible() {
    let registry = zugi::registry();
    let nodes = || {
        let summary = run(&registry, Some(3), &StopToken::default(), |_| ());
        summary.map(|summary| summary.nodes)
    };
    assert!(nodes().is_some_and(|count| count > 1000));
    assert_eq!(nodes(), nodes());
    let stopped = StopToken::default();
    stopped.stop();
    assert_eq!(run(&registry, Some(3), &stopped, |_| ()), None);
}
