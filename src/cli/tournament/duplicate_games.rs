//! Counts repeated games, for the warning about them.

use std::collections::HashSet;

use zugi_arbiter::GameRecord;
use zugi_game::{HiddenInformation, Registry, Setup, shown_text};

/// The number of games that equal an earlier one: same engines in the same seats, same moves.
/// Turning over a piece is the same move whatever it reveals, so games with hidden pieces must also
/// reach the same position.
pub(super) fn repeated(games: &[GameRecord], registry: &Registry) -> usize {
    let all = games.iter().map(|game| {
        let moves: Vec<&str> = moves(game).collect();
        (&game.variant, &game.players, place(game, registry), moves)
    });
    games.len() - all.collect::<HashSet<_>>().len()
}

/// The number of games that are, move by move, an earlier one in which the engines had the other
/// sides. Two such games score one point for each engine, whoever is stronger.
pub(super) fn mirrored(games: &[GameRecord], registry: &Registry) -> usize {
    let (mut seen, mut count) = (HashSet::new(), 0);
    for game in games {
        let (moves, place) = (moves(game).collect::<Vec<&str>>(), place(game, registry));
        let [one, two] = &game.players;
        if one != two && seen.contains(&(&game.variant, [two, one], place.clone(), moves.clone())) {
            count += 1;
        }
        seen.insert((&game.variant, [one, two], place, moves));
    }
    count
}

/// All moves, including the opening.
fn moves(game: &GameRecord) -> impl Iterator<Item = &str> {
    let opening = game.opening.iter().map(String::as_str);
    opening.chain(game.moves.iter().map(|mv| mv.text.as_str()))
}

/// The position that distinguishes games with equal moves: the initial one, or with hidden pieces
/// the final one as the side to move sees it. `None` for the start position.
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
