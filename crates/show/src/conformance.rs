//! The conformance tests of presentation: drawings and actions against the rules, and the texts for
//! people against both.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::{
    Action, BoardSpec, BoardView, BoardViewMove, Card, OffBoardView, PieceKind, Presentation,
    Sheet, Words,
};
use zugi_game::Player;
use zugi_game::board::{Square, SquareName};
use zugi_game::conformance::random_game;

/// Plays `games` random games and checks each position: the actions of a move lead to the view of
/// the next position, and are not the first actions of another move (a pass has none); all pieces
/// are of known kinds; [`Presentation::text_of`] writes a position with the same pieces.
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
        let mut table = Table { scene: scene.clone(), held: None };
        shown.actions.iter().for_each(|&action| table.act(action, board_spec));
        let mv = position.parse_move(name).expect("a move's own text");
        let after = position.after(mv);
        let Table { scene: shown_after, held } = table;
        for (square, piece) in (0..).zip(&shown_after.pieces) {
            assert_eq!(
                *piece,
                after.piece(Square::new(square)),
                "{name} of {text}: square {square}"
            );
        }
        let hands = Player::BOTH.map(|player| after.hand(player));
        assert_eq!(shown_after.hands, hands, "{name} of {text}");
        assert_eq!(held, None, "{name} of {text} leaves a piece in the air");
        let off_board = after.off_board_view();
        let [found, expected] = [&shown_after.off_board, &off_board].map(places_of);
        assert_eq!(found, expected, "{name} of {text}: what lies beside the board");
    }
}

/// The placeholders of sentences; `query sheet` in `protocol.md` has all except the last two.
const PLACEHOLDERS: [&str; 17] = [
    "who", "side", "other", "piece", "square", "from", "goal", "goals", "squares", "count",
    "steps", "captures", "ways", "points", "move", "by", "to",
];

/// Checks the texts of a game, JSON in the form of [`Words`]: all parts that programs show are
/// there; kinds, seats, places, marks, squares and moves are those of the game; keys are unique and
/// refer to entries; sentences have no unknown placeholder; and the rules fit a console.
///
/// # Panics
/// A check fails.
pub fn check_sheet<G: Presentation>(file: &'static str) {
    let sheet = Sheet::of::<G>(file);
    let words = sheet.words().expect("a sheet");
    assert!(words.aim.is_some() && words.summary.is_some(), "aim and summary");
    assert!(words.sides.is_some(), "the names of the sides");
    assert!(!words.verbs.is_empty() && !words.cards.is_empty(), "verbs and cards");
    assert!(words.variants.contains_key(G::NAME), "the name of the variant {}", G::NAME);
    check_names::<G>(&words);
    words.cards.iter().for_each(check_card::<G>);
    check_keys(&words);
    check_sentences(&words);
    let rules = sheet.rules().expect("rules");
    assert!(!words.rules.is_empty() && rules.lines().all(|line| line.trim() != "-"), "{rules}");
    for line in rules.lines() {
        assert!(line.chars().count() <= 80 && line.trim_end() == line, "{line:?}");
    }
}

fn check_names<G: Presentation>(words: &Words) {
    let board_spec = G::board_spec();
    let is_kind =
        |letters: &String| letters.chars().all(|letter| board_spec.kind(letter).is_some());
    assert!(words.kinds.keys().all(is_kind), "kinds: {:?}", words.kinds);
    let off_board = G::start().off_board_view();
    let seats = off_board.iter().flat_map(|off_board| &off_board.seats).count();
    assert_eq!(words.seats.len(), seats, "the names of seats");
    let places: BTreeSet<&str> = words.places.keys().map(String::as_str).collect();
    assert_eq!(places, G::PLACES.iter().copied().collect(), "the names of places");
    let marks: BTreeSet<&str> = words.marks.keys().map(String::as_str).collect();
    let shown = off_board.iter().flat_map(|off_board| &off_board.marks).map(|mark| mark.name);
    assert_eq!(marks, shown.collect(), "the names of marks");
    let squares = squares(&board_spec);
    assert!(words.pictures.keys().all(|name| squares.contains_key(name)), "{:?}", words.pictures);
}

fn squares(board_spec: &BoardSpec) -> BTreeMap<String, Square> {
    let board = &board_spec.board;
    let all = (0..).map(Square::new).zip(&board.squares).filter(|(_, shade)| shade.is_some());
    all.map(|(square, _)| (square.name(board.files).to_string(), square)).collect()
}

fn check_card<G: Presentation>(card: &Card) {
    let Card { key, position, .. } = card;
    let position = match position.as_str() {
        "start" => G::start(),
        text => G::from_text(text).unwrap_or_else(|error| panic!("card {key:?}: {error}")),
    };
    let legal: Vec<String> =
        position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
    for mv in card.arrows.iter().chain(&card.steps).chain(&card.play) {
        assert!(legal.contains(mv), "card {key:?}: {mv:?}: expected a legal move");
    }
    let squares = squares(&G::board_spec());
    for square in card.circles.iter().chain(&card.crosses).chain(&card.picked) {
        assert!(squares.contains_key(square), "card {key:?}: {square:?}: expected a square");
    }
    if let Some(square) = &card.picked {
        assert!(position.piece(squares[square]).is_some(), "card {key:?}: no piece on {square}");
    }
}

