//! Files as all parts of the program treat them: written as a whole or not at all, or added to
//! piece by piece, and read as text whoever wrote them.

#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod append;
mod atomic_write;
mod text;

pub use append::Growing;
pub use atomic_write::{replace, write_whole};
pub use text::{NotText, read_text, text_of};
