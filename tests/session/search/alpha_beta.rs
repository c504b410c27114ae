//! Alpha-beta as a library type: several evaluators in one process, threads and what they keep
//! between searches, and panics in them.

use std::collections::HashSet;
use std::panic;
use std::sync::Mutex;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, ThreadId};
use std::time::Duration;

use zugi::game::board::Bits;
use zugi::game::{Game, GameInProgress};
use zugi::games::zola::Zola6;
use zugi::search::eval::net::{Learnable, Net, NetFile};
use zugi::search::{
    AlphaBeta, Evaluator, Limits, PvInfo, Search, SearchEvent, Searchable, Settings, StopToken,
    Strength, Value, spawn,
};

type Context = <Zola6 as Searchable>::Context;

/// Whether a thread panics; the argument tells whether it is the main search thread.
type Fails = fn(bool) -> bool;

fn settings(threads: usize) -> Settings {
    Settings { threads, ..Settings::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// All reports of a search from the start position, and its result.
fn search<E: Evaluator<Zola6>>(
    alpha_beta: &AlphaBeta<Zola6, E>,
    limits: &Limits,
    settings: &Settings,
) -> (Vec<PvInfo>, PvInfo) {
    let (game, token, mut all) =
        (GameInProgress::new(Zola6::start()), StopToken::default(), Vec::new());
    let mut observer = |event: SearchEvent| all.extend(event.line());
    let result = alpha_beta.search(&game, limits, settings, &token, Some(&mut observer)).unwrap();
    (all, result)
}

/// An evaluator that counts checkers and monitors the search.
#[derive(Default)]
struct Watching {
    threads: Mutex<HashSet<ThreadId>>,
    evaluations: AtomicU64,
    /// Panics after this many evaluations, in these threads.
    fault: Option<(u64, Fails)>,
    /// The thread that starts searches.
    first: Option<ThreadId>,
}

impl Evaluator<Zola6> for Watching {
    fn evaluate(&self, position: &Zola6, _: &Context) -> Value {
        let thread = thread::current().id();
        self.threads.lock().unwrap().insert(thread);
        let earlier = self.evaluations.fetch_add(1, Relaxed);
        if let Some((most, fails)) = self.fault {
            let is_first = self.first == Some(thread);
            assert!(earlier < most || !fails(is_first), "a fault for the test");
        }
        let count = |player| position.checkers(player).count() as Value;
        100 * (count(position.to_move()) - count(position.to_move().opponent()))
    }
}

fn watching() -> AlphaBeta<Zola6, Watching> {
    AlphaBeta::new(Watching::default(), 1).unwrap()
}

#[test]
fn two_evaluators_play_side_by_side() {
    let standard = Net::<Zola6>::default();
    let mut even = NetFile::zero(Zola6::NAME, Zola6::SHAPE, 8);
    even.output_biases.fill(7 << even.shift);
    let even = Net::<Zola6>::new(&even).unwrap();
    let position = Zola6::from_text("6/6/2rr2/2b3/6/6 r").unwrap();
    let (standard, even) = (AlphaBeta::new(standard, 1).unwrap(), AlphaBeta::new(even, 1).unwrap());
    assert!(standard.evaluator().value(&position) > 7);
    assert_eq!(even.evaluator().value(&position), 7);
    let scores = [&standard, &even].map(|player| search(player, &depth(4), &settings(1)).1);
    assert_ne!(scores[0].score, scores[1].score);
}

/// A search uses the current thread if [`spawn`] made it; otherwise it starts one of its own.
fn in_a_searching_thread(test: fn()) {
    spawn(test).unwrap().join().unwrap();
}

#[test]
fn threads_outlive_a_search_and_their_nodes_count() {
    in_a_searching_thread(count_threads);
}

fn count_threads() {
    let alpha_beta = watching();
    let threads = || alpha_beta.evaluator().threads.lock().unwrap().clone();
    let (_, report) = search(&alpha_beta, &depth(6), &settings(3));
    let evaluations = alpha_beta.evaluator().evaluations.load(Relaxed);
    assert!(report.nodes >= evaluations, "{} of {evaluations}", report.nodes);
    assert_eq!(threads().len(), 3);
    let before = threads();
    for _ in 0..3 {
        search(&alpha_beta, &depth(4), &settings(3));
        assert_eq!(threads(), before);
    }
    // The number of threads may change.
    search(&alpha_beta, &depth(4), &settings(5));
    assert_eq!(threads().len(), 5);
    alpha_beta.evaluator().threads.lock().unwrap().clear();
    search(&alpha_beta, &depth(4), &settings(1));
    assert_eq!(threads(), HashSet::from([thread::current().id()]));
}

#[test]
fn results_of_earlier_searches_are_used_until_they_are_cleared() {
    let alpha_beta = AlphaBeta::new(Net::<Zola6>::default(), 1).unwrap();
    let nodes = || search(&alpha_beta, &depth(6), &settings(1)).1.nodes;
    let first = nodes();
    assert_ne!(nodes(), first);
    for _ in 0..2 {
        alpha_beta.clear_hash();
        assert_eq!(nodes(), first);
    }
    alpha_beta.resize(1).unwrap();
    assert_eq!(nodes(), first);
}

#[test]
fn the_played_line_is_reported_last() {
    for (threads, lines) in [(1, 1), (3, 1), (3, 2)] {
        let alpha_beta = watching();
        for _ in 0..5 {
            let settings = Settings { lines, ..settings(threads) };
            let limits = Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() };
            let (all, report) = search(&alpha_beta, &limits, &settings);
            assert_eq!(all.last(), Some(&report));
            assert_eq!(report.line, 1);
        }
    }
}

/// Suppresses the messages of intended panics.
fn quiet_faults() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let payload = info.payload();
            let literal = payload.downcast_ref::<&str>().copied();
            let text = literal.or(payload.downcast_ref::<String>().map(String::as_str));
            if !text.is_some_and(|text| text.contains("a fault for the test")) {
                usual(info);
            }
        }));
    });
}

