//! Makes a table by retrograde analysis (Ströhlein 1970; Thompson 1986).
//!
//! Only quiet moves can be taken back. So boards that differ by other moves are made in separate
//! parts, first the parts to which those moves lead. Within a part, the positions won in one ply
//! come first, then those in two, and so on: each wave takes back quiet moves from the wave before.
//! The positions left at the end are drawn.

use std::ops::ControlFlow;

use rayon::prelude::*;
use zugi_game::board::Bits;
use zugi_game::{Game, Outcome, Player};
use zugi_solver::tables::{Generation, RulesBroken};

use super::board::Board;
use crate::rules::{DARK, Direction, QUIET_PLIES_TO_DRAW, Zvp};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Known {
    #[default]
    Nothing,
    Loses,
    Wins,
}

/// The two bits of an entry.
fn bits(known: Known) -> u64 {
    match known {
        Known::Nothing => 0,
        Known::Loses => 1,
        Known::Wins => 2,
    }
}

/// What a table has of a position.
#[inline]
fn look_up(table: &[u64], position: &Zvp) -> Known {
    let entry = entry(Board::of(position).number(), position.to_move());
    match table[(entry / 64) as usize] >> (entry % 64) & 3 {
        1 => Known::Loses,
        2 => Known::Wins,
        _ => Known::Nothing,
    }
}

#[inline]
fn entry(number: u64, to_move: Player) -> u64 {
    2 * (number << 1 | to_move.index() as u64)
}

/// What makes a table.
#[derive(Debug)]
pub(super) struct Making {
    pieces: u32,
    /// The numbers of the boards by falling progress, those of each rising.
    order: Vec<u32>,
    /// The ends of the parts in the order.
    ends: Vec<usize>,
}

/// A part of the work: boards of the same progress.
struct Part<'a> {
    pieces: u32,
    numbers: &'a [u32],
    table: &'a [u64],
    /// The tables of a piece less, of two less, and so on.
    smaller: &'a [&'a [u64]],
    /// Two for each board: White to move, Black to move.
    known: Vec<Known>,
}

impl Making {
    pub fn new(pieces: u32) -> Making {
        let progress = |number: u32| Board::with_number(pieces, number.into()).progress();
        let mut order: Vec<u32> = (0..Board::count(pieces) as u32).collect();
        order.par_sort_by_cached_key(|&number| (!progress(number), number));
        let mut ends = Vec::new();
        for (end, pair) in (1..).zip(order.windows(2)) {
            if progress(pair[0]) != progress(pair[1]) {
                ends.push(end);
            }
        }
        ends.push(order.len());
        Making { pieces, order, ends }
    }

    /// The bytes that this takes: the order, twice while it is sorted, and a part.
    pub fn bytes(pieces: u32) -> u64 {
        16 * Board::count(pieces)
    }

    fn numbers(&self, part: usize) -> &[u32] {
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.order[begin..self.ends[part]]
    }
}

