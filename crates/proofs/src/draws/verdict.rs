//! The answer to the question whether the prover wins, as far as it is known.

use super::ProvableWithDraws;

/// The proof number of a known no win, and the disproof number of a known win. The numbers of open
/// positions are less: greater sums are cut off.
pub(super) const INFINITE: u32 = 1 << 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The prover wins with counts of quiet plies up to this one.
    Win { up_to: u8 },
    /// The prover does not win with counts from this one on. An assumed answer may depend on what
    /// recurred on the path of the search.
    NoWin { from: u8, is_assumed: bool },
    /// Unknown, with the proof and the disproof number.
    Open { proof: u32, disproof: u32 },
}

impl Verdict {
    pub fn is_open(self) -> bool {
        matches!(self, Verdict::Open { .. })
    }

    pub fn is_assumed(self) -> bool {
        matches!(self, Verdict::NoWin { is_assumed: true, .. })
    }

    pub fn numbers(self) -> [u32; 2] {
        match self {
            Verdict::Win { .. } => [0, INFINITE],
            Verdict::NoWin { .. } => [INFINITE, 0],
            Verdict::Open { proof, disproof } => [proof, disproof],
        }
    }

    pub fn one_ply_earlier<G: ProvableWithDraws>(self, is_quiet: bool) -> Verdict {
        match self {
            Verdict::Win { up_to } if is_quiet => Verdict::Win { up_to: up_to.saturating_sub(1) },
            // The ply resets the count, so the win holds unless the game was drawn before.
            Verdict::Win { .. } => Verdict::Win { up_to: G::QUIET_LIMIT - 1 },
            Verdict::NoWin { from, is_assumed } if is_quiet => {
                Verdict::NoWin { from: from.saturating_sub(1), is_assumed }
            }
            Verdict::NoWin { is_assumed, .. } => Verdict::NoWin { from: 0, is_assumed },
            Verdict::Open { .. } => self,
        }
    }
}

/// The verdict of a position from those of its moves, each by [`Verdict::one_ply_earlier`]. If it
/// is open and the prover moves, its proof number is the least proof number of the open moves, and
/// its disproof number is the sum of their disproof numbers. Where the other side moves, the two
/// numbers change roles.
pub(super) fn combined(prover_moves: bool, moves: impl Iterator<Item = Verdict>) -> Verdict {
    let (phi, delta) = if prover_moves { (0, 1) } else { (1, 0) };
    let (mut least, mut sum) = (INFINITE, 0u32);
    let mut good: Option<Verdict> = None;
    let (mut up_to, mut from, mut is_assumed) = (u8::MAX, 0, false);
    for verdict in moves {
        match (verdict, good) {
            (Verdict::Win { up_to: new }, Some(Verdict::Win { up_to: old })) if prover_moves => {
                good = Some(Verdict::Win { up_to: new.max(old) });
            }
            (Verdict::Win { .. }, _) if prover_moves => good = Some(verdict),
            (Verdict::Win { up_to: new }, _) => up_to = up_to.min(new),
            (
                Verdict::NoWin { from: new, is_assumed: assumes },
                Some(Verdict::NoWin { from: old, is_assumed: assumed }),
            ) if !prover_moves => {
                if (assumes, new) < (assumed, old) {
                    good = Some(verdict);
                }
            }
            (Verdict::NoWin { .. }, _) if !prover_moves => good = Some(verdict),
            (Verdict::NoWin { from: new, is_assumed: assumes }, _) => {
                (from, is_assumed) = (from.max(new), is_assumed | assumes);
            }
            (Verdict::Open { .. }, _) => {
                let numbers = verdict.numbers();
                least = least.min(numbers[phi]);
                sum = sum.saturating_add(numbers[delta]).min(INFINITE - 1);
            }
        }
    }
    if let Some(good) = good {
        return good;
    }
    // The sum is 0 only if no move is open: each number of an open move is at least 1.
    match (sum, prover_moves) {
        (0, true) => Verdict::NoWin { from, is_assumed },
        (0, false) => Verdict::Win { up_to },
        (sum, true) => Verdict::Open { proof: least, disproof: sum },
        (sum, false) => Verdict::Open { proof: sum, disproof: least },
    }
}
