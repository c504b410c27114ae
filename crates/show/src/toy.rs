//! The look of [`Hexapawn`], an example.

use zugi_game::Player;
use zugi_game::board::Square;
use zugi_game::toy::Hexapawn;

use crate::{Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach};

const SIZE: u8 = 4;

const MOVEMENTS: &[Movement] = &[
    Movement { effect: Effect::Quiet, bearings: &[Bearing::Ahead], reach: Reach::Step },
    Movement { effect: Effect::Captures, bearings: &[Bearing::DiagonalAhead], reach: Reach::Step },
];

const KINDS: &[PieceKind] = &[
    PieceKind { movements: MOVEMENTS, ..PieceKind::new('w', "white pawn", Player::One, "♙") },
    PieceKind { movements: MOVEMENTS, ..PieceKind::new('b', "black pawn", Player::Two, "♟") },
];

impl Presentation for Hexapawn {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| 1 + (square.rank(SIZE) + square.file(SIZE)) % 2);
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.letter(square)
    }
}
