//! A plain program that values positions by the rules alone, for tests: it shares nothing with the
//! tables but the rules.

use std::collections::HashMap;

use zugi_game::{Game, Outcome, Player};

use crate::rules::Zvp;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Draw,
    Loss,
    Win,
    /// A draw by the rules, and a loss without the draw by quiet plies.
    CursedLoss,
    /// A draw by the rules, and a win without the draw by quiet plies.
    CursedWin,
}

/// A position without its count of quiet plies.
pub(super) type Board = ([u64; 2], u64, usize);

pub(super) fn board(position: &Zvp) -> Board {
    (
        Player::BOTH.map(|side| position.pieces(side)),
        position.promoted(),
        position.to_move().index(),
    )
}

/// How far a game has gone: only quiet moves leave it as it is, and other moves make it greater.
fn progress(position: &Zvp) -> (u32, u32, u32) {
    use zugi_game::board::Bits;
    let [white, black] = Player::BOTH.map(|side| position.pieces(side));
    let men = [white, black].map(|set| set & !position.promoted());
    let steps = |set: u64| set.squares().map(|it| u32::from(it.rank(8) + it.file(8))).sum::<u32>();
    let [ahead, behind] = men.map(steps);
    // Captures by White take black pieces, and those by Black make white ones black.
    let gone = 2 * (16 - white.count()) + 16 - black.count();
    (gone, position.promoted().count(), ahead + 14 * men[1].count() - behind)
}

/// Whether the side to move wins or loses, if that is known.
type Known = Option<bool>;

/// The values of positions of which no move leads to another one but by captures, promotions and
/// steps forwards in `finished`.
fn known(
    position: &Zvp,
    quiet: &HashMap<Board, Known>,
    finished: &dyn Fn(&Board) -> Known,
) -> Known {
    let mut all_lose = true;
    for mv in position.moves() {
        let next = position.after(mv);
        let of_next = match next.quiet_plies() {
            0 => match next.outcome() {
                Some(Outcome::Win(winner)) => Some(winner == next.to_move()),
                _ => finished(&board(&next)),
            },
            _ => quiet[&board(&next)],
        };
        if of_next == Some(false) {
            return Some(true);
        }
        all_lose &= of_next == Some(true);
    }
    all_lose.then_some(false)
}

/// Values with the draw after `limit` quiet plies (and none if there is no such draw) of positions
/// with the same progress.
fn solve(
    positions: &[Zvp],
    limit: Option<u32>,
    finished: &dyn Fn(&Board) -> Known,
) -> HashMap<Board, Known> {
    // With no ply left only a side without a move has lost.
    let stuck = |position: &Zvp| match position.outcome() {
        Some(Outcome::Win(winner)) => Some(winner == position.to_move()),
        _ => None,
    };
    let mut values: HashMap<Board, Known> =
        positions.iter().map(|position| (board(position), stuck(position))).collect();
    let mut left = 0;
    while limit != Some(left) {
        let next = positions.iter().map(|position| {
            let value = stuck(position).or_else(|| known(position, &values, finished));
            (board(position), value)
        });
        let next: HashMap<Board, Known> = next.collect();
        if next == values {
            break;
        }
        (values, left) = (next, left + 1);
    }
    values
}

/// The values of all these positions, which must include those after their moves.
pub(super) fn values(mut positions: Vec<Zvp>, limit: u32) -> HashMap<Board, Value> {
    positions.sort_by_cached_key(|position| std::cmp::Reverse(progress(position)));
    let mut all = HashMap::new();
    for positions in positions.chunk_by(|a, b| progress(a) == progress(b)) {
        let by_rules = solve(positions, Some(limit), &|board| match all[board] {
            Value::Win => Some(true),
            Value::Loss => Some(false),
            _ => None,
        });
        let unlimited = solve(positions, None, &|board| match all[board] {
            Value::Win | Value::CursedWin => Some(true),
            Value::Loss | Value::CursedLoss => Some(false),
            Value::Draw => None,
        });
        all.extend(by_rules.into_iter().map(|(board, known)| {
            let value = match (known, unlimited[&board]) {
                (Some(true), _) => Value::Win,
                (Some(false), _) => Value::Loss,
                (None, Some(true)) => Value::CursedWin,
                (None, Some(false)) => Value::CursedLoss,
                (None, None) => Value::Draw,
            };
            (board, value)
        }));
    }
    all
}
