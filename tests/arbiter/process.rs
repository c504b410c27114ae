//! Processes and clients of the arbiter against the scripted engine `bad_engine`: each
//! way to fail is the right fault within its deadline, and nothing is left running.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use zugi::arbiter::EngineSpec;
use zugi::arbiter::client::{Answer, Client, Fault, FaultKind, Timeouts};
use zugi::arbiter::process::{Launch, Process, ReadError, SpawnError};
use zugi::protocol::{self, GoLimits, Query};

/// Short ones, so that an engine that never answers costs little.
const TIMEOUTS: Timeouts = Timeouts {
    start: Duration::from_millis(1500),
    ready: Duration::from_millis(1500),
    new_game: Duration::from_millis(1500),
    search: Duration::from_millis(1500),
    late: Duration::from_millis(1500),
    quit: Duration::from_millis(500),
};

/// How much longer than its deadline anything may take on a busy machine, whose processors
/// others take away for seconds. What waits for an engine here waits for ten minutes.
const SLACK: Duration = Duration::from_secs(10);

fn command(arguments: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_BIN_EXE_zugi")).parent().unwrap();
    let program = directory.join("examples").join("bad_engine");
    assert!(program.exists(), "no bad_engine: cargo build --examples, or cargo test for all");
    let program = program.to_str().unwrap().to_owned();
    [program].into_iter().chain(arguments.split_ascii_whitespace().map(str::to_owned)).collect()
}

/// An engine with these words besides its command.
fn spec(command: &[String], words: &[&str]) -> EngineSpec {
    let command = format!("cmd={}", shell_words::join(command));
    let words = words.iter().map(|&word| word.to_owned());
    let words: Vec<String> = [command, "nodes=1".to_owned()].into_iter().chain(words).collect();
    EngineSpec::read(1, &[], &words).unwrap()
}

fn start(arguments: &str) -> Result<Client, Fault> {
    Client::start(&spec(&command(arguments), &["name=bad"]), &TIMEOUTS, None)
}

/// The limits of a `go` with these words.
fn limits(words: &str) -> GoLimits {
    match protocol::parse(&format!("go {words}")) {
        Ok(Some(protocol::Command::Go(go))) if go.rejected.is_empty() => go.limits,
        other => panic!("{other:?}"),
    }
}

/// Plays like an arbiter until something goes wrong: three moves in one game.
fn play(client: &mut Client) -> Result<Vec<Answer>, Fault> {
    play_within(client, TIMEOUTS.search)
}

/// The same with so much time for a move.
fn play_within(client: &mut Client, limit: Duration) -> Result<Vec<Answer>, Fault> {
    client.new_game()?;
    let mut moves = Vec::new();
    let mut answers = Vec::new();
    for _ in 0..3 {
        client.set_position(None, &moves);
        client.ready()?;
        let answer = client.go(limits("movetime 10"), Some(limit))?;
        moves.push(answer.best.clone());
        answers.push(answer);
    }
    client.set_position(None, &moves);
    client.query(&Query::GameOver)?;
    Ok(answers)
}

/// The state of a process as `ps` shows it, empty if there is none.
fn state(id: u32) -> String {
    let shown = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().unwrap();
    String::from_utf8_lossy(&shown.stdout).trim().to_owned()
}

/// Whether a process is there, be it as a zombie.
fn runs(id: u32) -> bool {
    !state(id).is_empty()
}

