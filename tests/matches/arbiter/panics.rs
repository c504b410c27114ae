//! A match during which the arbiter panics: it ends and leaves no engine behind.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi::arbiter::tournament::{Interrupt, Sink, SinkResult, Tournament};
use zugi::arbiter::{GameRecord, MatchConfig};
use zugi::game::{
    AnyEndgames, Endgames, KnownTables, Probe, Registry, TableValue, Tablebases, Variant,
};
use zugi::games::zola::Zola4;

use super::support::{MARK, Place, bad4};

/// Many more games than are played before the panic is noticed.
const GAMES: usize = 5000;

/// A match in this process between engines that end only when killed.
fn config(place: &Place) -> MatchConfig {
    let mark = format!("{MARK}={}", place.path("").to_str().unwrap().trim_end_matches('/'));
    let command = bad4("ignores-quit").replace("cmd=", &format!("env '{mark}' "));
    let engine =
        |name: &str| format!("{{name = '{name}', cmd = \"\"\"{command}\"\"\", nodes = 1}}");
    MatchConfig::from_toml(&format!(
        "variant = 'test'\ngames = {GAMES}\nconcurrency = 2\nrandom-plies = 0\nno-ask = true\n\
         recover = true\ntables = 'small'\nengine = [{}, {}]",
        engine("one"),
        engine("two")
    ))
    .unwrap()
}

struct SinkFn<F>(F);

impl<F: FnMut(&GameRecord) + Send> Sink for SinkFn<F> {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        self.0(game);
        Ok(ControlFlow::Continue(()))
    }
}

/// Tables that know nothing. They need no files, and the next probe panics if the flag is set.
#[derive(Clone, Default)]
struct Faulty(Arc<AtomicBool>);

impl Tablebases for Faulty {
    fn open(&self, _: &[PathBuf]) -> Result<Arc<dyn AnyEndgames>, String> {
        unreachable!("tables for an engine")
    }

    fn known(&self, _: &[PathBuf], _: bool) -> Result<KnownTables, String> {
        Ok(KnownTables { endgames: <dyn AnyEndgames>::of(Arc::new(self.clone())), pieces: vec![1] })
    }
}

impl Probe<Zola4> for Faulty {
    fn value(&self, _: &Zola4) -> Option<TableValue> {
        assert!(!self.0.swap(false, Ordering::SeqCst), "a bug for the test");
        None
    }

    fn most_pieces(&self) -> u32 {
        1
    }
}

impl Endgames<Zola4> for Faulty {}

/// Plays with these tables until a panic; returns the games finished before.
#[track_caller]
fn panics(place: &Place, tables: Faulty, mut take: impl FnMut(&GameRecord) + Send) -> usize {
    let variant = Variant::new::<Zola4>().with::<dyn Tablebases>(Arc::new(tables));
    let name = variant.name();
    let registry = Registry::new(vec![variant], name);
    let mut games = 0;
    let mut sink = SinkFn(|game: &GameRecord| {
        games += 1;
        take(game);
    });
    let config = MatchConfig { variant: String::new(), ..config(place) };
    let tournament = Tournament::prepare(config, &registry, &Interrupt::default()).unwrap();
    assert_eq!(tournament.config().variant, name);
    let played = catch_unwind(AssertUnwindSafe(|| tournament.run(&mut [&mut sink])));
    assert!(played.is_err());
    place.assert_no_process_left();
    games
}

#[test]
fn a_panic_over_a_finished_game_ends_all_engines() {
    let place = Place::new();
    let mut running = 0;
    let games = panics(&place, Faulty::default(), |_| {
        running = place.processes().len();
        panic!("a bug for the test");
    });
    assert_eq!(games, 1);
    assert!(running > 0, "the engines are found while they run");
}

#[test]
fn a_panic_in_one_thread_ends_the_whole_match() {
    let tables = Faulty(Arc::new(true.into()));
    let games = panics(&Place::new(), tables, |_| {});
    assert!(games < GAMES, "{games} games");
}
