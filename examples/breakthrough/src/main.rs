//! The program zugi with one more game: `cargo run -p breakthrough -- play --variant breakthrough`.

use std::process::ExitCode;

use zugi::cli::run;
use zugi::game::Registry;

fn main() -> ExitCode {
    let registry = breakthrough::variants(None).into_iter().fold(zugi::registry(), Registry::with);
    run(&registry)
}
