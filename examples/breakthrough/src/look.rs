//! How Breakthrough is shown to people.

use zugi_game::Player;
use zugi_game::board::Square;
use zugi_show::{
    Action, Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach,
};

use crate::rules::{Advance, Breakthrough, LETTERS, SIZE, name};

const MOVEMENTS: &[Movement] = &[
    Movement {
        effect: Effect::Quiet,
        bearings: &[Bearing::Ahead, Bearing::AslantAhead],
        reach: Reach::Step,
    },
    Movement { effect: Effect::Captures, bearings: &[Bearing::AslantAhead], reach: Reach::Step },
];

const KINDS: &[PieceKind] =
    &[kind("white piece", Player::One, "○"), kind("black piece", Player::Two, "●")];

const fn kind(name: &'static str, player: Player, glyph: &'static str) -> PieceKind {
    PieceKind { letter: LETTERS[player.index()], name, player, glyph, movements: MOVEMENTS }
}

impl Presentation for Breakthrough {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| 1 + (square.rank(SIZE) + square.file(SIZE)) % 2);
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.letter(square)
    }

    fn actions(&self, Advance { from, to }: Advance) -> Vec<Action> {
        let (lift, put) = (Action::Lift(name(from)), Action::Put(name(to)));
        match self.letter(to) {
            Some(_) => vec![lift, Action::Remove(name(to)), put],
            None => vec![lift, put],
        }
    }
}
