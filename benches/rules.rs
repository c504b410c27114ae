//! The speed of the rules and the evaluation: perft from the start position, lists of moves and the
//! game's own evaluator in games without chance; whole random games, and lists of moves, of Zoka;
//! and nets of Zola. An "element" is a leaf in perft, else a move, a game or a position.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use zugi::game::conformance::random_game;
use zugi::game::{Chance, Game, perft};
use zugi::games::zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, Zoka4};
use zugi::games::zola::{Zola4, Zola6, Zola8, Zola10};
use zugi::games::zvp::Zvp;
use zugi::search::Evaluator;
use zugi::search::eval::HasEvaluator;
use zugi::search::eval::net::{FILTERS, Learnable, Net, NetFile};

/// Perft runs at the least depth with at least this number of leaves.
const LEAVES: u64 = 100_000_000;

fn perft_from_start<G: Game>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let mut counts = (1..).map(|depth| (depth, perft(&G::start(), depth)));
    let (depth, leaves) = counts.find(|(_, leaves)| *leaves >= LEAVES).unwrap();
    group.throughput(Throughput::Elements(leaves));
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.bench_function(BenchmarkId::new(G::NAME, format!("depth {depth}")), |bencher| {
        bencher.iter(|| perft(&black_box(G::start()), depth));
    });
    group.finish();
}

fn random_positions<G: Game>(rng: &mut Rng) -> Vec<G> {
    (0..20).flat_map(|_| random_game(&G::start(), rng)).collect()
}

/// The moves of one position after another, as in a search.
fn visit_moves<G: Game>(criterion: &mut Criterion) {
    let positions = random_positions::<G>(&mut Rng::with_seed(1));
    let mut group = criterion.benchmark_group("visit_moves");
    group.throughput(Throughput::Elements(positions.iter().map(G::count_moves).sum()));
    group.bench_function(G::NAME, |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for position in &positions {
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

/// Whole random games with different shuffles.
fn random_games<G: Chance>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random_games");
    group.throughput(Throughput::Elements(1));
    group.bench_function(G::NAME, |bencher| {
        let (mut rng, mut moves, mut seed) = (Rng::with_seed(1), Vec::new(), 0);
        bencher.iter(|| {
            seed += 1;
            let mut position = G::start_with(seed);
            loop {
                moves.clear();
                let _ = position.visit_moves(&mut |mv| {
                    moves.push(mv);
                    std::ops::ControlFlow::Continue(())
                });
                let Some(&mv) = rng.choice(&moves) else { break };
                position.play_unchecked(mv);
            }
            position.outcome()
        });
    });
    group.finish();
}

/// The evaluation of one position after another, as in a search.
fn evaluate<G: HasEvaluator>(criterion: &mut Criterion) {
    let positions = random_positions::<G>(&mut Rng::with_seed(1));
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(G::NAME, |bencher| {
        let evaluator = G::Evaluator::default();
        let value = |position| evaluator.value(position);
        bencher.iter(|| positions.iter().map(value).fold(0, i32::wrapping_add));
    });
    group.finish();
}

/// [`evaluate`] with nets of each number of filters, with random weights.
fn evaluate_by_net<G: Learnable>(criterion: &mut Criterion) {
    let mut rng = Rng::with_seed(1);
    let positions = random_positions::<G>(&mut rng);
    let mut group = criterion.benchmark_group("evaluate_by_net");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for filters in FILTERS {
        let mut file = NetFile::zero(G::NAME, G::SHAPE, filters);
        file.rows.fill_with(|| rng.i16(-60..=60));
        file.outputs.fill_with(|| rng.i16(-1000..=1000));
        let net = Net::<G>::new(&file).unwrap();
        group.bench_function(BenchmarkId::new(G::NAME, filters), |bencher| {
            let value = |position| net.value(position);
            bencher.iter(|| positions.iter().map(value).fold(0, i32::wrapping_add));
        });
    }
    group.finish();
}

fn rules_of<G: HasEvaluator>(criterion: &mut Criterion) {
    perft_from_start::<G>(criterion);
    visit_moves::<G>(criterion);
    evaluate::<G>(criterion);
}

fn rules(criterion: &mut Criterion) {
    rules_of::<Zola4>(criterion);
    rules_of::<Zola6>(criterion);
    rules_of::<Zola8>(criterion);
    rules_of::<Zola10>(criterion);
    rules_of::<Zvp>(criterion);
    random_games::<Zoka>(criterion);
    random_games::<Zoka3>(criterion);
    random_games::<Zoka4>(criterion);
    random_games::<Zoka1v2>(criterion);
    random_games::<Zoka2v2>(criterion);
    visit_moves::<Zoka>(criterion);
    visit_moves::<Zoka4>(criterion);
    evaluate_by_net::<Zola6>(criterion);
    evaluate_by_net::<Zola8>(criterion);
    evaluate_by_net::<Zola10>(criterion);
}

criterion_group!(benches, rules);
criterion_main!(benches);
