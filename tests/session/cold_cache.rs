//! The first searches of a new user, with an empty cache.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{Client, wait_until, zugi};

/// A late position whose tables take half a minute to build.
const ZVP: &str = "fen 3b4/8/3b4/b7/5w2/b5b1/7b/w1w5 b 0";

const ENDING: &str = "position fen 6/1r4/6/2b3/4r1/1b4 r -";

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

fn session(cache: &Path) -> Client {
    Client::spawn(zugi().env("ZUGI_CACHE", cache))
}

#[test]
fn a_search_without_a_clock_or_with_little_time_makes_no_tables() {
    let cache = tempfile::tempdir().expect("a directory");
    let mut client = session(cache.path());
    for limits in ["depth 3", "nodes 1000", "mate 3", "movetime 20"] {
        client.go(limits).assert_complete();
    }
    client.send(&format!("setoption name UGI_Variant value zvp\nposition {ZVP}"));
    client.go("depth 4").assert_complete();
    client.quit();
    assert!(is_empty(cache.path()));
}

/// Without a clock a search uses the tables that the cache had at the first search of its session,
/// and never those that another search of the session makes meanwhile.
#[test]
fn a_search_without_a_clock_uses_the_tables_cached_at_the_first_search() {
    let cache = tempfile::tempdir().expect("a directory");
    let search = |client: &mut Client| {
        client.send(ENDING);
        let answer = client.go("depth 4");
        (answer.last().number("nodes"), answer.last().get("tbhits"), answer.best)
    };
    let mut client = session(cache.path());
    let before = search(&mut client);
    assert_eq!(before.1, None, "nothing is known");
    client.send(&format!("{ENDING}\ngo infinite"));
    client.lines_until(|line| line.starts_with("info depth 1 "));
    wait_until("tables are made", || cache.path().join("zola-6.6.table").exists());
    client.send("stop");
    client.answer();
    client.send("uginewgame");
    assert_eq!(search(&mut client), before);
    client.quit();
    let mut client = session(cache.path());
    assert!(search(&mut client).1.is_some(), "the winner is known");
    client.send("setoption name UseCachedTables value false\nuginewgame");
    assert_eq!(search(&mut client), before);
    client.quit();
}

/// A cache with the tables of [`ENDING`].
fn full_cache() -> TempDir {
    let cache = tempfile::tempdir().expect("a directory");
    let folder = cache.path().to_str().expect("UTF-8");
    let build = ["table", "build", "--variant", "zola-6", "--checkers", "4", "--dir", folder];
    assert!(zugi().args(build).output().is_ok_and(|output| output.status.success()));
    cache
}

/// The nodes, hits and best move of a search of [`ENDING`] in a new session with this cache.
fn of_ending(cache: &Path, setup: &str, limits: &str) -> (u64, Option<u64>, String) {
    let mut client = session(cache);
    client.send(&format!("{setup}{ENDING}"));
    let answer = client.go(limits);
    client.quit();
    (answer.last().number("nodes"), answer.last().get("tbhits"), answer.best)
}

#[test]
fn the_option_holds_for_every_limit_and_without_a_cache_it_changes_nothing() {
    let (full, empty) = (full_cache(), tempfile::tempdir().expect("a directory"));
    let off = "setoption name UseCachedTables value false\n";
    for limits in ["nodes 3000", "depth 5", "mate 5"] {
        let used = of_ending(full.path(), "", limits);
        assert!(used.1.is_some(), "{limits}: {used:?}");
        assert_eq!(used, of_ending(full.path(), "", limits), "{limits}");
        let unused = of_ending(full.path(), off, limits);
        assert_eq!(unused.1, None, "{limits}");
        for setup in ["", off] {
            assert_eq!(of_ending(empty.path(), setup, limits), unused, "{limits}");
        }
    }
    assert!(is_empty(empty.path()));
    assert_eq!(of_ending(full.path(), off, "movetime 200 depth 8").1, None);
}

/// A search that has no time to make tables still uses those that others have made.
#[test]
fn a_search_with_little_time_loads_tables_of_the_cache() {
    let cache = full_cache();
    let mut client = session(cache.path());
    client.send(ENDING);
    wait_until("tables are loaded", || client.go("movetime 20").last().get("tbhits").is_some());
    client.quit();
}

#[test]
fn a_client_learns_which_tables_searches_have() {
    let cache = tempfile::tempdir().expect("a directory");
    let mut client = session(cache.path());
    assert_eq!(client.query("tables"), "none");
    let folder = cache.path().to_str().expect("UTF-8");
    let build = ["table", "build", "--variant", "zola-6", "--checkers", "3", "--dir", folder];
    assert!(zugi().args(build).output().is_ok_and(|output| output.status.success()));
    assert_eq!(client.query("tables"), "up to 3 pieces from the cache");
    client.send("setoption name UseCachedTables value false");
    assert_eq!(client.query("tables"), "none");
    client.send(&format!("setoption name TablePath value {folder}"));
    assert_eq!(client.query("tables"), "up to 3 pieces from TablePath");
    client.send("setoption name UGI_LimitStrength value true");
    assert_eq!(client.query("tables"), "none");
    client.send("setoption name UGI_AnalyseMode value true");
    assert_eq!(client.query("tables"), "up to 3 pieces from TablePath");
    client.send("setoption name UGI_Variant value zoka");
    assert_eq!(client.query("tables"), "none");
    client.quit();
}
