//! The engine as a WebAssembly module: the host calls it with lines of input, and it calls the host
//! with lines of output.
//!
//! The README lists the exports and the imports. On other targets this library is empty.
#![cfg(target_family = "wasm")]

mod host;
mod session;
