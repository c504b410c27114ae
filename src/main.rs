//! The `zugi` program: see the library's `cli`.

use std::process::ExitCode;

use zugi::cli::{cache_folder, run};
use zugi::registry_with_cache;

fn main() -> ExitCode {
    run(&registry_with_cache(cache_folder().as_deref()))
}
