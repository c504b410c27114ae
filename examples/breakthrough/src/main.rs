//! The program zugi with one more game: `cargo run -p breakthrough -- play --variant breakthrough`.

use std::process::ExitCode;

use zugi::cli::{Args, run};
use zugi::game::Registry;

fn main() -> ExitCode {
    let registry = breakthrough::variants(None).into_iter().fold(zugi::registry(), Registry::with);
    match run(&Args::from_command_line(&registry), &registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit_code()
        }
    }
}
