//! What XBoard and similar GUIs are told of a variant, and its moves in the types of CECP.

use zugi_game::board::SquareName;
use zugi_game::{
    Action, AnyGame, Bearing, BoardView, Effect, MissingCapability, Movement, Player, RawMove,
    Reach, XboardNotation, XboardTurn,
};
use zugi_protocol::cecp::{CecpReply, CecpSquare, Ply};

/// XBoard's variant on which ours are based. In Lion chess the user can pass, and capture more than
/// one piece in a move.
const PARENT: &str = "lion";

/// The number of pictures of each colour, see `-pieceToCharTable` of XBoard. The first (pawn) and
/// the last (king) are not used: XBoard promotes pawns and guards kings.
const PICTURES: usize = 12;

/// How a GUI shows a variant.
#[derive(Debug)]
pub(super) struct PieceMapping {
    notation: XboardNotation,
}

impl PieceMapping {
    /// The mapping for a new game.
    ///
    /// # Errors
    /// XBoard cannot show the variant.
    pub fn of(game: &dyn AnyGame) -> Result<PieceMapping, MissingCapability> {
        Ok(PieceMapping { notation: XboardNotation::of(game)? })
    }

    /// The current position.
    pub fn scene(&self, game: &dyn AnyGame) -> BoardView {
        self.notation.scene(game)
    }

    /// The position text for a FEN, see [`XboardNotation::position_text`].
    pub fn position_text(&self, fen: &str) -> Option<String> {
        self.notation.position_text(fen)
    }

    /// The `setup` command of the variant.
    pub fn setup(&self, start: &dyn AnyGame) -> CecpReply {
        let board = &self.notation.equipment().board;
        let (files, ranks, hand) = (board.files, board.ranks, self.notation.kinds_in_hand());
        CecpReply::Setup {
            pictures: self.pictures(),
            board: format!("{files}x{ranks}+{hand}_{PARENT}"),
            fen: self.notation.fen(&self.scene(start)),
        }
    }

    /// The `-pieceToCharTable`: which letter has which picture. A single kind gets the man, up to
    /// four kinds the man and the pictures before it, and more all pictures in order.
    fn pictures(&self) -> String {
        let mut table = String::new();
        for player in Player::BOTH {
            let letters: Vec<char> =
                self.notation.kinds(player).map(|kind| self.notation.letter_of(kind)).collect();
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
        let mut kinds = self.notation.kinds(Player::Two);
        let mut replies = Vec::new();
        for one in self.notation.kinds(Player::One) {
            let id = self.notation.letter_of(one);
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

    /// A square in XBoard's coordinates.
    pub fn square(&self, name: SquareName) -> CecpSquare {
        let files = self.notation.equipment().board.files.max(1);
        let square = name.square();
        CecpSquare {
            file: square.file(files),
            rank: square.rank(files) + self.notation.first_rank(),
        }
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
        let moves = self.notation.variation(game, moves).into_iter();
        moves.map(text).collect::<Vec<_>>().join(" ")
    }

    /// All squares, each rank from the left, from the top down.
    pub fn rows(&self) -> impl Iterator<Item = Vec<CecpSquare>> {
        let (files, first) = (self.notation.equipment().board.files, self.notation.first_rank());
        let ranks = first..first + self.notation.equipment().board.ranks;
        ranks.rev().map(move |rank| (0..files).map(|file| CecpSquare { file, rank }).collect())
    }

    /// The piece on a square.
    pub fn piece(&self, scene: &BoardView, square: CecpSquare) -> Option<char> {
        let files = usize::from(self.notation.equipment().board.files);
        let rank = usize::from(square.rank.checked_sub(self.notation.first_rank())?);
        let index = rank * files + usize::from(square.file);
        scene.pieces.get(index).copied().flatten()
    }

    /// A move as turns in the GUI, see [`XboardNotation::turns`].
    pub fn plies(&self, scene: &BoardView, actions: &[Action]) -> Vec<Ply> {
        let ply = |turn| match turn {
            XboardTurn::Pass => Ply::Pass,
            XboardTurn::Drop { piece, to } => Ply::Drop { piece, to: self.square(to) },
            XboardTurn::Path { squares, promotion, .. } => {
                let squares = squares.into_iter().map(|name| self.square(name)).collect();
                Ply::Path { squares, promotion }
            }
        };
        self.notation.turns(scene, actions).into_iter().map(ply).collect()
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
