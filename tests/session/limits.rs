//! The limits of `go`: alone, in pairs, and with extreme values.

use std::time::{Duration, Instant};

use zugi::protocol::{Extent, LIMITS, Limit, LimitEffect, LimitUnit};

use crate::support::{Answer, Client};

/// Each limit of the protocol with a small value, and whether it ends a search by itself.
fn small_limits() -> Vec<(String, bool)> {
    let value = |limit: &Limit| match (limit.details.unit, limit.value.extent) {
        (Some(LimitUnit::Clock), _) if limit.details.effect == LimitEffect::Ends => " 60",
        (Some(LimitUnit::Clock), _) => " 5",
        (Some(LimitUnit::Time), _) => " 15",
        (Some(LimitUnit::Moves), _) => " 2",
        (Some(LimitUnit::Nodes), _) => " 500",
        (None, Extent::Words(_)) => "",
        (None, Extent::UpToKey | Extent::Rest) => " c1d1 a1b1",
    };
    let texts = LIMITS.iter().flat_map(|limit| {
        let ends = matches!(limit.details.effect, LimitEffect::Ends | LimitEffect::SharesClock);
        let uci = (limit.uci != limit.word).then_some(limit.uci);
        let words = [limit.word].into_iter().chain(uci);
        words.map(move |word| (format!("{word}{}", value(limit)), ends))
    });
    texts.collect()
}

/// On an idle machine, a search with one of the odd limits takes less.
const SOON: Duration = Duration::from_secs(2);

fn check_pair(client: &mut Client, pair: [&(String, bool); 2]) {
    let text = pair.map(|(text, _)| text.as_str()).join(" ");
    let has = |word: &str| text.split(' ').any(|other| other == word);
    client.send(&format!("go {text}"));
    let ends = !has("infinite") && pair.iter().any(|(_, ends)| *ends);
    if has("ponder") {
        client.send("ponderhit");
    }
    if !ends {
        client.lines_until(|line| line.starts_with("info depth 1 "));
        client.send("stop");
    }
    let answer = client.answer();
    client.expect_silence();
    answer.assert_complete();
    assert_eq!(answer.strings, Vec::<String>::new(), "{text}");
    check_limits(&answer, &text, has);
}

/// Checks that both limits of the pair were obeyed.
fn check_limits(answer: &Answer, text: &str, has: impl Fn(&str) -> bool) {
    let last = answer.last();
    if has("searchmoves") {
        assert!(["c1d1", "a1b1"].contains(&answer.best.as_str()), "{text}: {answer:?}");
    }
    if has("infinite") {
        return;
    }
    if has("depth") || has("mate") {
        assert!(last.number("depth") <= 2, "{text}: {last:?}");
    }
    if has("nodes") {
        assert!(last.number("nodes") <= 500, "{text}: {last:?}");
    }
}

#[test]
fn all_pairs_of_limits_hold_together() {
    let mut client = Client::start();
    let limits = small_limits();
    for first in &limits {
        for second in &limits {
            check_pair(&mut client, [first, second]);
        }
    }
    client.quit();
}

/// Limits that are missing, zero, negative or huge; each ends the search.
fn odd_limits() -> Vec<String> {
    let huge = "9223372036854775808";
    let beyond = "18446744073709551616";
    let plain = [
        "depth 0",
        "nodes 0",
        "mate 0",
        "movetime 0",
        "movetime -1",
        "depth -1",
        "nodes -9223372036854775809",
        "p1time 0 p2time 0",
        "p1time 1 p2time 1",
        "p1time 1 p2time 1 p1inc 1 p2inc 1",
        "p1time -5 p2time -5",
        "p1time -5 p2time -5 p1inc -3 p2inc -3 movestogo -1",
        "p2time 30",
        "movestogo 0 depth 2",
        "p1inc 50",
        "binc 0",
        "movestogo 40",
    ];
    let large = [
        format!("p1inc 20 movestogo {huge}"),
        format!("movestogo {huge} p1time 50"),
        format!("p1time {huge} p1inc {huge} p2time {huge} depth 2"),
        format!("p1time {beyond} p1inc {beyond} movestogo 1 depth 2"),
        format!("movetime {huge} depth 2"),
        format!("movetime {beyond} nodes 100"),
        format!("depth {beyond} nodes 100"),
        format!("nodes {beyond} depth 2"),
        format!("mate {beyond} nodes 100"),
        format!("depth {huge} movetime 10 p1time {huge}"),
    ];
    plain.into_iter().map(str::to_owned).chain(large).collect()
}

const LOW_CLOCKS: [&str; 3] =
    ["p1time 20 p2time 20", "p1time 50 p2time 999999", "p1time 50 p1inc 1000"];

#[test]
fn missing_zero_negative_and_huge_limits_end_a_search() {
    let mut client = Client::start();
    for limits in odd_limits().into_iter().chain(LOW_CLOCKS.map(str::to_owned)) {
        let answer = client.go(&limits);
        assert_eq!(answer.strings, Vec::<String>::new(), "{limits}");
        answer.assert_complete();
        client.expect_silence();
    }
    client.quit();
}

/// The clock has no more time left than the move overhead.
#[test]
fn an_overhead_longer_than_the_clock_leaves_depth_1() {
    for variant in ["zola-6", "zola-10", "zvp", "zoka"] {
        let mut client = Client::start();
        client.send(&format!("setoption name UGI_Variant value {variant}"));
        for (overhead, limits) in [
            (60_000, "p1time 1000 p2time 1000"),
            (20, "wtime 20 btime 20"),
            (20, "p1time 1 p2time 1 p1inc 1 p2inc 1"),
            (60_000, "movetime 10"),
            (60_000, "p1time 1000 p2time 1000 movetime 10 movestogo 1"),
        ] {
            client.send(&format!("setoption name MoveOverhead value {overhead}"));
            let answer = client.go(limits);
            answer.assert_complete();
            let last = answer.last();
            assert!(last.number("depth") >= 1 && last.has_score(), "{limits}: {last:?}");
        }
        client.quit();
    }
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn time_limits_are_obeyed() {
    let mut client = Client::start();
    for limits in odd_limits() {
        let start = Instant::now();
        client.go(&limits);
        let taken = start.elapsed();
        assert!(taken < SOON, "{limits} took {taken:?}");
    }
    // Low clocks are not exceeded.
    for limits in LOW_CLOCKS {
        let time = client.go(limits).last().number("time");
        assert!(time <= 50, "{limits}: {time} ms");
    }
    let waits = |limit: &str| ["infinite", "ponder"].contains(&limit);
    for (other, _) in small_limits().iter().filter(|(limit, _)| !waits(limit)) {
        let limits = format!("movetime 15 {other}");
        let time = client.go(&limits).last().number("time");
        assert!(time < 1000, "{limits}: {time} ms");
    }
    client.quit();
}
