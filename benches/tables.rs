//! The speed of endgame tables: building them in memory with one thread and two, and probing random
//! positions. An "element" is a position.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use zugi::game::{Player, Probe};
use zugi::games::zola::Zola6;
use zugi::tables::{EndgameTables, HasTablebase, PositionIndex};

/// The checkers of the largest table.
const MOST: u32 = 7;

fn make(criterion: &mut Criterion) {
    let entries = (1..=MOST).filter_map(Zola6::numbering).map(|it| it.entries()).sum();
    let mut group = criterion.benchmark_group("make_tables");
    group.throughput(Throughput::Elements(entries));
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        group.bench_function(BenchmarkId::new("zola-6 to 7", threads), |bencher| {
            bencher.iter(|| pool.install(|| EndgameTables::<Zola6>::make(black_box(MOST))));
        });
    }
    group.finish();
}

fn random_position(checkers: u32, rng: &mut Rng) -> Zola6 {
    let (mut set, mut one) = (0_u64, 0);
    while set.count_ones() < checkers {
        let square = 1 << rng.u32(..36);
        one |= if set & square == 0 && rng.bool() { square } else { 0 };
        set |= square;
    }
    Zola6::with_checkers([one, set & !one], Player::One).unwrap()
}

fn probe(criterion: &mut Criterion) {
    let tables = EndgameTables::<Zola6>::make(MOST).unwrap();
    let mut rng = Rng::with_seed(1);
    let mut group = criterion.benchmark_group("probe_tables");
    for checkers in [4, MOST] {
        let positions: Vec<_> = (0..100_000).map(|_| random_position(checkers, &mut rng)).collect();
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("zola-6", checkers), |bencher| {
            let wins = |position| tables.winner(position) == Some(Player::One);
            bencher.iter(|| positions.iter().filter(|&position| wins(position)).count());
        });
    }
    group.finish();
}

criterion_group!(benches, make, probe);
criterion_main!(benches);
