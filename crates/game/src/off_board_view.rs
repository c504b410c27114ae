//! The view of a game beyond the pieces on the board: seats, areas before them, scores, and marks
//! on squares.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Player;
use crate::board::SquareName;

/// The view beyond the pieces on the board. Most games have none: their
/// [`Presentation::PLACES`](super::Presentation::PLACES) is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OffBoardView {
    /// The number of the seat to move, from 0.
    pub seat: usize,
    /// Whether this seat has another turn after this one.
    pub again: bool,
    /// The seats, in the order of their turns.
    pub seats: Vec<SeatView>,
    /// The points of player one and of player two so far.
    pub scores: [u32; 2],
    /// The points of each player if the game ended now, by category.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<TallyRow>,
    /// The marks on squares.
    pub marks: Vec<SquareMark>,
}

impl OffBoardView {
    /// The seat to which the pieces of this letter belong.
    #[must_use]
    pub fn owner(&self, letter: char) -> Option<usize> {
        self.seats.iter().position(|seat| seat.kinds.contains(&letter))
    }
}

/// Points of one sort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TallyRow {
    /// The name of the category, one word.
    pub name: &'static str,
    /// Those of player one and of player two.
    pub points: [u32; 2],
}

/// A seat and the areas before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// Its name, one word.
    pub name: &'static str,
    /// The side for which it plays, if that is known yet.
    pub player: Option<Player>,
    /// The letters of its pieces.
    pub kinds: Vec<char>,
    /// The places before it, in the order of [`Presentation::PLACES`](super::Presentation::PLACES).
    pub places: Vec<SeatPlace>,
}

/// A place beside the board where pieces of a seat lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatPlace {
    /// Its name, one word.
    pub name: &'static str,
    /// Whether its pieces lie face down: it is known which they are, but not which of them
    /// is which.
    #[serde(rename = "face-down")]
    pub face_down: bool,
    /// The letters of the pieces, and how many of each.
    pub pieces: BTreeMap<char, u32>,
}

/// Something that is particular to some squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SquareMark {
    /// Its name, one word.
    pub name: &'static str,
    /// The sign of the mark in a drawing, beside the piece.
    pub sign: char,
    /// The squares, by rising index.
    pub squares: Vec<SquareName>,
}
