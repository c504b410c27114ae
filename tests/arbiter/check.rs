//! `zugi check` against this engine and against `bad_engine`: each fault is found by the
//! right step, the others are left alone, and the exit code says so.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use zugi::arbiter::check::{self, CheckOptions, CheckStep, CheckSummary, CheckVerdict, Rank};
use zugi::variants::registry;

const ZUGI: &str = env!("CARGO_BIN_EXE_zugi");

fn bad_engine() -> String {
    let program = Path::new(ZUGI).parent().unwrap().join("examples").join("bad_engine");
    assert!(program.exists(), "no bad_engine: cargo build --examples, or cargo test for all");
    program.to_str().unwrap().to_owned()
}

/// Checks an engine; answers may take a second.
fn check(command: &[&str], options: CheckOptions) -> (CheckSummary, Vec<CheckStep>) {
    let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
    let mut steps = Vec::new();
    let summary = check::run(&command, &options, &registry(), &mut |step| steps.push(step.clone()));
    (summary, steps)
}

fn options() -> CheckOptions {
    CheckOptions { variant: None, options: Vec::new(), timeout: Duration::from_secs(1) }
}

/// The names of the steps that fail.
fn failed(steps: &[CheckStep], rank: Rank) -> Vec<&'static str> {
    let fails = |step: &&CheckStep| step.rank == rank && step.verdict == CheckVerdict::Fail;
    steps.iter().filter(fails).map(|step| step.name).collect()
}

fn check_fault(fault: &str) -> (CheckSummary, Vec<CheckStep>) {
    check_fault_within(fault, options().timeout)
}

fn check_fault_within(fault: &str, timeout: Duration) -> (CheckSummary, Vec<CheckStep>) {
    let program = bad_engine();
    let words: Vec<&str> = [program.as_str()].into_iter().chain(fault.split(' ')).collect();
    check(&words, CheckOptions { timeout, ..options() })
}

#[track_caller]
fn zugi_complies_strictly(variant: &str) {
    let options = CheckOptions {
        variant: Some(variant.to_owned()),
        options: vec![("Hash".to_owned(), "2".to_owned())],
        timeout: Duration::from_secs(20),
    };
    let (summary, steps) = check(&[ZUGI, "--variant", variant], options);
    assert!(summary.complies(true), "{:#?}", failing(&steps));
    assert_eq!(summary.skipped, 0, "{variant}: every step was made");
    assert_eq!(summary.passed, steps.len());
}

#[test]
fn zugi_complies_on_4x4() {
    zugi_complies_strictly("zola-4");
}

#[test]
fn zugi_complies_on_6x6() {
    zugi_complies_strictly("zola-6");
}

#[test]
fn zugi_complies_on_10x10() {
    zugi_complies_strictly("zola-10");
}

fn failing(steps: &[CheckStep]) -> Vec<&CheckStep> {
    steps.iter().filter(|step| step.verdict == CheckVerdict::Fail).collect()
}

#[test]
fn the_variant_is_set_or_recognised() {
    let rules = "queries agree with the rules over a game";
    let made = |steps: &[CheckStep]| {
        steps.iter().any(|step| step.name == rules && step.verdict == CheckVerdict::Pass)
    };
    // By the position of an engine that was told to play it.
    let (_, steps) = check(&[ZUGI, "--variant", "zola-8"], options());
    assert!(made(&steps));
    // By the option UGI_Variant, which the engine has.
    let variant = |name: &str| CheckOptions { variant: Some(name.to_owned()), ..options() };
    assert!(made(&check(&[ZUGI], variant("zola-4")).1));
    // A game that nobody knows the rules of.
    let (summary, steps) = check(&[ZUGI], variant("generic"));
    assert!(summary.complies(true), "{:#?}", failing(&steps));
    let skipped = |step: &&CheckStep| matches!(step.verdict, CheckVerdict::Skip(_));
    assert!(steps.iter().filter(skipped).any(|step| step.name == rules));
    // Another game than the engine plays.
    let program = bad_engine();
    let (summary, steps) = check(&[&program, "--variant", "zola-4"], variant("zola-6"));
    assert!(summary.failed > 3 && !made(&steps));
}

#[test]
fn a_trivial_engine_has_the_core() {
    let (summary, steps) = check_fault("--seed 1");
    assert!(summary.complies(false), "{:#?}", failing(&steps));
    let habits = failed(&steps, Rank::Habit);
    assert_eq!(
        habits,
        [
            "uci is answered up to uciok",
            "the last info has depth, nodes, time and nps",
            "quit prints the bestmove of a search",
        ]
    );
}

/// How many checks are made at a time: they wait much longer than they work.
const AT_A_TIME: usize = 4;

/// Checks an engine for each fault.
fn for_each_fault(faults: &[(&str, &'static str)], check: impl Fn(&str, &'static str) + Sync) {
    let faults = Mutex::new(faults.iter());
    let next = || faults.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some((fault, step)) = next() {
                    check(fault, step);
                }
            });
        }
    });
}

