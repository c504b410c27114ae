//! The warning about games that repeat earlier ones.

use std::collections::HashSet;

use zugi_arbiter::GameRecord;
use zugi_game::{HiddenInformation, Registry, Setup, shown_text};

/// How many games are move by move what another one with the same engines in the same seats
/// was. Shuffles alone do not make games different: a turn-over is the same move whatever came,
/// so a game with hidden pieces is known by its moves and by where they led.
pub(super) fn repeated(games: &[GameRecord], registry: &Registry) -> usize {
    let all = games.iter().map(|game| {
        let moves: Vec<&str> = moves(game).collect();
        (&game.variant, &game.players, place(game, registry), moves)
    });
    games.len() - all.collect::<HashSet<_>>().len()
}

/// All moves, those of the opening first.
fn moves(game: &GameRecord) -> impl Iterator<Item = &str> {
    let opening = game.opening.iter().map(String::as_str);
    opening.chain(game.moves.iter().map(|mv| mv.text.as_str()))
}

/// A position that tells the game from others with the same moves: where it began, and with
/// hidden pieces where it ended, as the one to move there knows it. `None` for the start
/// position.
fn place(game: &GameRecord, registry: &Registry) -> Option<String> {
    let fen = game.fen.as_deref()?;
    let ended = registry.find(&game.variant).ok().and_then(|variant| {
        let mut rules = variant.game();
        rules.capability::<HiddenInformation>().ok()?;
        let moves: Vec<String> = moves(game).map(str::to_owned).collect();
        rules.set_up(Setup::Text(fen), &moves).ok()?;
        Some(shown_text(rules.as_ref()))
    });
    ended.or_else(|| Some(fen.to_owned()))
}
