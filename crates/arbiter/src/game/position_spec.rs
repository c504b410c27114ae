//! The position that each engine gets. In most games it is the whole position; in games with hidden
//! information it is the observation of a seat, and in games with chance the arbiter draws the
//! outcome of a decision.

use zugi_game::{AnyGame, Chances, GameError, HasSeats, HiddenInformation, Player};
use zugi_protocol::quote;

use super::super::openings::{Opening, seed_of};

/// A game as it is, and as each seat may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Views {
    whole: Opening,
    /// The observation of each seat; empty if all seats see everything.
    by_seat: Vec<Opening>,
}

impl Views {
    /// A game that begins with this text, which all engines get unchanged.
    pub fn new(fen: Option<String>) -> Views {
        Views { whole: Opening { fen, moves: Vec::new() }, by_seat: Vec::new() }
    }

    /// Hides from each seat what it must not know of this game, before the first move.
    pub fn conceal(&mut self, game: &dyn AnyGame) {
        let Ok(hidden_info) = game.capability::<dyn HiddenInformation>() else { return };
        let seats = game.capability::<dyn HasSeats>().map_or(Player::BOTH.len(), HasSeats::count);
        let shown =
            |seat| Opening { fen: hidden_info.observation_for(game, seat), moves: Vec::new() };
        self.by_seat = (0..seats).map(shown).collect();
    }

    /// Plays a move in the game and in all views; returns its canonical text. If the move is
    /// illegal, nothing changes.
    pub fn play(&mut self, game: &mut dyn AnyGame, mv: &str) -> Result<String, GameError> {
        let mut seen = vec![None; self.by_seat.len()];
        if let Ok(hidden_info) = game.capability::<dyn HiddenInformation>() {
            let seats = seen.iter_mut().enumerate();
            seats.for_each(|(seat, seen)| *seen = hidden_info.observed_move(game, mv, seat));
        }
        let text = game.play_text(mv)?;
        for (spec, seen) in self.by_seat.iter_mut().zip(seen) {
            spec.moves.push(seen.unwrap_or_else(|| text.clone()));
        }
        self.tell(text.clone());
        Ok(text)
    }

    pub fn tell(&mut self, mv: String) {
        self.whole.moves.push(mv);
    }

    /// The position for the engine of a player: as the seat to move sees it if it is a seat of this
    /// player, otherwise as the player's first seat sees it.
    pub fn of(&self, game: Option<&dyn AnyGame>, player: Player) -> &Opening {
        let seat = game.map_or(player.index(), |game| seat_of(game, player));
        self.by_seat.get(seat).unwrap_or(&self.whole)
    }
}

/// A seat of a player: the one to move if it is the player's, otherwise the first one.
fn seat_of(game: &dyn AnyGame, player: Player) -> usize {
    let Ok(seats) = game.capability::<dyn HasSeats>() else { return player.index() };
    let to_move = seats.to_move(game).filter(|_| game.to_move() == player);
    let own = || (0..seats.count()).find(|&seat| seats.side(game, seat) == Some(player));
    to_move.or_else(own).unwrap_or_default()
}

/// The number of the seat to move, from 1, if there are more seats than sides.
pub(super) fn seat_number(game: &dyn AnyGame) -> Option<u32> {
    let seats = game.capability::<dyn HasSeats>().ok()?;
    let to_move = seats.to_move(game).filter(|_| seats.count() > Player::BOTH.len())?;
    u32::try_from(to_move + 1).ok()
}

/// The move that an answer leads to. In games with chance, seed and ply determine the outcome, and
/// an error says why the answer is wrong. In other games the answer is returned unchecked.
pub(super) fn happens(
    game: &dyn AnyGame,
    spec: &Opening,
    answer: &str,
    (seed, ply): (u64, usize),
) -> Result<String, String> {
    let Ok(chances) = game.capability::<dyn Chances>() else { return Ok(answer.to_owned()) };
    let decision = chances.find_decision(game, answer);
    let drawn = decision.and_then(|mv| chances.draw(game, mv, seed_of(seed, ply as u64)));
    drawn.ok_or_else(|| match decision_behind(chances, game, spec, answer) {
        Some(decision) => {
            format!("expected {}: what comes of it is not for an engine to say", quote(&decision))
        }
        None => match game.boxed_clone().play_text(answer) {
            Err(error) => objection(&error),
            Ok(_) => format!("expected a decision of {}", game.text()),
        },
    })
}

/// If an answer names a decision together with its outcome: the decision, found in the game as the
/// mover sees it. Otherwise `None`.
fn decision_behind(
    chances: &dyn Chances,
    game: &dyn AnyGame,
    spec: &Opening,
    answer: &str,
) -> Option<String> {
    let mut seen = game.boxed_clone();
    seen.set_up(spec.fen.as_deref().into(), &spec.moves).ok()?;
    let mv = seen.legal_move(answer).ok()?;
    chances.decision(seen.as_ref(), mv).map(|(text, _)| text)
}

/// Why the rules refuse a move: the reason, if there is one, and what was expected.
pub(super) fn objection(error: &GameError) -> String {
    let expected = error.expected();
    match error {
        GameError::IllegalMove { reason: Some(reason), .. } => {
            format!("{reason}: expected {expected}")
        }
        _ => format!("expected {expected}"),
    }
}
