//! A match during which the arbiter panics: it ends and leaves no engine behind.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi::arbiter::openings::Opening;
use zugi::arbiter::schedule::{PairingKind, SchedulePlan};
use zugi::arbiter::tournament::{Interrupt, MatchPlan, MatchRun, Referee};
use zugi::arbiter::{Adjudication, EngineSpec, GameRecord};
use zugi::client::Timeouts;
use zugi::client::process::ProgramReader;
use zugi::game::toy::Corridor;
use zugi::game::{Game, Outcome, Player, Repetition, TextError, Variant};
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
fn panics(place: &Place, rules: &Variant, mut take: impl FnMut(&GameRecord)) -> usize {
    let mut games = 0;
    let mut finished = |game: &GameRecord| {
        games += 1;
        take(game);
        ControlFlow::Continue(())
    };
    let (plan, interrupt) = (plan(place), Interrupt::new());
    let played = catch_unwind(AssertUnwindSafe(|| {
        let run = MatchRun {
            plan: &plan,
            referee: Referee::Rules(rules.into()),
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
    let games = panics(&place, registry.find("zola-4").unwrap(), |_| {
        running = place.processes().len();
        panic!("a bug for the test");
    });
    assert_eq!(games, 1);
    assert!(running > 0, "the engines are found while they run");
}

/// Whether [`Faulty`] has panicked.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// A game whose rules panic once, at the first move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Faulty(Corridor);

impl Game for Faulty {
    type Move = <Corridor as Game>::Move;

    const NAME: &'static str = "faulty";
    const REPETITION: Repetition = Corridor::REPETITION;
    const DRAWS: bool = Corridor::DRAWS;

    fn start() -> Faulty {
        Faulty(Corridor::start())
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn visit_moves(
        &self,
        visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key_from_scratch()
    }

    fn reversible_plies(&self) -> usize {
        self.0.reversible_plies()
    }

    fn plies_to_draw(&self) -> usize {
        self.0.plies_to_draw()
    }

    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        assert!(PANICKED.swap(true, Ordering::SeqCst), "a bug for the test");
        self.0.parse_move(text)
    }

    fn move_text(&self, mv: Self::Move) -> String {
        self.0.move_text(mv)
    }
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Faulty {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Corridor::from_text(text).map(Faulty)
    }
}

#[test]
fn a_panic_in_one_thread_ends_the_whole_match() {
    let place = Place::new();
    // The other thread's games are short: the engines do not know this game.
    let games = panics(&place, &Variant::new::<Faulty>(), |_| {});
    assert!(games < GAMES, "{games} games");
}
