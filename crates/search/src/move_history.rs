//! Move histories for move ordering: how often a move refuted the one before it.

use zugi_game::{PackedMove, Player};

use super::score::MAX_PLY;

const MAX_HISTORY: i32 = 1 << 14;

/// The ordering bonus of a killer move.
const KILLER: i32 = 1 << 19;

/// The values of [`PackedMove::target`] are below this.
const TARGETS: usize = 128;

/// Continuation histories go back this number of moves: the opponent's last move and the mover's
/// move before it.
const CONTINUATIONS: usize = 2;

/// The moves that led to a node, the latest first; `None` before the root.
pub(super) type Line<M> = [Option<M>; CONTINUATIONS];

/// - Killer moves: the last two refutations at each ply (Akl and Newborn, "The principal
///   continuation and the killer heuristic", 1977).
/// - History: a value by side and move (Schaeffer, "The history heuristic", 1983).
/// - Continuation history: a value by side, target of an earlier move, and target of this one
///   (Stockfish).
#[derive(Debug)]
pub(super) struct MoveHistory<M> {
    killers: Vec<[Option<M>; 2]>,
    players: [PlayerHistory; 2],
}

/// The histories of one side. Moves whose lowest 14 bits agree share a value.
#[derive(Default, Debug)]
struct PlayerHistory {
    /// By bits 7 to 13 of the move, then by its lowest 7 bits.
    moves: Rows,
    /// For each of the [`CONTINUATIONS`]: by target of the earlier move, then by target of this
    /// one.
    continuations: [Rows; CONTINUATIONS],
}

type Row = [i16; TARGETS];

/// The row of a continuation history if there is no earlier move.
static ZEROS: Row = [0; TARGETS];

#[derive(Debug)]
struct Rows {
    rows: Box<[Row; TARGETS]>,
    /// The rows that may have other values than 0: only these are halved or cleared.
    used: [bool; TARGETS],
}

impl Default for Rows {
    fn default() -> Rows {
        Rows { rows: bytemuck::zeroed_box(), used: [false; TARGETS] }
    }
}

impl Rows {
    fn used(&mut self) -> impl Iterator<Item = (&mut Row, &mut bool)> {
        self.rows.iter_mut().zip(&mut self.used).filter(|(_, used)| **used)
    }

    fn halve(&mut self) {
        for (row, used) in self.used() {
            row.iter_mut().for_each(|value| *value /= 2);
            *used = *row != ZEROS;
        }
    }

    fn clear(&mut self) {
        for (row, used) in self.used() {
            (*row, *used) = (ZEROS, false);
        }
    }

    /// Adds a bonus that shrinks near the limit, so that the value never overflows and recent
    /// results count more (history gravity, Stockfish).
    fn update(&mut self, row: usize, column: usize, bonus: i32) {
        self.used[row] = true;
        let value = &mut self.rows[row][column];
        let old = i32::from(*value);
        // At most MAX_HISTORY in size.
        *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}

#[derive(Clone, Copy)]
pub(super) struct NodeHistory<'a, M> {
    killers: [Option<M>; 2],
    moves: &'a [Row; TARGETS],
    continuations: [&'a Row; CONTINUATIONS],
}

impl<M: PackedMove> NodeHistory<'_, M> {
    /// The sum of the histories of a move, at most three times [`MAX_HISTORY`] in size, plus
    /// [`KILLER`] for a killer move.
    #[inline(always)]
    pub fn score(&self, mv: M) -> i32 {
        let (row, column) = row_and_column(mv);
        let continued =
            self.continuations.iter().map(|values| i32::from(values[mv.target() % TARGETS]));
        let score = i32::from(self.moves[row][column]) + continued.sum::<i32>();
        if self.killers.contains(&Some(mv)) { score + KILLER } else { score }
    }
}

impl<M: PackedMove> MoveHistory<M> {
    pub fn new() -> MoveHistory<M> {
        MoveHistory { killers: vec![[None; 2]; MAX_PLY + 1], players: Default::default() }
    }

