//! A match during which the arbiter panics: it ends and leaves no engine behind.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi::arbiter::game::GameRules;
use zugi::arbiter::openings::Opening;
use zugi::arbiter::schedule::{PairingKind, SchedulePlan};
use zugi::arbiter::tournament::{Interrupt, MatchPlan, MatchRun, Referee};
use zugi::arbiter::{Adjudication, EngineSpec, GameRecord};
use zugi::client::Timeouts;
use zugi::client::process::ProgramReader;
use zugi::game::{AnyExactValue, ExactValue, Player};
use zugi::games::zola::Zola4;
use zugi::registry;

use super::support::{MARK, Place, bad4};

/// Many more games than are played before the panic is noticed.
const GAMES: usize = 5000;

/// A match in this process between engines that end only when killed.
fn plan(place: &Place) -> MatchPlan {
    let engine = |name: &str| {
        let mark = format!("{MARK}={}", place.path("").to_str().unwrap().trim_end_matches('/'));
        let command = bad4("ignores-quit").replace("cmd=", &format!("cmd=env '{mark}' "));
        let words = [format!("name={name}"), command, "nodes=1".to_owned()];
        EngineSpec::read(1, &[], &words).unwrap()
    };
    MatchPlan {
        variant: "zola-4".to_owned(),
        engines: vec![engine("one"), engine("two")],
        schedule: SchedulePlan {
            kind: PairingKind::RoundRobin,
            engines: 2,
            games: GAMES,
            openings: 1,
            shuffled: false,
            first: 0,
            paired: true,
            seed: 1,
        },
        openings: vec![Opening::default()],
        adjudication: Adjudication::default(),
        margin: 10,
        timeouts: Timeouts::default(),
        ask_result: false,
        recover: true,
        reveal: false,
    }
}

/// Plays until a panic; returns the games finished before.
#[track_caller]
fn panics(place: &Place, rules: GameRules<'_>, mut take: impl FnMut(&GameRecord)) -> usize {
    let mut games = 0;
    let mut finished = |game: &GameRecord| {
        games += 1;
        take(game);
        ControlFlow::Continue(())
    };
    let (plan, interrupt) = (plan(place), Interrupt::default());
    let played = catch_unwind(AssertUnwindSafe(|| {
        let run = MatchRun {
            plan: &plan,
            referee: Referee::Rules(rules),
            recorded: &[],
            programs: &ProgramReader::default(),
            done: &HashSet::new(),
            under_way: None,
            concurrency: 2,
            interrupt: &interrupt,
        };
        run.play(&mut finished);
    }));
    assert!(played.is_err());
    place.assert_no_process_left();
    games
}

#[test]
fn a_panic_over_a_finished_game_ends_all_engines() {
    let place = Place::new();
    let registry = registry();
    let mut running = 0;
    let games = panics(&place, registry.find("zola-4").unwrap().into(), |_| {
        running = place.processes().len();
        panic!("a bug for the test");
    });
    assert_eq!(games, 1);
    assert!(running > 0, "the engines are found while they run");
}

/// Tables that panic once, at the first question.
#[derive(Default)]
struct Faulty(AtomicBool);

impl ExactValue<Zola4> for Faulty {
    fn winner(&self, _: &Zola4) -> Option<Player> {
        assert!(self.0.swap(true, Ordering::SeqCst), "a bug for the test");
        None
    }
}

#[test]
fn a_panic_in_one_thread_ends_the_whole_match() {
    let (place, registry) = (Place::new(), registry());
    let tables = AnyExactValue::of(Arc::new(Faulty::default()));
    let variant = registry.find("zola-4").unwrap();
    let games = panics(&place, GameRules { variant, tables: Some(&tables) }, |_| {});
    assert!(games < GAMES, "{games} games");
}
