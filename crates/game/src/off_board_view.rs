//! What is to be seen of a game beyond the pieces on the board: the seats and what lies
//! before them, the scores, and what is particular to some squares.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Player;
use crate::board::SquareName;

/// What is to be seen beyond the pieces on the board. A game that has nothing of it, such as
/// most, says so by [`Presentation::PLACES`](super::Presentation::PLACES).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OffBoardView {
    /// The number of the seat whose turn it is, from 0.
    pub seat: usize,
    /// Whether this seat has another turn after this one.
    pub again: bool,
    /// The seats, in the order of their turns.
    pub seats: Vec<SeatView>,
    /// The points of player one and of player two so far.
    pub scores: [u32; 2],
    /// The points that each player would have if the game ended now, by what they are for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<TallyRow>,
    /// What is particular to some squares.
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
    /// What they are for, in one word.
    pub name: &'static str,
    /// Those of player one and of player two.
    pub points: [u32; 2],
}

/// A seat and what lies before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// What it is called, in one word.
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
    /// What it is called, in one word.
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
    /// What it is called, in one word.
    pub name: &'static str,
    /// What stands for it in a drawing, beside the piece.
    pub sign: char,
    /// The squares, by rising index.
    pub squares: Vec<SquareName>,
}