/// The child of an engine ends soon. As a zombie it is no longer ours to reap.
fn assert_ends(id: u32) {
    let deadline = Instant::now() + SLACK;
    while !state(id).is_empty() && !state(id).starts_with('Z') {
        assert!(Instant::now() < deadline, "process {id} is left: {}", state(id));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays against a fault; checks what it is, how long it took, and that nothing is left.
#[track_caller]
fn expect_fault(arguments: &str, kind: FaultKind, text: &str) {
    let begin = Instant::now();
    let mut client = start(arguments).unwrap_or_else(|fault| panic!("{arguments}: {fault}"));
    let (id, began) = (client.id(), Instant::now());
    let fault = play(&mut client).expect_err(arguments);
    let taken = began.elapsed();
    assert_eq!(fault.kind, kind, "{arguments}: {fault}");
    assert!(fault.text.contains(text), "{arguments}: {fault}");
    assert!(taken < TIMEOUTS.search + SLACK, "{arguments} took {taken:?}");
    let dropping = Instant::now();
    drop(client);
    assert!(!runs(id), "{arguments}: its process is left");
    assert!(dropping.elapsed() < SLACK, "{arguments} died in {:?}", dropping.elapsed());
    println!("{arguments}: {kind:?}: {fault} ({:?})", begin.elapsed());
}

/// The same for an engine that does not start.
#[track_caller]
fn expect_bad_start(arguments: &str, kind: FaultKind, text: &str) {
    let began = Instant::now();
    let fault = start(arguments).err().unwrap();
    assert_eq!(fault.kind, kind, "{arguments}: {fault}");
    assert!(fault.text.contains(text), "{arguments}: {fault}");
    assert!(began.elapsed() < TIMEOUTS.start + SLACK, "{arguments} took {:?}", began.elapsed());
    let asked = |line: &String| line.ends_with("> ugi");
    assert!(fault.transcript.iter().any(asked), "{arguments}: {:?}", fault.transcript);
}

#[test]
fn a_good_engine_plays() {
    for arguments in ["", "--variant zola-4", "third-word", "garbage-lines", "crlf", "short-line"] {
        let mut client = start(arguments).unwrap();
        assert_eq!((client.name(), client.id_name()), ("bad", Some("bad_engine")));
        let answers = play(&mut client).unwrap_or_else(|fault| panic!("{arguments}: {fault}"));
        assert_eq!(answers.len(), 3);
        assert!(answers.iter().all(|answer| answer.elapsed < SLACK));
        assert_eq!(client.query(&Query::Result).unwrap(), "none");
        let id = client.id();
        assert!(client.quit(), "it ends on its own");
        assert!(!runs(id));
    }
}

#[test]
fn the_faults_of_a_start_are_told_apart() {
    expect_bad_start("never-answers-ugi", FaultKind::Stall, "no ugiok to ugi within 1500 ms");
    expect_bad_start("never-reads-stdin", FaultKind::Stall, "no ugiok");
    expect_bad_start("never-ready", FaultKind::Stall, "no readyok to isready");
    expect_bad_start("exits-before-ugiok", FaultKind::Crash, "exit status: 3");
    expect_bad_start("slow-start 60000", FaultKind::Stall, "no ugiok");
    assert!(start("slow-start 300").is_ok());
    for good in ["banner", "chatter", "bad-option"] {
        assert!(start(good).is_ok_and(|mut client| play(&mut client).is_ok()), "{good}");
    }
    let none = spec(&["/no/such/program".to_owned()], &[]);
    let fault = Client::start(&none, &TIMEOUTS, None).err().unwrap();
    assert_eq!(fault.kind, FaultKind::Setup);
    assert!(fault.text.starts_with("cannot start \"/no/such/program\": "), "{fault}");
    assert!(matches!(Process::spawn("x", &Launch::default()), Err(SpawnError::Empty)));
}

#[test]
fn an_engine_runs_in_its_directory() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    std::fs::create_dir(path("home")).unwrap();
    std::os::unix::fs::symlink(&command("")[0], path("home/engine")).unwrap();
    let home = format!("dir={}", path("home").display());
    // Its path counts from the directory, and so do the paths that it uses itself.
    let engine = ["./engine", "throws-at-start"].map(str::to_owned);
    let errors = format!("stderr={}", path("errors").display());
    for _ in 0..2 {
        let fault =
            Client::start(&spec(&engine, &[&home, &errors]), &TIMEOUTS, None).err().unwrap();
        assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
    }
    let said = std::fs::read_to_string(path("errors")).unwrap();
    assert_eq!(said.matches("Traceback").count(), 2, "{said}");
    let launch = Launch {
        command: ["pwd"].map(str::to_owned).to_vec(),
        directory: Some(path("home")),
        stderr: None,
    };
    let mut process = Process::spawn("pwd", &launch).unwrap();
    let line = process.read_line(Instant::now() + Duration::from_secs(5)).unwrap();
    assert_eq!(std::path::Path::new(&line.text), path("home").canonicalize().unwrap());
    for (word, name) in [("dir", "nowhere"), ("stderr", "nowhere/errors")] {
        let word = format!("{word}={}", path(name).display());
        let fault = Client::start(&spec(&command(""), &[&word]), &TIMEOUTS, None).err().unwrap();
        let expected = format!("cannot use {:?}: ", path(name));
        assert!(fault.text.starts_with(&expected), "{fault}");
    }
}

#[test]
fn options_are_checked_before_they_are_set() {
    let set = |name: &str, value: &str| {
        Client::start(&spec(&command(""), &[&format!("option.{name}={value}")]), &TIMEOUTS, None)
    };
    let client = set("hash", "64").unwrap();
    let sent = "> setoption name Hash value 64";
    assert!(client.transcript().iter().any(|line| line.ends_with(sent)));
    let fault = set("Threads", "2").err().unwrap();
    assert_eq!(fault.kind, FaultKind::Setup);
    assert_eq!(fault.text, "there is no option \"Threads\": the engine has Hash");
    let fault = set("Hash", "0").err().unwrap();
    assert_eq!(fault.text, "option \"Hash\" cannot be \"0\": expected an integer from 1 to 1024");
}

#[test]
fn the_faults_of_a_search_are_told_apart() {
    use FaultKind::{Crash, Malformed, Stall};
    for (arguments, kind, text) in [
        ("never-answers", Stall, "no bestmove to go within 1500 ms"),
        ("answers-late 60000", Stall, "no bestmove"),
        ("stops-reading", Stall, "no bestmove"),
        ("exits-on-go", Crash, "exit status: 3"),
        ("exits-after-bestmove", Crash, "exit status: 0"),
        ("closes-stdout", Crash, "it has closed its output, but still runs"),
        ("orphans-child", Crash, "exit status: 3"),
        ("garbage", Malformed, "but \"bset move is "),
        ("endless-garbage", Malformed, "lines that are no UGI, the last \"thinking ...\""),
        ("two-bestmoves", Malformed, "without a go"),
        ("no-word", Malformed, "\"bestmove\" instead of `bestmove` and one move"),
        ("two-words", Malformed, "instead of `bestmove` and one move"),
        ("three-word-response", Malformed, "instead of `response` and one word"),
    ] {
        expect_fault(arguments, kind, text);
    }
    expect_fault("--after 2 exits-on-go", Crash, "exit status: 3");
    expect_fault("--after 2 never-answers", Stall, "no bestmove");
}

#[test]
fn a_late_second_bestmove_is_not_the_answer_to_the_next_go() {
    // It comes while nobody looks; go alone, without ready, must find it, too.
    let mut client = start("two-bestmoves 100").unwrap();
    client.set_position(None, &[]);
    client.go(limits("movetime 10"), None).unwrap();
    let fault = client.go(limits("movetime 10"), None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Malformed, "{fault}");
}

#[test]
fn a_late_answer_is_measured() {
    let mut client = start("answers-late 200").unwrap();
    let answer = client.go(limits("movetime 10"), Some(Duration::from_secs(5))).unwrap();
    assert!(answer.elapsed >= Duration::from_millis(200), "{:?}", answer.elapsed);
    assert!(answer.elapsed < Duration::from_millis(200) + SLACK, "{:?}", answer.elapsed);
    // After a stall the search can be stopped, or simply waited for.
    let limit = Duration::from_millis(50);
    assert_eq!(client.go(limits("depth 1"), Some(limit)).unwrap_err().kind, FaultKind::Stall);
    assert!(client.stop(Duration::from_secs(5)).is_ok());
    client.ready().unwrap();
}

#[test]
fn floods_cost_neither_time_nor_memory() {
    for arguments in ["floods 100", "floods-line 100", "floods-infos 100"] {
        let before = resident_kib();
        let mut client = start(arguments).unwrap();
        let began = Instant::now();
        // It is found by how much it is, long before the time is over.
        let fault = play_within(&mut client, 3 * SLACK).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Malformed, "{arguments}: {fault}");
        assert!(began.elapsed() < SLACK, "{arguments}: {:?}", began.elapsed());
        let grown = resident_kib().saturating_sub(before);
        assert!(grown < 80 << 10, "{arguments}: {grown} KiB");
        println!("{arguments}: {fault}: {:?}, {grown} KiB", began.elapsed());
        assert!(client.transcript().len() <= 200);
        assert!(client.transcript().iter().all(|line| line.chars().count() < 2100));
    }
    // What any search may say is no flood.
    assert!(start("floods-infos 2").is_ok_and(|mut client| play(&mut client).is_ok()));
}

