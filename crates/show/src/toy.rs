//! The look of [`Hexapawn`], an example.

use zugi_game::Player;
use zugi_game::board::Square;
use zugi_game::toy::{Hexapawn, PawnStep};

use crate::{Action, Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach};

const SIZE: u8 = 4;

const MOVEMENTS: &[Movement] = &[
    Movement { effect: Effect::Quiet, bearings: &[Bearing::Ahead], reach: Reach::Step },
    Movement { effect: Effect::Captures, bearings: &[Bearing::AslantAhead], reach: Reach::Step },
];

const KINDS: &[PieceKind] =
    &[pawn('w', "white pawn", Player::One, "♙"), pawn('b', "black pawn", Player::Two, "♟")];

const fn pawn(letter: char, name: &'static str, player: Player, glyph: &'static str) -> PieceKind {
    PieceKind { letter, name, player, glyph, movements: MOVEMENTS }
}

impl Presentation for Hexapawn {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| 1 + (square.rank(SIZE) + square.file(SIZE)) % 2);
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.letter(square)
    }

    fn actions(&self, PawnStep { from, to }: PawnStep) -> Vec<Action> {
        let captured = self.piece(to).map(|_| Action::Remove(to.name(SIZE)));
        let lift = [Action::Lift(from.name(SIZE))].into_iter();
        lift.chain(captured).chain([Action::Put(to.name(SIZE))]).collect()
    }
}
