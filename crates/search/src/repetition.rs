//! The path to a position, and the draws that depend on it: repetitions, and the count of plies
//! without progress. It costs nothing in a game without draws.
//!
//! # In the tree
//! A position that occurs for the second time since the root is a draw: a player who can win from
//! it could have won sooner the first time, with fewer plies counted. A position that occurred
//! twice before the root is a draw at once, as in play. So a shortest win never contains a
//! repetition, and none is missed.
//!
//! # In the table
//! Positions have the same key on every path. This is valid because:
//! - A proven win is a win on every path. Its proof has no draws, its shortest line never returns
//!   to a position of the tree, and the positions that draw at their next occurrence are part of
//!   the key, see [`Path::salt`]. Only the count of plies is left: the entry is used if the win
//!   comes in time, see [`Path::allows`].
//! - No draw is false. A value that depends on draws by the path to a node or by the
//!   count before it is not stored for it, see [`Path::is_forgotten`].
//! - Estimates are less reliable: an estimate from another path may miss a repetition on this one.
//!   It is not used if the count of plies may run out within the depth.

use std::marker::PhantomData;

use zugi_game::{Game, Outcome};

use super::score::{DrawValues, PROVEN, Value, WIN};

/// Farther from the root than any node.
const NOTHING: usize = usize::MAX;

/// An odd number with its bits well mixed (Steele and Vigna, "Computationally easy,
/// spectrally good multipliers", 2021).
const SPREAD: u64 = 0xd134_2543_de82_ef95;

/// The positions from the root to a node.
#[derive(Debug)]
pub(super) struct Path<G> {
    /// The keys of the positions by their distance from the root.
    keys: Vec<u64>,
    /// The keys of positions that are drawn when they occur again.
    drawn: Vec<u64>,
    /// See [`Path::salt`].
    salt: u64,
    /// The least distance from the root of a node that the latest value depends on the
    /// path from.
    origin: usize,
    game: PhantomData<G>,
}

impl<G: Game> Path<G> {
    /// Repetitions draw.
    const REPETITION_DRAWS: bool = G::REPETITION.drawing_occurrence().is_some();

    /// At the root of a game in which the positions with the keys `drawn` are drawn when
    /// they occur again, and draws have these values.
    pub fn new(drawn: &[u64], draw: DrawValues) -> Path<G> {
        let of_draw = i64::from(draw[0]).cast_unsigned().wrapping_mul(SPREAD);
        let salt = drawn.iter().fold(of_draw, |salt, key| salt.rotate_left(1) ^ key);
        Path {
            keys: Vec::new(),
            drawn: drawn.to_vec(),
            salt: if G::DRAWS { salt } else { 0 },
            origin: NOTHING,
            game: PhantomData,
        }
    }

    /// A move of this position is about to be searched.
    #[inline(always)]
    pub fn enter(&mut self, position: &G, ply: usize) {
        if Self::REPETITION_DRAWS {
            self.keys.truncate(ply);
            self.keys.push(position.key());
        }
        self.set_origin(NOTHING);
    }

    /// How the game ended in this position, its path considered.
    #[inline(always)]
    pub fn outcome(&mut self, position: &G, ply: usize) -> Option<Outcome> {
        let outcome = position.outcome();
        if outcome.is_none() && Self::REPETITION_DRAWS {
            return self.repetition(position.key(), Self::begin(position, ply));
        }
        if G::DRAWS && outcome.is_some() && position.plies_to_draw() == 0 {
            // What was played before the count began does not matter.
            self.origin = Self::begin(position, ply).saturating_sub(1);
        }
        outcome
    }

    /// The least distance from the root of a position that this one may repeat, or that
    /// its count may have begun at.
    #[inline]
    fn begin(position: &G, ply: usize) -> usize {
        // A position that cannot recur says nothing about the count.
        let known = G::REPETITION.is_possible();
        if known { ply.saturating_sub(position.reversible_plies()) } else { 0 }
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

    /// The least distance from the root of a node that the latest value depends on the
    /// path from: the value holds for that node and those above it.
    #[inline(always)]
    pub fn origin(&self) -> usize {
        if G::DRAWS { self.origin } else { NOTHING }
    }

    /// The value now spoken of depends on the path from here.
    #[inline(always)]
    pub fn set_origin(&mut self, origin: usize) {
        if G::DRAWS {
            self.origin = origin;
        }
    }

    /// Whether the latest value depends on the path to the node at this distance, so
    /// that it must not be kept for other paths.
    #[inline(always)]
    pub fn is_forgotten(&self, ply: usize) -> bool {
        self.origin() < ply
    }

    /// A number that is combined with all keys of the table. It differs if other positions are
    /// drawn, or if draws have another value, so that entries of such searches do not match.
    #[inline(always)]
    pub fn salt(&self) -> u64 {
        if G::DRAWS { self.salt } else { 0 }
    }

    /// Whether a value of the table that counts from `position` and was searched for
    /// `depth` plies holds in spite of the plies counted so far.
    #[inline(always)]
    pub fn allows(position: &G, value: Value, depth: i32) -> bool {
        let plies = if value.abs() >= PROVEN { WIN - value.abs() } else { depth };
        !G::DRAWS || plies.max(0) as usize <= position.plies_to_draw()
    }
}

#[cfg(test)]
mod tests;
