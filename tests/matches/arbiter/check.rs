//! `zugi check` with this engine and `bad_engine`: each fault fails the right step and no other,
//! and sets the exit code.

mod command;

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use zugi::arbiter::check::{
    self, CheckOptions, CheckStep, CheckSummary, CheckVerdict, Evidence, Rank,
};
use zugi::registry;

use super::hostile::{Check, TABLE, bad_engine};

const ZUGI: &str = env!("CARGO_BIN_EXE_zugi");

/// The timing steps, which any engine may fail on a busy machine.
const TIMED: [&str; 3] = [
    "bestmove comes within movetime + 10 ms",
    "isready during a search takes less than 50 ms",
    "stop is obeyed within 50 ms",
];

/// A step that must pass unless the variant is unknown.
const RULES: &str = "the rules of the game are known";

/// A step for games without known rules.
const OWN_WORD: &str = "each bestmove is legal by the engine's own word";

/// Checks an engine that has no cache.
fn check(command: &[&str], options: CheckOptions) -> (CheckSummary, Vec<CheckStep>) {
    let command = ["env", "ZUGI_CACHE="].iter().chain(command).map(|&word| word.to_owned());
    let command: Vec<String> = command.collect();
    let mut steps = Vec::new();
    let report = &mut |step: &CheckStep| steps.push(step.clone());
    let summary = check::run(&command, &options, &registry(), report).unwrap();
    (summary, steps)
}

fn options() -> CheckOptions {
    CheckOptions {
        variant: None,
        options: Vec::new(),
        // Only an engine that never answers takes this long.
        start: Duration::from_secs(600),
        timeout: Duration::from_secs(600),
        limit: Duration::from_secs(3600),
    }
}

fn named(variant: &str) -> CheckOptions {
    CheckOptions { variant: Some(variant.to_owned()), ..options() }
}

fn is_failing(step: &CheckStep) -> bool {
    matches!(step.verdict, CheckVerdict::Fail(_) | CheckVerdict::TimedOut(_))
}

fn passes(step: &CheckStep) -> bool {
    matches!(step.verdict, CheckVerdict::Pass { .. })
}

fn is_run(step: &&CheckStep) -> bool {
    !matches!(step.verdict, CheckVerdict::Skip { follows: true, .. })
}

fn evidence(step: &CheckStep) -> &Evidence {
    match &step.verdict {
        CheckVerdict::Pass { evidence }
        | CheckVerdict::Fail(evidence)
        | CheckVerdict::TimedOut(evidence) => evidence,
        CheckVerdict::Skip { .. } => panic!("{step:?}"),
    }
}

fn failed(steps: &[CheckStep], rank: Rank) -> Vec<&'static str> {
    let fails = |step: &&CheckStep| step.rank == rank && is_failing(step);
    steps.iter().filter(fails).map(|step| step.name).collect()
}

fn check_fault(fault: &str, options: CheckOptions) -> (CheckSummary, Vec<CheckStep>) {
    let program = bad_engine();
    let words: Vec<&str> = [program.as_str()].into_iter().chain(fault.split(' ')).collect();
    check(&words, options)
}

/// The same with a short timeout, as the engine may never answer; repeated with a longer one, since
/// other steps may time out on a stalled machine.
fn check_silent(
    fault: &str,
    is_right: impl Fn(&[CheckStep]) -> bool,
) -> (CheckSummary, Vec<CheckStep>) {
    let mut seconds = 1;
    loop {
        let timeout = Duration::from_secs(seconds);
        let found = check_fault(fault, CheckOptions { start: timeout, timeout, ..options() });
        if is_right(&found.1) || seconds == 100 {
            return found;
        }
        seconds *= 10;
    }
}

/// Checks zugi: all steps run, and only timing steps may fail.
#[track_caller]
fn check_zugi(variant: &str) -> Vec<CheckStep> {
    let options =
        CheckOptions { options: vec![("Hash".to_owned(), "2".to_owned())], ..named(variant) };
    let (summary, steps) = check(&[ZUGI, "--variant", variant], options);
    assert_eq!(summary.skipped, 0, "{variant}: every step was made");
    assert_eq!(summary.complies(true), Some(failing(&steps).is_empty()));
    assert_eq!(summary.passed + failing(&steps).len(), steps.len());
    assert_eq!(faults(&steps), [""; 0], "{:#?}", failing(&steps));
    // With the rules there is nothing to query.
    assert!(steps.iter().all(|made| made.name != OWN_WORD));
    steps
}

/// Variants of several sizes, one of them with chance.
const VARIANTS: [&str; 4] = ["zola-4", "zola-6", "zola-10", "zoka"];

