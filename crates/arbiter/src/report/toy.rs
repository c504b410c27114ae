//! Toy games with an appearance, for the tests of the page.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use zugi_game::board::Square;
use zugi_game::toy::{Corridor, Hexapawn, Step};
use zugi_game::{Game, Of, Outcome, Player, Registry, Repetition, TextError, Variant};
use zugi_show::{
    Action, Appearance, Board, BoardSpec, OffBoardView, PieceKind, Presentation, SeatPlace,
    SeatView, SquareMark,
};

/// Hexapawn alone, which can be drawn.
pub fn registry() -> Registry {
    let pawns = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new());
    Registry::new(vec![pawns], "hexapawn")
}

/// The corridor with hands, and with nearly every kind of item that the view beside the board can
/// show: only the tally is empty.
///
/// Player one holds three stones of the other player, and gets one of its own every second ply.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hall(Corridor);

impl Hall {
    fn plies(&self) -> u32 {
        self.text().rsplit(' ').next().unwrap().parse().unwrap()
    }
}

impl Game for Hall {
    type Move = Step;

    const NAME: &'static str = "hall";
    const REPETITION: Repetition = Corridor::REPETITION;
    const DRAWS: bool = Corridor::DRAWS;

    fn start() -> Hall {
        Hall(Corridor::start())
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_moves(visit)
    }

    fn play_unchecked(&mut self, mv: Step) {
        self.0.play_unchecked(mv);
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key_from_scratch()
    }

    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        self.0.parse_move(text)
    }

    fn move_text(&self, mv: Step) -> String {
        self.0.move_text(mv)
    }
}

impl fmt::Display for Hall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Hall {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Corridor::from_text(text).map(Hall)
    }
}

const fn stone(letter: char, player: Player) -> PieceKind {
    PieceKind { letter, name: "stone", player, glyph: "*", movements: &[] }
}

const STONES: &[PieceKind] = &[stone('x', Player::One), stone('o', Player::Two)];

impl Presentation for Hall {
    const PLACES: &'static [&'static str] = &["table", "box"];

    fn board_spec() -> BoardSpec {
        let board = Board { files: 8, ranks: 1, squares: vec![Some(1); 8], tilt: false };
        BoardSpec { players: ["X", "O"], board, kinds: STONES }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.text().chars().nth(square.into()).filter(|&letter| letter != '.')
    }

    fn hand(&self, player: Player) -> BTreeMap<char, u32> {
        match player {
            Player::One => BTreeMap::from([('o', 3), ('x', self.plies() / 2)]),
            Player::Two => BTreeMap::new(),
        }
    }

    /// Things that stay, change, come and go; the second seat has no side at first.
    fn off_board_view(&self) -> Option<OffBoardView> {
        let plies = self.plies();
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
            let squares =
                (0..8).map(Square::new).filter(|&square| self.piece(square) == Some(letter));
            let squares = squares.map(|square| square.name(8)).collect();
            SquareMark { name, sign: '*', squares }
        };
        let marks = [("lamp", 'x'), ("door", 'o')].map(mark);
        Some(OffBoardView {
            seat: self.to_move().index(),
            again: plies.is_multiple_of(5),
            seats: [(0, "left"), (1, "right")].map(seat).to_vec(),
            scores: [plies / 4, 0],
            tally: Vec::new(),
            marks: marks.into_iter().take(2 - plies as usize / 2 % 3).collect(),
        })
    }

    fn actions(&self, _: Step) -> Vec<Action> {
        Vec::new()
    }
}
