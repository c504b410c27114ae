//! Positions as bytes: the sets of White's, of Black's and of the promoted pieces as little-endian
//! numbers, then a byte with the number of quiet plies and the side to move.

use zugi_game::{Pack, Player};

use super::{QUIET_PLIES_TO_DRAW, Zvp};

/// Set in the last byte if Black is to move.
const BLACK_TO_MOVE: u8 = 1 << 7;

impl Pack for Zvp {
    const PACKED_BYTES: usize = 25;

    fn pack(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::PACKED_BYTES, "room for a position");
        let [white, black] = self.pieces;
        for (set, bytes) in [white, black, self.promoted].iter().zip(bytes.chunks_mut(8)) {
            bytes.copy_from_slice(&set.to_le_bytes());
        }
        let side = if self.to_move == Player::Two { BLACK_TO_MOVE } else { 0 };
        bytes[24] = self.quiet.min(QUIET_PLIES_TO_DRAW) | side;
    }

    fn unpack(bytes: &[u8]) -> Option<Zvp> {
        let (sets, rest) = bytes.as_chunks::<8>();
        let ([white, black, promoted], &[last]) = (sets, rest) else { return None };
        let [white, black, promoted] = [white, black, promoted].map(|set| u64::from_le_bytes(*set));
        let to_move = if last & BLACK_TO_MOVE == 0 { Player::One } else { Player::Two };
        let position = Zvp::with_pieces([white, black], promoted, to_move)?;
        let quiet = last & !BLACK_TO_MOVE;
        (quiet <= QUIET_PLIES_TO_DRAW).then(|| position.with_quiet_plies(quiet))
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::{Game, conformance};

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        conformance::check_pack::<Zvp>(20, 1);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let mut bytes = [0; Zvp::PACKED_BYTES];
        assert_eq!(Zvp::unpack(&bytes), None);
        Zvp::start().pack(&mut bytes);
        // A light square, a piece of both sides, a promoted piece that is missing, too many quiet
        // plies.
        for (at, wrong) in [(0, 2), (8, 1), (19, 128), (24, 81)] {
            let mut bytes = bytes;
            bytes[at] |= wrong;
            assert_eq!(Zvp::unpack(&bytes), None, "{bytes:?}");
        }
    }
}
