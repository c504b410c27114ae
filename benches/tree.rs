//! The speed of the tree search of each variant with chance: searches of the positions of `zugi
//! bench` with a fixed number of nodes, one thread and a new tree. An "element" is a node.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use zugi::game::GameInProgress;
use zugi::games::zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, Zoka4};
use zugi::search::bench::Benchmarks;
use zugi::search::eval::HasEvaluator;
use zugi::search::{Limits, Search, Settings, StopToken, TreeGame, TreeSearch};

/// The number of nodes of a search, which takes about a tenth of a second.
const NODES: u64 = 20_000;

/// The memory for a tree, in MiB: more than it needs.
const TREE_MIB: u64 = 256;

fn search<G: TreeGame + HasEvaluator>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tree");
    group.throughput(Throughput::Elements(NODES));
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let registry = zugi::registry();
    let Benchmarks(positions) = registry.find(G::NAME).unwrap().capability().unwrap();
    for (number, (text, _)) in (1..).zip(*positions) {
        let game = GameInProgress::new(G::from_text(text).unwrap());
        let tree = TreeSearch::new(G::Evaluator::default(), TREE_MIB).unwrap();
        group.bench_function(BenchmarkId::new(G::NAME, number), |bencher| {
            bencher.iter(|| {
                let (settings, token) = (Settings::default(), StopToken::default());
                let best = tree.search(black_box(&game), &limits, &settings, &token, None).unwrap();
                // A search that solves the position early would give a wrong speed.
                assert_eq!(best.nodes, NODES);
                best
            });
        });
    }
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    search::<Zoka>(criterion);
    search::<Zoka3>(criterion);
    search::<Zoka4>(criterion);
    search::<Zoka1v2>(criterion);
    search::<Zoka2v2>(criterion);
}

criterion_group!(benches, searches);
criterion_main!(benches);
