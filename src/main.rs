//! The `zugi` program.
fn main() {}
