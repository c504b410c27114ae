//! The appearance of Zoka: pieces by seat, the areas of each seat, and marks for protected and held
//! Scorers.

use std::collections::BTreeMap;

use zugi_game::board::{Bits, Square};
use zugi_game::{Game, Player, Seated};
use zugi_show::{
    Action, Bearing, Board, BoardSpec, Effect, Movement, OffBoardView, PieceKind, PositionSetup,
    Presentation, Reach, SeatPlace, SeatView, SquareMark, TallyRow,
};

use super::notation::rows_text;
use super::{
    FaceDown, Grid, PieceSet, SetOf, SoloRule, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition,
    ZokaVariant,
};

const LINE: &str = "line";
const HAND: &str = "hand";
const EXCHANGE: &str = "exchange";

const STEP: Movement =
    Movement { effect: Effect::Quiet, bearings: Bearing::ORTHOGONAL, reach: Reach::Step };
const OF_ZOKERS: &[Movement] =
    &[STEP, Movement { effect: Effect::Captures, reach: Reach::Slide, ..STEP }];
const OF_SCORERS: &[Movement] = &[STEP];

/// The letters of the Zoker and the Scorers of each seat.
const LETTERS: [[char; 7]; 4] = [
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
    ['H', 'I', 'J', 'K', 'L', 'M', 'N'],
    ['O', 'P', 'Q', 'R', 'S', 'T', 'U'],
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
];

/// The pieces as in position texts.
const GLYPHS: [[&str; 7]; 4] = [
    ["aZ", "a1", "a2", "a3", "a4", "a5", "a6"],
    ["bZ", "b1", "b2", "b3", "b4", "b5", "b6"],
    ["cZ", "c1", "c2", "c3", "c4", "c5", "c6"],
    ["dZ", "d1", "d2", "d3", "d4", "d5", "d6"],
];

const NAMES: [&str; 7] =
    ["Zoker", "Scorer 1", "Scorer 2", "Scorer 3", "Scorer 4", "Scorer 5", "Scorer 6"];

/// The kinds of all seats, each with the side of its seat at the start, see [`ZokaVariant::side`].
const fn kinds_of(alternating: bool) -> [PieceKind; 28] {
    let mut kinds = [PieceKind::new(' ', "", Player::One, ""); 28];
    let mut at = 0;
    while at < 28 {
        let (seat, piece) = (at / 7, at % 7);
        let is_first = seat == 0 || (alternating && seat == 2);
        kinds[at] = PieceKind {
            letter: LETTERS[seat][piece],
            name: NAMES[piece],
            player: if is_first { Player::One } else { Player::Two },
            glyph: GLYPHS[seat][piece],
            movements: if piece == 0 { OF_ZOKERS } else { OF_SCORERS },
        };
        at += 1;
    }
    kinds
}

static ALTERNATING: [PieceKind; 28] = kinds_of(true);
static FIRST_ALONE: [PieceKind; 28] = kinds_of(false);

fn letter(seat: usize, piece: ZokaPiece) -> char {
    LETTERS[seat][usize::from(piece.value())]
}

fn piece_of(letter: char) -> Option<(usize, ZokaPiece)> {
    let all = (0..4).flat_map(|seat| ZokaPiece::ALL.map(|piece| (seat, piece)));
    all.into_iter().find(|&(seat, piece)| self::letter(seat, piece) == letter)
}

