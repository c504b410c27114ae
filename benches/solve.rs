//! The time of proofs, without and with endgame tables.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use zugi::game::Probe;
use zugi::games::zola::{Zola4, Zola6};
use zugi::proofs::{ProofLimits, Provable, Solver};
use zugi::tables::EndgameTables;

fn solve<G: Provable, O: Probe<G>>(c: &mut Criterion, oracle: &O, name: &str, text: &str) {
    let position = G::from_text(text).expect("a position");
    let stop = AtomicBool::new(false);
    c.bench_function(name, |bencher| {
        bencher.iter(|| {
            let solver = Solver::<G, _>::new(oracle, 16).expect("memory");
            let report = solver.solve(black_box(&position), &ProofLimits::default(), &stop, |_| ());
            report.winner().expect("no limits")
        });
    });
}

fn benches(c: &mut Criterion) {
    solve::<Zola4, _>(c, &(), "start of 4x4", "brbr/rbrb/brbr/rbrb r -");
    solve::<Zola6, _>(c, &(), "8 checkers on 6x6", "b4r/2b3/1r2b1/3r2/1b4/4r1 r -");
    let tables = EndgameTables::<Zola6>::make(7).expect("the rules of Zola");
    let text = "2bb2/4rb/2br1r/2b1br/r2r1r/b5 r -";
    solve(c, &tables, "14 checkers on 6x6, tables of 7", text);
}

criterion_group!(solving, benches);
criterion_main!(solving);
