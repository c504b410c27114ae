//! Seats, the places beside the board, scores, and marks on squares.

use std::collections::BTreeMap;

use serde::Serialize;

use zugi_game::Player;
use zugi_game::board::SquareName;

/// The visible state beyond the pieces on the board. Most games have none: their
/// [`Presentation::PLACES`](super::Presentation::PLACES) is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OffBoardView {
    /// The number of the seat to move, from 0.
    pub seat: usize,
    /// Whether this seat also has the next turn.
    pub again: bool,
    /// The seats, in the order of their turns.
    pub seats: Vec<SeatView>,
    /// The points of player one and of player two so far.
    pub scores: [u32; 2],
    /// The points of each player if the game ended now, by category.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<TallyRow>,
    pub marks: Vec<SquareMark>,
}

impl OffBoardView {
    /// The seat to which the pieces of this letter belong.
    #[must_use]
    pub fn owner(&self, letter: char) -> Option<usize> {
        self.seats.iter().position(|seat| seat.kinds.contains(&letter))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TallyRow {
    /// The name of the category, one word.
    pub name: &'static str,
    /// The points of player one and of player two.
    pub points: [u32; 2],
}

/// A seat and its places beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// Its name, one word.
    pub name: &'static str,
    /// The side for which it plays; `None` if that is not yet known.
    pub player: Option<Player>,
    /// The letters of its pieces.
    pub kinds: Vec<char>,
    /// In the order of [`Presentation::PLACES`](super::Presentation::PLACES).
    pub places: Vec<SeatPlace>,
}

/// A place beside the board where pieces of a seat lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatPlace {
    /// Its name, one word.
    pub name: &'static str,
    /// Whether its pieces lie face down: the set of pieces is known, but not which piece is which.
    #[serde(rename = "face-down")]
    pub face_down: bool,
    /// The letters of the pieces, with the number of each.
    pub pieces: BTreeMap<char, u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SquareMark {
    /// Its name, one word.
    pub name: &'static str,
    /// The sign of the mark in a drawing, one character beside the piece.
    pub sign: char,
    /// The squares, by rising index.
    pub squares: Vec<SquareName>,
}