fn check_keys(words: &Words) {
    let cards: BTreeSet<&str> = words.cards.iter().map(|card| card.key.as_str()).collect();
    let rules: BTreeSet<&str> = words.rules.iter().map(|rule| rule.key.as_str()).collect();
    assert_eq!((cards.len(), rules.len()), (words.cards.len(), words.rules.len()), "a key twice");
    for refusal in &words.refusals {
        assert!(words.sentences.contains_key(&refusal.sentence), "{:?}", refusal.sentence);
        let rule = refusal.rule.as_str();
        assert!(cards.contains(rule) || rules.contains(rule), "{rule:?}: expected a key");
    }
}

fn check_sentences(words: &Words) {
    assert!(words.sentences.contains_key("refused.default"), "the sentence refused.default");
    for (key, sentence) in &words.sentences {
        for text in [&sentence.say].into_iter().chain(&sentence.how) {
            for part in text.split('{').skip(1) {
                let word = part.split('}').next().expect("a first part");
                assert!(PLACEHOLDERS.contains(&word), "{key}: {word:?}: expected a placeholder");
            }
        }
    }
}

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

fn places_of(off_board: &Option<OffBoardView>) -> Vec<Vec<&BTreeMap<char, u32>>> {
    let seats = off_board.iter().flat_map(|off_board| &off_board.seats);
    seats.map(|seat| seat.places.iter().map(|place| &place.pieces).collect()).collect()
}

/// A board, the pieces beside it, and the piece that the mover holds.
struct Table {
    scene: BoardView,
    held: Option<char>,
}

impl Table {
    /// Whether the pieces of this kind belong to the mover, or to the mover's seat.
    fn is_movers(&self, kind: &PieceKind) -> bool {
        match &self.scene.off_board {
            Some(off_board) => off_board.owner(kind.letter) == Some(off_board.seat),
            None => kind.player == self.scene.turn,
        }
    }

    fn place(&mut self, name: &str) -> &mut BTreeMap<char, u32> {
        let off_board = self.scene.off_board.as_mut().expect("places beside the board");
        let mut places = off_board.seats[off_board.seat].places.iter_mut();
        &mut places.find(|place| place.name == name).expect("a known place").pieces
    }

    fn at(&mut self, square: SquareName) -> &mut Option<char> {
        &mut self.scene.pieces[usize::from(square.square())]
    }

    fn act(&mut self, action: Action, board_spec: &BoardSpec) {
        let kind = |letter| board_spec.kind(letter).expect("a kind of pieces");
        let hand = self.scene.turn.index();
        match action {
            Action::Lift(from) => {
                let piece = self.at(from).take().expect("a piece to take up");
                assert!(self.is_movers(kind(piece)), "{from} is somebody else's");
                assert_eq!(self.held.replace(piece), None, "two pieces are taken up");
            }
            Action::FromHand(piece) => {
                take_one(&mut self.scene.hands[hand], piece);
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
                *self.scene.hands[hand].entry(kind(piece).letter).or_default() += 1;
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
    fn scene_after(actions: &[Action]) -> BoardView {
        let board = Board::of(2, 2, |_| 1);
        let board_spec = BoardSpec { players: ["one", "two"], board, kinds: KINDS };
        let hands = [BTreeMap::from([('x', 1)]), BTreeMap::new()];
        let pieces = vec![Some('x'), None, None, None];
        let (off_board, turn, last, moves) = (None, Player::One, Vec::new(), Vec::new());
        let scene = BoardView { pieces, hands, off_board, turn, last, moves };
        let mut table = Table { scene, held: None };
        actions.iter().for_each(|&action| table.act(action, &board_spec));
        table.scene
    }

    const A1: SquareName = Square::new(0).name(2);
    const B1: SquareName = Square::new(1).name(2);

    #[test]
    fn stones_come_from_the_hand_and_go_back() {
        let scene = scene_after(&[Action::FromHand('x'), Action::Put(B1)]);
        assert_eq!(scene.pieces, [Some('x'), Some('x'), None, None]);
        assert!(scene.hands[0].is_empty());
        let scene = scene_after(&[Action::Choose("yes"), Action::ToHand(A1, 'x')]);
        assert_eq!((scene.pieces, scene.hands[0][&'x']), (vec![None; 4], 2));
    }

    #[test]
    #[should_panic = "two pieces are taken up"]
    fn a_hand_holds_one_piece() {
        scene_after(&[Action::FromHand('x'), Action::Lift(A1)]);
    }

    #[test]
    #[should_panic = "a1 is not empty"]
    fn a_square_holds_one_piece() {
        scene_after(&[Action::FromHand('x'), Action::Put(A1)]);
    }
}
