//! The path to a position, and the draws that depend on it: repetitions, and the count of plies
//! without progress (as the fifty-move rule of chess). In a game without draws this code does
//! nothing. The tree search finds repetitions in `tree/mcts_worker.rs`.
//!
//! # In the tree
//! The second occurrence of a position since the root counts as a draw: a player who can win from
//! it could win sooner from the first one, at a lower count of plies. If the rules draw the game at
//! the next occurrence of a position, because of its occurrences before the root, that occurrence
//! is a draw. So a shortest win contains no repetition, and the search misses no win.
//!
//! # In the table
//! A position has the same key on every path. This is valid because:
//! - A proven win is a win on every path. Its proof has no draws, its shortest line never returns
//!   to an earlier position of the path, and the positions that draw at their next occurrence are
//!   part of the key, see [`Path::salt`]. The count of plies is not part of the key, so the entry
//!   is used only if the win comes in time, see [`Path::allows`].
//! - A stored draw is true on every path. A value is not stored if it depends on a repetition of a
//!   position before the node, or on the count of plies at the node, see
//!   [`Path::is_path_dependent`].
//! - Estimates are less reliable: an estimate from another path may miss a repetition on this one.
//!   It is not used if the count of plies may run out within the depth.

use std::marker::PhantomData;

use zugi_game::{Game, Outcome};

use super::score::{DrawValues, PROVEN, Value, WIN};

/// The origin of a value that depends on no path: farther from the root than any node.
const NO_ORIGIN: usize = usize::MAX;

/// An odd factor that mixes the bits of a number well (Steele and Vigna, "Computationally easy,
/// spectrally good multipliers", 2021).
const SPREAD: u64 = 0xd134_2543_de82_ef95;

/// The path from the root to a node.
#[derive(Debug)]
pub(super) struct Path<G> {
    /// The keys of the positions by their distance from the root.
    keys: Vec<u64>,
    /// The keys of positions that are drawn when they occur again.
    drawn: Vec<u64>,
    salt: u64,
    origin: usize,
    game: PhantomData<G>,
}

impl<G: Game> Path<G> {
    const REPETITION_DRAWS: bool = G::REPETITION.drawing_occurrence().is_some();

    pub fn new(drawn: &[u64], draw: DrawValues) -> Path<G> {
        let of_draw = i64::from(draw[0]).cast_unsigned().wrapping_mul(SPREAD);
        let salt = drawn.iter().fold(of_draw, |salt, key| salt.rotate_left(1) ^ key);
        Path {
            keys: Vec::new(),
            drawn: drawn.to_vec(),
            salt: if G::DRAWS { salt } else { 0 },
            origin: NO_ORIGIN,
            game: PhantomData,
        }
    }

    /// Adds a position, before one of its moves is searched.
    #[inline(always)]
    pub fn enter(&mut self, position: &G, ply: usize) {
        if Self::REPETITION_DRAWS {
            self.keys.truncate(ply);
            self.keys.push(position.key());
        }
        self.set_origin(NO_ORIGIN);
    }

    /// The outcome of the position at `ply`, including a draw by repetition on the path.
    #[inline(always)]
    pub fn outcome(&mut self, position: &G, ply: usize) -> Option<Outcome> {
        let outcome = position.outcome();
        if outcome.is_none() && Self::REPETITION_DRAWS {
            return self.repetition(position.key(), Self::earliest(position, ply));
        }
        if G::DRAWS && outcome.is_some() && position.plies_to_draw() == Some(0) {
            // The draw depends on the moves since the count began.
            self.origin = Self::earliest(position, ply).saturating_sub(1);
        }
        outcome
    }

    /// The smallest ply at which the path may have a position that this one repeats, or at which
    /// its count of plies may have begun.
    #[inline]
    fn earliest(position: &G, ply: usize) -> usize {
        // In a game without repetitions `reversible_plies` is 0, although a count may have begun.
        let may_recur = G::REPETITION.is_possible();
        if may_recur { ply.saturating_sub(position.reversible_plies()) } else { 0 }
    }

    #[inline]
    fn repetition(&mut self, key: u64, begin: usize) -> Option<Outcome> {
        let recent = self.keys.get(begin..).unwrap_or_default();
        if let Some(back) = recent.iter().rposition(|&earlier| earlier == key) {
            self.origin = begin + back;
            return Some(Outcome::Draw);
        }
        self.drawn.contains(&key).then_some(Outcome::Draw)
    }

    /// The distance from the root of the earliest node on which the latest value depends. A node
    /// farther from the root than that must not store the value, because it holds only on this
    /// path.
    #[inline(always)]
    pub fn origin(&self) -> usize {
        if G::DRAWS { self.origin } else { NO_ORIGIN }
    }

    #[inline(always)]
    pub fn set_origin(&mut self, origin: usize) {
        if G::DRAWS {
            self.origin = origin;
        }
    }

    /// Whether the latest value depends on the path to the node at `ply`, so that it must not be
    /// stored for other paths.
    #[inline(always)]
    pub fn is_path_dependent(&self, ply: usize) -> bool {
        self.origin() < ply
    }

    /// A number that is combined by exclusive or with all keys of the table, so that searches with
    /// different drawn positions, or different values of a draw, do not share entries.
    #[inline(always)]
    pub fn salt(&self) -> u64 {
        if G::DRAWS { self.salt } else { 0 }
    }

    /// Whether a value from the table, for a search to `depth`, is valid at the count of plies of
    /// `position`: the count must not draw the game before a proven end, nor, for any other value,
    /// within the depth.
    #[inline(always)]
    pub fn allows(position: &G, value: Value, depth: i32) -> bool {
        let plies = if value.abs() >= PROVEN { WIN - value.abs() } else { depth };
        !G::DRAWS || position.plies_to_draw().is_none_or(|left| plies <= i32::from(left))
    }
}

#[cfg(test)]
mod tests;
