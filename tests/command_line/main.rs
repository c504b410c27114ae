//! The interfaces for people: the command line, the terminal, `zugi play`, the page of
//! `zugi serve`, and the documents.

#[path = "../support/mod.rs"]
mod support;

mod arguments;
mod documents;
mod play;
#[cfg(unix)]
mod screens;
#[cfg(feature = "serve")]
mod serve;
#[cfg(unix)]
mod terminal;
