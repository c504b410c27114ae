//! Move generation, provisional.

use std::ops::ControlFlow;

use super::{Size, distance};
use crate::board::Bits;

pub(super) fn visit<S: Size>(
    own: S::Bits,
    enemy: S::Bits,
    visit: &mut impl FnMut(u8, u8) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for from in own.squares() {
        for (df, dr) in [(1i8, 0i8), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut f, mut r) = ((from % S::N) as i8, (from / S::N) as i8);
            for k in 1.. {
                f += df;
                r += dr;
                if f < 0 || r < 0 || f >= S::N as i8 || r >= S::N as i8 {
                    break;
                }
                let to = (r * S::N as i8 + f) as u8;
                let outward = distance(to, S::N) > distance(from, S::N);
                if own.contains(to) {
                    break;
                }
                if enemy.contains(to) {
                    if !outward {
                        visit(from, to)?;
                    }
                    break;
                }
                if k == 1 && outward {
                    visit(from, to)?;
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Number of board moves.
pub fn count<S: Size>(own: S::Bits, enemy: S::Bits) -> u32 {
    let mut n = 0;
    let _ = visit::<S>(own, enemy, &mut |_, _| {
        n += 1;
        ControlFlow::Continue(())
    });
    n
}

/// Perft 2.
pub fn count_replies<S: Size>(own: S::Bits, enemy: S::Bits) -> u64 {
    if own.is_empty() || enemy.is_empty() {
        return 0;
    }
    let mut n = 0;
    let mut stuck = true;
    let _ = visit::<S>(own, enemy, &mut |from, to| {
        stuck = false;
        let own2 = own & !S::Bits::of(from) | S::Bits::of(to);
        let enemy2 = enemy & !S::Bits::of(to);
        if !enemy2.is_empty() {
            n += u64::from(count::<S>(enemy2, own2).max(1));
        }
        ControlFlow::Continue(())
    });
    if stuck {
        n += u64::from(count::<S>(enemy, own).max(1));
    }
    n
}

/// Attackers.
pub fn visit_attackers<S: Size>(
    own: S::Bits,
    enemy: S::Bits,
    target: u8,
    visit: &mut impl FnMut(u8) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (df, dr) in [(1i8, 0i8), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut f, mut r) = ((target % S::N) as i8, (target / S::N) as i8);
        loop {
            f += df;
            r += dr;
            if f < 0 || r < 0 || f >= S::N as i8 || r >= S::N as i8 {
                break;
            }
            let from = (r * S::N as i8 + f) as u8;
            if own.contains(from) {
                if distance(target, S::N) <= distance(from, S::N) {
                    visit(from)?;
                }
                break;
            }
            if enemy.contains(from) {
                break;
            }
        }
    }
    ControlFlow::Continue(())
}
