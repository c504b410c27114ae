//! The arbiter's processes and clients with the scripted engine `bad_engine`: each failure is
//! reported as the right fault before its deadline, and no process is left.

mod floods;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use zugi::arbiter::EngineConfig;
use zugi::arbiter::match_config::read_words;
use zugi::client::process::{Launch, Process, SpawnError};
use zugi::client::{Answer, Client, EngineSetup, Fault, FaultKind, Timeouts};
use zugi::protocol::{self, GoLimits, Query};

use super::hostile::{Conversation, TABLE, bad_engine};

/// A timeout that is never reached: the engine answers earlier.
const LONG: Duration = Duration::from_secs(3600);

/// The timeout of an engine that never answers.
const SHORT: Duration = Duration::from_millis(500);

/// For engines that answer, or fail other than by silence.
const PATIENT: Timeouts = Timeouts::all(LONG);

/// The timeout of every wait: generous, since the machine may be busy.
const DEADLINE: Duration = Duration::from_secs(120);

fn command(arguments: &str) -> Vec<String> {
    [bad_engine()]
        .into_iter()
        .chain(arguments.split_ascii_whitespace().map(str::to_owned))
        .collect()
}

/// An engine with these arguments besides its command.
fn spec(command: &[String], words: &[&str]) -> EngineConfig {
    let command = format!("cmd={}", shell_words::join(command));
    let words = words.iter().map(|&word| word.to_owned());
    let mut words: Vec<String> = [command, "nodes=1".to_owned()].into_iter().chain(words).collect();
    if !words.iter().any(|word| word.starts_with("name=")) {
        words.push("name=engine 1".to_owned());
    }
    read_words("engine", &words).unwrap()
}

fn start_of(spec: &EngineConfig, timeouts: &Timeouts) -> Result<Client, Fault> {
    let launch = spec.launch();
    let setup = EngineSetup {
        name: &spec.name,
        launch: &launch,
        dialect: spec.proto,
        options: &spec.option,
        kill: None,
    };
    Client::start(&setup, timeouts, None)
}

fn start(arguments: &str) -> Result<Client, Fault> {
    start_within(arguments, &PATIENT)
}

fn start_within(arguments: &str, timeouts: &Timeouts) -> Result<Client, Fault> {
    start_of(&spec(&command(arguments), &["name=bad"]), timeouts)
}

fn limits(words: &str) -> GoLimits {
    match protocol::parse(&format!("go {words}")) {
        Ok(Some(protocol::Command::Go(limits))) => limits,
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

/// Starts an engine and plays until its fault, with this timeout for start and move; returns the
/// fault, and whether the process was started.
fn fault_of(arguments: &str, time: Duration) -> (Fault, bool) {
    let began = Instant::now();
    let (fault, has_started) = match start_within(arguments, &Timeouts { start: time, ..PATIENT }) {
        Err(fault) => (fault, false),
        Ok(mut client) => {
            let id = client.id();
            let fault = play_within(&mut client, time).expect_err(arguments);
            drop(client);
            assert_ends(id);
            (fault, true)
        }
    };
    assert!(began.elapsed() < DEADLINE, "{arguments} took {:?}", began.elapsed());
    println!("{arguments}: {:?}: {fault} ({:?})", fault.kind, began.elapsed());
    (fault, has_started)
}

#[test]
fn each_fault_is_reported_as_what_it_is() {
    for row in TABLE {
        let (kind, text, starts) = match row.client {
            Conversation::FailsAtStart(kind, text) => (kind, text, false),
            Conversation::Fails(kind, text) => (kind, text, true),
            Conversation::Plays | Conversation::TestedElsewhere => continue,
        };
        // On a stalled machine any engine may be late.
        let is_found = [SHORT, 10 * SHORT, 60 * SHORT].into_iter().any(|time| {
            let (fault, has_started) = fault_of(row.behaviour, time);
            let asked = fault.transcript.iter().any(|line| line.ends_with("> ugi"));
            assert!(starts || asked, "{}: {:?}", row.behaviour, fault.transcript);
            fault.kind == kind && has_started == starts && fault.text.contains(text)
        });
        assert!(is_found, "{}: expected {kind:?}: {text}", row.behaviour);
    }
    let none = spec(&["/no/such/program".to_owned()], &[]);
    let fault = start_of(&none, &PATIENT).err().unwrap();
    assert_eq!(fault.kind, FaultKind::Spawn);
    assert!(fault.text.starts_with("cannot start \"/no/such/program\": "), "{fault}");
    assert!(matches!(Process::spawn("x", &Launch::default()), Err(SpawnError::Empty)));
}

#[test]
fn harmless_deviations_are_no_faults() {
    let plays = TABLE.iter().filter(|row| matches!(row.client, Conversation::Plays));
    for arguments in plays.map(|row| row.behaviour).chain(["", "--variant zola-4"]) {
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
        let fault = start_of(&spec(&engine, &[&home, &errors]), &PATIENT).err().unwrap();
        assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
    }
    let said = std::fs::read_to_string(path("errors")).unwrap();
    assert_eq!(said.matches("Traceback").count(), 2, "{said}");
}

#[test]
fn options_are_checked_before_they_are_set() {
    let set = |name: &str, value: &str| {
        start_of(&spec(&command(""), &[&format!("option.{name}={value}")]), &PATIENT)
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
fn a_late_second_bestmove_is_not_the_answer_to_the_next_go() {
    // It arrives between two waits; `go` must detect it even without `ready`.
    let mut client = start("two-bestmoves 100").unwrap();
    client.set_position(None, &[]);
    client.go(limits("movetime 10"), None).unwrap();
    let fault = client.go(limits("movetime 10"), None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Malformed, "{fault}");
}

#[test]
fn after_a_stall_the_answer_can_be_waited_for() {
    // The client accepts a late answer if it arrives before the client checks the deadline. On a
    // busy machine this may happen, so longer delays are tried, too.
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
    let mut ways =
        vec![("spawns-child", "drop"), ("spawns-child", "quit"), ("orphans-child", "crash")];
    // A child that left the engine's process group is found on Linux only.
    if cfg!(target_os = "linux") {
        ways.extend([("detaches-child", "drop"), ("detaches-child", "quit")]);
        ways.extend([("orphans-detached", "crash"), ("forgets-child", "drop")]);
    }
    for (fault, way) in ways {
        let mut client = start(fault).unwrap();
        // A parallel game, whose processes must survive.
        let other = start("detaches-child").unwrap();
        let (id, child, others) = (client.id(), child_of(&client), child_of(&other));
        assert!(runs(id) && runs(child) && runs(others), "{fault}");
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
        assert!(way == "drop" || !runs(id), "{fault}, {way}");
        assert_ends(child);
        assert!(runs(others) && !state(others).starts_with('Z'), "{fault}, {way}");
        drop(other);
        if cfg!(target_os = "linux") {
            assert_ends(others);
        }
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
