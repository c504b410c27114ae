//! An engine for the tests of the arbiter: it plays a random legal move at once, and has one fault.
//!
//! ```text
//! bad_engine [--variant NAME] [--after N] [--seed N] [--without WORDS] [FAULT [VALUE]]
//! ```
//!
//! Without a fault it is a correct trivial engine, for benchmarks. `--after N` delays faults of the
//! search until N moves were played. `--without` removes features: the answers to `query islegal`
//! and `query fen`, and the reports of `errors`. [`FAULTS`](faults::FAULTS) lists the faults; wrong
//! arguments print the list.

mod engine;
mod faults;
mod position;

use std::{env, process};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use zugi::game::Game;
use zugi::games::zola::{Zola4, Zola6, Zola8, Zola10};

use engine::Engine;
use faults::FAULTS;
use position::Erased;

struct Arguments {
    variant: &'static str,
    after: u64,
    seed: u64,
    without: String,
    fault: String,
    value: u64,
}

/// Ignores the signals that ask a program to end.
fn ignore_signals() {
    #[cfg(unix)]
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        drop(signal_hook::flag::register(signal, std::sync::Arc::default()));
    }
}

fn main() {
    let Some(arguments) = arguments() else {
        let faults: Vec<String> =
            FAULTS.iter().map(|(name, what)| format!("  {name}: {what}\n")).collect();
        eprint!(
            "bad_engine [--variant NAME] [--after N] [--seed N] [--without WORDS] [FAULT [VALUE]]\n{}",
            faults.concat()
        );
        process::exit(2);
    };
    if arguments.fault == "ignores-quit" {
        ignore_signals();
    }
    match arguments.variant {
        "zola-4" => Engine::new(arguments, Zola4::start()).run(),
        "zola-6" => Engine::new(arguments, Zola6::start()).run(),
        "zola-8" => Engine::new(arguments, Zola8::start()).run(),
        "zola-10" => Engine::new(arguments, Zola10::start()).run(),
        variant => {
            let registry = zugi::registry();
            let game = registry.find(variant).map(|variant| Erased(variant.game()));
            Engine::new(arguments, game.unwrap_or_else(|error| panic!("{error}"))).run();
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut words = env::args().skip(1);
    let registry = zugi::registry();
    let (mut variant, mut fault) = (registry.default_variant().name(), String::new());
    let mut without = String::new();
    let (mut after, mut seed, mut value) = (0, u64::from(process::id()), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--variant" | "--game" => variant = registry.find(&words.next()?).ok()?.name(),
            "--after" => after = words.next()?.parse().ok()?,
            "--without" => without = words.next()?,
            "--seed" => seed = words.next()?.parse().ok()?,
            name if fault.is_empty() && FAULTS.iter().any(|(known, _)| *known == name) => {
                fault = word
            }
            number => value = Some(number.parse().ok()?),
        }
    }
    Some(Arguments { variant, after, seed, without, fault, value: value.unwrap_or(0) })
}
