//! The appearance of Zombies vs Princesses Draughts on a board.

use zugi_game::board::{Bits, Square};
use zugi_game::{Game, Player};
use zugi_show::{
    Action, Bearing, Board, BoardSpec, Effect, Movement, PieceKind, Presentation, Reach,
};

use super::notation::LETTERS;
use super::{DARK, SIZE, Zvp, ZvpMove};

const STEP: Movement =
    Movement { effect: Effect::Quiet, bearings: Bearing::DIAGONAL, reach: Reach::Step };
const OF_WHITE: &[Movement] =
    &[STEP, Movement { effect: Effect::Captures, reach: Reach::Jump, ..STEP }];
const OF_BLACK: &[Movement] =
    &[STEP, Movement { effect: Effect::Converts, reach: Reach::Jump, ..STEP }];

const fn kind(letter: char, name: &'static str, player: Player, glyph: &'static str) -> PieceKind {
    let movements = [OF_WHITE, OF_BLACK][player.index()];
    PieceKind { letter, name, player, glyph, movements }
}

/// The kinds of White's and of Black's pieces, unpromoted and promoted.
const KINDS: &[PieceKind] = &[
    kind(LETTERS[0][0], "princess", Player::One, "○"),
    kind(LETTERS[0][1], "queen", Player::One, "◎"),
    kind(LETTERS[1][0], "zombie", Player::Two, "●"),
    kind(LETTERS[1][1], "zombie with a brain", Player::Two, "◉"),
];

pub(super) fn kind_of(player: Player, promoted: bool) -> &'static PieceKind {
    &KINDS[2 * player.index() + usize::from(promoted)]
}

impl Presentation for Zvp {
    fn board_spec() -> BoardSpec {
        let board = Board::of(SIZE, SIZE, |square| u8::from(DARK.contains(square)));
        let board = Board { tilt: true, ..board };
        BoardSpec { players: ["White", "Black"], board, kinds: KINDS }
    }

    fn piece(&self, square: Square) -> Option<char> {
        let has = |player: &Player| self.pieces(*player).contains(square);
        let player = Player::BOTH.into_iter().find(has)?;
        Some(kind_of(player, self.promoted().contains(square)).letter)
    }

    /// Each jump removes its victim, or changes it to a zombie, before the next jump.
    fn actions(&self, mv: ZvpMove) -> Vec<Action> {
        let name = |square: Square| square.name(SIZE);
        let mover = self.to_move();
        let squares: Vec<Square> = mv.squares().collect();
        let mut actions = Vec::new();
        for leg in squares.windows(2) {
            let &[from, to] = leg else { continue };
            actions.push(Action::Lift(name(from)));
            if mv.jumps() > 0 {
                let victim = name(Square::new((from.index() + to.index()) / 2));
                actions.push(match mover {
                    Player::One => Action::Remove(victim),
                    Player::Two => Action::Change(victim, kind_of(mover, false).letter),
                });
            }
            actions.push(Action::Put(name(to)));
        }
        let arrives = self.after(mv).promoted() & mv.target_and_jumped().0 != 0;
        if arrives && !self.promoted().contains(mv.from()) {
            let promoted = kind_of(mover, true).letter;
            actions.extend(squares.last().map(|&end| Action::Change(name(end), promoted)));
        }
        actions
    }
}
