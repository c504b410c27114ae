//! Games for more than two people, whose seats play for one of the two sides.

use super::{Game, Player};

/// A game with seats that play for the two sides, possibly several for one side, and with turns in
/// any order. Seats are numbered from 0.
///
/// Results belong to the sides, and [`Game::to_move`] names the side of the seat to move. In some
/// games the course of play decides the side of a seat. Before that, [`Game::to_move`] follows a
/// convention of the game. A search assumes that each seat plays for the side that [`Seated::side`]
/// gives in the position that the search evaluates.
///
/// ```
/// use zugi_game::{Game, Player, Seated, toy::Pile};
/// // Each player has a single seat.
/// let position = Pile::start();
/// assert_eq!((Pile::SEATS, position.seat()), (2, 0));
/// assert_eq!(position.side(1), Some(Player::Two));
/// ```
pub trait Seated: Game {
    /// The number of seats, at least 2.
    const SEATS: usize;

    /// The seat to move; in a finished position the seat that would move next.
    fn seat(&self) -> usize;

    /// The side for which a seat below [`Seated::SEATS`] plays; `None` if not yet known.
    fn side(&self, seat: usize) -> Option<Player>;
}
