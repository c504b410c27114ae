//! What every game must pass: one generic suite, called by each game's tests.
//!
//! The functions panic with the position and what is wrong with it, as assertions
//! do; they are for tests.

mod chance;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use fastrand::Rng;

use super::{
    Action, Equipment, Game, Look, Outcome, Pack, PackedMove, PieceKind, Player, Scene, SceneMove,
    SeatView, Surroundings, Symmetric, perft,
};
use crate::board::SquareName;

pub use chance::{check_chance, check_hidden};

/// Games longer than this are taken for endless.
const MAX_PLIES: usize = 10_000;

/// Plays `games` random games from the start positions and checks the contract of
/// [`Game`] at each position.
///
/// # Panics
/// If the game breaks its contract.
pub fn check<G: Game>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    for start in starts.iter().cycle().take(games) {
        let game = random_game(start, &mut rng);
        for position in &game {
            check_position(position, &mut rng);
        }
        check_course(&game);
    }
}

/// Checks that a position's images under all symmetries have the same number of
/// moves and the same perft.
///
/// # Panics
/// If they differ.
pub fn check_symmetries<G: Symmetric>(position: &G, depth: u32) {
    let images = position.images();
    assert_eq!(images.first(), Some(position), "the first image is the position itself");
    let expected = perft(position, depth);
    for image in images {
        assert_eq!(image.key(), image.key_from_scratch(), "{}", image.text());
        assert_eq!(
            perft(&image, depth),
            expected,
            "perft {depth} of {} as an image of {}",
            image.text(),
            position.text()
        );
    }
}

/// Plays `games` random games and checks that what each move is said to look like, done at
/// the board, leads to what the position after it looks like; that it tells the moves of a
/// position apart; and that the pieces are of the kinds that are told.
///
/// # Panics
/// If anything is told wrong, or two moves look alike.
pub fn check_look<G: Look>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    let equipment = G::equipment();
    for start in starts.iter().cycle().take(games) {
        for position in random_game(start, &mut rng) {
            check_scene(&position, &equipment);
        }
    }
}

/// Plays `games` random games and checks that each position is what is unpacked from its
/// bytes.
///
/// # Panics
/// If it is another one.
pub fn check_pack<G: Pack>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    for start in starts.iter().cycle().take(games) {
        for position in random_game(start, &mut rng) {
            let mut bytes = vec![0xff; G::PACKED_BYTES];
            position.pack(&mut bytes);
            let unpacked = G::unpack(&bytes).map(|position| (position.text(), position.key()));
            assert_eq!(unpacked, Some((position.text(), position.key())), "{bytes:?}");
            assert_eq!(G::unpack(&bytes[1..]), None, "{bytes:?}");
        }
    }
}

fn check_scene<G: Look>(position: &G, equipment: &Equipment) {
    let text = position.text();
    let scene = Scene::of(position, position.moves());
    for (square, piece) in scene.pieces.iter().enumerate() {
        let is_free = piece.is_none_or(|letter| equipment.kind(letter).is_some());
        assert!(is_free, "a piece of no kind in {text}");
        let shade = equipment.board.squares[square];
        assert!(piece.is_none() || shade > Some(0), "a piece where none can be in {text}");
    }
    check_surroundings::<G>(&scene, equipment, &text);
    let piece = |square: u8| scene.pieces[usize::from(square)];
    let told = G::from_text(&G::text_of(&piece, scene.turn)).expect("what was told is possible");
    assert_eq!(Scene::of(&told, Vec::new()).pieces, scene.pieces, "what was told of {text}");
    for (i, shown) in scene.moves.iter().enumerate() {
        let begins = |other: &SceneMove| other.actions.starts_with(&shown.actions);
        let (name, is_pass) = (&shown.text, shown.actions.is_empty());
        let alike = |(j, other): (usize, &SceneMove)| {
            i != j && begins(other) && (!is_pass || other.actions.is_empty())
        };
        assert!(!scene.moves.iter().enumerate().any(alike), "{name} of {text} begins another move");
        let mut table = Table::of(&scene);
        shown.actions.iter().for_each(|&action| table.act(action, equipment));
        let mv = position.parse_move(name).expect("a move's own text");
        let after = position.after(mv);
        for (square, piece) in (0..).zip(&table.pieces) {
            assert_eq!(*piece, after.piece(square), "{name} of {text}: square {square}");
        }
        assert_eq!(table.hands, Player::BOTH.map(|player| after.hand(player)), "{name} of {text}");
        assert_eq!(table.held, None, "{name} of {text} leaves a piece in the air");
        let around = after.surroundings();
        let places = |around: &Surroundings| around.seats.iter().map(places_of).collect();
        let expected = around.as_ref().map_or_else(Vec::new, places);
        assert_eq!(table.places, expected, "{name} of {text}: what lies beside the board");
    }
}