/// Pieces as in a position text; `-` for none.
fn letters_text(pieces: &BTreeMap<char, u32>) -> String {
    let text: String = pieces
        .iter()
        .filter_map(|(&letter, &count)| Some((piece_of(letter)?.1.letter(), count)))
        .flat_map(|(letter, count)| (0..count.min(99)).map(move |_| letter))
        .collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

fn place(name: &'static str, seat: usize, set: PieceSet) -> SeatPlace {
    let pieces = set.kinds().map(|piece| (letter(seat, piece), set.count_of(piece)));
    SeatPlace { name, face_down: name == LINE, pieces: pieces.collect() }
}

impl<V: ZokaVariant> ZokaPosition<V> {
    fn seat_view(&self, seat: usize) -> SeatView {
        SeatView {
            name: ["a", "b", "c", "d"][seat],
            player: self.side(seat),
            kinds: LETTERS[seat].to_vec(),
            places: vec![
                place(LINE, seat, self.line(seat).set()),
                place(HAND, seat, self.hand_of(seat)),
                place(EXCHANGE, seat, self.exchange_area(seat)),
            ],
        }
    }

    /// A mark on the squares that `of_side` gives for the two sides.
    fn mark(name: &'static str, sign: char, of_side: impl Fn(Player) -> SetOf<V>) -> SquareMark {
        let [one, two] = Player::BOTH.map(of_side);
        let squares = (one | two).squares().map(Self::square_name).collect();
        SquareMark { name, sign, squares }
    }
}

impl<V: ZokaVariant> Presentation for ZokaPosition<V> {
    const PLACES: &'static [&'static str] = &[LINE, HAND, EXCHANGE];

    fn board_spec() -> BoardSpec {
        let kinds = match V::SOLO {
            SoloRule::Nobody => &ALTERNATING,
            SoloRule::SeatOne | SoloRule::FirstToPlace => &FIRST_ALONE,
        };
        let board = Board::of(V::Grid::SIZE, V::Grid::SIZE, |_| 1);
        BoardSpec { players: ["One", "Two"], board, kinds: &kinds[..7 * V::SEATS] }
    }

    fn piece(&self, square: Square) -> Option<char> {
        self.piece_at(square).map(|(seat, piece)| letter(seat, piece))
    }

    fn off_board_view(&self) -> Option<OffBoardView> {
        let perfect = |player| self.perfectly_protected(player);
        let marks = vec![
            Self::mark("perfect", '*', perfect),
            Self::mark("protected", '+', |player| self.protected(player) & !perfect(player)),
            Self::mark("held", '!', |player| self.held(player)),
        ];
        let (struck, all) = (self.struck().map(u32::from), self.scores());
        let safe = [0, 1].map(|side| all[side] - struck[side]);
        Some(OffBoardView {
            seat: self.seat(),
            again: self.has_another_turn(),
            seats: (0..V::SEATS).map(|seat| self.seat_view(seat)).collect(),
            scores: struck,
            tally: vec![
                TallyRow { name: "struck", points: struck },
                TallyRow { name: "safe", points: safe },
            ],
            marks,
        })
    }

    fn text_with(&self, setup: &PositionSetup) -> String {
        let size = V::Grid::SIZE;
        let rows = rows_text(size, |square| piece_of(setup.piece(square, size)?));
        let text = self.text();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        fields[0] = rows;
        if setup.turn != self.seat() {
            fields[1] = (setup.turn + 1).to_string();
        }
        let places: Vec<Vec<SeatPlace>> =
            (0..V::SEATS).map(|seat| self.seat_view(seat).places).collect();
        for (place, (name, field)) in Self::PLACES.iter().zip(&mut fields[3..]).enumerate() {
            // If the pieces of a place do not change, its text is kept, because it may have an
            // order.
            let of_seat = |(seat, text): (usize, &str)| {
                let wanted = setup.places.get(seat).and_then(|places| places.get(*name));
                match wanted {
                    Some(wanted) if places[seat][place].pieces != *wanted => letters_text(wanted),
                    _ => text.to_owned(),
                }
            };
            let texts: Vec<String> = field.split('/').enumerate().map(of_seat).collect();
            *field = texts.join("/");
        }
        // There is a number of turns left only after a seat has placed all its pieces; from then on
        // no seat has two turns in a row.
        let has_placed_all =
            |seat| [3, 4].iter().all(|&at: &usize| fields[at].split('/').nth(seat) == Some("-"));
        let fits = |left: &usize| has_placed_all((setup.turn + left) % V::SEATS);
        let known = self.turns_left().map(usize::from).filter(fits);
        let left = known.or_else(|| (0..V::SEATS).rev().find(fits));
        if let Some((clocks, _)) = fields[8].rsplit_once(':') {
            let left_text = left.map_or_else(|| "-".to_owned(), |left| left.to_string());
            fields[8] = format!("{clocks}:{left_text}");
        }
        if left.is_some() {
            fields[1] = (setup.turn + 1).to_string();
        }
        fields.join(" ")
    }

    fn actions(&self, mv: ZokaMove) -> Vec<Action> {
        let (seat, name) = (self.seat(), Self::square_name);
        let turned = |piece| vec![Action::Take(LINE, letter(seat, piece)), Action::Lay(HAND)];
        match mv.action() {
            None | Some(ZokaAction::Pass) => Vec::new(),
            Some(ZokaAction::TurnOver) => self.next_piece().map(turned).unwrap_or_default(),
            Some(ZokaAction::TurnedOver(piece)) => turned(piece),
            Some(ZokaAction::Place(piece, at)) => {
                vec![Action::Take(HAND, letter(seat, piece)), Action::Put(name(at))]
            }
            Some(ZokaAction::Go(from, to)) => vec![Action::Lift(name(from)), Action::Put(name(to))],
            Some(ZokaAction::Strike(from, at)) => {
                vec![Action::Lift(name(from)), Action::Remove(name(at)), Action::Lay(EXCHANGE)]
            }
            Some(ZokaAction::StrikeTwo(from, first, second)) => vec![
                Action::Lift(name(from)),
                Action::Remove(name(first)),
                Action::Remove(name(second)),
                Action::Lay(EXCHANGE),
            ],
            Some(ZokaAction::Exchange(at, piece)) => vec![
                Action::Lift(name(at)),
                Action::Lay(EXCHANGE),
                Action::Take(EXCHANGE, letter(seat, piece)),
                Action::Put(name(at)),
            ],
        }
    }

    /// All pieces that are not on the board are face down, in no known order. If the variant has a
    /// solo player, it is seat 1.
    fn text_of(piece: &dyn Fn(Square) -> Option<char>, to_move: Player) -> String {
        let size = V::Grid::SIZE;
        let pieces = |square| piece(square).and_then(piece_of).filter(|(seat, _)| *seat < V::SEATS);
        let mut missing = vec![PieceSet::FULL; V::SEATS];
        for (seat, piece) in (0..size * size).map(Square::new).filter_map(pieces) {
            missing[seat].remove(piece);
        }
        let mut position = Self::empty();
        position.solo = (V::SOLO != SoloRule::Nobody).then_some(0);
        position.turn = u8::from(to_move == Player::Two);
        let finished = missing.iter().position(|missing| missing.is_empty());
        position.left =
            finished.map(|seat| ((seat + V::SEATS - usize::from(position.turn)) % V::SEATS) as u8);
        for (own, missing) in position.seats.iter_mut().zip(missing) {
            own.line = FaceDown::unordered(missing);
        }
        let text = position.text();
        let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
        format!("{} {rest}", rows_text(size, pieces))
    }
}
