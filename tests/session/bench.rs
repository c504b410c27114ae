//! The benchmark: its coverage and its signature.

use zugi::game::{Registry, Setup};
use zugi::search::StopToken;
use zugi::search::bench::{BenchError, BenchSettings, Benchmarks, run};

fn to_depth(depth: u32) -> BenchSettings {
    BenchSettings { depth: Some(depth), ..BenchSettings::default() }
}

/// A variant with a search may have none.
#[test]
fn benchmark_positions_are_canonical_and_unfinished() {
    let mut measured = 0;
    for variant in zugi::registry().variants() {
        let name = variant.name();
        if variant.capability::<Benchmarks>().is_err() {
            continue;
        }
        measured += 1;
        let (alone, mut positions) = (Registry::new(vec![variant.clone()], name), Vec::new());
        let total = run(&alone, &to_depth(1), &StopToken::default(), |search| {
            positions.push(search.position)
        });
        assert!(total.is_ok(), "{name} after {positions:?}");
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
        let summary = run(&registry, &to_depth(3), &StopToken::default(), |_| ());
        summary.map(|summary| summary.nodes)
    };
    assert!(nodes().is_ok_and(|count| count > 1000));
    assert_eq!(nodes(), nodes());
    let stopped = StopToken::default();
    stopped.stop();
    assert_eq!(run(&registry, &to_depth(3), &stopped, |_| ()), Err(BenchError::Stopped));
    let huge = BenchSettings { hash: u64::MAX, ..BenchSettings::default() };
    let error = run(&registry, &huge, &StopToken::default(), |_| ()).unwrap_err();
    assert!(matches!(error, BenchError::OutOfMemory(_)), "{error}");
}
