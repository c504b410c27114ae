//! The engine as a WebAssembly module: its host calls it with lines, and is called with lines.
//!
//! The README has the exports and the imports. On any other target this library is empty.
#![cfg(target_family = "wasm")]

mod host;
mod session;