#[test]
fn each_fault_fails_at_its_step() {
    let faults = [
        ("bad-option", "option lines are well formed"),
        ("third-word", "bestmove has two words"),
        ("two-bestmoves", "each go gets one bestmove"),
        ("two-bestmoves 20", "each go gets one bestmove"),
        ("answers-infinite", "go infinite waits for stop"),
        ("idle-bestmove", "stop without a search has no answer"),
        ("accepts-illegal", "an illegal move is refused, the position stays"),
        ("lies-about-gameover", "query gameover has one word"),
        ("lies-about-result", "queries agree with the rules over a game"),
        ("three-word-response", "query gameover has one word"),
        ("illegal-move", "go depth is answered with a move"),
        ("no-word", "go movetime is answered with a move"),
        ("garbage", "go movetime is answered with a move"),
        ("exits-on-go", "go nodes is answered with a move"),
        ("exits-after-bestmove", "each go gets one bestmove"),
        ("never-answers", "go depth is answered with a move"),
        ("closes-stdout", "go movetime is answered with a move"),
        ("floods 100", "go movetime is answered with a move"),
        ("dies-of-unknown", "an unknown command is survived"),
        ("dies-of-crlf", "lines may end with CR LF"),
        ("ignores-quit", "quit ends the process"),
    ];
    for_each_fault(&faults, |fault, step| {
        let began = Instant::now();
        // Many steps wait in vain.
        let (summary, steps) = check_fault_within(fault, Duration::from_millis(300));
        let failed = failed(&steps, Rank::Core);
        println!("{fault} ({:?}): {failed:?}", began.elapsed());
        assert!(!summary.complies(false), "{fault} complies");
        assert!(failed.contains(&step), "{fault} failed at {failed:?}");
        let details = steps.iter().find(|one| one.name == step).unwrap();
        assert!(!details.sent.is_empty() && !details.expected.is_empty(), "{details:?}");
    });
}

#[test]
fn each_bad_habit_is_a_warning() {
    let faults = [
        ("banner", "nothing is printed before ugi"),
        ("chatter", "nothing comes after ugiok"),
        ("short-line", "no line under 8 bytes came during a search"),
        ("crlf", "no line had white space at its ends"),
        ("no-blank-after-moves", "blanks at the end of position work"),
        ("answers-late 50", "bestmove comes within movetime + 10 ms"),
        ("garbage-lines", "no line was foreign to the protocol"),
    ];
    for_each_fault(&faults, |fault, step| {
        let (summary, steps) = check_fault(fault);
        assert!(summary.complies(false), "{fault}: {:#?}", failing(&steps));
        assert!(!summary.complies(true));
        let failed = failed(&steps, Rank::Habit);
        assert!(failed.contains(&step), "{fault} failed at {failed:?}");
    });
}

#[test]
fn without_a_handshake_there_is_nothing_more_to_check() {
    let faults = [
        ("never-answers-ugi", "ugi is answered up to ugiok"),
        ("exits-before-ugiok", "ugi is answered up to ugiok"),
        ("never-reads-stdin", "ugi is answered up to ugiok"),
        ("slow-start 60000", "ugi is answered up to ugiok"),
        ("never-ready", "isready is answered with readyok"),
    ];
    for_each_fault(&faults, |fault, step| {
        let began = Instant::now();
        let (summary, steps) = check_fault(fault);
        assert_eq!(failed(&steps, Rank::Core), [step], "{fault}");
        assert_eq!(
            summary.passed + summary.failed + summary.warnings + summary.skipped,
            steps.len()
        );
        assert!(began.elapsed() < Duration::from_secs(6), "{fault} took {:?}", began.elapsed());
    });
    let (summary, steps) = check(&["/no/such/program"], options());
    assert_eq!((summary.failed, summary.passed), (1, 0));
    let got = &steps[0].got;
    assert!(got[0].starts_with("cannot start \"/no/such/program\": "), "{got:?}");
}

fn zugi(arguments: &[&str]) -> Output {
    Command::new(ZUGI).env_remove("RUST_LOG").args(arguments).output().unwrap()
}

#[test]
fn the_command_prints_each_step_and_has_exit_codes() {
    let bad = bad_engine();
    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    let good = zugi(&["check", "--strict", "--option", "Hash=1", "--", ZUGI]);
    let shown = text(&good);
    assert_eq!(good.status.code(), Some(0), "{shown}");
    assert!(shown.starts_with("✓ ugi is answered up to ugiok\n"), "{shown}");
    assert!(shown.ends_with(" 0 failed, 0 warnings, 0 skipped: the engine complies\n"), "{shown}");

    let warned = zugi(&["check", "--timeout", "1000", "--", &bad]);
    assert_eq!(warned.status.code(), Some(0), "{}", text(&warned));
    let strict = zugi(&["check", "--timeout", "1000", "--strict", "--", &bad]);
    assert_eq!(strict.status.code(), Some(1));

    let wrong = zugi(&["check", "--timeout", "300", "--", &bad, "exits-before-ugiok"]);
    let shown = text(&wrong);
    assert_eq!(wrong.status.code(), Some(1));
    let step = "✗ ugi is answered up to ugiok\n    sent      ugi\n    expected  a line `ugiok`, \
                flushed\n    got       (the process has ended (exit status: 3); expected ugiok)\n";
    assert!(shown.starts_with(step), "{shown}");

    let unknown = zugi(&["check", "--option", "NoSuch=1", "--", ZUGI]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(text(&unknown).contains("there is no option \"NoSuch\": the engine has Hash"));

    for arguments in [
        &["check"] as &[&str],
        &["check", ZUGI],
        &["check", "--timeout", "0", "--", ZUGI],
        &["check", "--option", "Hash", "--", ZUGI],
        &["check", "--variant", "chess", "--", ZUGI],
    ] {
        assert_eq!(zugi(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