/// A search in which some threads panic after this many evaluations in total.
fn faulty(most: u64, fails: Fails) -> AlphaBeta<Zola6, Watching> {
    quiet_faults();
    let (fault, first) = (Some((most, fails)), Some(thread::current().id()));
    AlphaBeta::new(Watching { fault, first, ..Watching::default() }, 1).unwrap()
}

#[test]
fn a_fault_in_any_thread_ends_the_search_with_a_legal_move() {
    in_a_searching_thread(fail_in_each_thread);
}

fn fail_in_each_thread() {
    let start = Zola6::start();
    let which: [(Fails, bool); 3] =
        [(|first| first, true), (|first| !first, true), (|_| true, false)];
    for (fails, some_survive) in which {
        for most in [0, 100, 5_000] {
            let player = faulty(most, fails);
            // Only the panic ends it; the next search has all its threads.
            for _ in 0..2 {
                let (all, report) = search(&player, &Limits::default(), &settings(3));
                assert!(start.is_legal(report.pv[0].typed()));
                assert_eq!(all.last(), Some(&report));
                assert!(report.depth > 0 || !some_survive, "{report:?}");
            }
        }
    }
}

#[test]
fn a_fault_while_playing_weakly_gives_a_legal_move() {
    let settings = Settings { strength: Some(Strength::from_elo(1_000)), ..settings(1) };
    let (all, report) = search(&faulty(0, |_| true), &Limits::default(), &settings);
    assert!(Zola6::start().is_legal(report.pv[0].typed()));
    assert_eq!(all, [report]);
}

/// A client must not get the answer of an infinite search before `stop`.
#[test]
fn even_after_a_fault_an_infinite_search_answers_only_when_stopped() {
    let (player, token) = (faulty(100, |_| true), StopToken::default());
    let limits = Limits { infinite: true, ..Limits::default() };
    let game = GameInProgress::new(Zola6::start());
    thread::scope(|scope| {
        let searching = scope.spawn(|| player.search(&game, &limits, &settings(2), &token, None));
        thread::sleep(Duration::from_millis(50));
        assert!(!searching.is_finished());
        token.stop();
        assert!(searching.join().unwrap().is_some());
    });
}
