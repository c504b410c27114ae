//! zugi: an engine for board games that speaks a UGI-like text protocol.
//!
//! The program `zugi` is a thin wrapper around this library. Users of the program find help in
//! `README.md` and `protocol.md`; this page is for readers and users of the code.
//!
//! # Play
//!
//! ```
//! use std::time::Duration;
//!
//! use zugi::game::{Game, GameInProgress};
//! use zugi::games::zola::Zola6;
//! use zugi::search::{AlphaBeta, Limits, Search, Settings, StopToken};
//!
//! let mut game = GameInProgress::new(Zola6::start());
//! game.play_text("b6c6")?;
//! let player = AlphaBeta::strongest(16)?;
//! let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
//! let best = player.search(&game, &limits, &Settings::default(), &StopToken::default(), None);
//! let best = best.expect("the game is not over");
//! println!("{}: {}", best.score, game.variation(best.moves()).join(" "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every other game is played in the same way, those of Zoka by `TreeSearch`: [`games`] has a type
//! for each variant. [`AlphaBeta::strongest`](search::AlphaBeta::strongest) takes the size of its
//! table in MiB, and has the evaluator of the program. `search` blocks; it runs in a new thread
//! with a large stack, unless the caller's thread comes from [`spawn`](search::spawn()).
//!
//! # Positions, moves, scores
//!
//! A game of random moves, then a search that another thread stops:
//!
//! ```
//! use std::sync::mpsc::channel;
//! use std::thread;
//!
//! use zugi::game::{Game, GameInProgress, Outcome, random};
//! use zugi::games::zola::Zola8;
//! use zugi::search::{AlphaBeta, PvInfo, Limits, Score, Search, SearchEvent, Settings, StopToken};
//!
//! let mut game = GameInProgress::new(Zola8::start());
//! let mut rng = random::Rng::with_seed(1);
//! while let Some(mv) = random::choice(game.moves(), &mut rng) {
//!     game.play(mv)?;
//! }
//! match game.outcome() {
//!     Some(Outcome::Win(player)) => println!("{player} has won in {}", game.position()),
//!     outcome => println!("{outcome:?} after {} plies", game.moves_played().len()),
//! }
//!
//! let position: Zola8 = game.positions().last().expect("it had a start").to_string().parse()?;
//! let game = GameInProgress::new(position);
//! let (token, (sender, reports)) = (StopToken::default(), channel());
//! let stop = token.clone();
//! let watching = thread::spawn(move || {
//!     let deep = |report: PvInfo| report.depth >= 4;
//!     let found = reports.into_iter().any(deep);
//!     stop.stop();
//!     found
//! });
//! let mut told = |event: SearchEvent| drop(event.line().map(|line| sender.send(line)));
//! let (limits, settings) = (Limits { infinite: true, ..Limits::default() }, Settings::default());
//! let player = AlphaBeta::strongest(16)?;
//! let best = player.search(&game, &limits, &settings, &token, Some(&mut told)).unwrap();
//! match best.score {
//!     Score::Centipawns(value) => println!("worth {value} hundredths of a piece"),
//!     Score::Win(plies) => println!("won within {plies} plies"),
//!     certain => println!("{certain}"),
//! }
//! # assert!(watching.join().unwrap() && best.depth >= 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To choose the game at run time, take a variant of [`registry()`] or of a registry of your
//! own: `engine::Engine` plays it, with positions and moves as texts. `engine::Session` executes
//! all commands of the protocol.
//!
//! # Features and profile
//!
//! Without the default features, the library has the rules of all games ([`games`]) and their
//! search ([`search`]), enough for a program that plays. Without optimisation the search is
//! unusably slow, so set it in your `dev` profile:
//!
//! ```toml
//! [dependencies]
//! zugi = { path = "../zugi", default-features = false }
//!
//! [profile.dev.package."*"]
//! opt-level = 1
//! ```
//!
//! `proofs` adds proofs of Zola and `zvp`, with tables of small endings for `zola-4` and
//! `zola-6`.
//!
//! `program` adds the command line and its parts: protocol, engine, client, arbiter, records,
//! endgame tables, proofs, and training. `serve` adds the board in the browser. `tuning` adds
//! options for the parameters of the search. The map of the crates is in `README.md`.

#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

#[cfg(feature = "program")]
pub mod cli;
mod registry;

/// Compiles the examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use registry::{games, registry, registry_of_rules, registry_with_cache};

#[cfg(feature = "serve")]
pub use zugi_serve as serve;
#[cfg(feature = "program")]
pub use {
    zugi_arbiter as arbiter, zugi_client as client, zugi_engine as engine, zugi_learn as learn,
    zugi_proofs as proofs, zugi_protocol as protocol, zugi_records as records,
    zugi_tables as tables, zugi_xboard as xboard,
};
pub use {zugi_game as game, zugi_search as search, zugi_show as show};