/// Every seat has the places that the game says, and every kind of pieces one seat.
fn check_surroundings<G: Look>(scene: &Scene, equipment: &Equipment, text: &str) {
    let Some(around) = &scene.around else {
        assert!(G::PLACES.is_empty(), "nothing to be seen in the places of {text}");
        return;
    };
    for seat in &around.seats {
        let names: Vec<&str> = seat.places.iter().map(|place| place.name).collect();
        assert_eq!(names, G::PLACES, "the places of {} in {text}", seat.name);
    }
    for kind in equipment.kinds {
        let owners = around.seats.iter().filter(|seat| seat.kinds.contains(&kind.letter));
        assert_eq!(owners.count(), 1, "whose {} is in {text}", kind.letter);
    }
    let mover = around.seats[around.seat].player;
    assert!(mover.is_none_or(|player| player == scene.turn), "whose turn it is in {text}");
}

/// What lies in each of a seat's places.
fn places_of(seat: &SeatView) -> Vec<BTreeMap<char, u32>> {
    seat.places.iter().map(|place| place.pieces.clone()).collect()
}

/// A board, what is beside it, and what the mover holds up.
struct Table {
    pieces: Vec<Option<char>>,
    hands: [BTreeMap<char, u32>; 2],
    around: Option<Surroundings>,
    /// What lies in each place of each seat.
    places: Vec<Vec<BTreeMap<char, u32>>>,
    mover: Player,
    held: Option<char>,
}

impl Table {
    fn of(scene: &Scene) -> Table {
        let Scene { pieces, hands, turn: mover, around, .. } = scene.clone();
        let seats = around.iter().flat_map(|around| &around.seats);
        let places = seats.map(places_of).collect();
        Table { pieces, hands, around, places, mover, held: None }
    }

    /// Whether the pieces of this kind belong to the mover, or to the mover's seat.
    fn is_movers(&self, kind: &PieceKind) -> bool {
        match &self.around {
            Some(around) => around.owner(kind.letter) == Some(around.seat),
            None => kind.player == self.mover,
        }
    }

    /// What lies in this place of the mover's seat.
    fn place(&mut self, name: &str) -> &mut BTreeMap<char, u32> {
        let around = self.around.as_ref().expect("places beside the board");
        let places = &around.seats[around.seat].places;
        let at = places.iter().position(|place| place.name == name).expect("a known place");
        &mut self.places[around.seat][at]
    }

    fn at(&mut self, square: SquareName) -> &mut Option<char> {
        &mut self.pieces[usize::from(square.square)]
    }

