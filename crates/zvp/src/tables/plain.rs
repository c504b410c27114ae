//! A plain program for tests that values positions by the rules alone. It shares no code with the
//! tables.

use std::cmp::Reverse;
use std::collections::HashMap;

use zugi_game::{Game, Outcome, Player};

use crate::rules::Zvp;

/// The value of a position for the side to move.
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

pub(super) type Board = ([u64; 2], u64, usize);

pub(super) fn board(position: &Zvp) -> Board {
    (
        Player::BOTH.map(|side| position.pieces(side)),
        position.promoted(),
        position.to_move().index(),
    )
}

/// The progress of a game: quiet moves do not change it, and other moves increase it.
fn progress(position: &Zvp) -> (u32, u32, u32) {
    use zugi_game::board::Bits;
    let [white, black] = Player::BOTH.map(|side| position.pieces(side));
    let men = [white, black].map(|set| set & !position.promoted());
    let steps = |set: u64| set.squares().map(|it| u32::from(it.rank(8) + it.file(8))).sum::<u32>();
    let [ahead, behind] = men.map(steps);
    // White's captures remove black pieces, and Black's turn white ones to black.
    let gone = 2 * (16 - white.count()) + 16 - black.count();
    (gone, position.promoted().count(), ahead + 14 * men[1].count() - behind)
}

/// Whether the side to move wins; `None` for a draw or if unknown.
type Known = Option<bool>;

/// The result of a move.
#[derive(Clone, Copy)]
enum After {
    /// A quiet move: the index of the position among those of the same progress.
    Quiet(usize),
    Value(Value),
}

/// The moves of a position or, if the game is over, whether the side to move has won.
type Moves = Result<Vec<After>, bool>;

fn moves(
    position: &Zvp,
    numbers: &HashMap<Board, usize>,
    finished: &HashMap<Board, Value>,
) -> Moves {
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return Err(winner == position.to_move());
    }
    let after = |mv| {
        let next = position.after(mv);
        match (next.quiet_plies(), next.outcome()) {
            (1.., _) => After::Quiet(numbers[&board(&next)]),
            (0, Some(Outcome::Win(winner))) if winner == next.to_move() => After::Value(Value::Win),
            (0, Some(_)) => After::Value(Value::Loss),
            (0, None) => After::Value(finished[&board(&next)]),
        }
    };
    Ok(position.moves().into_iter().map(after).collect())
}

/// The values of the positions of the same progress if `limit` quiet plies in a row draw the game,
/// or without this draw.
fn solve(all: &[Moves], limit: Option<u32>) -> Vec<Known> {
    let known = |value| match value {
        Value::Win => Some(true),
        Value::Loss => Some(false),
        Value::CursedWin if limit.is_none() => Some(true),
        Value::CursedLoss if limit.is_none() => Some(false),
        _ => None,
    };
    // With no ply left, only a side without a move has lost.
    let mut values: Vec<Known> = all.iter().map(|moves| moves.as_ref().err().copied()).collect();
    let mut left = 0;
    while limit != Some(left) {
        let next = all.iter().map(|moves| {
            let moves = match moves {
                Ok(moves) => moves,
                Err(wins) => return Some(*wins),
            };
            let after = moves.iter().map(|after| match after {
                After::Quiet(number) => values[*number],
                After::Value(value) => known(*value),
            });
            let after: Vec<Known> = after.collect();
            let all_lose = after.iter().all(|&after| after == Some(true));
            if after.contains(&Some(false)) { Some(true) } else { all_lose.then_some(false) }
        });
        let next: Vec<Known> = next.collect();
        if next == values {
            break;
        }
        (values, left) = (next, left + 1);
    }
    values
}

/// The values of these positions if `limit` quiet plies in a row draw the game. They must include
/// the positions after all moves.
pub(super) fn values(mut positions: Vec<Zvp>, limit: u32) -> HashMap<Board, Value> {
    positions.sort_by_cached_key(|position| Reverse(progress(position)));
    let mut all = HashMap::new();
    for positions in positions.chunk_by(|a, b| progress(a) == progress(b)) {
        let boards: Vec<Board> = positions.iter().map(board).collect();
        let numbers = boards.iter().copied().zip(0..).collect();
        let moves: Vec<Moves> =
            positions.iter().map(|position| moves(position, &numbers, &all)).collect();
        let (by_rules, unlimited) = (solve(&moves, Some(limit)), solve(&moves, None));
        let values = by_rules.into_iter().zip(unlimited).map(|values| match values {
            (Some(true), _) => Value::Win,
            (Some(false), _) => Value::Loss,
            (None, Some(true)) => Value::CursedWin,
            (None, Some(false)) => Value::CursedLoss,
            (None, None) => Value::Draw,
        });
        all.extend(boards.into_iter().zip(values));
    }
    all
}
