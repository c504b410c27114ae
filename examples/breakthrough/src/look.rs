//! The board and the pieces of Breakthrough.

use zugi_game::Player;
use zugi_game::board::Square;
use zugi_show::{Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach};

use crate::rules::{Breakthrough, LETTERS, SIZE};

/// Only XBoard needs them.
const MOVEMENTS: &[Movement] = &[
    Movement {
        effect: Effect::Quiet,
        bearings: &[Bearing::Ahead, Bearing::DiagonalAhead],
        reach: Reach::Step,
    },
    Movement { effect: Effect::Captures, bearings: &[Bearing::DiagonalAhead], reach: Reach::Step },
];

const KINDS: &[PieceKind] = &[
    PieceKind { movements: MOVEMENTS, ..PieceKind::new('w', "white piece", Player::One, "○") },
    PieceKind { movements: MOVEMENTS, ..PieceKind::new('b', "black piece", Player::Two, "●") },
];

impl Presentation for Breakthrough {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| 1 + (square.rank(SIZE) + square.file(SIZE)) % 2);
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.0.letter(square, LETTERS)
    }
}
