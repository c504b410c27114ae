//! Reading and writing of files: atomic replacement, appending, and text in any common encoding.
#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod append;
mod atomic_write;
mod input;
mod text;

pub use append::AppendFile;
pub use atomic_write::{link_target, remove_part, replace, write_whole};
pub use input::{STDIN, read};
pub use text::{NotText, read_text, text_of};
