//! A match from a program of your own, with a sink that receives its games: it computes the mean
//! length of the games of each opening, and ends the match at the first fault of an engine.
//!
//! ```text
//! cargo run --example own_sink -- "cmd=zugi nodes=100" "cmd='./engine --fast' depth=4"
//! ```

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::ops::ControlFlow;

use zugi::arbiter::score::Score;
use zugi::arbiter::tournament::{Interrupt, Sink, SinkResult, Tournament};
use zugi::arbiter::{GameRecord, MatchConfig};
use zugi::registry;

/// The games and plies of each opening.
#[derive(Default)]
struct Lengths(BTreeMap<String, (usize, usize)>);

impl Sink for Lengths {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        let (games, plies) = self.0.entry(game.opening.join(" ")).or_default();
        *games += 1;
        *plies += game.moves.len();
        if game.reason.is_fault() {
            println!("game {}: {}: {}", game.number, game.reason, game.detail);
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let engines: Vec<String> = env::args().skip(1).map(|words| format!("{words:?}")).collect();
    let config = MatchConfig::from_toml(&format!(
        "variant = 'zola-4'
         games = 8
         random-plies = 2
         engine = [{}]",
        engines.join(", ")
    ))?;

    let (mut score, mut lengths) = (Score::of(&config), Lengths::default());
    let (registry, interrupt) = (registry(), Interrupt::default());
    let tournament = Tournament::prepare(config, &registry, &interrupt)?;
    tournament.warnings().iter().for_each(|text| eprintln!("warning: {text}"));
    tournament.run(&mut [&mut score, &mut lengths])?;

    println!("{}", score.summary());
    for (opening, (games, plies)) in lengths.0 {
        println!("{opening}: {:.1} plies a game", plies as f64 / games as f64);
    }
    Ok(())
}
