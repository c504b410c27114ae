//! The engine as a WebAssembly module: the host calls it with lines of input, and it calls the host
//! with lines of output. With the feature `records` in place of `engine` the module reads files of
//! games instead.
//!
//! The README lists the exports and the imports. On other targets this library is empty.
#![cfg(target_family = "wasm")]
#![warn(missing_docs)]

mod buffer;
#[cfg(feature = "engine")]
mod engine_exports;
mod host;
#[cfg(feature = "records")]
mod records_exports;
