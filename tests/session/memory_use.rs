//! Memory use: the search allocates nothing in the tree, and the program little beside the table.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Client, zugi};
use allocation_counter::{AllocationInfo, measure};
use zugi::game::GameInProgress;
use zugi::games::zola::{Zola6, Zola8};
use zugi::search::eval::HasEvaluator;
use zugi::search::{AlphaBeta, Limits, Search, Settings, StopToken};

/// The allocations of a search to this depth, and its nodes.
fn allocations<G: HasEvaluator>(depth: u32) -> (AllocationInfo, u64) {
    let measured = zugi::search::spawn(move || {
        let game = GameInProgress::new(G::start());
        let alpha_beta = AlphaBeta::new(G::Evaluator::default(), 16).expect("memory");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (settings, token) = (Settings::default(), StopToken::default());
        let mut nodes = 0;
        let info = measure(|| {
            let report = alpha_beta.search(&game, &limits, &settings, &token, None);
            nodes = report.expect("a game in progress").nodes;
        });
        (info, nodes)
    });
    measured.expect("a thread").join().expect("a search")
}

fn check_tree<G: HasEvaluator>(depth: u32) {
    /// For the reports of the three further iterations, and for longer PVs.
    const ALLOWANCE: u64 = 50;
    let (before, few) = allocations::<G>(depth);
    let (after, many) = allocations::<G>(depth + 3);
    let more = after.count_total.saturating_sub(before.count_total);
    println!("{}: {more} allocations more in {} nodes more", G::NAME, many - few);
    assert!(before.count_total > 0, "they are counted");
    assert!(many - few > 1000 * ALLOWANCE, "only {many} nodes");
    assert!(more <= ALLOWANCE, "{more} allocations in {} nodes", many - few);
}

#[test]
fn the_tree_is_searched_without_allocations() {
    check_tree::<Zola6>(7);
    check_tree::<Zola8>(5);
}

/// The peak memory of a process in MiB, without the pages of its program.
#[cfg(target_os = "linux")]
fn peak_mib(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
    let kib = |field: &str| -> u64 {
        let value = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
        value.trim().trim_end_matches(" kB").parse().expect("a number")
    };
    (kib("VmHWM:") - kib("RssFile:")).div_ceil(1 << 10)
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_is_populated_at_once_and_a_large_one_as_it_is_used() {
    for (hash, limits, expected) in [
        (16, "nodes 200000", 16..=32),
        (64, "", 64..=96),
        // A machine with less memory refuses.
        (4096, "nodes 1000", 0..=2047),
    ] {
        let mut client = Client::start();
        client.send(&format!("setoption name Hash value {hash}\nisready"));
        client.lines_until(|line| line == "readyok");
        if !limits.is_empty() {
            client.go(limits).assert_complete();
        }
        let peak = peak_mib(client.id());
        println!("peak of {peak} MiB with a table of {hash} MiB");
        assert!(expected.contains(&peak), "peak of {peak} MiB with a table of {hash} MiB");
        client.quit();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn unread_output_takes_no_memory() {
    // The transposition table takes 16 MiB. If the program stored its input, the lines would take
    // 120 MiB; stored answers would take 50 MiB, and half a million queued commands more than 24
    // MiB.
    const MOST_MIB: u64 = 40;
    const ROUNDS: usize = 40_000;
    const READY: usize = 10;
    let lines = format!("{}\nugi\n{}", "x".repeat(3000), "isready\n".repeat(READY));
    let mut child = zugi().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take());
    let written = Arc::new(AtomicUsize::new(0));
    let enough = Arc::new(AtomicBool::new(false));
    let (count, end) = (Arc::clone(&written), Arc::clone(&enough));
    let writer = thread::spawn(move || {
        while count.load(Ordering::SeqCst) < ROUNDS && !end.load(Ordering::SeqCst) {
            input.write_all(lines.as_bytes()).expect("it reads");
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    // Wait until the byte count is stable: all is sent or all pipes are full.
    let mut before = usize::MAX;
    while before != written.load(Ordering::SeqCst) {
        before = written.load(Ordering::SeqCst);
        thread::sleep(Duration::from_secs(1));
    }
    let peak = peak_mib(child.id());
    println!("peak of {peak} MiB after {before} of {ROUNDS} rounds");
    assert!(peak <= MOST_MIB, "peak of {peak} MiB");
    // A late reader misses nothing.
    enough.store(true, Ordering::SeqCst);
    let lines = BufReader::new(output.expect("a pipe")).lines();
    let answers = lines.filter(|line| line.as_ref().is_ok_and(|line| line == "readyok")).count();
    writer.join().expect("all is sent");
    assert_eq!(answers, written.load(Ordering::SeqCst) * READY);
    assert!(child.wait().expect("an end").success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_new_table_is_allocated_after_the_old_one_is_freed() {
    const HASH: u64 = 256;
    let mut client = Client::start();
    for option in ["Hash value 256", "UGI_Variant value zola-8", "Hash value 255"] {
        client.send(&format!("setoption name {option}\nisready"));
        assert_eq!(client.line(), "readyok", "{option}");
    }
    let peak = peak_mib(client.id());
    assert!((HASH..HASH + 32).contains(&peak), "peak of {peak} MiB");
    // A rejected value does not discard earlier results.
    let mut nodes = || client.go("depth 8").last().number("nodes");
    let first = nodes();
    client.refused("setoption name EvalFile value /nowhere");
    let mut nodes = || client.go("depth 8").last().number("nodes");
    assert!(nodes() < first / 2, "more than half of {first} nodes");
    client.quit();
}

/// The largest file that the program opens: of the same game again and again.
#[test]
#[ignore = "it reads 64 MiB"]
#[cfg(target_os = "linux")]
fn a_large_file_of_games_takes_four_times_its_size_at_most() {
    const MOST_MIB: u64 = 256;
    let sample = "crates/records/tests/data/abstractplay-6x6-draw.json";
    let game = std::fs::read_to_string(sample).expect("a sample");
    let count = zugi::records::MAX_BYTES / (game.len() + 2) - 1;
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("games.json");
    std::fs::write(&file, format!("[{}]", vec![game.trim(); count].join(",\n"))).expect("space");
    let begin = Instant::now();
    let mut child =
        zugi().arg("replay").arg(&file).stdout(Stdio::piped()).spawn().expect("a start");
    // All games have been read before the first is shown; then the pipe is full, and it waits.
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("text");
    let peak = peak_mib(child.id());
    println!("{count} games read in {:.1?} with {peak} MiB", begin.elapsed());
    assert!(first.starts_with("game 1, zola-6"), "{first}");
    assert!((64..=MOST_MIB).contains(&peak), "peak of {peak} MiB");
    child.kill().expect("it waits");
    child.wait().expect("an end");
}
