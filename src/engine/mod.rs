//! The engine: [`Engine`] is a game in progress without any input or output,
//! [`AnyEngine`] the same with the game's type erased, and [`Session`] the
//! conversation that drives it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod cecp;
mod convert;
pub mod crash;
mod desk;
mod error;
mod event;
mod input;
mod jobs;
mod session;
mod typed;
mod ugi;

use crate::bench;
use crate::game::{Graphical, Outcome, Player, Sheet, Step};
use crate::protocol::{GoLimits, Options, Reply, Start};
use crate::search::StopToken;
use crate::with_variant;

pub use error::EngineError;
pub use session::{Session, SessionConfig};
pub use typed::Engine;

/// What the engine is called.
const NAME: &str = concat!("zugi ", env!("CARGO_PKG_VERSION"));

/// Work that takes time: it runs in the worker's thread, sends its replies, and ends
/// soon after the token is stopped.
pub type Job = Box<dyn FnOnce(&StopToken, &mut dyn FnMut(Reply)) + Send>;

/// A search to be run.
pub struct SearchJob {
    /// The search; its last reply is `bestmove`.
    pub job: Job,
    /// What is wrong with the limits, each quoting its words; the search goes by the
    /// rest of them.
    pub problems: Vec<String>,
}

/// An engine for some variant, its type erased: one virtual call for each command.
///
/// Whatever is refused leaves the engine as it was.
pub trait AnyEngine: Send {
    /// The variant's name.
    fn variant(&self) -> &'static str;

    /// Sets up a position and plays moves from there, all or nothing.
    ///
    /// # Errors
    /// If the position or one of the moves is wrong.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError>;

    /// Plays moves from the current position, all or nothing.
    ///
    /// # Errors
    /// If one of the moves is wrong.
    fn play_moves(&mut self, moves: &[String]) -> Result<(), EngineError>;

    /// Takes back so many moves.
    ///
    /// # Errors
    /// If there are fewer since the position was set up.
    fn undo(&mut self, plies: u32) -> Result<(), EngineError>;

    /// Takes over all options but the variant.
    ///
    /// # Errors
    /// If the game or the machine cannot do what they ask.
    fn configure(&mut self, options: &Options) -> Result<(), EngineError>;

    /// Forgets what earlier searches have found.
    ///
    /// # Errors
    /// [`EngineError::Memory`] if there is none for a fresh table while a search
    /// still uses the old one.
    fn clear(&mut self) -> Result<(), EngineError>;

    /// The position text.
    fn fen(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Player;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the text denotes a legal move.
    fn is_legal(&self, text: &str) -> bool;

    /// The legal moves, sorted as texts.
    fn legal_moves(&self) -> Vec<String>;

    /// How the variant looks on a board program.
    fn sheet(&self) -> &'static Sheet;

    /// The legal moves, sorted as texts, and each as turns of a board program.
    fn steps(&self) -> Vec<(String, Vec<Step>)>;

    /// A drawing of the board, the last move marked.
    fn draw(&self, colour: bool) -> String;

    /// The position's hash key.
    fn key(&self) -> u64;

    /// The static evaluation for the side to move, unless the game is over.
    fn evaluation(&self) -> Option<i32>;

    /// A search of the current position.
    fn search(&self, go: &GoLimits) -> SearchJob;

    /// A count of the legal move sequences from the current position, also by first
    /// move if `divide` is set.
    fn perft(&self, depth: u32, divide: bool) -> Job;
}

/// An engine for the variant that the options name.
///
/// # Errors
/// If there is no such variant, or the machine or the game cannot do what the options
/// ask.
///
/// ```
/// use zugi::engine::create;
/// use zugi::protocol::Options;
/// let engine = create(&Options::new("zola-8")).unwrap();
/// assert_eq!(engine.legal_moves().len(), 64);
/// ```
pub fn create(options: &Options) -> Result<Box<dyn AnyEngine>, EngineError> {
    let engine = with_variant!(options.variant.as_str(), G => {
        Engine::<G>::new(options).map(|engine| Box::new(engine) as Box<dyn AnyEngine>)
    });
    engine.unwrap_or_else(|| Err(EngineError::UnknownVariant(options.variant.clone())))
}

/// How the variant of this name looks on a board program.
fn sheet(variant: &str) -> Option<&'static Sheet> {
    with_variant!(variant, G => &<G as Graphical>::SHEET)
}

/// The benchmark as a job: a line for each position, then `N nodes M nps`.
#[must_use]
pub fn bench_job(depth: Option<u32>) -> Job {
    Box::new(move |token, send| {
        let summary = bench::run(depth, token, |step| {
            let bench::Step { variant, depth, nodes, position } = step;
            send(Reply::Text(format!("{variant:8} depth {depth:2} nodes {nodes:8} {position}")));
        });
        send(match summary {
            Some(summary) => Reply::Text(summary.to_string()),
            None => Reply::Message("bench stopped before its end".to_owned()),
        });
    })
}
