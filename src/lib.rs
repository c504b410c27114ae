//! zugi: an engine for board games that speaks a UGI-like text protocol.
//!
//! The program `zugi` is a thin wrapper around this library. What its users need is in
//! `README.md` and `protocol.md`; this page is for those who read or use the code.
//!
//! # Example
//!
//! Set up Zola on 6x6, play a move, and search for the answer:
//!
//! ```
//! use std::thread;
//!
//! use zugi::eval::zola::ZolaSum;
//! use zugi::game::{Game, GameInProgress};
//! use zugi::games::zola::Zola6;
//! use zugi::search::{AlphaBeta, Limits, STACK_SIZE, Settings, StopToken};
//!
//! let mut game = GameInProgress::new(Zola6::start());
//! game.play_text("b6c6")?;
//!
//! // A search recurses deeply: give it a thread with enough stack.
//! let think = move || {
//!     let alpha_beta = AlphaBeta::new(ZolaSum::default(), 16).expect("16 MiB");
//!     let limits = Limits { depth: Some(4), ..Limits::default() };
//!     let (settings, token) = (Settings::default(), StopToken::default());
//!     let report = alpha_beta.search(&game, &limits, &settings, &token, ());
//!     let best = report.expect("the game is not over").pv[0];
//!     game.position().move_text(best)
//! };
//! let best = thread::Builder::new().stack_size(STACK_SIZE).spawn(think)?.join().unwrap();
//! println!("the best move is {best}");
//! # assert_eq!(best.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To choose the game at run time take a variant of [`variants::registry`] or of a
//! registry of your own: [`engine::Engine`] plays it, and works with texts. For a whole
//! conversation use [`engine::Session`].
//!
//! # Modules
//!
//! | module | what lives there | may import |
//! |---|---|---|
//! | [`protocol`] | UGI in both directions, CECP beside it; no game, no search | |
//! | [`board`] | squares, bit sets, symmetries, hash keys; no rules | |
//! | [`game`] | what a game is: the trait [`game::Game`] and the powers that it may have, a game in progress, variants, how a game looks, perft, the conformance suite, a toy | `board` |
//! | [`games`] | the games, one module each | `game`, `board` |
//! | `memory` | how much memory there is | |
//! | [`search`] | alpha-beta for any game and any evaluator | `game`, `memory` |
//! | [`eval`] | evaluators, one module for each game, and their weights | `game`, `games`, `board`, `search` |
//! | [`mod@bench`] | fixed positions and the signature of the search | `game`, `search`, `eval` |
//! | [`openings`] | balanced openings for matches | `game`, `board`, `search`, `eval` |
//! | [`learn`] | what the engine learns from games against itself: positions in files, nets trained with them, the fit of weights | `game`, `board`, `search`, `eval` |
//! | [`truth`] | what is known for certain: endgame tables, and the proof search | `game`, `games`, `board`, `memory` |
//! | [`engine`] | a player: a game in progress, what searches it, and its options; sessions | `protocol`, `board`, `game`, `search`, `bench` |
//! | [`arbiter`] | matches between engines as processes: clocks, faults, statistics | `protocol`, `game` |
//! | `serve` | a board in the browser, with the feature of this name: pages on one side, engine processes on the other | `protocol`, `arbiter` |
//! | [`variants`] | the registry: each variant with its rules and its powers | all above but `protocol` and `arbiter` |
//! | [`cli`] | the command line | all above but `board`, `games` and `variants` |
//!
//! The arrows of this table go up only. A test, `tests/architecture.rs`, reads the
//! sources and fails on any other import.

pub mod arbiter;
pub mod bench;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod games;
pub mod learn;
mod memory;
pub mod openings;
pub mod protocol;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod truth;
pub mod variants;
