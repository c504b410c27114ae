//! Replies that describe a variant: its board, its pieces, and their moves.

use zugi_game::{AnyGame, Player};
use zugi_protocol::xboard::XBoardReply;
use zugi_show::{Bearing, Effect, Movement, Reach, XBoardNotation};

/// The variant of XBoard that our variants modify. In Lion chess a player can pass, and capture
/// more than one piece in a move.
const PARENT: &str = "lion";

/// The number of pictures of each colour, see XBoard's `-pieceToCharTable`. The first (pawn) and
/// the last (king) are not used, because XBoard promotes pawns and guards kings.
const PICTURES: usize = 12;

/// The replies for a new game: `setup`, then the moves of each kind of piece that XBoard can show.
pub(super) fn setup(notation: &XBoardNotation, start: &dyn AnyGame) -> Vec<XBoardReply> {
    let board = &notation.board_spec.board;
    let (files, ranks, hand) = (board.files, board.ranks, notation.kinds_in_hand);
    let mut replies = vec![XBoardReply::Setup {
        pictures: pictures(notation),
        board: format!("{files}x{ranks}+{hand}_{PARENT}"),
        fen: notation.fen(&notation.appearance.scene(start)),
    }];
    let mut kinds = notation.kinds(Player::Two);
    for one in notation.kinds(Player::One) {
        let id = notation.letter_of(one);
        let moves = betza(one.movements);
        match kinds.next().map(|two| betza(two.movements)) {
            Some(other) if other != moves => {
                let own = id.to_ascii_lowercase().to_string();
                replies.push(XBoardReply::Piece { id: id.to_string(), moves });
                replies.push(XBoardReply::Piece { id: own, moves: other });
            }
            _ => replies.push(XBoardReply::Piece { id: format!("{id}&"), moves }),
        }
    }
    replies
}

/// The `-pieceToCharTable`: the picture of each letter. A single kind gets the last usable picture
/// (the man). Two to four kinds get the last four usable pictures in order, more kinds begin with
/// the first usable one.
fn pictures(notation: &XBoardNotation) -> String {
    let mut table = String::new();
    for player in Player::BOTH {
        let letters: Vec<char> =
            notation.kinds(player).map(|kind| notation.letter_of(kind)).collect();
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

/// Movements in Betza's notation. A jump is shown as a step, a conversion as a capture.
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
/// direction letters unless it has all directions.
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
            movement(Effect::Captures, &[Bearing::DiagonalAhead], Reach::Step),
        ];
        assert_eq!(betza(&pawn), "mfWcfF");
        let gold = &[Bearing::Ahead, Bearing::Sideways, Bearing::Back, Bearing::DiagonalAhead];
        let gold = movement(Effect::Quiet, gold, Reach::Step);
        assert_eq!(betza(&[gold, Movement { effect: Effect::Captures, ..gold }]), "WfF");
        let soldier = movement(Effect::Quiet, &[Bearing::Sideways, Bearing::Ahead], Reach::Step);
        assert_eq!(betza(&[soldier]), "mfsW");
    }
}
