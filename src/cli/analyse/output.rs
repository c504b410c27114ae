//! Formats an analysis: text for people, JSON lines for programs.

use serde_json::{Value, json};
use zugi_arbiter::names::shown_game;
use zugi_arbiter::report::is_decided;
use zugi_game::Player;
use zugi_records::{AnalysedGame, MoveMark, PositionAnalysis};

use super::super::replay::{footer, header};

/// The summary of a game: accuracy, marks, and turning points.
pub fn summary(game: &AnalysedGame, positions: &[PositionAnalysis], names_file: bool) -> String {
    let record = shown_game(&game.record);
    let file = if names_file { format!(", {:?}", record.file) } else { String::new() };
    let (head, foot) = (header(&record), footer(&record));
    let mut text = format!("{head}{file}\n{foot}, {} moves\n", record.moves.len());
    let accuracy = record.accuracy.unwrap_or_default();
    for ((player, name), accuracy) in Player::BOTH.into_iter().zip(&record.players).zip(accuracy) {
        let marks =
            MoveMark::ALL.iter().map(|mark| format!("{} {mark}", game.marks(player, *mark)));
        text.push_str(&format!(
            "  {player} {name}: accuracy {accuracy:.1} %, {}\n",
            marks.collect::<Vec<_>>().join(", ")
        ));
    }
    for &ply in &game.turning_points {
        let (Some(mv), Some(before)) = (record.moves.get(ply), positions.get(ply)) else {
            continue;
        };
        let [was, is] =
            [ply, ply + 1].map(|at| 100.0 * game.chances.get(at).copied().unwrap_or(0.5));
        let player = mv.player.map_or_else(String::new, |player| format!("{player} "));
        let mark = mv.mark.map_or("", MoveMark::word);
        text.push_str(&format!(
            "  turned at move {}: {player}{}{mark}, p1 {was:.0} % -> {is:.0} %; better {}\n",
            ply + 1,
            mv.text,
            before.best.join(" "),
        ));
    }
    text
}

pub fn position(found: &PositionAnalysis, more: Value) -> Value {
    let mut value = json!(found);
    value["chances"] = rounded(Some(&found.chances()));
    if let Some(score) = found.score {
        value["proven"] = json!(is_decided(score));
    }
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

pub fn line(game: &AnalysedGame, positions: &[PositionAnalysis]) -> String {
    let mut value = json!(game.record);
    let moves = &game.record.moves;
    let all = positions.iter().enumerate().map(|(ply, found)| {
        let mut value = position(found, json!({ "ply": ply }));
        if let Some(mv) = moves.get(ply) {
            value["move"] = json!(mv.text);
            value["loss"] = rounded(game.losses.get(ply));
            if let Some(mark) = mv.mark {
                value["mark"] = json!(mark);
            }
        }
        value
    });
    value["positions"] = all.collect();
    value["turning_points"] = json!(game.turning_points);
    if let Value::Object(value) = &mut value {
        value.remove("moves");
    }
    value.to_string()
}

fn rounded(number: Option<&f64>) -> Value {
    number.map_or(Value::Null, |number| json!((1000.0 * number).round() / 1000.0))
}
