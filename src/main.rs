//! The `zugi` program: see the library's `cli`.

use std::process::ExitCode;

use zugi::cli::{Args, cache_folder, run};
use zugi::registry_with_cache;

fn main() -> ExitCode {
    let registry = registry_with_cache(cache_folder().as_deref());
    run(&Args::from_command_line(&registry), &registry)
}
