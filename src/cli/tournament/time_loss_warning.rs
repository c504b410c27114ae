//! Warns about time losses that the machine may have caused.

use std::collections::BTreeSet;
use std::time::Duration;

use zugi_arbiter::tournament::MatchPlan;
use zugi_arbiter::{GameRecord, MoveRecord, Reason};

/// Warnings about games lost on time, or not counted because this program was suspended; empty if
/// only the engines are at fault.
pub(super) fn warnings(plan: &MatchPlan, games: &[GameRecord]) -> Vec<String> {
    let count = |reason| games.iter().filter(|game| game.reason == reason).count();
    let mut warnings = Vec::new();
    let still = count(Reason::Suspended);
    if still > 0 {
        warnings.push(format!(
            "{still} of {} games do not count: zugi itself stood still while an engine thought",
            games.len()
        ));
    }
    let (lost, late) = (count(Reason::TimeLoss), late_engines(plan, games).len());
    if lost > 0 && late > 1 {
        let who =
            if plan.engines.len() == 2 { "both engines".into() } else { format!("{late} engines") };
        warnings.push(format!(
            "{lost} of {} games were lost on time, and {who} were late: the machine was busy or \
             stood still; expected a smaller --concurrency or a larger --margin",
            games.len()
        ));
    }
    warnings
}

/// The engines that exceeded their time by half of the margin or more, where a loss on time is
/// partly chance.
fn late_engines<'a>(plan: &MatchPlan, games: &'a [GameRecord]) -> BTreeSet<&'a str> {
    let margin = |name: &str| {
        let own = plan.engines.iter().find(|engine| engine.name == name);
        Duration::from_millis(own.and_then(|engine| engine.margin).unwrap_or(plan.margin))
    };
    let late = |game: &'a GameRecord, mv: &MoveRecord| {
        let name = game.players.get(mv.player? as usize)?.as_str();
        (mv.overshoot? >= margin(name) / 2).then_some(name)
    };
    let of_game = |game: &'a GameRecord| {
        let moves = game.moves.iter().chain(&game.late);
        moves.filter_map(move |mv| late(game, mv)).collect::<Vec<_>>()
    };
    games.iter().flat_map(of_game).collect()
}
