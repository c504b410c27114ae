//! Move histories: how often moves were best, for the order in which the search tries them.

use zugi_game::{PackedMove, Player};

use super::score::MAX_PLY;

/// The greatest size of a history value.
const MAX_HISTORY: i32 = 1 << 14;

/// Moves whose bits agree in so many lowest ones share their history.
const HISTORY_BITS: u32 = 14;

/// The worth of having been the refutation at the same distance from the root.
const KILLER: i32 = 1 << 19;

/// The values of [`PackedMove::target`] are below this.
const TARGETS: usize = 128;

/// How far back the moves are that a move is seen as the continuation of: the
/// opponent's last one and the own one before it.
const CONTINUATIONS: usize = 2;

/// The moves that led to a node, the latest first, as far as known.
pub(super) type Line<M> = [Option<M>; CONTINUATIONS];

/// Killer moves by ply (Akl and Newborn, "The principal continuation and the killer
/// heuristic", 1977), and how often a move was a refutation: by side and move
/// (Schaeffer, "The history heuristic", 1983), and by side and targets of an earlier
/// move and of this one (continuation history, Stockfish).
#[derive(Debug)]
pub(super) struct MoveHistory<M> {
    killers: Vec<[Option<M>; 2]>,
    moves: [Vec<i16>; 2],
    continuations: [[Vec<i16>; 2]; CONTINUATIONS],
}

/// Where a node's moves are found in the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryIndex<M> {
    player: usize,
    killers: [Option<M>; 2],
    /// The beginning of each continuation's row.
    rows: [Option<usize>; CONTINUATIONS],
}

impl<M: PackedMove> MoveHistory<M> {
    /// Nothing learnt yet.
    pub fn new() -> MoveHistory<M> {
        let moves = || vec![0; 1 << HISTORY_BITS];
        let pairs = || vec![0; TARGETS * TARGETS];
        MoveHistory {
            killers: vec![[None; 2]; MAX_PLY + 1],
            moves: [moves(), moves()],
            continuations: [(); CONTINUATIONS].map(|()| [pairs(), pairs()]),
        }
    }

    /// Prepares for a new search: halves the histories, and removes killers, which belong to
    /// distances from another root.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        let tables = self.moves.iter_mut().chain(self.continuations.as_flattened_mut());
        tables.flatten().for_each(|value| *value /= 2);
    }

    /// The place of a node's moves.
    #[inline]
    pub fn place(&self, player: Player, ply: usize, line: &Line<M>) -> HistoryIndex<M> {
        HistoryIndex {
            player: player.index(),
            killers: self.killers[ply],
            rows: line.map(|mv| mv.map(|mv| mv.target() * TARGETS)),
        }
    }

    /// How good a move has been, up to three times [`MAX_HISTORY`] in size, or more for
    /// a killer move.
    #[inline]
    pub fn score(&self, mv: M, place: &HistoryIndex<M>) -> i32 {
        let mut score = i32::from(self.moves[place.player][history_index(mv)]);
        for (table, row) in self.continuations.iter().zip(place.rows) {
            score += row.map_or(0, |row| i32::from(table[place.player][row + mv.target()]));
        }
        if place.killers.contains(&Some(mv)) { score + KILLER } else { score }
    }

    /// Rewards `mv`, which has refuted the move before it, and punishes the moves of `tried`, which
    /// have not. `bonus` is at most [`MAX_HISTORY`].
    pub fn reward(
        &mut self,
        mv: M,
        tried: impl Iterator<Item = M>,
        place: &HistoryIndex<M>,
        ply: usize,
        bonus: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.update(mv, place, bonus);
        for other in tried {
            self.update(other, place, -bonus);
        }
    }

    fn update(&mut self, mv: M, place: &HistoryIndex<M>, bonus: i32) {
        gravitate(&mut self.moves[place.player][history_index(mv)], bonus);
        for (table, row) in self.continuations.iter_mut().zip(place.rows) {
            if let Some(row) = row {
                gravitate(&mut table[place.player][row + mv.target()], bonus);
            }
        }
    }
}

/// Moves a value towards its limit by a share that shrinks near the limit, so that it
/// never overflows and recent results count more.
fn gravitate(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    // At most MAX_HISTORY in size.
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[inline]
fn history_index<M: PackedMove>(mv: M) -> usize {
    mv.to_bits() as usize & ((1 << HISTORY_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Step;

    use super::*;

    /// A move whose target is one of eight, and less than its bits.
    fn step(bits: u32) -> Step {
        Step::from_bits(bits)
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mut history = MoveHistory::new();
        let (good, bad) = (step(10), step(20));
        let line = [Some(step(30)), None];
        for _ in 0..10_000 {
            let place = history.place(Player::Two, 5, &line);
            history.reward(good, [bad].into_iter(), &place, 5, 2048);
        }
        let place = history.place(Player::Two, 6, &line);
        let score = |mv| history.score(mv, &place);
        assert!(score(good) <= 2 * MAX_HISTORY && score(good) > MAX_HISTORY);
        assert!(score(bad) >= -2 * MAX_HISTORY && score(bad) < -MAX_HISTORY);
    }

    #[test]
    fn history_belongs_to_a_side_a_ply_and_a_line() {
        let mut history = MoveHistory::new();
        let mv = step(10);
        let line = |square: u32| [Some(step(64 + square)), None];
        let place = history.place(Player::Two, 5, &line(6));
        history.reward(mv, [].into_iter(), &place, 5, 100);
        let score = |player, ply, line| history.score(mv, &history.place(player, ply, &line));
        assert_eq!(score(Player::Two, 5, line(6)), KILLER + 200);
        assert_eq!(score(Player::Two, 4, line(6)), 200);
        assert_eq!(score(Player::Two, 4, line(7)), 100);
        assert_eq!(score(Player::One, 4, line(6)), 0);
        history.age();
        let score = |ply| history.score(mv, &history.place(Player::Two, ply, &line(6)));
        assert_eq!((score(5), score(4)), (100, 100));
    }
}