#[test]
fn zugi_complies() {
    for_each(&VARIANTS, |variant| drop(check_zugi(variant)));
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn zugi_complies_strictly() {
    let _alone = crate::support::alone();
    for variant in VARIANTS {
        let steps = check_zugi(variant);
        assert!(failing(&steps).is_empty(), "{variant}: {:#?}", failing(&steps));
    }
    let strict = command::zugi(&["check", "--strict", "--option", "Hash=1", "--", ZUGI]);
    let shown = String::from_utf8(strict.stdout).unwrap();
    assert_eq!(strict.status.code(), Some(0), "{shown}");
    assert!(shown.ends_with(" 0 failed, 0 warnings, 0 skipped: the engine complies\n"), "{shown}");
}

fn failing(steps: &[CheckStep]) -> Vec<&CheckStep> {
    steps.iter().filter(|step| is_failing(step)).collect()
}

fn faults(steps: &[CheckStep]) -> Vec<&'static str> {
    [Rank::Core, Rank::Habit].into_iter().flat_map(|rank| untimed(failed(steps, rank))).collect()
}

fn untimed(mut names: Vec<&'static str>) -> Vec<&'static str> {
    names.retain(|name| !TIMED.contains(name));
    names
}

/// Runs these in parallel: checks mostly wait.
fn at_once(parts: &[&(dyn Fn() + Sync)]) {
    thread::scope(|scope| parts.iter().for_each(|part| drop(scope.spawn(part))));
}

#[test]
fn the_variant_is_set_or_recognised() {
    at_once(&[
        // Recognised by the start position of an engine that was started with a variant.
        &|| {
            let (_, steps) = check(&[ZUGI, "--variant", "zola-8"], options());
            assert!(passes(details(&steps, RULES)));
        },
        // Set by the engine's option UGI_Variant.
        &|| {
            let (_, steps) = check(&[ZUGI], named("zola-4"));
            assert!(passes(details(&steps, RULES)));
        },
        // A variant that the engine does not play.
        &|| {
            let program = bad_engine();
            let (_, steps) = check(&[&program, "--variant", "zola-4"], named("zola-6"));
            assert_eq!(failed(&steps, Rank::Core), [RULES]);
        },
    ]);
}

#[test]
fn without_known_rules_the_engines_own_word_counts() {
    at_once(&[
        &|| {
            let (_, steps) = check(&[ZUGI, "--variant", "zola-4"], named("generic"));
            assert_eq!(faults(&steps), [""; 0], "{:#?}", failing(&steps));
            assert!(matches!(details(&steps, RULES).verdict, CheckVerdict::Skip { .. }));
            assert!(passes(details(&steps, OWN_WORD)));
            let step = details(&steps, "a game is played to its end by its own answers");
            assert!(passes(step), "{step:?}");
            // The final position of a finished game.
            assert!(evidence(step).sent[0].contains(" moves "), "{step:?}");
            assert!(evidence(step).got.contains(&"response true".to_owned()), "{step:?}");
        },
        &|| {
            let (_, steps) = check(&[&bad_engine(), "illegal-move"], named("generic"));
            assert!(failed(&steps, Rank::Core).contains(&OWN_WORD), "{steps:#?}");
            let got = &evidence(details(&steps, OWN_WORD)).got;
            assert!(got.contains(&"response false".to_owned()), "{got:?}");
        },
    ]);
}

/// Steps that the trivial engine does not support.
const UNSUPPORTED_STEPS: [&str; 3] = [
    "uci is answered up to uciok",
    "the last info has depth, nodes, time and nps",
    "quit prints the bestmove of a search",
];

/// A trivial engine of a game of chance passes the core steps, and only the step about `query
/// shown` sends it hidden orders.
fn check_with_chance(variant: &str, name: Option<&str>) {
    let program = bad_engine();
    let options = name.map_or_else(options, named);
    let (summary, steps) = check(&[&program, "--variant", variant, "--seed", "1"], options);
    assert_eq!(summary.complies(false), Some(true), "{:#?}", failing(&steps));
    assert_eq!(faults(&steps), UNSUPPORTED_STEPS);
    assert!(passes(details(&steps, RULES)));
    let fens = |step: &CheckStep| {
        let fens = evidence(step).sent.iter().filter(|line| line.starts_with("position fen "));
        fens.cloned().collect::<Vec<_>>()
    };
    let shown = "query shown tells what a player may know";
    let (shown, others): (Vec<_>, Vec<_>) = steps.iter().partition(|step| step.name == shown);
    let others = others.into_iter().filter(|step| passes(step));
    let others: Vec<String> = others.flat_map(fens).collect();
    assert!(!others.is_empty() && others.iter().all(|line| !line.contains('=')), "{others:?}");
    // Only this step sends orders, to check that the engine does not reveal them.
    let orders: Vec<String> = shown.into_iter().flat_map(fens).collect();
    assert!(orders.iter().any(|line| line.contains('=')), "{orders:?}");
}

#[test]
fn games_with_chance_are_checked_by_what_a_player_may_know() {
    let program = bad_engine();
    let zoka = [program.as_str(), "--variant", "zoka", "--seed", "1"];
    at_once(&[
        &|| check_with_chance("zoka", None),
        &|| check_with_chance("zoka-3", Some("zoka-3")),
        &|| {
            let (_, steps) = check(&[&zoka[..], &["tells-outcome"]].concat(), named("zoka"));
            assert_eq!(failed(&steps, Rank::Core), ["each bestmove is legal"]);
            let step = failing(&steps)[0];
            let said = evidence(step).got.last().unwrap();
            assert!(said.contains("expected a decision, and not what comes of it"), "{step:#?}");
        },
        &|| {
            let (_, steps) = check(&[&zoka[..], &["shows-orders"]].concat(), options());
            assert_eq!(failed(&steps, Rank::Core), [""; 0], "{:#?}", failing(&steps));
            assert_eq!(warned(&steps), ["query shown tells what a player may know"]);
        },
        // The engine chooses its own shuffle.
        &|| {
            let seed = vec![("Seed".to_owned(), "5".to_owned())];
            let options = CheckOptions { options: seed, ..named("zoka-1v2") };
            let (_, steps) = check(&[ZUGI], options);
            assert_eq!(failed(&steps, Rank::Core), [""; 0], "{:#?}", failing(&steps));
        },
    ]);
}

const AT_A_TIME: usize = 8;

fn for_each<T: Sync>(all: &[T], check: impl Fn(&T) + Sync) {
    let all = Mutex::new(all.iter());
    let next = || all.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(one) = next() {
                    check(one);
                }
            });
        }
    });
}

