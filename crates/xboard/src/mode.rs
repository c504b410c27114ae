//! The state of the engine: what it does, and for which side.

use std::collections::VecDeque;

use zugi_game::time::Instant;
use zugi_game::{AnyGame, Player};
use zugi_protocol::Info;
use zugi_protocol::xboard::{XBoardMove, XBoardReply};

/// Each `game` is the position that is searched.
pub(super) enum Mode {
    Wait {
        /// The engine's side; `None` if it plays neither.
        side: Option<Player>,
        /// Whether a search looks for a hint.
        hint: bool,
    },
    Think {
        side: Player,
        game: Box<dyn AnyGame>,
        /// Pings to answer after the move.
        pings: Vec<u64>,
    },
    Ponder {
        side: Player,
        game: Box<dyn AnyGame>,
        /// The opponent's expected move, if `game` is the position after that move; `None` if
        /// `game` is the position before the opponent's move.
        expected: Option<XBoardMove>,
    },
    /// Has played part of its move; the opponent passes before each of the remaining turns.
    Continue { side: Player, rest: VecDeque<XBoardMove> },
    /// Analyses every position; `None` while there is nothing to search, as after the end of a
    /// game.
    Analyse(Option<Analysis>),
}

impl Mode {
    /// Plays this side, or neither, and waits for its turn.
    pub fn wait(side: Option<Player>) -> Mode {
        Mode::Wait { side, hint: false }
    }

    pub fn side(&self) -> Option<Player> {
        match *self {
            Mode::Wait { side, .. } => side,
            Mode::Think { side, .. } | Mode::Ponder { side, .. } | Mode::Continue { side, .. } => {
                Some(side)
            }
            Mode::Analyse(_) => None,
        }
    }

    /// The game of a search whose lines are shown.
    pub fn searched(&self) -> Option<&dyn AnyGame> {
        match self {
            Mode::Think { game, .. } | Mode::Ponder { game, .. } => Some(game.as_ref()),
            Mode::Analyse(analysis) => analysis.as_ref().map(|analysis| analysis.game.as_ref()),
            Mode::Wait { .. } | Mode::Continue { .. } => None,
        }
    }

    pub fn is_searching(&self) -> bool {
        self.searched().is_some() || matches!(self, Mode::Wait { hint: true, .. })
    }
}

impl Default for Mode {
    fn default() -> Mode {
        Mode::wait(None)
    }
}

pub(super) struct Analysis {
    game: Box<dyn AnyGame>,
    started: Instant,
    nodes: u64,
    depth: u32,
    /// The number of the current root move, from 1; 0 if unknown.
    current: usize,
    pub best: Option<String>,
}

impl Analysis {
    pub fn new(game: Box<dyn AnyGame>) -> Analysis {
        Analysis { game, started: Instant::now(), nodes: 0, depth: 0, current: 0, best: None }
    }

    pub fn update(&mut self, info: &Info) {
        self.depth = info.depth.unwrap_or(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.current = info.currmovenumber.map_or(0, |number| number as usize);
        if info.multipv == Some(1) {
            self.best = info.pv.first().cloned();
        }
    }

    pub fn status(&self) -> XBoardReply {
        let &Analysis { started, nodes, depth, current, .. } = self;
        let moves = self.game.moves().len();
        let left = if current > 0 { moves.saturating_sub(current) } else { 0 };
        XBoardReply::Status { time: started.elapsed(), nodes, depth, left, moves }
    }
}
