//! Games in files, in the form of the records of `zugi match`.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::level::Level;
use super::sitting::{Forfeit, Sitting};
use crate::arbiter::record::{End, GameRecord, MoveRecord, Reason, parse_games};
use crate::game::{Outcome, Player, player_name};

/// Keeps a game in a file, new or with a saved game in it.
///
/// # Errors
/// The file cannot be written or holds something else, in words.
pub(super) fn save(sitting: &Sitting, level: Level, path: &Path) -> Result<(), String> {
    let other = || format!("{path:?} is no saved game, and is not overwritten");
    match fs::read_to_string(path) {
        Ok(text) if parse_games(&text).is_ok_and(|games| games.len() == 1) => {}
        Err(_) if !path.exists() => {}
        _ => return Err(other()),
    }
    let text = record(sitting, level).to_string();
    fs::write(path, text).map_err(|error| format!("cannot write {path:?}: {error}"))
}

fn record(sitting: &Sitting, level: Level) -> GameRecord {
    let name = |player| match sitting.is_person(player) {
        true => "person".to_owned(),
        false => format!("zugi {level}"),
    };
    let mv = |text: &str| MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
    let end = match sitting.outcome() {
        Some(Outcome::Win(Player::One)) => End::P1win,
        Some(Outcome::Win(Player::Two)) => End::P2win,
        Some(Outcome::Draw) => End::Draw,
        None => End::None,
    };
    let (reason, detail) = match sitting.forfeit() {
        Some(Forfeit::OutOfTime(_)) => (Reason::TimeLoss, String::new()),
        Some(Forfeit::Resigned(loser)) => {
            (Reason::Adjudication, format!("{} resigns", player_name(sitting.game(), loser)))
        }
        None if end == End::None => (Reason::Rules, "not finished".to_owned()),
        None => (Reason::Rules, String::new()),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    GameRecord {
        number: 1,
        variant: sitting.game().variant().to_owned(),
        players: Player::BOTH.map(name),
        fen: sitting.start().map(str::to_owned),
        moves: sitting.moves().map(mv).collect(),
        end,
        reason,
        detail,
        started: now.as_millis() as u64,
        ..GameRecord::default()
    }
}

/// Goes on with the first game of a file.
///
/// # Errors
/// The file cannot be read or holds no game, in words; nothing has changed then.
pub(super) fn load(sitting: &mut Sitting, path: &Path) -> Result<(), String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read {path:?}: {error}"))?;
    let games = parse_games(&text).map_err(|error| format!("{path:?}: {error}"))?;
    let Some(game) = games.into_iter().next() else {
        return Err(format!("no game in {path:?}: expected one that was saved"));
    };
    let moves: Vec<String> =
        game.opening.into_iter().chain(game.moves.into_iter().map(|mv| mv.text)).collect();
    let begun = sitting.begin(&game.variant, game.fen, &moves);
    begun.map_err(|error| format!("{path:?}: {error}"))
}
