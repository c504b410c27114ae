//! Move generation for all checkers at once.
//!
//! In each of eight lanes all own checkers move along one direction together, step by step, while
//! the squares are empty. In one direction a target can be reached from one checker only, the
//! nearest one behind it, so one set of targets for each lane holds all moves.
//!
//! The inner functions are compiled for several processors; the best version is chosen at run time.

use std::hint::black_box;

use zugi_game::board::{Bits, Square};

use super::move_masks::MoveMasks;
use super::ray_masks::{LANES, Lanes};

#[inline(always)]
pub(super) fn targets<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    own: L::Bits,
    enemy: L::Bits,
) -> L {
    let empty = L::spread(!(own | enemy));
    let path = tables.inside.and(empty);
    let mut runners = L::spread(own).step(&tables.shifts);
    let mut targets = runners.and(tables.quiet).and(empty);
    let mut contacts = runners.and(tables.capture[0]);
    for capture in &tables.capture[1..] {
        runners = runners.and(path).step(&tables.shifts);
        contacts.add_common(&runners, capture);
    }
    // Once at the end, and not for each distance: this saves a fifth of the time.
    targets.add_common(&contacts, &L::spread(enemy));
    targets
}

/// The mobility of one side's checkers, see [`Size::contacts`](super::Size::contacts).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mobility<B> {
    pub captures: u32,
    pub quiet: u32,
    /// The squares on which at least one checker could capture if an enemy were there: those of
    /// attacked enemies, of defended own checkers, and empty ones.
    pub once: B,
    /// The same for at least two checkers, from different directions.
    pub twice: B,
    /// The own checkers that have a quiet move.
    pub free: B,
}

#[inline(always)]
pub(super) fn contacts<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    own: L::Bits,
    enemy: L::Bits,
) -> [Mobility<L::Bits>; 2] {
    let empty = L::spread(!(own | enemy));
    let path = tables.inside.and(empty);
    let quiet_origins = empty.step(&tables.shifts).and(tables.exit);
    // Not `map`: its closure would be compiled without the newer instructions.
    [
        contacts_of_side(tables, own, enemy, &path, &quiet_origins),
        contacts_of_side(tables, enemy, own, &path, &quiet_origins),
    ]
}

#[inline(always)]
fn contacts_of_side<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    own: L::Bits,
    enemy: L::Bits,
    path: &L,
    quiet_origins: &L,
) -> Mobility<L::Bits> {
    let mut runners = L::spread(own).step(&tables.shifts);
    let mut contacts = runners.and(tables.capture[0]);
    for capture in &tables.capture[1..] {
        runners = runners.and(*path).step(&tables.shifts);
        contacts.add_common(&runners, capture);
    }
    // If the compiler knows that `once_and_twice` separates the lanes, it separates them from the
    // start, which halves the speed.
    let contacts = black_box(contacts);
    let (once, twice) = contacts.once_and_twice();
    let captures = contacts.and(L::spread(enemy)).count();
    let quiet_origins = quiet_origins.and(L::spread(own));
    let (free, _) = quiet_origins.once_and_twice();
    Mobility { captures, quiet: quiet_origins.count(), once, twice, free }
}

#[inline(always)]
pub(super) fn pressure<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    own: L::Bits,
    enemy: L::Bits,
) -> [u32; 2] {
    let empty = L::spread(!(own | enemy));
    let (own, enemy) = (L::spread(own), L::spread(enemy));
    let path = tables.inside.and(empty);
    let (mut runners, mut hunters) = (own.step(&tables.shifts), enemy.step(&tables.shifts));
    let mut targets = runners.and(tables.quiet).and(empty);
    let mut contacts = runners.and(tables.capture[0]);
    let mut victims = hunters.and(tables.capture[0]);
    for capture in &tables.capture[1..] {
        runners = runners.and(path).step(&tables.shifts);
        hunters = hunters.and(path).step(&tables.shifts);
        contacts.add_common(&runners, capture);
        victims.add_common(&hunters, capture);
    }
    targets.add_common(&contacts, &enemy);
    [targets.count(), victims.and(own).count()]
}

