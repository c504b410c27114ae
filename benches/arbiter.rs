//! The cost of the arbiter: whole matches of an engine that answers at once, and the arbiter's
//! share of the wall time in a match of zugi against itself.
//!
//! The goals are at least 2,000 plies a second, and at most 5 % of the time lost.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, hint};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use zugi::arbiter::tournament::{Interrupt, Tournament};
use zugi::arbiter::{GameRecord, MatchConfig};
use zugi::registry;

const VARIANT: &str = "zola-6";

/// The folder of release builds, after a build of the program and of `bad_engine`.
fn release() -> PathBuf {
    let path = env::current_exe().expect("a path");
    let release = path.ancestors().nth(2).expect("deps and release");
    let directory = release.parent().expect("the target directory");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--package", "zugi", "--bin", "zugi"])
        .args(["--example", "bad_engine", "--target-dir"])
        .arg(directory)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the programs are built");
    release.to_owned()
}

/// An engine that answers at once.
fn trivial_engine() -> PathBuf {
    release().join("examples").join("bad_engine")
}

/// A match of an engine against itself.
fn config(program: &Path, nodes: u64, games: usize) -> MatchConfig {
    let program = program.to_str().expect("a path in Unicode");
    MatchConfig::from_toml(&format!(
        "variant = '{VARIANT}'\ngames = {games}\nrandom-plies = 4\nmargin = 1000\n\
         each = {{cmd = ['{program}'], nodes = {nodes}}}\nengine = [{{name = 'one'}}, {{name = 'two'}}]"
    ))
    .expect("a match")
}

fn play(config: &MatchConfig, concurrency: usize) -> (Vec<GameRecord>, Duration) {
    let mut games = Vec::new();
    let (registry, interrupt) = (registry(), Interrupt::default());
    let began = Instant::now();
    let config = MatchConfig { concurrency, ..config.clone() };
    let asked = config.games;
    let tournament = Tournament::prepare(config, &registry, &interrupt).expect("a match");
    tournament.run(&mut [&mut games]).expect("games");
    let taken = began.elapsed();
    assert_eq!(games.len(), asked);
    assert!(games.iter().all(|game| !game.reason.is_fault()), "{:?}", games.last());
    (games, taken)
}

fn plies(games: &[GameRecord]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

/// The time of a match of 20 games, with the start of the engines.
fn whole_matches(criterion: &mut Criterion) {
    let config = config(&trivial_engine(), 1, 20);
    let mut group = criterion.benchmark_group("match-of-20-games");
    group.sample_size(10);
    for concurrency in [1, 2] {
        // The engines play at random, so the plies of one match are an estimate for all.
        group.throughput(Throughput::Elements(plies(&play(&config, concurrency).0) as u64));
        group.bench_function(BenchmarkId::new("concurrency", concurrency), |bencher| {
            bencher.iter(|| hint::black_box(play(&config, concurrency)));
        });
    }
    group.finish();
}

/// Prints the figures of the goals, without criterion.
fn goals(_: &mut Criterion) {
    let trivial = config(&trivial_engine(), 1, 400);
    for concurrency in [1, 2] {
        let (games, taken) = play(&trivial, concurrency);
        let speed = plies(&games) as f64 / taken.as_secs_f64();
        println!("trivial engine, concurrency {concurrency}: {speed:.0} plies a second");
    }
    let zugi = config(&release().join("zugi"), 1000, 1000);
    let (games, taken) = play(&zugi, 2);
    let moves = games.iter().flat_map(|game| &game.moves);
    let thought: f64 = moves.map(|mv| mv.time.as_secs_f64()).sum();
    let lost = 1.0 - thought / (2.0 * taken.as_secs_f64());
    println!(
        "1,000 games at nodes 1000, concurrency 2: {taken:.1?}, {} plies, {:.1} % lost",
        plies(&games),
        100.0 * lost
    );
}

criterion_group!(benches, whole_matches, goals);
criterion_main!(benches);
