//! A search for wins by force where nothing is left to chance: quicker than the exhaustive one, by
//! a table and an order of the moves. It shares the rules with the engine, and nothing else.

use zugi_game::{Game, Outcome, Player};
use zugi_zoka::{Zoka, ZokaMove};

use super::exhaustive::Aim;

/// The bits of an index of the table.
const BITS: u32 = 20;

/// What is known of a position and an aim.
#[derive(Clone, Copy)]
struct Known {
    key: u64,
    /// The aim is achieved within so many plies, and not within so many.
    can: u8,
    cannot: u8,
    /// The move that has decided it.
    best: Option<ZokaMove>,
}

const NOTHING: Known = Known { key: 0, can: u8::MAX, cannot: 0, best: None };

/// The search, which gives up after a number of positions.
pub struct Prover {
    /// The positions that may still be visited.
    pub positions: u64,
    table: Vec<Known>,
    /// By the plies left: the moves that have last decided a position.
    killers: [[Option<ZokaMove>; 2]; 32],
}

impl Prover {
    pub fn with_positions(positions: u64) -> Prover {
        Prover { positions, table: vec![NOTHING; 1 << BITS], killers: [[None; 2]; 32] }
    }

    /// Whether `own` can achieve `aim` in games that are over within this number of plies; `None`
    /// if there were too many positions. A game that a pass of each side ends is among them only
    /// if it has come within two plies of its end.
    pub fn can(&mut self, position: &Zoka, own: Player, aim: Aim, plies: u8) -> Option<bool> {
        self.positions = self.positions.checked_sub(1)?;
        if let Some(outcome) = position.outcome() {
            return Some(match aim {
                Aim::Win => outcome == Outcome::Win(own),
                Aim::Spoil => outcome != Outcome::Win(own.opponent()),
            });
        }
        if usize::from(plies) < position.least_plies_to_end() {
            return Some(false);
        }
        let salt = (own.index() as u64 * 2 + u64::from(aim == Aim::Win) + 1) << 56;
        let key = position.key() ^ salt;
        let slot = (key & ((1 << BITS) - 1)) as usize;
        let mut known = Some(self.table[slot]).filter(|it| it.key == key).unwrap_or(NOTHING);
        known.key = key;
        if known.can <= plies || known.cannot >= plies {
            return Some(known.can <= plies);
        }
        let is_own = position.to_move() == own;
        let mut moves = position.moves();
        let killers = self.killers[usize::from(plies)];
        let mut front = 0;
        for first in [known.best, killers[0], killers[1]].into_iter().flatten() {
            if let Some(at) = moves[front..].iter().position(|&mv| mv == first) {
                moves.swap(front, front + at);
                front += 1;
            }
        }
        let mut result = !is_own;
        for mv in moves {
            if self.can(&position.after(mv), own, aim, plies - 1)? == is_own {
                (result, known.best) = (is_own, Some(mv));
                let killers = &mut self.killers[usize::from(plies)];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        if result {
            known.can = plies;
        } else {
            known.cannot = plies;
        }
        self.table[slot] = known;
        Some(result)
    }

    /// The fewest plies within which `own` wins, if it does within so many.
    fn distance(&mut self, position: &Zoka, own: Player, most: u8) -> Option<Option<u8>> {
        for plies in 0..=most {
            if self.can(position, own, Aim::Win, plies)? {
                return Some(Some(plies));
            }
        }
        Some(None)
    }

    /// The quickest win within so many plies, against the longest defence. Of equal defences it has
    /// the one with the most points after it.
    pub fn line(&mut self, position: &Zoka, own: Player, most: u8) -> Option<Vec<ZokaMove>> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        let mut left = most;
        while position.outcome().is_none() {
            let is_own = position.to_move() == own;
            let mut best: Option<((i64, i64), ZokaMove)> = None;
            for mv in position.moves() {
                let after = position.after(mv);
                let Some(plies) = self.distance(&after, own, left - 1)? else { continue };
                let scores = after.scores().map(i64::from);
                let points = scores[own.opponent().index()] - scores[own.index()];
                let worth =
                    if is_own { (-i64::from(plies), -points) } else { (i64::from(plies), points) };
                if best.is_none_or(|(other, _)| worth > other) {
                    best = Some((worth, mv));
                }
            }
            let (_, mv) = best?;
            position.play_unchecked(mv);
            line.push(mv);
            left -= 1;
        }
        Some(line)
    }
}
