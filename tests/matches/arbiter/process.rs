//! The arbiter's processes and clients with the scripted engine `bad_engine`: each failure is
//! reported as the right fault before its deadline, and no process is left.

mod floods;

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use zugi::arbiter::EngineSpec;
use zugi::client::process::{Launch, Process, SpawnError};
use zugi::client::{Answer, Client, Fault, FaultKind, Timeouts};
use zugi::protocol::{self, GoLimits, Query};

/// A timeout that is never reached: the engine answers at last.
const LONG: Duration = Duration::from_secs(3600);

/// The timeout of an engine that never answers.
const SHORT: Duration = Duration::from_millis(500);

/// For engines that answer, or fail other than by silence.
const PATIENT: Timeouts =
    Timeouts { start: LONG, ready: LONG, new_game: LONG, search: LONG, overrun: LONG, quit: LONG };

/// The timeout of every wait: generous, since the machine may be busy.
const DEADLINE: Duration = Duration::from_secs(120);

fn command(arguments: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_BIN_EXE_zugi")).parent().unwrap();
    let program = directory.join("examples").join("bad_engine");
    assert!(program.exists(), "no bad_engine: cargo build --examples, or cargo test for all");
    let program = program.to_str().unwrap().to_owned();
    [program].into_iter().chain(arguments.split_ascii_whitespace().map(str::to_owned)).collect()
}

/// An engine with these arguments besides its command.
fn spec(command: &[String], words: &[&str]) -> EngineSpec {
    let command = format!("cmd={}", shell_words::join(command));
    let words = words.iter().map(|&word| word.to_owned());
    let words: Vec<String> = [command, "nodes=1".to_owned()].into_iter().chain(words).collect();
    EngineSpec::read(1, &[], &words).unwrap()
}

fn start(arguments: &str) -> Result<Client, Fault> {
    start_within(arguments, &PATIENT)
}

fn start_within(arguments: &str, timeouts: &Timeouts) -> Result<Client, Fault> {
    Client::start(&spec(&command(arguments), &["name=bad"]).setup(), timeouts, None)
}

/// The limits of a `go` command with these words.
fn limits(words: &str) -> GoLimits {
    match protocol::parse(&format!("go {words}")) {
        Ok(Some(protocol::Command::Go(go))) if go.rejected.is_empty() => go.limits,
        other => panic!("{other:?}"),
    }
}

/// Plays three moves of a game as a match does, until a fault.
fn play(client: &mut Client) -> Result<Vec<Answer>, Fault> {
    play_within(client, LONG)
}

/// The same with this time limit per move.
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

/// The state of a process as in `ps`; empty if it does not exist.
fn state(id: u32) -> String {
    let shown = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().unwrap();
    String::from_utf8_lossy(&shown.stdout).trim().to_owned()
}

/// Whether a process exists, perhaps as a zombie.
fn runs(id: u32) -> bool {
    !state(id).is_empty()
}

