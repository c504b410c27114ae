//! The `zugi` program: see the library's `cli` for what it can be asked.

use std::process::ExitCode;

use zugi::cli::{Args, run};
use zugi::variants;

fn main() -> ExitCode {
    let registry = variants::registry();
    match run(&Args::from_command_line(&registry), &registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit_code()
        }
    }
}
