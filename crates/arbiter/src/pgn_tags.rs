//! The PGN tags of the engines of a match.

use std::time::Duration;

use zugi_records::PgnEngine;

use super::time_control::TimeControl;
use super::tournament::MatchPlan;

/// The engines as the tags of a game tell them, with the tables of each.
pub(super) fn pgn_engines(plan: &MatchPlan, tables: &[Option<String>]) -> Vec<PgnEngine> {
    let engine = |(number, spec): (usize, &super::EngineSpec)| PgnEngine {
        name: spec.name.clone(),
        time_control: time_control(spec.time),
        options: spec.options.clone(),
        tables: tables.get(number).cloned().flatten(),
    };
    plan.engines.iter().enumerate().map(engine).collect()
}

/// The value of the tag `TimeControl`: moves and seconds (`40/60`), seconds for the game
/// (`60`), with an increment (`60+0.6`), one move at a time (`1/5`), or none (`-`). The
/// standard has whole seconds; programs that play matches write decimals.
///
/// Source: S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994,
/// section 9.6.1.
fn time_control(time: TimeControl) -> String {
    let seconds = Duration::as_secs_f64;
    match time {
        TimeControl::Clock { base, increment, moves } => {
            let moves = moves.map_or_else(String::new, |moves| format!("{moves}/"));
            let increment = match increment {
                Duration::ZERO => String::new(),
                increment => format!("+{}", seconds(&increment)),
            };
            format!("{moves}{}{increment}", seconds(&base))
        }
        TimeControl::MoveTime(time) => format!("1/{}", seconds(&time)),
        TimeControl::Depth(_) | TimeControl::Nodes(_) => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_have_the_form_of_the_standard() {
        for (key, value, tag) in [
            ("tc", "40/60", "40/60"),
            ("tc", "40/1:00+0.6", "40/60+0.6"),
            ("tc", "0.5", "0.5"),
            ("tc", "5:00+2", "300+2"),
            ("tc", "0+2", "0+2"),
            ("movetime", "2500", "1/2.5"),
            ("depth", "8", "-"),
            ("nodes", "1000", "-"),
        ] {
            let time = TimeControl::parse(key, value).unwrap();
            assert_eq!(time_control(time), tag, "{key}={value}");
        }
    }
}
