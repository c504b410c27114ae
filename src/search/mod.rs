//! The search: iterative deepening alpha-beta for any [`Game`] that can be evaluated.
//!
//! It never prints, reads or names a game: it reports through an [`Observer`], stops
//! by a [`StopToken`], and asks a game through [`Evaluate`].

mod evaluate;
mod history;
mod limits;
mod negamax;
mod ordering;
mod path;
mod progress;
mod pruning;
mod report;
mod root;
mod score;
mod searcher;
mod stop;
mod strength;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Duration;

use crate::game::{Game, History};
use negamax::Shared;
use root::Root;
use score::draw_values;

pub use evaluate::Evaluate;
pub use limits::{Clock, Limits};
pub use ordering::MAX_HINT;
pub use report::{CurrentMove, Observer, Report, nodes_per_second};
pub use score::{INFINITE, MAX_EVALUATION, MAX_PLY, PROVEN, Score, Value, WIN};
pub use searcher::{Searcher, Searches};
pub use stop::StopToken;
pub use strength::Strength;
pub use table::{OutOfMemory, Table};

/// How a search is done, apart from what ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of threads, at least 1. With one thread, a search limited by depth
    /// or nodes is the same on every machine and run.
    pub threads: usize,
    /// How many of the best moves to analyse, at least 1.
    pub lines: usize,
    /// The time that a move takes on its way to the other program.
    pub overhead: Duration,
    /// By how much a draw is worse than an even game for the side to move, in units of
    /// the evaluation: so much is risked to avoid one. Scores show it.
    pub contempt: Value,
    /// How well to play; as well as possible if `None`. Play of limited strength is
    /// that of one thread, and analyses one line.
    pub strength: Option<Strength>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            contempt: 0,
            strength: None,
        }
    }
}

/// Recursion reaches [`MAX_PLY`] levels; the frames of a debug build are large.
pub const STACK_SIZE: usize = 32 << 20;

/// The size of the table that a search of limited strength has to itself.
const LIMITED_TABLE_MIB: u64 = 1;

/// Searches a position and returns the best line; `None` if the game is over.
///
/// Blocks until a limit is reached or the token is stopped, and while the limits are
/// infinite or the token is pondering also when there is nothing left to search.
/// Call it from a thread with a stack of [`STACK_SIZE`].
///
/// ```
/// use zugi::game::Game;
/// use zugi::games::zola::Zola6;
/// use zugi::search::{Limits, Score, Settings, StopToken, Table, search};
///
/// let position = Zola6::from_text("6/6/1br3/6/6/6 b").unwrap();
/// let table = Table::new(1).unwrap();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let report = search(&position, &limits, &Settings::default(), &table, &StopToken::default(), ());
/// let best = report.unwrap();
/// assert_eq!(position.move_text(best.pv[0]), "b4c4");
/// assert_eq!(best.score, Score::Win(1));
/// ```
pub fn search<G: Evaluate>(
    position: &G,
    limits: &Limits<G::Move>,
    settings: &Settings,
    table: &Table,
    token: &StopToken,
    observer: impl Observer<G::Move>,
) -> Option<Report<G::Move>> {
    search_game((position, &History::default()), limits, settings, table, token, observer)
}

/// Like [`search`], for a position and the ones before it in its game: a search that
/// knows them knows which positions would be repeated, and `None` may mean that the
/// present one was.
///
/// ```
/// use zugi::game::{Game, History};
/// use zugi::games::zola::Zola4;
/// use zugi::search::{Limits, Settings, StopToken, Table, search_game};
///
/// // A whole game.
/// let (mut position, mut history) = (Zola4::start(), History::default());
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let (settings, table) = (Settings::default(), Table::new(1).unwrap());
/// while let Some(report) =
///     search_game((&position, &history), &limits, &settings, &table, &StopToken::default(), ())
/// {
///     history.push(&position);
///     position.play_unchecked(report.pv[0]);
/// }
/// assert!(history.outcome(&position).is_some());
/// ```
pub fn search_game<G: Evaluate>(
    game: (&G, &History),
    limits: &Limits<G::Move>,
    settings: &Settings,
    table: &Table,
    token: &StopToken,
    observer: impl Observer<G::Move>,
) -> Option<Report<G::Move>> {
    let (position, history) = game;
    if history.outcome(position).is_some() {
        return None;
    }
    if let Some(strength) = settings.strength {
        return Some(search_limited(game, limits, strength, settings, table, token, observer));
    }
    table.begin_search();
    let shared = share(game, limits, settings, table, token);
    let budget = limits.budget(settings.overhead);
    let mut root = Root::new(position, limits, &shared, budget, settings.lines, observer);
    thread::scope(|scope| {
        for helper in 1..settings.threads {
            let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, {
                let shared = &shared;
                move || {
                    let mut root = Root::new(position, limits, shared, None, 1, ());
                    // Every other helper leaves out every other depth: it is ahead of
                    // the first thread and fills the table for it.
                    root.iterate(|depth| (depth as usize + helper).is_multiple_of(2));
                }
            });
            if let Err(error) = spawned {
                log::warn!("no thread number {helper} for the search: {error}");
                break;
            }
        }
        root.iterate(|_| false);
        token.wait_until_released(limits.infinite);
        Some(root.finish())
    })
}

/// What the threads of a search have in common.
fn share<'a, G: Game>(
    (position, history): (&G, &History),
    limits: &Limits<G::Move>,
    settings: &Settings,
    table: &'a Table,
    token: &'a StopToken,
) -> Shared<'a> {
    Shared {
        table,
        token,
        finished: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        node_limit: limits.nodes,
        hard_limit: limits.budget(settings.overhead).map(|budget| budget.hard),
        single: settings.threads <= 1,
        drawn: history.drawing_keys(position),
        draw: draw_values(position.to_move(), settings.contempt),
    }
}

/// [`search`] for a player of limited strength.
fn search_limited<G: Evaluate>(
    game: (&G, &History),
    limits: &Limits<G::Move>,
    strength: Strength,
    settings: &Settings,
    table: &Table,
    token: &StopToken,
    observer: impl Observer<G::Move>,
) -> Report<G::Move> {
    // What earlier searches have found would change the answer.
    let own = Table::new(LIMITED_TABLE_MIB);
    let table = own.as_ref().unwrap_or(table);
    let limits = strength.limit(limits);
    let settings = Settings { threads: 1, ..settings.clone() };
    let shared = share(game, &limits, &settings, table, token);
    strength::search(game.0, &limits, strength, &shared, observer)
}
