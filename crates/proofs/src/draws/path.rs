//! The path of a search, by which the search detects recurrence.

use super::ProvableWithDraws;

/// The boards and counts of quiet plies from the root to the current position.
#[derive(Debug, Default)]
pub(super) struct Path(Vec<([u64; 2], u8)>);

impl Path {
    pub fn enter(&mut self, position: &impl ProvableWithDraws) {
        self.0.push((position.board_key(), position.quiet_plies()));
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn leave(&mut self) {
        self.0.pop();
    }

    /// Whether the board of a position is on the path since the last ply that was not quiet.
    #[inline]
    pub fn has(&self, position: &impl ProvableWithDraws) -> bool {
        let mut later = position.quiet_plies();
        if later == 0 {
            return false;
        }
        let key = position.board_key();
        for &(board, quiet) in self.0.iter().rev() {
            if quiet >= later {
                break;
            }
            if board == key {
                return true;
            }
            later = quiet;
        }
        false
    }
}
