//! Maps the pieces and moves of a variant to XBoard and similar GUIs, from its appearance.
//!
//! There are pieces of two colours, distinguished by the case of their letters: player one has
//! upper case, and is called White.

use zugi_game::board::{Square, SquareName, parse_rows, rows_text};
use zugi_game::{
    Action, AnyGame, Appearance, Bearing, BoardSpec, BoardView, Effect, MissingCapability,
    Movement, PieceKind, Player, RawMove, Reach,
};
use zugi_protocol::cecp::{CecpReply, CecpSquare, Ply};

/// XBoard's variant on which ours are based. In Lion chess the user can pass, and capture more than
/// one piece in a move.
const PARENT: &str = "lion";

/// Boards with this many ranks count them from 0.
const FROM_ZERO: u8 = 10;

/// The number of pictures of each colour, see `-pieceToCharTable` of XBoard. The first (pawn) and
/// the last (king) are not used: XBoard promotes pawns and guards kings.
const PICTURES: usize = 12;

/// The letter of each player's first piece kind; the others follow it.
const FIRST_LETTER: char = 'P';

/// Whether a GUI can show a game: it has no areas beside the board.
pub(super) fn fits(appearance: &Appearance) -> bool {
    appearance.places().is_empty()
}

/// How a GUI shows a variant.
#[derive(Debug)]
pub(super) struct PieceMapping {
    appearance: Appearance,
    equipment: BoardSpec,
    /// The pieces in hand at the start, as in FEN.
    stock: String,
    /// The number of piece kinds in hand.
    in_hand: usize,
}

impl PieceMapping {
    /// The mapping for a new game.
    ///
    /// XBoard cannot show a piece that changes sides: it is captured, and one from the hand takes
    /// its place. So a side that captures in this way starts with all the pieces in hand that it
    /// may need.
    ///
    /// # Errors
    /// The variant has no [`Appearance`](zugi_game::Appearance), or one that does not fit.
    pub fn of(game: &dyn AnyGame) -> Result<PieceMapping, MissingCapability> {
        let appearance = *game.capability::<Appearance>()?;
        if !fits(&appearance) {
            let missing = "cannot be drawn by a GUI: its look does not fit there";
            return Err(MissingCapability { variant: game.variant(), missing });
        }
        let (equipment, start) = (appearance.equipment(), appearance.scene(game));
        let mut mapping = PieceMapping { appearance, equipment, stock: String::new(), in_hand: 0 };
        let converts = |movement: &Movement| movement.effect == Effect::Converts;
        for player in Player::BOTH {
            if !mapping.kinds(player).any(|kind| kind.movements.iter().any(converts)) {
                continue;
            }
            let is_victim = |letter: &&char| mapping.player(**letter) != Some(player);
            let victims = start.pieces.iter().flatten().filter(is_victim).count();
            let letters: Vec<char> =
                mapping.kinds(player).map(|kind| mapping.theirs(kind)).collect();
            mapping.in_hand += letters.len();
            mapping.stock.extend(letters.iter().flat_map(|&letter| vec![letter; victims]));
        }
        Ok(mapping)
    }

    /// The current position.
    pub fn scene(&self, game: &dyn AnyGame) -> BoardView {
        self.appearance.scene(game)
    }

