//! Saves games as PGN, and loads those of any file that has games.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use zugi_game::{Chances, Player, Registry};
use zugi_protocol::quote;
use zugi_records::{End, GameFile, GameRecord, MoveRecord, Reason, pgn};
use zugi_show::player_name;

use super::super::CliError;
use super::super::files::{read_text, write_whole};
use super::level::Level;
use super::session::{Forfeit, PlaySession};

/// The person's name in a saved game; the engine's name is followed by its level.
const PERSON: &str = "person";
const ENGINE: &str = "zugi";

/// The text after the loser's name in a resigned game.
const RESIGNS: &str = "resigns";

pub(super) fn save(session: &PlaySession, level: Level, path: &Path) -> Result<(), CliError> {
    write_whole(path, pgn(&record(session, level), &[]))
}

/// Whether a file has exactly one game and nothing else.
pub(super) fn is_one_game(path: &Path, registry: &Registry) -> bool {
    let is_one = |file: GameFile| file.len() == 1 && file.skipped().is_empty();
    file(path, registry).is_ok_and(is_one)
}

fn file(path: &Path, registry: &Registry) -> Result<GameFile, String> {
    let text = read_text(path).map_err(|error| error.text)?;
    GameFile::read(text, registry).map_err(|error| format!("{path:?} is no saved game: {error}"))
}

fn record(session: &PlaySession, level: Level) -> GameRecord {
    let name = |player| match session.is_person(player) {
        true => PERSON.to_owned(),
        false => format!("{ENGINE} {level}"),
    };
    let mv = |text: &str| MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
    let end = session.outcome().map(End::from).unwrap_or_default();
    let (reason, detail) = match session.forfeit {
        Some(Forfeit::OutOfTime(_)) => (Reason::TimeLoss, String::new()),
        Some(Forfeit::Resigned(loser)) => {
            (Reason::Adjudication, format!("{} {RESIGNS}", player_name(session.game(), loser)))
        }
        None if end == End::None => (Reason::Rules, "not finished".to_owned()),
        None => (Reason::Rules, String::new()),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    GameRecord {
        number: 1,
        event: "zugi play".to_owned(),
        variant: session.game().variant().to_owned(),
        players: Player::BOTH.map(name),
        fen: session.start.clone(),
        moves: session.moves().map(mv).collect(),
        end,
        reason,
        detail,
        started: now.as_millis() as u64,
        ..GameRecord::default()
    }
}

pub(super) struct Loaded {
    /// Whether `zugi play` saved the file.
    pub is_own: bool,
    /// The recorded level of the engine.
    pub level: Option<Level>,
    /// A message about the file for the person.
    pub note: Option<String>,
}

/// Reads the first game of a file.
///
/// # Errors
/// The file cannot be read or has no game; the text is for people.
pub(super) fn read(path: &Path, registry: &Registry) -> Result<GameRecord, String> {
    let first = file(path, registry)?.game(0);
    first.ok_or_else(|| format!("no game in {path:?}: expected one that was saved"))
}

/// Continues the first game of a file: with its sides and level if `zugi play` saved it, and with
/// its end if a player resigned or ran out of time.
///
/// # Errors
/// The file cannot be read or has no game; the text is for people, and nothing has changed.
pub(super) fn load(session: &mut PlaySession, path: &Path) -> Result<Loaded, String> {
    let game = read(path, session.engine.registry())?;
    let moves: Vec<String> =
        game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text)).cloned().collect();
    let (levels, people) = (levels(&game), session.people);
    if let Some(levels) = levels {
        session.people = levels.map(|level| level.is_none());
    }
    let start = game.fen.clone().or_else(|| usual_start(session.engine.registry(), &game.variant));
    let begun = session.begin(&game.variant, start, &moves);
    let shuffled = begun.map_err(|error| {
        session.people = people;
        format!("{path:?}: {error}")
    })?;
    let level = levels.into_iter().flatten().flatten().next();
    let note = match (levels, restore_end(session, &game)) {
        (_, Some(note)) => Some(note),
        (None, None) => {
            let [one, two] = game.players.each_ref().map(|name| quote(name));
            Some(format!("The file is of {one} and {two}: the sides and the level stay."))
        }
        _ => None,
    };
    let notes: Vec<String> = shuffled.into_iter().chain(note).collect();
    let note = (!notes.is_empty()).then(|| notes.join("\n"));
    Ok(Loaded { is_own: levels.is_some(), level, note })
}

/// The start without the pie rule, which the session may have; `None` in games of chance, whose
/// starts differ.
fn usual_start(registry: &Registry, variant: &str) -> Option<String> {
    let game = registry.find(variant).ok()?.game();
    game.capability::<dyn Chances>().is_err().then(|| game.text())
}

/// The level of each player of a game saved by `zugi play`: a person has none. The result is `None`
/// for other records.
fn levels(game: &GameRecord) -> Option<[Option<Level>; 2]> {
    let level = |name: &str| match name.strip_prefix(ENGINE) {
        None => (name == PERSON).then_some(None),
        Some(level) => level.trim_start().parse().ok().map(Some),
    };
    match game.players.each_ref().map(|name| level(name)) {
        [Some(one), Some(two)] if one.is_none() || two.is_none() => Some([one, two]),
        _ => None,
    }
}

/// Restores an end outside the rules; returns a message if that is not possible.
fn restore_end(session: &mut PlaySession, game: &GameRecord) -> Option<String> {
    if session.outcome().is_some() || (game.end, game.reason) == (End::None, Reason::Rules) {
        return None;
    }
    let loser = game.end.winner().map(Player::opponent);
    session.forfeit = match (loser, game.reason) {
        (Some(loser), Reason::TimeLoss) => Some(Forfeit::OutOfTime(loser)),
        (Some(loser), Reason::Adjudication) if game.detail.ends_with(RESIGNS) => {
            Some(Forfeit::Resigned(loser))
        }
        (_, reason) => {
            let end = game.end;
            return Some(format!("The record ends here: {end} ({reason}). You can play on."));
        }
    };
    None
}
