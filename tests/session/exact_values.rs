//! Exact values in a session: small tablebases built in memory, table files, and proofs.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use crate::support::{Client, in_utf8, wait_until, zugi};

/// The least score of a known win.
const KNOWN: i64 = 31_519;

/// Six checkers; some moves win and others do not.
const ENDING: &str = "r4b/6/2b3/3r2/6/b4r r -";

/// Whether a search finds a win or a loss for the side to move; `None` if neither.
fn says_won(client: &mut Client, fen: &str, go: &str) -> Option<bool> {
    client.send(&format!("position fen {fen}"));
    let answer = client.go(go);
    let info = answer.last();
    match (info.mate(), info.value()) {
        (Some(plies), _) => Some(plies > 0),
        (None, Some(value)) => (value.abs() >= KNOWN).then_some(value > 0),
        (None, None) => None,
    }
}

/// Searches a position with a clock until the small tablebases decide it; returns whether the side
/// to move wins.
#[track_caller]
fn known_to_win(client: &mut Client, fen: &str) -> bool {
    let mut won = None;
    wait_until("tables know the position", || {
        won = says_won(client, fen, "movetime 60000 depth 1");
        won.is_some()
    });
    won == Some(true)
}

#[test]
fn small_endings_are_known_without_files() {
    let mut client = Client::start();
    client.handshake();
    let won = known_to_win(&mut client, ENDING);
    assert!(client.go("movetime 60000 depth 1").last().number("tbhits") > 0);
    // A search to the end without tablebases agrees.
    let at_length = says_won(&mut client, ENDING, "nodes 2000000");
    assert_eq!(at_length, Some(won));
    client.quit();
}

/// Positions of 14 checkers with two to four winning moves, too deep for the search alone.
#[test]
fn a_proof_is_found_and_played() {
    let mut client = Client::start();
    client.handshake();
    for (fen, moves) in [
        ("r2brb/3r2/b5/4rb/rrbb2/2r2b r -", "e6d6 b2a1 d5d2 a6f1"),
        ("brr2r/4b1/r5/1r1b2/1rb3/1r1bbb r -", "f6e5 f6f1"),
        ("rb1rr1/b1rb2/br2bb/6/2r3/1b1r2 r -", "b4e4 c2e4 d6f4"),
    ] {
        client.send("uginewgame");
        client.send(&format!("position fen {fen}"));
        // The proof continues where the previous search ended.
        wait_until("the win is proven", || {
            let answer = client.go("movetime 60000 nodes 400000");
            let is_proven = answer.last().value().is_some_and(|value| value >= KNOWN);
            assert!(!is_proven || moves.split(' ').any(|mv| mv == answer.best), "{fen} {answer:?}");
            is_proven
        });
    }
    client.quit();
}

#[test]
fn tables_from_files_are_probed() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = in_utf8(folder.path());
    let mut build = zugi();
    build.args(["table", "build", "--variant", "zola-8", "--checkers", "3", "--dir", tables]);
    assert!(build.stdout(Stdio::null()).status().is_ok_and(|status| status.success()));
    let mut client = Client::start();
    client.handshake();
    // Tables of another board size are not accepted.
    let error = client.refused(&format!("setoption name TablePath value {tables}"));
    assert!(error.contains("cannot set TablePath to ") && error.contains("no tables of zola-6"));
    client.send("setoption name UGI_Variant value zola-8");
    client.send(&format!("setoption name TablePath value {tables}"));
    client.expect_silence();
    assert!(says_won(&mut client, "8/8/8/2r5/4b3/8/8/b7 r -", "nodes 1").is_some());
    // A damaged table is rejected; the previous tables stay in use.
    let path = folder.path().join("zola-8.3.table");
    let mut content = fs::read(&path).expect("a table");
    let last = content.len() - 1;
    content[last] ^= 1;
    fs::write(&path, content).expect("a file");
    let error = client.refused(&format!("setoption name TablePath value {tables}"));
    assert!(error.contains("is damaged"), "{error}");
    assert!(says_won(&mut client, "8/8/8/2r5/4b3/8/8/b7 r -", "nodes 1").is_some());
    client.send("setoption name TablePath value <empty>");
    client.expect_silence();
    let error = client.refused("setoption name TablePath value none");
    assert!(error.contains("none"), "{error}");
    client.quit();
}

/// A session with this cache folder that has the tables of an ending.
fn session_with_cache(folder: &Path) -> Client {
    let mut command = zugi();
    command.env("ZUGI_CACHE", folder);
    let mut client = Client::spawn(&mut command);
    client.handshake();
    known_to_win(&mut client, ENDING);
    client
}

/// The stderr output of a session until its end.
fn quit_with_warning(mut client: Client) -> String {
    client.send("quit");
    let exit = client.wait();
    assert_eq!(exit.code, Some(0));
    exit.stderr
}

#[test]
fn small_endings_are_kept_for_later_sessions() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("deep").join("cache");
    // Two sessions at once, with a folder that does not exist yet.
    let others = thread::scope(|scope| {
        let sessions = [(); 2].map(|()| scope.spawn(|| session_with_cache(&folder)));
        sessions.map(|session| session.join().expect("a session"))
    });
    let path = |pieces: u32| folder.join(format!("zola-6.{pieces}.table"));
    wait_until("the tables are kept", || (1..=6).all(|pieces| path(pieces).exists()));
    others.into_iter().for_each(Client::quit);
    // Existing tables are read and not written again; damaged ones are rebuilt.
    let made = fs::read(path(5)).expect("a table");
    let mut damaged = made.clone();
    *damaged.last_mut().expect("content") ^= 1;
    fs::write(path(5), &damaged).expect("writable");
    let written = || fs::metadata(path(4)).and_then(|data| data.modified()).expect("a time");
    let before = written();
    let client = session_with_cache(&folder);
    wait_until("the table is made again", || fs::read(path(5)).is_ok_and(|bytes| bytes == made));
    let warned = quit_with_warning(client);
    assert!(warned.contains("zola-6.5.table") && warned.contains("made again"), "{warned}");
    assert_eq!(written(), before);
}

#[test]
fn an_unusable_cache_is_ignored() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("file");
    fs::write(&file, "no folder").expect("writable");
    let warned = quit_with_warning(session_with_cache(&file));
    assert!(warned.contains("cannot keep tables in"), "{warned}");
    assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some("no folder"));
}

/// The tables of 4x4 exist before the first search, and no cache has them.
#[test]
fn zola_4_is_known_from_the_start() {
    let cache = tempfile::tempdir().expect("a folder");
    let mut client = Client::spawn(zugi().env("ZUGI_CACHE", cache.path()));
    client.handshake();
    client.send("setoption name UGI_Variant value zola-4");
    assert_eq!(client.query("tables"), "up to 16 pieces in memory");
    client.send("position startpos");
    for limits in ["nodes 1", "depth 1", "movetime 60000 depth 1"] {
        let answer = client.go(limits);
        assert!(answer.last().value().is_some_and(|value| value >= KNOWN), "{limits}");
    }
    client.send("setoption name UseCachedTables value false");
    assert_eq!(client.query("tables"), "none");
    client.quit();
    assert_eq!(fs::read_dir(cache.path()).map(Iterator::count).ok(), Some(0));
}
