//! The conformance tests of presentation: drawings and actions against the rules.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::{
    Action, BoardSpec, BoardView, BoardViewMove, OffBoardView, PieceKind, Presentation, SeatView,
};
use zugi_game::Player;
use zugi_game::board::{Square, SquareName};
use zugi_game::conformance::random_game;

/// Plays `games` random games and checks each position: the actions of a move, applied to the
/// board, give the view of the next position; they are not the beginning of another move's actions
/// (a pass has no actions); the pieces are of the kinds in the board specification; and
/// [`Presentation::text_of`] writes a position with the same pieces.
///
/// # Panics
/// A check fails.
pub fn check_presentation<G: Presentation>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    let board_spec = G::board_spec();
    for start in starts.iter().cycle().take(games) {
        for position in random_game(start, &mut rng) {
            check_scene(&position, &board_spec);
        }
    }
}

fn check_scene<G: Presentation>(position: &G, board_spec: &BoardSpec) {
    let text = position.text();
    let scene = BoardView::of(position, position.moves());
    for (square, piece) in scene.pieces.iter().enumerate() {
        let is_free = piece.is_none_or(|letter| board_spec.kind(letter).is_some());
        assert!(is_free, "a piece of no kind in {text}");
        let shade = board_spec.board.squares[square];
        assert!(piece.is_none() || shade > Some(0), "a piece where none can be in {text}");
    }
    check_off_board_view::<G>(&scene, board_spec, &text);
    let piece = |square: Square| scene.pieces[usize::from(square)];
    let parsed =
        G::from_text(&G::text_of(&piece, scene.turn)).expect("the text of a view is a position");
    assert_eq!(BoardView::of(&parsed, Vec::new()).pieces, scene.pieces, "the view of {text}");
    for (i, shown) in scene.moves.iter().enumerate() {
        let begins = |other: &BoardViewMove| other.actions.starts_with(&shown.actions);
        let (name, is_pass) = (&shown.text, shown.actions.is_empty());
        let alike = |(j, other): (usize, &BoardViewMove)| {
            i != j && begins(other) && (!is_pass || other.actions.is_empty())
        };
        assert!(!scene.moves.iter().enumerate().any(alike), "{name} of {text} begins another move");
        let mut table = Table::of(&scene);
        shown.actions.iter().for_each(|&action| table.act(action, board_spec));
        let mv = position.parse_move(name).expect("a move's own text");
        let after = position.after(mv);
        for (square, piece) in (0..).zip(&table.pieces) {
            assert_eq!(
                *piece,
                after.piece(Square::new(square)),
                "{name} of {text}: square {square}"
            );
        }
        assert_eq!(table.hands, Player::BOTH.map(|player| after.hand(player)), "{name} of {text}");
        assert_eq!(table.held, None, "{name} of {text} leaves a piece in the air");
        let off_board = after.off_board_view();
        let places = |off_board: &OffBoardView| off_board.seats.iter().map(places_of).collect();
        let expected = off_board.as_ref().map_or_else(Vec::new, places);
        assert_eq!(table.places, expected, "{name} of {text}: what lies beside the board");
    }
}

/// Every seat has the places of the game, and every kind of piece belongs to one seat.
fn check_off_board_view<G: Presentation>(scene: &BoardView, board_spec: &BoardSpec, text: &str) {
    let Some(off_board) = &scene.off_board else {
        assert!(G::PLACES.is_empty(), "nothing to be seen in the places of {text}");
        return;
    };
    for seat in &off_board.seats {
        let names: Vec<&str> = seat.places.iter().map(|place| place.name).collect();
        assert_eq!(names, G::PLACES, "the places of {} in {text}", seat.name);
    }
    for kind in board_spec.kinds {
        let owners = off_board.seats.iter().filter(|seat| seat.kinds.contains(&kind.letter));
        assert_eq!(owners.count(), 1, "whose {} is in {text}", kind.letter);
    }
    let mover = off_board.seats[off_board.seat].player;
    assert!(mover.is_none_or(|player| player == scene.turn), "whose turn it is in {text}");
}

/// The pieces in each of a seat's places.
fn places_of(seat: &SeatView) -> Vec<BTreeMap<char, u32>> {
    seat.places.iter().map(|place| place.pieces.clone()).collect()
}

/// A board, the pieces beside it, and the piece that the mover holds.
struct Table {
    pieces: Vec<Option<char>>,
    hands: [BTreeMap<char, u32>; 2],
    off_board: Option<OffBoardView>,
    /// The pieces in each place of each seat.
    places: Vec<Vec<BTreeMap<char, u32>>>,
    mover: Player,
    held: Option<char>,
}