impl Part<'_> {
    /// The position of a slot, unless there is none.
    fn position(&self, slot: usize) -> Option<Zvp> {
        let Board { pieces, promoted } =
            Board::with_number(self.pieces, self.numbers[slot / 2].into());
        Zvp::with_pieces(pieces, promoted, Player::BOTH[slot % 2])
    }

    /// Where a position of this part is kept.
    fn slot(&self, board: Board, to_move: Player) -> Option<usize> {
        let at = self.numbers.binary_search(&(board.number() as u32)).ok()?;
        Some(2 * at + to_move.index())
    }

    /// What follows from what is known of the positions after the moves.
    fn judge(&self, position: &Zvp) -> Known {
        if let Some(Outcome::Win(winner)) = position.outcome() {
            return if winner == position.to_move() { Known::Wins } else { Known::Loses };
        }
        let mut all_win = true;
        let flow = position.visit_moves(&mut |mv| {
            let next = position.after(mv);
            let board = Board::of(&next);
            let count = (board.pieces[0] | board.pieces[1]).count();
            let known = if next.quiet_plies() > 0 {
                self.slot(board, next.to_move()).map_or(Known::Nothing, |slot| self.known[slot])
            } else {
                let taken = (self.pieces - count) as usize;
                look_up(taken.checked_sub(1).map_or(self.table, |it| self.smaller[it]), &next)
            };
            all_win &= known == Known::Wins;
            if known == Known::Loses { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match flow {
            ControlFlow::Break(()) => Known::Wins,
            ControlFlow::Continue(()) if all_win => Known::Loses,
            ControlFlow::Continue(()) => Known::Nothing,
        }
    }

    /// Those of the slots, of which nothing is known, that can be judged by now.
    fn wave(&self, slots: impl ParallelIterator<Item = usize>) -> Vec<(usize, Known)> {
        let judge = |slot: usize| {
            let known = self.judge(&self.position(slot)?);
            (known != Known::Nothing).then_some((slot, known))
        };
        slots.filter_map(judge).collect()
    }

    /// The slots from which a quiet move may lead to this one.
    fn before(&self, slot: usize) -> Vec<usize> {
        let board = Board::with_number(self.pieces, self.numbers[slot / 2].into());
        let mover = Player::BOTH[slot % 2].opponent();
        let (own, all) = (board.pieces[mover.index()], board.pieces[0] | board.pieces[1]);
        let mut slots = Vec::new();
        for square in own.squares() {
            let piece = u64::of(square);
            let is_promoted = board.promoted & piece != 0;
            for direction in Direction::ALL {
                let is_sideways = matches!(direction, Direction::UpLeft | Direction::DownRight);
                let from = direction.step(piece) & DARK & !all;
                if from == 0 || !is_promoted && !is_sideways {
                    continue;
                }
                let mut earlier = board;
                earlier.pieces[mover.index()] ^= piece | from;
                earlier.promoted ^= if is_promoted { piece | from } else { 0 };
                slots.extend(self.slot(earlier, mover));
            }
        }
        slots
    }

    /// Judges all positions of the part.
    fn solve(&mut self) -> Result<(), RulesBroken> {
        let mut found = self.wave((0..self.known.len()).into_par_iter());
        let mut waves = 0;
        while !found.is_empty() {
            // A game is lost by who is stuck at once, and drawn after so many quiet plies.
            if waves > usize::from(QUIET_PLIES_TO_DRAW) {
                return Err(RulesBroken("no win takes more than 80 quiet plies"));
            }
            for &(slot, known) in &found {
                self.known[slot] = known;
            }
            let before = found.par_iter().flat_map_iter(|&(slot, _)| self.before(slot));
            let mut slots: Vec<usize> =
                before.filter(|&slot| self.known[slot] == Known::Nothing).collect();
            slots.par_sort_unstable();
            slots.dedup();
            found = self.wave(slots.into_par_iter());
            waves += 1;
        }
        Ok(())
    }
}

impl Generation for Making {
    fn parts(&self) -> usize {
        self.ends.len()
    }

    fn entries(&self, part: usize) -> u64 {
        4 * self.numbers(part).len() as u64
    }

    /// Four bits a board, in the order of the part.
    fn make(
        &self,
        part: usize,
        table: &[u64],
        smaller: &[&[u64]],
    ) -> Result<Vec<u64>, RulesBroken> {
        let (numbers, pieces) = (self.numbers(part), self.pieces);
        let known = vec![Known::Nothing; 2 * numbers.len()];
        let mut part = Part { pieces, numbers, table, smaller, known };
        part.solve()?;
        let word =
            |known: &[Known]| known.iter().rev().fold(0, |word, &known| word << 2 | bits(known));
        Ok(part.known.par_chunks(32).map(word).collect())
    }

    fn put(&self, part: usize, content: &[u64], table: &mut [u64]) {
        for (at, &number) in self.numbers(part).iter().enumerate() {
            let of_board = content[at / 16] >> (4 * (at % 16)) & 0xF;
            let entry = entry(number.into(), Player::One);
            table[(entry / 64) as usize] |= of_board << (entry % 64);
        }
    }
}