    fn kinds(&self, player: Player) -> impl Iterator<Item = &'static PieceKind> {
        self.equipment.kinds.iter().filter(move |kind| kind.player == player)
    }

    fn player(&self, letter: char) -> Option<Player> {
        self.equipment.kind(letter).map(|kind| kind.player)
    }

    /// XBoard's letter for a piece kind.
    fn theirs(&self, kind: &PieceKind) -> char {
        let before = self.kinds(kind.player).take_while(|other| other.letter != kind.letter);
        let upper = (FIRST_LETTER..=char::MAX).nth(before.count()).unwrap_or(FIRST_LETTER);
        match kind.player {
            Player::One => upper,
            Player::Two => upper.to_ascii_lowercase(),
        }
    }

    /// XBoard's letter for a letter of the game.
    fn letter(&self, letter: char) -> char {
        self.equipment.kind(letter).map_or(letter, |kind| self.theirs(kind))
    }

    /// The `setup` command of the variant.
    pub fn setup(&self, start: &dyn AnyGame) -> CecpReply {
        let board = &self.equipment.board;
        let (files, ranks, hand) = (board.files, board.ranks, self.in_hand);
        CecpReply::Setup {
            pictures: self.pictures(),
            board: format!("{files}x{ranks}+{hand}_{PARENT}"),
            fen: self.fen(&self.scene(start)),
        }
    }

    /// The `-pieceToCharTable`: which letter has which picture. A single kind gets the man, up to
    /// four kinds the man and the pictures before it, and more all pictures in order.
    fn pictures(&self) -> String {
        let mut table = String::new();
        for player in Player::BOTH {
            let letters: Vec<char> = self.kinds(player).map(|kind| self.theirs(kind)).collect();
            let first = match letters.len() {
                0 | 1 => PICTURES - 2,
                2..=4 => PICTURES - 5,
                _ => 1,
            };
            let picture = |place: usize| {
                let letter = place.checked_sub(first).and_then(|nth| letters.get(nth));
                letter.copied().filter(|_| place < PICTURES - 1).unwrap_or('.')
            };
            table.extend((0..PICTURES).map(picture));
        }
        table
    }

    /// The `piece` commands: the moves of each kind, as far as XBoard can show them.
    pub fn movements(&self) -> Vec<CecpReply> {
        let mut kinds = self.kinds(Player::Two);
        let mut replies = Vec::new();
        for one in self.kinds(Player::One) {
            let id = self.theirs(one);
            let moves = betza(one.movements);
            match kinds.next().map(|two| betza(two.movements)) {
                Some(other) if other != moves => {
                    let own = id.to_ascii_lowercase().to_string();
                    replies.push(CecpReply::Piece { id: id.to_string(), moves });
                    replies.push(CecpReply::Piece { id: own, moves: other });
                }
                _ => replies.push(CecpReply::Piece { id: format!("{id}&"), moves }),
            }
        }
        replies
    }

    /// A position as FEN.
    fn fen(&self, scene: &BoardView) -> String {
        let piece = |square: Square| {
            let letter = scene.pieces.get(usize::from(square)).copied().flatten();
            letter.map(|letter| self.letter(letter))
        };
        let board = &self.equipment.board;
        let rows = rows_text(board.files, board.ranks, piece);
        let stock = if self.in_hand > 0 { format!("[{}]", self.stock) } else { String::new() };
        let side = ["w", "b"].get(scene.turn.index()).copied().unwrap_or_default();
        format!("{rows}{stock} {side} - - 0 1")
    }

    /// The position text for a FEN; `None` if it has unknown pieces or no side to move. The other
    /// fields are ignored.
    pub fn position_text(&self, fen: &str) -> Option<String> {
        let mut fields = fen.split_ascii_whitespace();
        let rows = fields.next()?;
        let rows = rows.split('[').next().unwrap_or(rows);
        let BoardSpec { board, kinds, .. } = &self.equipment;
        let mut pieces = vec![None; board.squares.len()];
        let place = |square: Square, theirs: char| {
            let kind = kinds.iter().find(|kind| self.theirs(kind) == theirs);
            let place = pieces.get_mut(usize::from(square));
            place.zip(kind).map(|(place, kind)| *place = Some(kind.letter)).is_some()
        };
        parse_rows(rows, board.files, board.ranks, place).ok()?;
        let to_move = match fields.next()? {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return None,
        };
        let piece = |square: Square| pieces.get(usize::from(square)).copied().flatten();
        Some(self.appearance.text_of(&piece, to_move))
    }

    /// The number of the first rank.
    fn first_rank(&self) -> u8 {
        u8::from(self.equipment.board.ranks != FROM_ZERO)
    }

    /// A square in XBoard's coordinates.
    pub fn square(&self, name: SquareName) -> CecpSquare {
        let files = self.equipment.board.files.max(1);
        let square = name.square();
        CecpSquare { file: square.file(files), rank: square.rank(files) + self.first_rank() }
    }

    /// A variation, each move as the squares that its pieces leave and reach.
    pub fn variation(&self, game: &dyn AnyGame, moves: &[RawMove]) -> String {
        let text = |actions: Vec<Action>| {
            let mut squares: Vec<CecpSquare> = Vec::new();
            for action in actions {
                if let Action::Lift(at) | Action::Put(at) = action {
                    squares.push(self.square(at));
                }
            }
            squares.dedup();
            let names: String = squares.iter().map(CecpSquare::to_string).collect();
            if names.is_empty() { Ply::Pass.to_string() } else { names }
        };
        let moves = self.appearance.variation(game, moves).into_iter();
        moves.map(text).collect::<Vec<_>>().join(" ")
    }

    /// All squares, each rank from the left, from the top down.
    pub fn rows(&self) -> impl Iterator<Item = Vec<CecpSquare>> {
        let (files, first) = (self.equipment.board.files, self.first_rank());
        let ranks = first..first + self.equipment.board.ranks;
        ranks.rev().map(move |rank| (0..files).map(|file| CecpSquare { file, rank }).collect())
    }

    /// The piece on a square.
    pub fn piece(&self, scene: &BoardView, square: CecpSquare) -> Option<char> {
        let files = usize::from(self.equipment.board.files);
        let rank = usize::from(square.rank.checked_sub(self.first_rank())?);
        let index = rank * files + usize::from(square.file);
        scene.pieces.get(index).copied().flatten()
    }

    /// A move as turns in the GUI: one, or several between which the other side passes. Each lifted
    /// piece is a turn. If it makes another piece change sides, that piece is captured first, and
    /// the mover's piece comes from the hand.
    pub fn plies(&self, scene: &BoardView, actions: &[Action]) -> Vec<Ply> {
        let begins = |action: &Action| matches!(action, Action::Lift(_) | Action::FromHand(_));
        let mut pieces = scene.pieces.clone();
        let legs = actions.chunk_by(|_, next| !begins(next));
        let plies: Vec<Ply> = legs.filter_map(|leg| self.leg(&mut pieces, leg)).flatten().collect();
        // A move without visible actions, or one that cannot be shown.
        if plies.is_empty() { vec![Ply::Pass] } else { plies }
    }

    /// The turns for the actions of one piece; updates the board.
    fn leg(&self, pieces: &mut [Option<char>], leg: &[Action]) -> Option<Vec<Ply>> {
        let to = leg.iter().find_map(|action| match action {
            Action::Put(to) => Some(*to),
            _ => None,
        })?;
        let (mut squares, piece) = match *leg.first()? {
            Action::Lift(from) => {
                (vec![self.square(from)], pieces.get(usize::from(from.square())).copied()??)
            }
            Action::FromHand(piece) => (Vec::new(), piece),
            _ => return None,
        };
        let (mut becomes, mut converted) = (None, None);
        for action in leg {
            match *action {
                Action::Remove(at) | Action::ToHand(at, _) if at != to => {
                    squares.push(self.square(at));
                }
                Action::Change(at, letter) if at == to => becomes = Some(letter),
                Action::Change(at, letter) => converted = Some((at, letter)),
                _ => {}
            }
        }
        let now = becomes.unwrap_or(piece);
        *pieces.get_mut(usize::from(to.square()))? = Some(now);
        let lower = |letter: char| self.letter(letter).to_ascii_lowercase();
        let drop = Ply::Drop { piece: self.letter(now).to_ascii_uppercase(), to: self.square(to) };
        Some(match converted {
            _ if squares.is_empty() => vec![drop],
            Some((at, letter)) => {
                squares.push(self.square(at));
                let promotion = (letter != piece).then(|| lower(letter));
                vec![Ply::Path { squares, promotion }, drop]
            }
            None => {
                squares.push(self.square(to));
                vec![Ply::Path { squares, promotion: becomes.map(lower) }]
            }
        })
    }
}

