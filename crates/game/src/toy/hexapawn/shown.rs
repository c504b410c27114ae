//! The presentation of Hexapawn, and its explanations.

use super::{Hexapawn, LETTERS, PawnStep, SIZE};
use crate::board::{Bits, Square};
use crate::{
    Action, Bearing, Board, BoardSpec, Effect, Explain, Game, Movement, PieceKind, Player,
    Presentation, Reach,
};

const MOVEMENTS: &[Movement] = &[
    Movement { effect: Effect::Quiet, bearings: &[Bearing::Ahead], reach: Reach::Step },
    Movement { effect: Effect::Captures, bearings: &[Bearing::AslantAhead], reach: Reach::Step },
];

const KINDS: &[PieceKind] =
    &[pawn("white pawn", Player::One, "♙"), pawn("black pawn", Player::Two, "♟")];

const fn pawn(name: &'static str, player: Player, glyph: &'static str) -> PieceKind {
    PieceKind { letter: LETTERS[player.index()], name, player, glyph, movements: MOVEMENTS }
}

impl Presentation for Hexapawn {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| 1 + (square.rank(SIZE) + square.file(SIZE)) % 2);
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        let side = self.pawns.iter().position(|pawns| pawns.contains(square));
        side.map(|side| LETTERS[side])
    }

    fn actions(&self, PawnStep { from, to }: PawnStep) -> Vec<Action> {
        let captured = self.piece(to).map(|_| Action::Remove(to.name(SIZE)));
        let lift = [Action::Lift(from.name(SIZE))].into_iter();
        lift.chain(captured).chain([Action::Put(to.name(SIZE))]).collect()
    }
}

impl Explain for Hexapawn {
    fn why_illegal(&self, mv: PawnStep) -> Option<String> {
        let (own, [start, end]) =
            (self.pawns(self.to_move), [mv.from, mv.to].map(|square| square.name(SIZE)));
        let [ahead, diagonal] = self.ahead(u64::of(mv.from));
        Some(match mv.to {
            _ if self.is_legal(mv) => return None,
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            _ if !own.contains(mv.from) => format!("no pawn of yours is on {start}"),
            to if ahead.contains(to) => format!("{end} is not empty"),
            to if diagonal.contains(to) => format!("there is nothing to capture on {end}"),
            _ => format!("{end} is not one step ahead of {start}"),
        })
    }

    fn ended(&self) -> Option<String> {
        let (last, players) = (self.to_move.opponent(), Self::board_spec().players);
        self.outcome()?;
        let [winner, loser] = [last, self.to_move].map(|player| players[player.index()]);
        Some(if self.is_through(last) {
            format!("{winner} has reached the far rank")
        } else if self.pawns(self.to_move) == 0 {
            format!("{loser} has no pawn left")
        } else {
            format!("{loser} has no move")
        })
    }
}
