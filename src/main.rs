//! The `zugi` program: see the library's `cli` for what it can be asked.

use std::process::ExitCode;

use zugi::cli::{Args, run};

fn main() -> ExitCode {
    match run(&Args::from_command_line()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit_code()
        }
    }
}
