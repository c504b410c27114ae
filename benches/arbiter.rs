//! What the arbiter costs: whole matches through it with an engine that answers at
//! once, and its share of the wall time in a match of zugi against itself.
//!
//! The goals: at least 2,000 plies a second, and at most 5 % lost.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, hint};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use zugi::arbiter::openings::random_openings;
use zugi::arbiter::schedule::{PairingKind, SchedulePlan};
use zugi::arbiter::tournament::{Interrupt, MatchPlan, MatchRun, Referee};
use zugi::arbiter::{Adjudication, EngineSpec, GameRecord, TimeControl};
use zugi::client::Timeouts;
use zugi::client::process::Launch;
use zugi::client::process::ProgramReader;
use zugi::protocol::Dialect;
use zugi::registry;

const VARIANT: &str = "zola-6";

/// The folder of release builds, with the program and the scripted engine built now.
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
fn plan(program: &Path, nodes: u64, games: usize) -> MatchPlan {
    let engine = |name: &str| EngineSpec {
        name: name.to_owned(),
        launch: Launch::new(&[program.to_str().expect("a path in Unicode").to_owned()]),
        dialect: Dialect::Ugi,
        options: Vec::new(),
        time: TimeControl::Nodes(nodes),
        margin: None,
        restart: false,
    };
    let openings = random_openings(registry().default_variant(), 4, games.div_ceil(2), 1);
    MatchPlan {
        variant: VARIANT.to_owned(),
        engines: vec![engine("one"), engine("two")],
        schedule: SchedulePlan {
            kind: PairingKind::RoundRobin,
            engines: 2,
            games,
            openings: openings.len(),
            shuffled: false,
            first: 0,
            paired: true,
            seed: 1,
        },
        openings,
        adjudication: Adjudication::default(),
        margin: 1000,
        timeouts: Timeouts::default(),
        ask_result: true,
        recover: false,
        reveal: false,
    }
}

/// Plays a match to its end; its games and the time that it took.
fn play(plan: &MatchPlan, concurrency: usize) -> (Vec<GameRecord>, Duration) {
    let mut games = Vec::new();
    let began = Instant::now();
    let (registry, interrupt) = (registry(), Interrupt::default());
    let referee = Referee::Rules(registry.default_variant().into());
    let run = MatchRun {
        plan,
        referee,
        recorded: &[],
        programs: &ProgramReader::default(),
        done: &HashSet::new(),
        under_way: None,
        concurrency,
        interrupt: &interrupt,
    };
    run.play(|game| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    let taken = began.elapsed();
    assert_eq!(games.len(), plan.schedule.games);
    assert!(games.iter().all(|game| !game.reason.is_fault()), "{:?}", games.last());
    (games, taken)
}

fn plies(games: &[GameRecord]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

/// The time of a match of 20 games, its engines' start included.
fn whole_matches(criterion: &mut Criterion) {
    let plan = plan(&trivial_engine(), 1, 20);
    let mut group = criterion.benchmark_group("match-of-20-games");
    group.sample_size(10);
    for concurrency in [1, 2] {
        // The engines play at random: the plies of one match stand for all.
        group.throughput(Throughput::Elements(plies(&play(&plan, concurrency).0) as u64));
        group.bench_function(BenchmarkId::new("concurrency", concurrency), |bencher| {
            bencher.iter(|| hint::black_box(play(&plan, concurrency)));
        });
    }
    group.finish();
}

/// Not for criterion: figures that are compared with the goals.
fn goals(_: &mut Criterion) {
    let trivial = plan(&trivial_engine(), 1, 400);
    for concurrency in [1, 2] {
        let (games, taken) = play(&trivial, concurrency);
        let speed = plies(&games) as f64 / taken.as_secs_f64();
        println!("trivial engine, concurrency {concurrency}: {speed:.0} plies a second");
    }
    let zugi = plan(&release().join("zugi"), 1000, 1000);
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
