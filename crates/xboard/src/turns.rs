//! The turns of a game as the GUI counts them.
//!
//! A move is one turn in the GUI, or several with pauses between them, in which the other side
//! passes.

use zugi_game::Player;
use zugi_protocol::xboard::XBoardMove;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Turn {
    /// Part of a move; a pause and another part follow.
    Part(XBoardMove),
    /// The other side's pass between parts.
    Pause,
    /// A whole move, or its last part.
    Last,
}

/// The turns since the position was set up.
#[derive(Default, Debug)]
pub(super) struct Turns {
    turns: Vec<Turn>,
    /// Whether player two had the first turn.
    second: bool,
}

impl Turns {
    /// Clears the turns; this player moves next.
    pub fn begin(&mut self, player: Player) {
        *self = Turns { turns: Vec::new(), second: player == Player::Two };
    }

    /// The number of the next turn, from 0 for player one's first.
    pub fn count(&self) -> usize {
        self.turns.len() + usize::from(self.second)
    }

    /// The number of turns that can be undone.
    pub fn count_since_begin(&self) -> usize {
        self.turns.len()
    }

    pub fn is_pause(&self) -> bool {
        matches!(self.turns.last(), Some(Turn::Part(_)))
    }

    pub fn push(&mut self, turn: XBoardMove, is_last: bool) {
        self.turns.push(if is_last { Turn::Last } else { Turn::Part(turn) });
    }

    pub fn pause(&mut self) {
        self.turns.push(Turn::Pause);
    }

    /// Takes turns back; returns the number of game moves to undo. A move is undone if its last
    /// turn is taken back.
    pub fn undo(&mut self, count: usize) -> u32 {
        let rest = self.turns.len().saturating_sub(count);
        let undone = self.turns.drain(rest..);
        let moves = undone.filter(|turn| *turn == Turn::Last).count();
        u32::try_from(moves).unwrap_or(u32::MAX)
    }

    /// The turns played so far of the current move.
    fn begun(&self) -> Vec<&XBoardMove> {
        let made =
            self.turns.iter().rposition(|turn| *turn == Turn::Last).map_or(0, |last| last + 1);
        let parts = self.turns.iter().skip(made).filter_map(|turn| match turn {
            Turn::Part(turn) => Some(turn),
            Turn::Pause | Turn::Last => None,
        });
        parts.collect()
    }

    /// The remaining turns of a move; `None` if it does not begin with the turns played so far.
    pub fn remaining(&self, turns: Vec<XBoardMove>) -> Option<Vec<XBoardMove>> {
        let begun = self.begun();
        let fits = begun.iter().zip(&turns).all(|(made, turn)| *made == turn);
        let rest: Vec<XBoardMove> = turns.into_iter().skip(begun.len()).collect();
        (fits && !rest.is_empty()).then_some(rest)
    }
}