/// See [`Size::count_replies`](super::Size::count_replies); `behind` is `Size::behind`.
#[inline(always)]
pub(super) fn replies<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    behind: impl Fn(usize, Square) -> L::Bits,
    own: L::Bits,
    enemy: L::Bits,
) -> u64 {
    if own.is_empty() || enemy.is_empty() {
        return 0;
    }
    let mut moves = 0;
    let mut replies = 0;
    for (from, to) in Moves::new(targets(tables, own, enemy), behind, own) {
        let target = L::Bits::of(to);
        let (own, enemy) = ((own ^ L::Bits::of(from)) | target, enemy & !target);
        // A side without checkers has lost and has no move.
        replies += if enemy.is_empty() { 0 } else { count_or_pass(tables, enemy, own) };
        moves += 1;
    }
    u64::from(if moves == 0 { count_or_pass(tables, enemy, own) } else { replies })
}

/// The number of moves; a pass counts as one. Both sides must have checkers.
#[inline(always)]
fn count_or_pass<L: Lanes, const K: usize>(
    tables: &MoveMasks<L, K>,
    own: L::Bits,
    enemy: L::Bits,
) -> u32 {
    targets(tables, own, enemy).count().max(1)
}

/// The moves of all checkers as first square and target: by direction, then by rising index of the
/// target in its lane. `behind` is `Size::behind`.
pub(super) struct Moves<L: Lanes, F> {
    targets: L,
    behind: F,
    own: L::Bits,
    lane: usize,
    /// The targets of this lane that are left.
    rest: L::Bits,
}

impl<L: Lanes, F: Fn(usize, Square) -> L::Bits> Moves<L, F> {
    #[inline(always)]
    pub(super) fn new(targets: L, behind: F, own: L::Bits) -> Moves<L, F> {
        let rest = targets.lane(0);
        Moves { targets, behind, own, lane: 0, rest }
    }
}

impl<L: Lanes, F: Fn(usize, Square) -> L::Bits> Iterator for Moves<L, F> {
    type Item = (Square, Square);

    #[inline(always)]
    fn next(&mut self) -> Option<(Square, Square)> {
        while self.rest.is_empty() {
            self.lane += 1;
            if self.lane >= LANES {
                return None;
            }
            self.rest = self.targets.lane(self.lane);
        }
        let index = self.rest.first()?;
        self.rest = self.rest.without_first();
        let to = L::square(self.lane, index);
        let from = nearest(self.lane, self.own & (self.behind)(self.lane, to))?;
        Some((from, to))
    }
}

/// The nearest of the squares behind a target: in lanes 0 to 3 the squares behind have lower
/// indices, in the others higher ones.
#[inline(always)]
pub(super) fn nearest<B: Bits>(lane: usize, behind: B) -> Option<Square> {
    if lane < LANES / 2 { behind.last() } else { behind.first() }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use fastrand::Rng;
    use zugi_game::{Game, conformance};

    use super::*;
    use crate::rules::{Size, Size4, Size6, Size8, Size10, Zola};

    fn check_contacts<S: Size>() {
        let mut rng = Rng::with_seed(1);
        for position in conformance::random_game(&Zola::<S>::start(), &mut rng) {
            let (own, enemy) = position.own_and_enemy();
            let [contacts, of_enemy] = S::contacts(own, enemy);
            assert_eq!([of_enemy, contacts], S::contacts(enemy, own));
            let mut free = S::Bits::EMPTY;
            let (mut captures, mut quiet) = (0, 0);
            let _ = S::visit(own, enemy, &mut |from, to| {
                if enemy.contains(to) {
                    captures += 1;
                } else {
                    quiet += 1;
                    free = free | S::Bits::of(from);
                }
                ControlFlow::Continue(())
            });
            let met_by = |count: usize| {
                (0..S::SQUARES)
                    .map(Square::new)
                    .filter(|&square| S::attackers(own, enemy, square).count() >= count)
                    .fold(S::Bits::EMPTY, |set, square| set | S::Bits::of(square))
            };
            let (once, twice) = (met_by(1), met_by(2));
            assert_eq!(S::pressure(own, enemy), [captures + quiet, of_enemy.captures]);
            let expected = Mobility { captures, quiet, once, twice, free };
            assert_eq!(contacts, expected, "{}", position.text());
        }
    }

    #[test]
    fn contacts_are_those_of_each_checker() {
        check_contacts::<Size4>();
        check_contacts::<Size6>();
        check_contacts::<Size8>();
        check_contacts::<Size10>();
    }
}