impl Table {
    fn of(scene: &BoardView) -> Table {
        let BoardView { pieces, hands, turn: mover, off_board, .. } = scene.clone();
        let seats = off_board.iter().flat_map(|off_board| &off_board.seats);
        let places = seats.map(places_of).collect();
        Table { pieces, hands, off_board, places, mover, held: None }
    }

    /// Whether the pieces of this kind belong to the mover, or to the mover's seat.
    fn is_movers(&self, kind: &PieceKind) -> bool {
        match &self.off_board {
            Some(off_board) => off_board.owner(kind.letter) == Some(off_board.seat),
            None => kind.player == self.mover,
        }
    }

    /// The pieces in this place of the mover's seat.
    fn place(&mut self, name: &str) -> &mut BTreeMap<char, u32> {
        let off_board = self.off_board.as_ref().expect("places beside the board");
        let places = &off_board.seats[off_board.seat].places;
        let at = places.iter().position(|place| place.name == name).expect("a known place");
        &mut self.places[off_board.seat][at]
    }

    fn at(&mut self, square: SquareName) -> &mut Option<char> {
        &mut self.pieces[usize::from(square.square())]
    }

    fn act(&mut self, action: Action, board_spec: &BoardSpec) {
        let kind = |letter| board_spec.kind(letter).expect("a kind of pieces");
        let hand = self.mover.index();
        match action {
            Action::Lift(from) => {
                let piece = self.at(from).take().expect("a piece to take up");
                assert!(self.is_movers(kind(piece)), "{from} is somebody else's");
                assert_eq!(self.held.replace(piece), None, "two pieces are taken up");
            }
            Action::FromHand(piece) => {
                take_one(&mut self.hands[hand], piece);
                assert_eq!(self.held.replace(piece), None, "two pieces are taken up");
            }
            Action::Take(place, piece) => {
                take_one(self.place(place), piece);
                assert_eq!(self.held.replace(piece), None, "two pieces are taken up");
            }
            Action::Lay(place) => {
                let piece = self.held.take().expect("a piece to lay down");
                *self.place(place).entry(piece).or_default() += 1;
            }
            Action::Put(to) => {
                let piece = self.held.take();
                assert!(piece.is_some(), "nothing is put down on {to}");
                assert_eq!(std::mem::replace(self.at(to), piece), None, "{to} is not empty");
            }
            Action::Remove(from) => assert!(self.at(from).take().is_some(), "{from} is empty"),
            Action::ToHand(from, piece) => {
                assert!(self.at(from).take().is_some(), "{from} is empty");
                *self.hands[hand].entry(kind(piece).letter).or_default() += 1;
            }
            Action::Change(square, piece) => {
                assert!(self.at(square).replace(kind(piece).letter).is_some(), "{square} is empty");
            }
            Action::Choose(_) => {}
        }
    }
}

fn take_one(pieces: &mut BTreeMap<char, u32>, piece: char) {
    *pieces.get_mut(&piece).expect("a piece to take") -= 1;
    pieces.retain(|_, count| *count > 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    const KINDS: &[PieceKind] = &[PieceKind {
        letter: 'x',
        name: "stone",
        player: Player::One,
        glyph: "x",
        movements: &[],
    }];

    /// Applies the actions to a board of four squares with a stone on `a1` and another one in hand.
    fn table_after(actions: &[Action]) -> Table {
        let board = Board::of(2, 2, |_| 1);
        let board_spec = BoardSpec { players: ["one", "two"], board, kinds: KINDS };
        let hands = [BTreeMap::from([('x', 1)]), BTreeMap::new()];
        let pieces = vec![Some('x'), None, None, None];
        let (mover, off_board, places) = (Player::One, None, Vec::new());
        let mut table = Table { pieces, hands, off_board, places, mover, held: None };
        actions.iter().for_each(|&action| table.act(action, &board_spec));
        table
    }

    const A1: SquareName = Square::new(0).name(2);
    const B1: SquareName = Square::new(1).name(2);

    #[test]
    fn stones_come_from_the_hand_and_go_back() {
        let table = table_after(&[Action::FromHand('x'), Action::Put(B1)]);
        assert_eq!(table.pieces, [Some('x'), Some('x'), None, None]);
        assert!(table.hands[0].is_empty());
        let table = table_after(&[Action::Choose("yes"), Action::ToHand(A1, 'x')]);
        assert_eq!((table.pieces, table.hands[0][&'x']), (vec![None; 4], 2));
    }

    #[test]
    #[should_panic = "two pieces are taken up"]
    fn a_hand_holds_one_piece() {
        table_after(&[Action::FromHand('x'), Action::Lift(A1)]);
    }

    #[test]
    #[should_panic = "a1 is not empty"]
    fn a_square_holds_one_piece() {
        table_after(&[Action::FromHand('x'), Action::Put(A1)]);
    }
}
