//! The effects of `Hash`, `Clear` and a new game on the hash table.

use crate::support::referee::Referee;
use crate::support::{Client, ERROR};

#[test]
fn a_huge_hash_is_refused_and_the_old_table_is_kept() {
    let mut client = Client::start();
    let fresh = client.go("depth 10").last().number("nodes");
    let error = client.refused("setoption name Hash value 1048576");
    assert!(error.contains("\"1048576\"") && error.contains("expected "), "{error}");
    // The hash table still has the first search's results, so the same search is faster now.
    let answer = client.go("depth 10");
    answer.assert_complete();
    assert!(answer.last().number("nodes") < fresh / 2, "{answer:?} after {fresh} nodes");
    client.quit();
}

/// Sizes beyond 31 and 32 bits. The system only reserves memory for an unused table; a machine with
/// less memory refuses.
#[test]
fn a_table_of_gibibytes_is_used_or_refused() {
    let mut client = Client::start();
    for mib in [2047, 2048, 2049, 4096, 4097] {
        client.send(&format!("setoption name Hash value {mib}\nisready"));
        let line = client.line();
        if line != "readyok" {
            assert!(line.starts_with(ERROR) && line.contains("memory"), "{line}");
            client.expect("readyok");
        }
        let answer = client.go("nodes 2000");
        answer.assert_complete();
        Referee::new("zola-6").assert_legal(&answer);
    }
    client.quit();
}

#[test]
fn clear_and_a_new_game_empty_the_hash_table() {
    let mut client = Client::start();
    let fresh = client.go("depth 6").last().number("nodes");
    for command in ["setoption name Clear", "uginewgame", "ucinewgame"] {
        assert_ne!(client.go("depth 6").last().number("nodes"), fresh);
        client.send(command);
        assert_eq!(client.go("depth 6").last().number("nodes"), fresh, "{command}");
    }
    client.quit();
}

#[test]
fn the_size_of_the_table_stays_over_a_new_game() {
    let mut client = Client::start();
    let mut fill = |before: &str| {
        client.send(before);
        client.go("nodes 100000").last().number("hashfull")
    };
    let large = fill("setoption name Hash value 64");
    let small = fill("setoption name Hash value 1");
    assert!(small > 2 * large, "{small} of 1000 in 1 MiB, {large} in 64");
    assert_eq!(fill("uginewgame"), small);
}
