//! The size of a certificate or of a strategy.

use std::ops::AddAssign;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The positions visited.
    pub positions: u64,
    /// The moves of the winner; in a game with draws, those of the strategist.
    pub moves: u64,
    /// The positions whose result comes from tables.
    pub looked_up: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.looked_up += other.looked_up;
    }
}
