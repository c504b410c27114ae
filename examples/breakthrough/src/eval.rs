//! The move ordering, the quiescence search and the evaluation of Breakthrough. The numbers are
//! guesses that no match has tested.

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};
use zugi_game::{Game, Player};
use zugi_search::eval::HasEvaluator;
use zugi_search::{AlphaBeta, Evaluator, Searchable, StaticEval, Value};

use crate::rules::{Advance, Breakthrough, SIZE, ahead};

/// The value of a piece on each rank, counted from its own side. Pieces on the first rank guard it;
/// a piece on the last rank ends the game.
const WORTH: [Value; SIZE as usize] = [110, 100, 105, 125, 180, 0];
/// The penalty for a piece that can be captured and that no other piece guards.
const LOOSE: Value = 30;

/// The rank of a square, counted from 0 and from a side's own rank.
fn rank(square: Square, player: Player) -> u8 {
    match player {
        Player::One => square.rank(SIZE),
        Player::Two => SIZE - 1 - square.rank(SIZE),
    }
}

impl Searchable for Breakthrough {
    /// The squares onto which White and Black could capture.
    type Context = [u64; 2];

    fn context(&self) -> [u64; 2] {
        Player::BOTH.map(|player| ahead(self.0.of(player), player)[1])
    }

    /// The winning step comes first, then captures (those that land on a safe square before
    /// others), then steps to safe squares. Among equal steps, the farthest comes first.
    fn score_moves(&self, captures: &[u64; 2], visit: &mut impl FnMut(Advance, i32)) {
        let [mover, other] = [self.to_move(), self.to_move().opponent()];
        let _ = self.visit_moves(&mut |mv| {
            let wins = 30 * u8::from(rank(mv.to, mover) == SIZE - 1);
            let takes = if self.is_tactical(mv) { 10 + rank(mv.to, other) } else { 0 };
            let is_safe = 5 * u8::from(!captures[other.index()].contains(mv.to));
            // The scores are far apart, because the search adds its history.
            visit(mv, i32::from(wins + takes + is_safe + rank(mv.to, mover)) << 12);
            ControlFlow::Continue(())
        });
    }

    /// Whether the move is a capture.
    fn is_tactical(&self, mv: Advance) -> bool {
        self.0.of(self.to_move().opponent()).contains(mv.to)
    }

    /// A step that wins, or else the capture of a piece that is about to win, or else the capture
    /// of the piece that has just moved. Each of these moves except the first takes a piece, so the
    /// line ends.
    fn quiescence_move(&self, _: &[u64; 2], last: Advance) -> Option<Advance> {
        let [mover, other] = [self.to_move(), self.to_move().opponent()];
        let moves = self.moves();
        let captures = || moves.iter().filter(|mv| self.is_tactical(**mv));
        let win = moves.iter().find(|mv| rank(mv.to, mover) == SIZE - 1);
        let rescue = || captures().find(|mv| rank(mv.to, other) == SIZE - 2);
        let recapture = || captures().find(|mv| mv.to == last.to);
        win.or_else(rescue).or_else(recapture).copied()
    }

    fn evaluate(&self, captures: &[u64; 2]) -> Value {
        let side = |player: Player| {
            let pieces = self.0.of(player);
            let worth = pieces.squares().map(|square| WORTH[usize::from(rank(square, player))]);
            let [own, enemy] = [player, player.opponent()].map(|side| captures[side.index()]);
            worth.sum::<Value>() - LOOSE * (pieces & enemy & !own).count() as Value
        };
        side(self.to_move()) - side(self.to_move().opponent())
    }
}

impl HasEvaluator for Breakthrough {
    type Evaluator = StaticEval;
    type Search<E: Evaluator<Breakthrough>> = AlphaBeta<Breakthrough, E>;
}