/// The memory of this process; 0 where that is unknown.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1)?.parse().ok());
    number.unwrap_or(0)
}

#[test]
fn an_engine_that_does_not_read_does_not_block() {
    let mut process = Process::spawn("bad", &Launch::new(&command("never-reads-stdin"))).unwrap();
    let began = Instant::now();
    let line = "x".repeat(1 << 20);
    (0..100).for_each(|_| process.send(&line));
    assert!(began.elapsed() < SLACK, "sent in {:?}", began.elapsed());
    let deadline = Instant::now() + Duration::from_millis(100);
    assert_eq!(process.read_line(deadline), Err(ReadError::Timeout));
    assert!(process.is_alive());
    let id = process.id();
    assert_eq!(process.quit(Duration::from_millis(100)), None, "it has to be killed");
    assert!(!runs(id));
}

#[test]
fn quit_has_a_deadline_too() {
    let client = start("ignores-quit").unwrap();
    let (id, began) = (client.id(), Instant::now());
    let kill = Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap();
    assert!(kill.success());
    thread::sleep(Duration::from_millis(50));
    assert!(runs(id), "it ignores SIGTERM");
    assert!(!client.quit(), "it has to be killed");
    assert!(began.elapsed() < TIMEOUTS.quit + SLACK);
    assert!(!runs(id));
}

