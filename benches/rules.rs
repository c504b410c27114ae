//! The speed of the rules: perft from the start position of each variant. A printed
//! "element" is a leaf, a move sequence of full length.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use zugi::game::{Game, perft};
use zugi::games::zola::{Zola4, Zola6, Zola8, Zola10};
use zugi::games::zvp::Zvp;
use zugi::search::Evaluate;

fn perft_from_start<G: Game>(criterion: &mut Criterion, depth: u32) {
    let mut group = criterion.benchmark_group("perft");
    let leaves = perft(&G::start(), depth);
    group.throughput(Throughput::Elements(leaves));
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.bench_function(BenchmarkId::new(G::NAME, format!("depth {depth}")), |bencher| {
        bencher.iter(|| perft(&black_box(G::start()), depth));
    });
    group.finish();
}

/// Moves of one position after another, as the search asks for them.
fn visit_moves<G: Game>(criterion: &mut Criterion) {
    let mut rng = fastrand::Rng::with_seed(1);
    let games: Vec<G> =
        (0..20).flat_map(|_| zugi::game::conformance::random_game(&G::start(), &mut rng)).collect();
    let mut group = criterion.benchmark_group("visit_moves");
    group.throughput(Throughput::Elements(games.iter().map(G::count_moves).sum()));
    group.bench_function(G::NAME, |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for position in &games {
                let _ = position.visit_moves(&mut |mv| {
                    sum ^= zugi::game::PackedMove::to_bits(mv);
                    std::ops::ControlFlow::Continue(())
                });
            }
            sum
        });
    });
    group.finish();
}

/// The evaluation of one position after another, as the search asks for it.
fn evaluate<G: Evaluate>(criterion: &mut Criterion) {
    let mut rng = fastrand::Rng::with_seed(1);
    let games: Vec<G> =
        (0..20).flat_map(|_| zugi::game::conformance::random_game(&G::start(), &mut rng)).collect();
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function(G::NAME, |bencher| {
        bencher.iter(|| games.iter().map(G::evaluate).fold(0, i32::wrapping_add));
    });
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    perft_from_start::<Zola4>(criterion, 7);
    perft_from_start::<Zola6>(criterion, 6);
    perft_from_start::<Zola8>(criterion, 5);
    perft_from_start::<Zola10>(criterion, 4);
    perft_from_start::<Zvp>(criterion, 8);
    visit_moves::<Zola6>(criterion);
    visit_moves::<Zola8>(criterion);
    visit_moves::<Zola10>(criterion);
    visit_moves::<Zvp>(criterion);
    evaluate::<Zola6>(criterion);
    evaluate::<Zola8>(criterion);
    evaluate::<Zola10>(criterion);
}

criterion_group!(benches, rules);
criterion_main!(benches);
