//! The PGN tags of the engines of a match. `zugi_records::pgn` writes these and all others.

use zugi_records::PgnEngine;

use super::journal::MatchHeader;
use super::time_control::Limits;

/// The engines with their PGN tags. The PGN writer puts `White` or `Black` before the names of
/// these tags: `Depth`, `Nodes`, `Engine` (the name by which the engine introduced itself),
/// `Options` and `Tables`. A tag without a known value is left out.
pub(super) fn pgn_engines(header: &MatchHeader) -> Vec<PgnEngine> {
    let all = header.config.engine.iter().zip(&header.id_names).zip(&header.tables);
    all.map(|((engine, id_name), tables)| {
        let limits = engine.limits();
        let options = engine.option.iter().map(|(name, value)| format!("{name}={value}"));
        let options: Vec<String> = options.collect();
        let tags = [
            ("Depth", limits.depth.map(|depth| depth.to_string())),
            ("Nodes", limits.nodes.map(|nodes| nodes.to_string())),
            ("Engine", id_name.clone()),
            ("Options", (!options.is_empty()).then(|| options.join(", "))),
            ("Tables", tables.clone()),
        ];
        PgnEngine {
            name: engine.name.clone(),
            time_control: time_control(limits),
            tags: tags.into_iter().filter_map(|(tag, value)| Some((tag, value?))).collect(),
        }
    })
    .collect()
}

/// The value of the tag `TimeControl`: moves and seconds (`40/60`), seconds for the game
/// (`60`), with an increment (`60+0.6`), one move at a time (`1/5`), or none (`-`). The
/// standard has whole seconds; programs that play matches write decimals.
///
/// Source: S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994,
/// section 9.6.1.
fn time_control(limits: Limits) -> String {
    match (limits.tc, limits.movetime) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::time_control::Clock;
    use super::*;

    #[test]
    fn time_controls_have_the_form_of_the_standard() {
        let none = Limits::default();
        for (text, tag) in [("40/1:00+0.6", "40/60+0.6"), ("5:00+2", "300+2"), ("0.5", "0.5")] {
            let tc = Clock::parse(text);
            assert_eq!(time_control(Limits { tc, nodes: Some(9), ..none }), tag);
        }
        let movetime = Some(Duration::from_millis(2500));
        assert_eq!(time_control(Limits { movetime, ..none }), "1/2.5");
        assert_eq!(time_control(Limits { depth: Some(8), ..none }), "-");
    }
}