/// The child that an engine has told of.
fn child_of(client: &Client) -> u32 {
    let transcript = client.transcript();
    let line = transcript.iter().find_map(|line| line.split_once("info string child "));
    line.unwrap().1.parse().unwrap()
}

#[test]
fn the_children_of_an_engine_end_with_it() {
    for way in ["drop", "quit", "crash"] {
        let fault = if way == "crash" { "orphans-child" } else { "spawns-child" };
        let mut client = start(fault).unwrap();
        let (id, child) = (client.id(), child_of(&client));
        assert!(runs(id) && runs(child));
        match way {
            "drop" => drop(client),
            "quit" => assert!(client.quit()),
            _ => {
                assert_eq!(play(&mut client).unwrap_err().kind, FaultKind::Crash);
                drop(client);
            }
        }
        assert!(!runs(id), "{way}");
        assert_ends(child);
    }
}

#[test]
fn a_killed_engine_is_a_crash() {
    let mut client = start("").unwrap();
    let kill = Command::new("kill").args(["-KILL", &client.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let fault = client.ready().unwrap_err();
    assert_eq!(fault.kind, FaultKind::Crash);
    assert!(fault.text.contains("signal: 9"), "{fault}");
    // It stays so.
    assert_eq!(client.ready().unwrap_err().kind, FaultKind::Crash);
}

#[test]
fn transcripts_show_both_directions_with_times() {
    let mut client = start("--variant zola-4").unwrap();
    play(&mut client).unwrap();
    let transcript = client.transcript();
    let words =
        |line: &String| line.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let first = words(&transcript[0]);
    assert_eq!(first[1..], [">", "ugi"]);
    assert!(first[0].parse::<f64>().is_ok_and(|seconds| seconds < 10.0), "{first:?}");
    for expected in ["< ugiok", "> uginewgame", "> position startpos", "> go movetime 10"] {
        assert!(transcript.iter().any(|line| line.ends_with(expected)), "no {expected}");
    }
}

/// Not a test of correctness: how much the arbiter's side of a move costs. Run with
/// `--release -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn round_trips() {
    const COUNT: u32 = 5000;
    let mut client = start("").unwrap();
    client.set_position(None, &[]);
    for with_ready in [false, true] {
        let began = Instant::now();
        for _ in 0..COUNT {
            if with_ready {
                client.set_position(None, &[]);
                client.ready().unwrap();
                client.go(limits("nodes 1"), None).unwrap();
            } else {
                client.query(&Query::GameOver).unwrap();
            }
        }
        let what = if with_ready { "position, isready, go" } else { "one query" };
        println!("{what}: {:?}", began.elapsed() / COUNT);
    }
}