/// Checks that a killed process, or one whose parent was killed, ends. It may remain as a zombie:
/// its killer reaps it a little later, and an engine's child is not ours to reap.
#[track_caller]
fn assert_ends(id: u32) {
    let deadline = Instant::now() + DEADLINE;
    while !state(id).is_empty() && !state(id).starts_with('Z') {
        assert!(Instant::now() < deadline, "process {id} is left: {}", state(id));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Starts an engine and plays until its fault, with these timeouts for start and move; returns the
/// fault, and whether the process was started.
fn fault_of(arguments: &str, [for_start, for_move]: [Duration; 2]) -> (Fault, bool) {
    let began = Instant::now();
    let timeouts = Timeouts { start: for_start, ..PATIENT };
    let (fault, has_started) = match start_within(arguments, &timeouts) {
        Err(fault) => (fault, false),
        Ok(mut client) => {
            let id = client.id();
            let fault = play_within(&mut client, for_move).expect_err(arguments);
            drop(client);
            assert_ends(id);
            (fault, true)
        }
    };
    assert!(began.elapsed() < DEADLINE, "{arguments} took {:?}", began.elapsed());
    println!("{arguments}: {:?}: {fault} ({:?})", fault.kind, began.elapsed());
    (fault, has_started)
}

#[track_caller]
fn expect_fault(arguments: &str, kind: FaultKind, text: &str) {
    let (fault, has_started) = fault_of(arguments, [LONG; 2]);
    assert!(fault.kind == kind && has_started, "{arguments}: {fault}");
    assert!(fault.text.contains(text), "{arguments}: {fault}");
}

#[track_caller]
fn expect_bad_start(arguments: &str, kind: FaultKind, text: &str) {
    let (fault, has_started) = fault_of(arguments, [LONG; 2]);
    assert!(fault.kind == kind && !has_started, "{arguments}: {fault}");
    assert!(fault.text.contains(text), "{arguments}: {fault}");
    let asked = |line: &String| line.ends_with("> ugi");
    assert!(fault.transcript.iter().any(asked), "{arguments}: {:?}", fault.transcript);
}

/// The same for an engine that falls silent, repeated with longer timeouts, since other waits may
/// time out on a stalled machine.
#[track_caller]
fn expect_silence(arguments: &str, starts: bool, kind: FaultKind, text: &str) {
    let is_right = |time: Duration| {
        let times = if starts { [LONG, time] } else { [time, LONG] };
        let (fault, has_started) = fault_of(arguments, times);
        fault.kind == kind && has_started == starts && fault.text.contains(text)
    };
    let is_found = [SHORT, 10 * SHORT, 60 * SHORT].into_iter().any(is_right);
    assert!(is_found, "{arguments}: expected {kind:?}: {text}");
}

#[test]
fn a_good_engine_plays() {
    for arguments in ["", "--variant zola-4", "third-word", "garbage-lines", "crlf", "short-line"] {
        let mut client = start(arguments).unwrap();
        assert_eq!((client.name(), client.id_name()), ("bad", Some("bad_engine")));
        let answers = play(&mut client).unwrap_or_else(|fault| panic!("{arguments}: {fault}"));
        assert_eq!(answers.len(), 3);
        assert!(answers.iter().all(|answer| answer.elapsed < DEADLINE));
        assert_eq!(client.query(&Query::Result).unwrap(), "none");
        let id = client.id();
        assert!(client.quit(), "it ends on its own");
        assert!(!runs(id));
    }
}

#[test]
fn the_faults_of_a_start_are_told_apart() {
    use FaultKind::{Crash, Timeout};
    expect_silence("never-answers-ugi", false, Timeout, "no ugiok to ugi within 500 ms");
    expect_silence("never-reads-stdin", false, Timeout, "no ugiok");
    expect_silence("never-ready", false, Timeout, "no readyok to isready");
    expect_bad_start("exits-before-ugiok", Crash, "exit status: 3");
    expect_silence("slow-start 600000", false, Timeout, "no ugiok");
    assert!(start("slow-start 300").is_ok());
    for good in ["banner", "chatter", "bad-option"] {
        assert!(start(good).is_ok_and(|mut client| play(&mut client).is_ok()), "{good}");
    }
    let none = spec(&["/no/such/program".to_owned()], &[]);
    let fault = Client::start(&none.setup(), &PATIENT, None).err().unwrap();
    assert_eq!(fault.kind, FaultKind::Spawn);
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
    // The program path is relative to the directory, and so are the paths that the engine uses.
    let engine = ["./engine", "throws-at-start"].map(str::to_owned);
    let errors = format!("stderr={}", path("errors").display());
    for _ in 0..2 {
        let fault =
            Client::start(&spec(&engine, &[&home, &errors]).setup(), &PATIENT, None).err().unwrap();
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
    let line = process.read_line(Instant::now() + DEADLINE).unwrap();
    assert_eq!(std::path::Path::new(&line.text), path("home").canonicalize().unwrap());
    for (word, name) in [("dir", "nowhere"), ("stderr", "nowhere/errors")] {
        let word = format!("{word}={}", path(name).display());
        let fault =
            Client::start(&spec(&command(""), &[&word]).setup(), &PATIENT, None).err().unwrap();
        let expected = format!("cannot use {:?}: ", path(name));
        assert!(fault.text.starts_with(&expected), "{fault}");
    }
}

#[test]
fn options_are_checked_before_they_are_set() {
    let set = |name: &str, value: &str| {
        Client::start(
            &spec(&command(""), &[&format!("option.{name}={value}")]).setup(),
            &PATIENT,
            None,
        )
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
    use FaultKind::{Crash, Malformed, Timeout};
    for (arguments, kind, text) in [
        ("exits-on-go", Crash, "exit status: 3"),
        ("exits-after-bestmove", Crash, "exit status: 0"),
        ("closes-stdout", Crash, "it has closed its output, but still runs"),
        ("orphans-child", Crash, "exit status: 3"),
        ("endless-garbage", Malformed, "lines that are no UGI, the last \"thinking ...\""),
        ("two-bestmoves", Malformed, "without a go"),
        ("no-word", Malformed, "\"bestmove\" instead of `bestmove` and one move"),
        ("two-words", Malformed, "instead of `bestmove` and one move"),
        ("three-word-response", Malformed, "instead of `response` and one word"),
    ] {
        expect_fault(arguments, kind, text);
    }
    expect_fault("--after 2 exits-on-go", Crash, "exit status: 3");
    for (arguments, kind, text) in [
        ("never-answers", Timeout, "no bestmove to go within 500 ms"),
        ("--after 2 never-answers", Timeout, "no bestmove"),
        ("answers-late 600000", Timeout, "no bestmove"),
        ("stops-reading", Timeout, "no bestmove"),
        ("garbage", Malformed, "but \"bset move is "),
    ] {
        expect_silence(arguments, true, kind, text);
    }
}

#[test]
fn a_late_second_bestmove_is_not_the_answer_to_the_next_go() {
    // It arrives between two waits; `go` must detect it even without `ready`.
    let mut client = start("two-bestmoves 100").unwrap();
    client.set_position(None, &[]);
    client.go(limits("movetime 10"), None).unwrap();
    let fault = client.go(limits("movetime 10"), None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Malformed, "{fault}");
}

#[test]
fn a_late_answer_is_measured() {
    let mut client = start("answers-late 200").unwrap();
    let answer = client.go(limits("movetime 10"), Some(LONG)).unwrap();
    assert!(answer.elapsed >= Duration::from_millis(200), "{:?}", answer.elapsed);
    assert!(answer.elapsed < DEADLINE, "{:?}", answer.elapsed);
}

#[test]
fn after_a_stall_the_answer_can_be_waited_for() {
    // An answer that has arrived before the deadline check counts, as after a suspension.
    let timed_out = [300, 3_000, 30_000].into_iter().find_map(|late| {
        let mut client = start(&format!("answers-late {late}")).unwrap();
        let answer = client.go(limits("depth 1"), Some(Duration::from_millis(50)));
        answer.err().map(|fault| (client, fault))
    });
    let (mut client, fault) = timed_out.expect("a timeout");
    assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
    assert!(client.stop(LONG).is_ok());
    client.ready().unwrap();
}

#[test]
fn quit_has_a_deadline_too() {
    let timeouts = Timeouts { quit: SHORT, ..PATIENT };
    let mut client = start_within("ignores-quit", &timeouts).unwrap();
    let (id, began) = (client.id(), Instant::now());
    let kill = Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap();
    assert!(kill.success());
    assert!(client.ready().is_ok(), "it ignores SIGTERM");
    assert!(!client.quit(), "it has to be killed");
    assert!(began.elapsed() < DEADLINE, "{:?}", began.elapsed());
    assert_ends(id);
}

/// The child process that an engine has reported.
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
        assert_ends(id);
        // Engines that end by themselves are reaped.
        assert!(way == "drop" || !runs(id), "{way}");
        assert_ends(child);
    }
}

/// A child that left the engine's process group is found on Linux only.
#[cfg(target_os = "linux")]
#[test]
fn children_that_left_the_group_end_too() {
    for (fault, way) in [
        ("detaches-child", "drop"),
        ("detaches-child", "quit"),
        ("orphans-detached", "crash"),
        ("forgets-child", "drop"),
    ] {
        let mut client = start(fault).unwrap();
        // A parallel game, whose processes must survive.
        let other = start("detaches-child").unwrap();
        let (child, others) = (child_of(&client), child_of(&other));
        assert!(runs(child) && runs(others), "{fault}");
        match way {
            "drop" => drop(client),
            "quit" => assert!(client.quit()),
            _ => {
                assert_eq!(play(&mut client).unwrap_err().kind, FaultKind::Crash);
                drop(client);
            }
        }
        assert_ends(child);
        assert!(runs(others) && !state(others).starts_with('Z'), "{fault}, {way}");
        drop(other);
        assert_ends(others);
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
    // The fault is permanent.
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
    assert!(first[0].parse::<f64>().is_ok_and(|seconds| seconds < 3600.0), "{first:?}");
    for expected in ["< ugiok", "> uginewgame", "> position startpos", "> go movetime 10"] {
        assert!(transcript.iter().any(|line| line.ends_with(expected)), "no {expected}");
    }
}
