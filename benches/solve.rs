//! How fast positions are proven, by search alone.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use zugi::games::zola::{Zola4, Zola6};
use zugi::truth::proof::{ProofLimits, Provable, Solver};

fn solve<G: Provable>(c: &mut Criterion, name: &str, text: &str) {
    let position = G::from_text(text).expect("a position");
    let stop = AtomicBool::new(false);
    c.bench_function(name, |bencher| {
        bencher.iter(|| {
            let solver = Solver::new::<G>((), 16).expect("memory");
            let report = solver.solve(black_box(&position), &ProofLimits::default(), &stop, |_| ());
            report.winner.expect("no limits")
        });
    });
}

fn benches(c: &mut Criterion) {
    solve::<Zola4>(c, "start of 4x4", "brbr/rbrb/brbr/rbrb r -");
    solve::<Zola6>(c, "8 checkers on 6x6", "b4r/2b3/1r2b1/3r2/1b4/4r1 r -");
}

criterion_group!(solving, benches);
criterion_main!(solving);
