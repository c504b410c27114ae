//! How Breakthrough is shown to people: its look, and why a move is illegal.

use zugi_game::board::{Bits, Square};
use zugi_game::{
    Action, Bearing, Board, BoardSpec, Effect, Explain, Game, Movement, PieceKind, Player,
    Presentation, Reach,
};

use crate::rules::{Advance, Breakthrough, LETTERS, SIZE, ahead, name};

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

impl Explain for Breakthrough {
    fn why_illegal(&self, mv: Advance) -> Option<String> {
        let (own, [start, end]) = (self.pieces(self.to_move()), [mv.from, mv.to].map(name));
        let [straight, diagonal] = ahead(u64::of(mv.from), self.to_move());
        let near = straight | diagonal;
        Some(match mv.to {
            _ if self.is_legal(mv) => return None,
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            _ if !own.contains(mv.from) => format!("no piece of yours is on {start}"),
            to if !near.contains(to) => format!("{end} is not one step ahead of {start}"),
            to if own.contains(to) => format!("a piece of yours is on {end}"),
            _ => format!("{end} is not empty, and captures are diagonal"),
        })
    }
}