/// Movements in Betza's notation. A jump is shown as a capturing step.
fn betza(movements: &[Movement]) -> String {
    let mut atoms: Vec<(String, bool, bool)> = Vec::new();
    for movement in movements {
        let is_quiet = movement.effect == Effect::Quiet;
        for atom in betza_atoms(movement.bearings, movement.reach) {
            match atoms.iter_mut().find(|(other, ..)| *other == atom) {
                Some((_, quiet, captures)) => {
                    (*quiet, *captures) = (*quiet || is_quiet, *captures || !is_quiet)
                }
                None => atoms.push((atom, is_quiet, !is_quiet)),
            }
        }
    }
    let text = |(atom, quiet, captures)| match (quiet, captures) {
        (true, true) => atom,
        (true, false) => format!("m{atom}"),
        _ => format!("c{atom}"),
    };
    atoms.into_iter().map(text).collect()
}

/// The atoms of a movement: one for orthogonal and one for diagonal, or one for both; with
/// direction letters unless it goes in all directions.
fn betza_atoms(bearings: &[Bearing], reach: Reach) -> Vec<String> {
    let [straight, aslant, both] = match reach {
        Reach::Slide => ['R', 'B', 'Q'],
        Reach::Step | Reach::Jump => ['W', 'F', 'K'],
    };
    let named = |all: &'static [Bearing], letters: &'static [char], atom: char| {
        let letters = all.iter().zip(letters).filter(|(bearing, _)| bearings.contains(bearing));
        let letters: String = letters.map(|(_, letter)| letter).collect();
        (!letters.is_empty()).then(|| {
            let every = letters.len() == all.len();
            if every { atom.to_string() } else { format!("{letters}{atom}") }
        })
    };
    if Bearing::ANY.iter().all(|bearing| bearings.contains(bearing)) {
        return vec![both.to_string()];
    }
    let straight = named(Bearing::ORTHOGONAL, &['f', 's', 'b'], straight);
    let aslant = named(Bearing::DIAGONAL, &['f', 'b'], aslant);
    straight.into_iter().chain(aslant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn movement(effect: Effect, bearings: &'static [Bearing], reach: Reach) -> Movement {
        Movement { effect, bearings, reach }
    }

    #[test]
    fn movements_in_betzas_notation() {
        let rook = movement(Effect::Quiet, Bearing::ORTHOGONAL, Reach::Slide);
        let takes = |movement: Movement| Movement { effect: Effect::Captures, ..movement };
        assert_eq!(betza(&[rook]), "mR");
        assert_eq!(betza(&[rook, takes(rook)]), "R");
        let draughtsman = movement(Effect::Quiet, Bearing::DIAGONAL, Reach::Step);
        let jump = Movement { reach: Reach::Jump, ..takes(draughtsman) };
        assert_eq!(betza(&[draughtsman, jump]), "F");
        assert_eq!(betza(&[draughtsman, takes(rook)]), "mFcR");
        assert_eq!(betza(&[Movement { bearings: Bearing::ANY, ..rook }]), "mQ");
        assert_eq!(betza(&[]), "");
    }

    #[test]
    fn a_board_program_is_told_who_moves_forward_only() {
        let pawn = [
            movement(Effect::Quiet, &[Bearing::Ahead], Reach::Step),
            movement(Effect::Captures, &[Bearing::AslantAhead], Reach::Step),
        ];
        assert_eq!(betza(&pawn), "mfWcfF");
        let gold = &[Bearing::Ahead, Bearing::Sideways, Bearing::Back, Bearing::AslantAhead];
        let gold = movement(Effect::Quiet, gold, Reach::Step);
        assert_eq!(betza(&[gold, Movement { effect: Effect::Captures, ..gold }]), "WfF");
        let soldier = movement(Effect::Quiet, &[Bearing::Sideways, Bearing::Ahead], Reach::Step);
        assert_eq!(betza(&[soldier]), "mfsW");
    }
}
