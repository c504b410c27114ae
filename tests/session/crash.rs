//! The effects of a panic: a crash report with the latest commands, and an end that the client
//! notices.
//!
//! There is no known way to make the program panic, so this test runs itself again as a child
//! process whose session panics in its output or search.

use std::io::{self, BufReader, Write};
use std::process::{self, Command};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, panic};

use crate::support::Client;
use zugi::engine::{Session, TextFront, crash};
use zugi::game::Game;
use zugi::games::zoka::Zoka;
use zugi::search::eval::HasEvaluator;
use zugi::search::{Evaluator, OutOfMemory, Search, Searchable, Searcher, Searches, Value};

/// The environment variable that tells the child where to panic.
const IN_CHILD: &str = "ZUGI_TEST_CRASH";

/// The child's exit code if the panic unwinds to its main function.
const UNWOUND: i32 = 3;

/// Panics when `readyok` is printed.
struct Panics;

impl Write for Panics {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!String::from_utf8_lossy(bytes).contains("readyok"), "a bug for the test");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A searcher that panics at every call.
#[derive(Default)]
struct Fails;

impl Evaluator<Zoka> for Fails {
    fn evaluate(&self, _: &Zoka, _: &<Zoka as Searchable>::Context) -> Value {
        panic!("a bug for the test")
    }
}

impl Searches for Fails {
    fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory> {
        Ok(Arc::new(<Zoka as HasEvaluator>::Search::new(Fails, mib)?))
    }
}

/// The child process of the other tests; does nothing on its own.
#[test]
fn child() {
    let Some(what) = env::var_os(IN_CHILD) else { return };
    let log = crash::install();
    let registry = zugi::registry();
    let fails = registry.find(Zoka::NAME).unwrap().clone();
    let registry = registry.with(fails.with::<dyn Searches>(Arc::new(Fails)));
    let session = Session::new(&registry, "zola-6").unwrap().recorded(log);
    let commands = "position startpos moves a1b1\nquery fen\nisready\n";
    let run = || match what.to_str() {
        Some("output") => session.run(commands.as_bytes(), &mut TextFront::new(Panics)),
        _ => session.run(BufReader::new(io::stdin()), &mut TextFront::new(io::stdout())),
    };
    let panicked = panic::catch_unwind(panic::AssertUnwindSafe(run)).is_err();
    process::exit(if panicked { UNWOUND } else { 0 });
}

/// The child with its own temporary directory.
fn command(what: &str, directory: &std::path::Path) -> Command {
    let program = env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args(["--exact", "crash::child", "--nocapture"]).env(IN_CHILD, what);
    command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, directory)));
    command
}

#[test]
fn a_panic_unwinds_to_the_caller_of_the_session_and_leaves_a_report_with_the_latest_commands() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = command("output", directory.path()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(UNWOUND), "{output:?}");
    let reports: Vec<_> = fs::read_dir(&directory).expect("the directory").collect();
    let [Ok(report)] = reports.as_slice() else { panic!("{reports:?} after {output:?}") };
    let name = report.file_name().into_string().expect("UTF-8");
    assert!(name.starts_with("zugi-crash-") && name.ends_with(".txt"), "{name}");
    let text = fs::read_to_string(report.path()).expect("a report");
    assert!(text.starts_with(concat!("zugi ", env!("CARGO_PKG_VERSION"), " has a bug: ")));
    assert!(text.contains("a bug for the test"), "{text}");
    let commands = "\nposition startpos moves a1b1\nquery fen\nisready\n";
    assert!(text.contains(commands), "{text}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&name), "stderr names the report: {stderr}");
}

#[test]
fn a_search_that_panics_still_answers_and_the_session_goes_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut client = Client::spawn(&mut command("search", directory.path()));
    // The test runner's output comes first and has no line end.
    client.send("isready");
    client.lines_until(|line| line.ends_with("readyok"));
    client.send(&format!("setoption name UGI_Variant value {}", Zoka::NAME));
    let legal = client.query("legalmoves");
    for (threads, limits) in [(1, "nodes 1000"), (3, "depth 5"), (3, "movetime 50"), (1, "mate 2")]
    {
        client.send(&format!("setoption name Threads value {threads}"));
        let answer = client.go(limits);
        answer.assert_complete();
        assert!(legal.split(' ').any(|mv| mv == answer.best), "{answer:?} of {legal}");
    }
    // An infinite search must not answer before `stop`.
    client.send("go infinite");
    assert_eq!(client.line_within(Duration::from_millis(100)), None);
    client.send("stop");
    client.answer().assert_complete();
    // Other games are not affected.
    client.send("setoption name UGI_Variant value zola-6");
    client.go("depth 3").assert_complete();
    client.send("quit");
    let exit = client.wait();
    assert_eq!((exit.code, exit.rest), (Some(0), Vec::new()));
    assert!(exit.stderr.contains("a bug for the test") && exit.stderr.contains("report: "));
    // No report replaces another one.
    assert!(fs::read_dir(&directory).expect("the directory").count() > 1);
}
