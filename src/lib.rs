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
//! use zugi::game::{Game, GameInProgress};
//! use zugi::games::zola::{Zola6, ZolaNet};
//! use zugi::search::{AlphaBeta, Limits, Settings, StopToken};
//!
//! let mut game = GameInProgress::new(Zola6::start());
//! game.play_text("b6c6")?;
//!
//! let alpha_beta = AlphaBeta::new(ZolaNet::default(), 16)?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let (settings, token) = (Settings::default(), StopToken::default());
//! let report = alpha_beta.search(&game, &limits, &settings, &token, ());
//! let best = game.position().move_text(report.expect("the game is not over").pv[0]);
//! println!("the best move is {best}");
//! # assert_eq!(best.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To choose the game at run time take a variant of [`registry()`] or of a registry of your
//! own: `engine::Engine` plays it, and works with texts. For a whole conversation use
//! `engine::Session`.
//!
//! # Features
//!
//! Without the default features this is the rules of all games ([`games`]) and their search
//! ([`search`]). `program` adds the command line and what it drives: protocol, engine, client,
//! arbiter, records, endgame tables, proofs, and training. `report` adds the report of a match
//! as a page, `serve` the board in the browser, `tuning` parameters of the search as options.
//!
//! Build with `opt-level` 1 or more: the search is unusably slow without any optimisation. The
//! map of the crates is in `README.md`.

#[cfg(feature = "program")]
pub mod cli;
mod registry;

pub use registry::{games, registry, registry_with_cache};

#[cfg(feature = "serve")]
pub use zugi_serve as serve;
#[cfg(feature = "program")]
pub use {
    zugi_arbiter as arbiter, zugi_client as client, zugi_engine as engine, zugi_learn as learn,
    zugi_protocol as protocol, zugi_records as records, zugi_solver as solver,
};
pub use {zugi_game as game, zugi_search as search};
