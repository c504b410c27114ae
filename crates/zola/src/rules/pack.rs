//! Positions of Zola as bytes: one byte for the side to move and the pie rule, then the checkers of
//! each side as a little-endian set of squares.

use zugi_game::board::Bits;
use zugi_game::{Pack, Player};

use super::{Pie, Size, Zola};

const fn set_bytes<S: Size>() -> usize {
    (S::SQUARES as usize).div_ceil(8)
}

const PIES: [Pie; 3] = [Pie::Off, Pie::FirstMove, Pie::MaySwap];

impl<S: Size> Pack for Zola<S> {
    const PACKED_BYTES: usize = 1 + 2 * set_bytes::<S>();

    fn pack(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::PACKED_BYTES, "room for a position");
        bytes[0] = self.to_move.index() as u8 + 2 * self.pie as u8;
        for (set, bytes) in self.checkers.iter().zip(bytes[1..].chunks_mut(set_bytes::<S>())) {
            let words = set.words().map(u64::to_le_bytes);
            bytes.iter_mut().zip(words.as_flattened()).for_each(|(to, from)| *to = *from);
        }
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let (&first, sets) = bytes.split_first()?;
        if bytes.len() != Self::PACKED_BYTES {
            return None;
        }
        let to_move = Player::BOTH[usize::from(first % 2)];
        let pie = *PIES.get(usize::from(first / 2))?;
        let mut checkers = [S::Bits::EMPTY; 2];
        for (set, bytes) in checkers.iter_mut().zip(sets.chunks(set_bytes::<S>())) {
            let mut wide = [0; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            let wide = u128::from_le_bytes(wide);
            *set = S::Bits::try_from(wide).ok().filter(|_| wide >> S::SQUARES == 0)?;
        }
        let [one, two] = checkers;
        let possible = (one & two).is_empty() && !(one | two).is_empty();
        possible.then(|| Zola::new(checkers, to_move, pie))
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::{Game, conformance};

    use super::*;
    use crate::rules::{Size6, Zola4, Zola6, Zola8, Zola10};

    #[test]
    fn what_is_packed_is_unpacked() {
        conformance::check_pack::<Zola4>(20, 1);
        conformance::check_pack::<Zola6>(10, 1);
        conformance::check_pack::<Zola8>(4, 1);
        conformance::check_pack::<Zola10>(2, 1);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let mut bytes = [0; Zola::<Size6>::PACKED_BYTES];
        Zola6::start().pack(&mut bytes);
        for (at, wrong) in [(0, 6), (0, 255), (5, 0x10), (1, 255)] {
            let mut bytes = bytes;
            bytes[at] |= wrong;
            assert_eq!(Zola6::unpack(&bytes), None, "{bytes:?}");
        }
        assert_eq!(Zola6::unpack(&[0; Zola::<Size6>::PACKED_BYTES]), None);
    }
}
