//! Solves a part of a table: the positions of a material with one group of placements for each
//! side.

use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::Player;

use super::layout::Material;
use super::placements::Group;
use super::seeds::{SideToMove, Targets};
use super::segment_view::{NewSegment, Rule, SegmentView, Values};
use super::turn::{Matrix, Turn};

/// A part, and the finished segments to which its moves lead.
pub(super) struct Part<'a> {
    pub material: Material,
    /// The groups of White and of Black.
    pub groups: [&'a Group; 2],
    pub targets: &'a [Targets<'a>; 2],
    /// The segments of the material with White and with Black to move, with all earlier parts.
    pub same: [SegmentView<'a>; 2],
    /// The number of quiet plies that draw a game.
    pub limit: u32,
}

/// For each side to move, the lost and the won positions, by rows of the other side's placements.
type Sides = [[Matrix; 2]; 2];

#[derive(Debug)]
pub(super) struct Solved {
    /// With the draw by quiet plies.
    by_rules: Sides,
    /// Without the draw by quiet plies, if that changes a value.
    unlimited: Option<Sides>,
    /// The most quiet plies that a win needs.
    pub longest: u32,
}

impl Part<'_> {
    pub fn solve(&self) -> Solved {
        let is_cursed = AtomicBool::new(false);
        let turns = |rule| Player::BOTH.map(|side| self.turn(side, rule, &is_cursed));
        let (all, last) = run(turns(Rule::QuietPlies), Player::One, None);
        let is_cursed_before = is_cursed.load(Ordering::Relaxed);
        if last <= self.limit && !is_cursed_before {
            return Solved { by_rules: all, unlimited: None, longest: last };
        }
        let (unlimited, longest) = match is_cursed_before {
            true => run(turns(Rule::Unlimited), Player::One, None),
            false => (all, last),
        };
        // A side's values with `limit` plies left come from the run in which this side makes the
        // last of the `limit` steps.
        let limited = |first| run(turns(Rule::QuietPlies), first, Some(self.limit)).0;
        let mut runs = Player::BOTH.map(limited);
        if self.limit.is_multiple_of(2) {
            runs.reverse();
        }
        let [[white, _], [_, black]] = runs;
        Solved { by_rules: [white, black], unlimited: Some(unlimited), longest }
    }

    fn turn(&self, side: Player, rule: Rule, is_cursed: &AtomicBool) -> Turn {
        let of = |side: Player| (self.material.placements(side), self.groups[side.index()]);
        let other = side.opponent();
        let (targets, same) = (&self.targets[side.index()], self.same[other.index()]);
        SideToMove { side, rule, own: of(side), enemy: of(other), targets, same, is_cursed }.turn()
    }
}

pub(super) fn put(groups: [&Group; 2], solved: &Solved, segments: &mut [NewSegment; 2]) {
    for side in Player::BOTH {
        let (row_group, column_group) = (groups[side.opponent().index()], groups[side.index()]);
        let columns = column_group.numbers.len() as u64;
        for (at, row) in row_group.numbers.clone().enumerate() {
            for half in [false, true] {
                for word in 0..columns.div_ceil(64) {
                    let values = solved.values(side.index(), at, half, word as usize);
                    let column = u64::from(column_group.numbers.start) + 64 * word;
                    let count = (columns - 64 * word).min(64);
                    segments[side.index()].set((row, half), column, count, values);
                }
            }
        }
    }
}

impl Solved {
    #[inline(always)]
    fn values(&self, side: usize, row: usize, half: bool, word: usize) -> Values {
        let of =
            |[lost, won]: &[Matrix; 2]| (lost.word(row, half, word), won.word(row, half, word));
        let (lost, won) = of(&self.by_rules[side]);
        let Some(unlimited) = &self.unlimited else {
            return Values { lost, won, cursed_losses: 0 };
        };
        let (more_lost, more_won) = of(&unlimited[side]);
        let cursed_losses = more_lost & !lost;
        let cursed = cursed_losses | more_won & !won;
        Values { lost: lost | cursed, won: won | cursed, cursed_losses }
    }
}

/// Allows one more ply in each step, the first one by `first`, until nothing changes or `limit` is
/// reached. Also returns the last step that found something.
///
/// Before the first step no ply is allowed: a side without a move has lost. After `n` steps, the
/// values of the side that made the last step are those with `n` plies left.
fn run(turns: [Turn; 2], first: Player, limit: Option<u32>) -> (Sides, u32) {
    let [mut white, mut black] = turns;
    let (mut last, mut step, mut mover) = (0, 0, first);
    while limit != Some(step) && step < last + 2 {
        step += 1;
        let (turn, other) = match mover {
            Player::One => (&mut white, &black),
            Player::Two => (&mut black, &white),
        };
        let is_new = turn.step(other, step <= 2);
        turn.show();
        if is_new {
            last = step;
        }
        mover = mover.opponent();
    }
    ([white, black].map(|turn| [turn.seen_lost, turn.seen_won]), last)
}