    fn act(&mut self, action: Action, equipment: &Equipment) {
        let kind = |letter| equipment.kind(letter).expect("a kind of pieces");
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

/// Takes one piece of this letter away.
fn take_one(pieces: &mut BTreeMap<char, u32>, piece: char) {
    *pieces.get_mut(&piece).expect("a piece to take") -= 1;
    pieces.retain(|_, count| *count > 0);
}

/// The positions of a random game, the first and the finished one included.
///
/// # Panics
/// If the game does not end.
pub fn random_game<G: Game>(start: &G, rng: &mut Rng) -> Vec<G> {
    let mut positions = vec![start.clone()];
    let mut position = start.clone();
    while let Some(mv) = rng.choice(position.moves()) {
        position.play_unchecked(mv);
        positions.push(position.clone());
        assert!(positions.len() < MAX_PLIES, "no end in sight: {}", position.text());
    }
    positions
}

fn check_position<G: Game>(position: &G, rng: &mut Rng) {
    let text = position.text();
    let moves = position.moves();
    assert_eq!(position.key(), position.key_from_scratch(), "incremental key of {text}");
    assert_eq!(G::from_text(&text).as_ref(), Ok(position), "position text read back");
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "no moves iff over: {text}");
    assert_eq!(position.moves(), moves, "the order of the moves of {text}");
    assert_eq!(position.count_moves(), moves.len() as u64, "count_moves of {text}");
    let replies: u64 = moves.iter().map(|&mv| position.after(mv).moves().len() as u64).sum();
    assert_eq!(position.count_replies(), replies, "count_replies of {text}");
    check_moves(position, &moves);
    check_any_bits(position, &moves, rng);
    check_early_exit(position, &moves);
}

fn check_moves<G: Game>(position: &G, moves: &[G::Move]) {
    let text = position.text();
    let to_draw = position.plies_to_draw();
    assert!(to_draw > 0 || position.outcome().is_some(), "no ply to a draw: {text}");
    let bits: HashSet<u32> = moves.iter().map(|mv| mv.to_bits()).collect();
    assert_eq!(bits.len(), moves.len(), "a move is generated twice in {text}");
    for &mv in moves {
        let name = position.move_text(mv);
        assert_eq!(G::Move::from_bits(mv.to_bits()), mv, "bits of {name}");
        assert_eq!(position.parse_move(&name), Ok(mv), "move text in {text}");
        assert!(!name.contains(char::is_whitespace), "{name:?} is not one word");
        assert!(position.is_legal(mv), "{name} is generated but not legal in {text}");
        let next = position.after(mv);
        assert_ne!(next.key(), position.key(), "{name} does not change the key of {text}");
        assert!(next.plies_to_draw() >= to_draw - 1, "{name} counts more than a ply in {text}");
    }
}

/// All bit patterns of 16 bits and some of 32 are legal exactly if generated, and
/// playing them does no worse than to leave a senseless position.
fn check_any_bits<G: Game>(position: &G, moves: &[G::Move], rng: &mut Rng) {
    let legal: HashSet<G::Move> = moves.iter().copied().collect();
    let random: Vec<u32> = (0..64).map(|_| rng.u32(..)).collect();
    let text = position.text();
    for bits in (0..1 << 16).step_by(1 + rng.usize(..16)).chain(random) {
        let mv = G::Move::from_bits(bits);
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} ({bits:#x}) in {text}");
        let mut tried = position.clone();
        if tried.play(mv).is_err() {
            assert_eq!(&tried, position, "a refused move changed {text}");
        }
        if bits % 64 == 0 {
            let _ = position.after(mv);
        }
    }
}

fn check_early_exit<G: Game>(position: &G, moves: &[G::Move]) {
    for wanted in [1, moves.len() / 2, moves.len()] {
        let mut seen = Vec::new();
        let flow = position.visit_moves(&mut |mv| {
            seen.push(mv);
            if seen.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let reached = (1..=moves.len()).contains(&wanted);
        assert_eq!(flow.is_break(), reached);
        assert_eq!(seen, moves[..if reached { wanted } else { moves.len() }]);
    }
}

fn check_course<G: Game>(game: &[G]) {
    let last = game.last().expect("a game has a position");
    assert!(G::DRAWS || last.outcome() != Some(Outcome::Draw), "a draw: {}", last.text());
    assert!(G::DRAWS || G::REPETITION.drawing_occurrence().is_none(), "repetitions draw");
    if G::REPETITION.is_possible() {
        let mut last_seen = HashMap::new();
        for (ply, position) in game.iter().enumerate() {
            if let Some(earlier) = last_seen.insert(position.key(), ply) {
                let reversible = position.reversible_plies();
                assert!(ply - earlier <= reversible, "recurred: {}", position.text());
            }
        }
    } else {
        let different: HashSet<&G> = game.iter().collect();
        assert_eq!(different.len(), game.len(), "a position recurred");
        let keys: HashSet<u64> = game.iter().map(G::key).collect();
        assert_eq!(keys.len(), game.len(), "two positions share a key");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;

    const KINDS: &[PieceKind] = &[PieceKind {
        letter: 'x',
        name: "stone",
        player: Player::One,
        glyph: "x",
        movements: &[],
    }];

    /// Does this on a board of four squares with a stone on `a1` and another one in hand.
    fn table_after(actions: &[Action]) -> Table {
        let board = Board::of(2, |_| 1);
        let equipment = Equipment { players: ["one", "two"], board, kinds: KINDS };
        let hands = [BTreeMap::from([('x', 1)]), BTreeMap::new()];
        let pieces = vec![Some('x'), None, None, None];
        let (mover, around, places) = (Player::One, None, Vec::new());
        let mut table = Table { pieces, hands, around, places, mover, held: None };
        actions.iter().for_each(|&action| table.act(action, &equipment));
        table
    }

    const A1: SquareName = SquareName { square: 0, size: 2 };
    const B1: SquareName = SquareName { square: 1, size: 2 };

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
