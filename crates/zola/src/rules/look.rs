//! The appearance of Zola on a board.

use zugi_game::Player;
use zugi_game::board::{Bits, Square};
use zugi_show::{
    Action, Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach,
};

use super::notation::LETTERS;
use super::{Size, Zola, ZolaMove};

const MOVEMENTS: &[Movement] = &[
    Movement { effect: Effect::Quiet, bearings: Bearing::ANY, reach: Reach::Step },
    Movement { effect: Effect::Captures, bearings: Bearing::ANY, reach: Reach::Slide },
];

pub(super) const PLAYERS: [&str; 2] = ["Red", "Blue"];

const fn kind(player: Player, name: &'static str, glyph: &'static str) -> PieceKind {
    PieceKind { letter: LETTERS[player.index()], name, player, glyph, movements: MOVEMENTS }
}

const KINDS: &[PieceKind] =
    &[kind(Player::One, "red checker", "●"), kind(Player::Two, "blue checker", "○")];

impl<S: Size> Presentation for Zola<S> {
    /// The shades are those of the rules sheet: squares at the same distance from the centre have
    /// the same shade, and the nearest ones have shade 1.
    fn board_spec() -> BoardSpec {
        let mut distances: Vec<i32> = (0..S::SQUARES).map(Square::new).map(S::distance).collect();
        distances.sort_unstable();
        distances.dedup();
        let shade = |square| distances.partition_point(|&nearer| nearer <= S::distance(square));
        let board = Board::of(S::N, S::N, |square| shade(square) as u8);
        BoardSpec { players: PLAYERS, board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        let kind = KINDS.iter().find(|kind| self.checkers(kind.player).contains(square))?;
        Some(kind.letter)
    }

    /// A swap changes the colour of every checker.
    fn actions(&self, mv: ZolaMove) -> Vec<Action> {
        let name = |square: Square| square.name(S::N);
        match mv {
            ZolaMove::PASS => Vec::new(),
            ZolaMove::SWAP => {
                let turned = |(from, to): (&PieceKind, &'static PieceKind)| {
                    let squares = self.checkers(from.player).squares();
                    squares.map(move |square| Action::Change(name(square), to.letter))
                };
                KINDS.iter().zip(KINDS.iter().rev()).flat_map(turned).collect()
            }
            mv => {
                let victim = self.is_capture(mv).then_some(Action::Remove(name(mv.to())));
                let lift = [Action::Lift(name(mv.from()))].into_iter();
                lift.chain(victim).chain([Action::Put(name(mv.to()))]).collect()
            }
        }
    }
}
