//! Toy games with an appearance, for the tests of the page.

use std::collections::BTreeMap;
use std::sync::Arc;

use zugi_game::board::Square;
use zugi_game::toy::{Corridor, Hexapawn};
use zugi_game::{AnyGame, Of, Player, Registry, Variant};
use zugi_show::{
    Appearance, Board, BoardSpec, BoardView, OffBoardView, PieceKind, PositionSetup, SeatPlace,
    SeatView, SquareMark,
};

/// Hexapawn alone, which can be drawn.
pub fn registry() -> Registry {
    let pawns = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new());
    Registry::new(vec![pawns], "hexapawn")
}

/// The corridor with the look of a [`Hall`].
pub fn hall() -> Variant {
    Variant::new::<Corridor>().with::<dyn Appearance>(Arc::new(Hall))
}

/// A look with hands, and with nearly every kind of item that the view beside the board can show:
/// only the tally is empty.
///
/// Player one holds three stones of the other player, and gets one of its own every second ply.
pub struct Hall;

const fn stone(letter: char, player: Player) -> PieceKind {
    PieceKind { letter, name: "stone", player, glyph: "*", movements: &[] }
}

const STONES: &[PieceKind] = &[stone('x', Player::One), stone('o', Player::Two)];

impl Appearance for Hall {
    fn places(&self) -> &'static [&'static str] {
        &["table", "box"]
    }

    fn board_spec(&self) -> BoardSpec {
        let board = Board { files: 8, ranks: 1, squares: vec![Some(1); 8], tilt: false };
        BoardSpec { players: ["X", "O"], board, kinds: STONES }
    }

    fn scene(&self, game: &dyn AnyGame) -> BoardView {
        let text = game.text();
        let plies: u32 = text.rsplit(' ').next().unwrap().parse().unwrap();
        let letter = |letter: char| Some(letter).filter(|&letter| letter != '.');
        let pieces: Vec<Option<char>> = text.chars().take(8).map(letter).collect();
        BoardView {
            hands: [BTreeMap::from([('o', 3), ('x', plies / 2)]), BTreeMap::new()],
            off_board: Some(off_board_view(game.to_move(), plies, &pieces)),
            pieces,
            turn: game.to_move(),
            last: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn picture(&self, game: &dyn AnyGame) -> BoardView {
        self.scene(game)
    }

    fn text_of(&self, _: &dyn Fn(Square) -> Option<char>, _: Player) -> String {
        String::new()
    }

    fn text_with(&self, _: &dyn AnyGame, _: &PositionSetup) -> String {
        String::new()
    }
}

/// A view whose items stay, change, appear and vanish; the second seat has no side at first.
fn off_board_view(to_move: Player, plies: u32, board: &[Option<char>]) -> OffBoardView {
    let pieces = |count: u32| {
        let some = [('x', count), ('o', 2)].into_iter();
        some.filter(|(_, count)| *count > 0).collect()
    };
    let seat = |(number, name): (u32, &'static str)| SeatView {
        name,
        player: Player::BOTH.get(number as usize).copied().filter(|_| plies >= 3 * number),
        kinds: vec![STONES[number as usize].letter],
        places: vec![
            SeatPlace { name: "table", face_down: false, pieces: pieces(plies / 2 % 3) },
            SeatPlace { name: "box", face_down: true, pieces: pieces(7 * number) },
        ],
    };
    let mark = |(name, letter)| {
        let squares = (0..8).zip(board).filter(|&(_, &piece)| piece == Some(letter));
        let squares = squares.map(|(square, _)| Square::new(square).name(8)).collect();
        SquareMark { name, sign: '*', squares }
    };
    let marks = [("lamp", 'x'), ("door", 'o')].map(mark);
    OffBoardView {
        seat: to_move.index(),
        again: plies.is_multiple_of(5),
        seats: [(0, "left"), (1, "right")].map(seat).to_vec(),
        scores: [plies / 4, 0],
        tally: Vec::new(),
        marks: marks.into_iter().take(2 - plies as usize / 2 % 3).collect(),
    }
}