    /// Prepares for a new search: halves or clears the histories, and clears the killers, because
    /// their plies counted from the last root.
    pub fn renew(&mut self, clear: bool) {
        self.killers.fill([None; 2]);
        self.players.iter_mut().for_each(|history| history.renew(clear));
    }

    #[inline]
    pub fn of_node(&self, player: Player, ply: usize, line: &Line<M>) -> NodeHistory<'_, M> {
        let PlayerHistory { moves, continuations } = &self.players[player.index()];
        let row = |back: usize| match line[back] {
            Some(mv) => &continuations[back].rows[mv.target() % TARGETS],
            None => &ZEROS,
        };
        NodeHistory {
            killers: self.killers[ply],
            moves: &moves.rows,
            continuations: std::array::from_fn(row),
        }
    }

    /// Rewards `mv`, which refuted the move before it, and penalises the moves `tried` before.
    /// `bonus` is at most [`MAX_HISTORY`].
    pub fn reward(
        &mut self,
        mv: M,
        tried: impl Iterator<Item = M>,
        player: Player,
        ply: usize,
        line: &Line<M>,
        bonus: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let history = &mut self.players[player.index()];
        history.update(mv, line, bonus);
        for other in tried {
            history.update(other, line, -bonus);
        }
    }
}

impl PlayerHistory {
    fn renew(&mut self, clear: bool) {
        let tables = self.continuations.iter_mut().chain([&mut self.moves]);
        tables.for_each(if clear { Rows::clear } else { Rows::halve });
    }

    fn update<M: PackedMove>(&mut self, mv: M, line: &Line<M>, bonus: i32) {
        let (row, column) = row_and_column(mv);
        self.moves.update(row, column, bonus);
        for (table, earlier) in self.continuations.iter_mut().zip(line) {
            if let Some(earlier) = earlier {
                table.update(earlier.target() % TARGETS, mv.target() % TARGETS, bonus);
            }
        }
    }
}

#[inline(always)]
fn row_and_column<M: PackedMove>(mv: M) -> (usize, usize) {
    let bits = mv.to_bits() as usize;
    (bits / TARGETS % TARGETS, bits % TARGETS)
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Step;

    use super::*;

    /// A move to one of eight squares: `bits % 8`.
    fn step(bits: u32) -> Step {
        Step::from_bits(bits)
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mut history = MoveHistory::new();
        let (good, bad) = (step(10), step(20));
        let line = [Some(step(30)), None];
        for _ in 0..10_000 {
            history.reward(good, [bad].into_iter(), Player::Two, 5, &line, 2048);
        }
        let node = history.of_node(Player::Two, 6, &line);
        assert!(node.score(good) <= 2 * MAX_HISTORY && node.score(good) > MAX_HISTORY);
        assert!(node.score(bad) >= -2 * MAX_HISTORY && node.score(bad) < -MAX_HISTORY);
    }

    #[test]
    fn history_belongs_to_a_side_a_ply_and_a_line() {
        let mut history = MoveHistory::new();
        let mv = step(10);
        let line = |square: u32| [Some(step(64 + square)), None];
        history.reward(mv, [].into_iter(), Player::Two, 5, &line(6), 100);
        let score = |player, ply, line| history.of_node(player, ply, &line).score(mv);
        assert_eq!(score(Player::Two, 5, line(6)), KILLER + 200);
        assert_eq!(score(Player::Two, 4, line(6)), 200);
        assert_eq!(score(Player::Two, 4, line(7)), 100);
        assert_eq!(score(Player::One, 4, line(6)), 0);
        // Renewing halves the histories until nothing is left, or clears them at once.
        for (clear, expected) in [(false, 100), (false, 50), (true, 0), (false, 0)] {
            history.renew(clear);
            let score = |ply| history.of_node(Player::Two, ply, &line(6)).score(mv);
            assert_eq!((score(5), score(4)), (expected, expected));
        }
    }
}