fn warned(steps: &[CheckStep]) -> Vec<&'static str> {
    let mut names = untimed(failed(steps, Rank::Habit));
    names.retain(|name| !UNSUPPORTED_STEPS.contains(name));
    names
}

#[test]
fn each_fault_fails_at_its_step_and_nowhere_else() {
    for_each(TABLE, |row| {
        let fault = row.behaviour;
        let (core, habit, rest) = match row.check {
            Check::Fails(step) => (vec![step], vec![], 0),
            Check::Ends(step) => (vec![step], vec![], 50),
            Check::Warns(step) => (vec![], vec![step], 0),
            Check::TestedElsewhere => return,
        };
        let is_right = |steps: &[CheckStep]| {
            failed(steps, Rank::Core) == core && (rest > 0 || warned(steps) == habit)
        };
        let (summary, steps) = check_silent(fault, is_right);
        assert!(is_right(&steps), "{fault}: {:#?}", failing(&steps));
        // A time-out alone decides nothing.
        let complies = |fails: usize| (fails > 0).then_some(false);
        let core_complies = if core.is_empty() { Some(true) } else { complies(summary.failed) };
        assert_eq!(summary.complies(false), core_complies, "{fault}: {summary:?}");
        let strictly = complies(summary.failed + summary.warnings);
        assert_eq!(summary.complies(true), strictly, "{fault}: {summary:?}");
        let left_out = steps.iter().filter(|step| !is_run(step)).count();
        assert!(left_out >= rest, "{fault}: {summary:?}");
        if let [step] = core[..] {
            let details = details(&steps, step);
            let Evidence { sent, expected, .. } = evidence(details);
            assert!(!sent.is_empty() && !expected.is_empty(), "{details:?}");
        }
    });
}

#[test]
fn late_answers_are_one_warning() {
    let (summary, steps) = check_fault("answers-late 30", options());
    assert_eq!(summary.complies(false), Some(true), "{:#?}", failing(&steps));
    assert!(failed(&steps, Rank::Habit).contains(&TIMED[0]), "{:#?}", failing(&steps));
    assert_eq!(warned(&steps), [""; 0], "{:#?}", failing(&steps));
}

#[test]
fn an_engine_that_does_not_end_has_two_causes() {
    // It ignores `quit` and the end of its input.
    let (core, habit) = ("quit ends the process", "the end of the input ends the process");
    let is_right =
        |steps: &[CheckStep]| failed(steps, Rank::Core) == [core] && warned(steps) == [habit];
    let (_, steps) = check_silent("ignores-quit", is_right);
    assert!(is_right(&steps), "{:#?}", failing(&steps));
}

fn details<'a>(steps: &'a [CheckStep], name: &str) -> &'a CheckStep {
    steps.iter().find(|step| step.name == name).unwrap()
}

#[test]
fn an_inverted_answer_is_named() {
    let step = "query gameover tells whether the game is over";
    for (options, said) in
        [(options(), "inverted"), (named("generic"), "perhaps the answer is inverted")]
    {
        let (_, steps) = check_fault("lies-about-gameover", options);
        assert_eq!(failed(&steps, Rank::Core), [step]);
        let got = &evidence(details(&steps, step)).got;
        assert!(got.last().unwrap().contains(said), "{got:?}");
    }
}

#[test]
fn a_slow_engine_is_checked_as_far_as_time_allows() {
    let program = bad_engine();
    let options = CheckOptions { limit: Duration::from_secs(2), ..options() };
    let (summary, steps) = check(&[&program, "answers-late", "900"], options);
    let last = steps.iter().rfind(is_run).unwrap();
    let why = "the 2 s of the check are over".to_owned();
    assert_eq!(last.verdict, CheckVerdict::Skip { why, follows: false });
    assert_eq!(failed(&steps, Rank::Core), [""; 0], "{steps:#?}");
    assert!(summary.skipped > 30, "{summary:?}");
    assert_eq!(summary.complies(false), None, "not all was looked at");
}
