//! Positions as bytes, without the order of face-down pieces. For each seat: its Zokers, the
//! squares of its Scorers, its sets of pieces off the board, and the move that it may not make;
//! then the turn, the solo seat, the values struck, and the clocks.

use zugi_game::Pack;
use zugi_game::board::{Bits, Square};

use super::{
    FaceDown, Grid, PieceSet, QUIET_TURNS, SoloRule, ZokaPiece, ZokaPosition, ZokaVariant,
};

/// Stands for no square, no seat or no number.
const NONE: u8 = u8::MAX;

/// The number of bytes after those of the seats.
const REST: usize = 10;

const fn set_bytes<V: ZokaVariant>() -> usize {
    (V::Grid::SIZE as usize * V::Grid::SIZE as usize).div_ceil(8)
}

/// The number of bytes of a seat: Zokers, squares of six Scorers, three sets of pieces, two
/// squares.
const fn seat_bytes<V: ZokaVariant>() -> usize {
    set_bytes::<V>() + 6 + 3 * 2 + 2
}

struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.0.next().copied()
    }

    fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    /// A number less than `below`, or `Some(None)` for [`NONE`]; `None` for any other byte.
    fn number(&mut self, below: usize) -> Option<Option<u8>> {
        match self.byte()? {
            NONE => Some(None),
            number if usize::from(number) < below => Some(Some(number)),
            _ => None,
        }
    }

    /// A square, or `Some(None)` for [`NONE`]; `None` for any other byte.
    fn square<V: ZokaVariant>(&mut self) -> Option<Option<Square>> {
        Some(self.number(usize::from(V::Grid::SIZE).pow(2))?.map(Square::new))
    }
}

impl<V: ZokaVariant> Pack for ZokaPosition<V> {
    const PACKED_BYTES: usize = V::SEATS * seat_bytes::<V>() + REST;

    fn pack(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::PACKED_BYTES, "room for a position");
        let mut packed: Vec<u8> = Vec::with_capacity(Self::PACKED_BYTES);
        for seat in &self.seats[..V::SEATS] {
            let zokers = seat.zokers.words().map(u64::to_le_bytes);
            packed.extend(&zokers.as_flattened()[..set_bytes::<V>()]);
            // The index of `OFF_BOARD` is [`NONE`].
            packed.extend(seat.squares.map(Square::index));
            for set in [seat.line.set(), seat.hand, seat.exchange] {
                packed.extend((set.bits() as u16).to_le_bytes());
            }
            packed.extend(seat.back.map_or([NONE; 2], |(from, to)| [from.index(), to.index()]));
        }
        let [one, two] = self.struck.map(u16::to_le_bytes);
        packed.extend([self.turn, u8::from(self.again), self.solo.unwrap_or(NONE)]);
        packed.extend([one, two].as_flattened());
        packed.extend([self.quiet, self.passes, self.left.unwrap_or(NONE)]);
        bytes.copy_from_slice(&packed);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::PACKED_BYTES {
            return None;
        }
        let (mut bytes, mut position) = (Bytes(bytes.iter()), Self::empty());
        (0..V::SEATS).try_for_each(|seat| position.unpack_seat(seat, &mut bytes))?;
        position.turn = bytes.number(V::SEATS)??;
        position.again = [false, true].get(usize::from(bytes.byte()?)).copied()?;
        position.solo = bytes.number(V::SEATS)?;
        position.struck = [bytes.word()?, bytes.word()?];
        (position.quiet, position.passes) = (bytes.byte()?, bytes.byte()?);
        position.left = bytes.number(V::SEATS)?;
        position.is_possible().then_some(position)
    }
}

impl<V: ZokaVariant> ZokaPosition<V> {
    /// Reads a seat; `None` if a byte is invalid, if it has too many pieces, or if two pieces share
    /// a square.
    fn unpack_seat(&mut self, seat: usize, bytes: &mut Bytes<'_>) -> Option<()> {
        let mut owned = PieceSet::EMPTY;
        for byte in 0..set_bytes::<V>() as u8 {
            for bit in u64::from(bytes.byte()?).squares() {
                let square = Square::new(8 * byte + bit.index());
                self.unpack_piece(seat, ZokaPiece::ZOKER, square, &mut owned)?;
            }
        }
        for piece in ZokaPiece::ALL.into_iter().skip(1) {
            if let Some(square) = bytes.square::<V>()? {
                self.unpack_piece(seat, piece, square, &mut owned)?;
            }
        }
        let mut sets = [PieceSet::EMPTY; 3];
        for set in &mut sets {
            *set = PieceSet::of_bits(bytes.word()?)?;
            set.pieces().all(|piece| owned.add(piece)).then_some(())?;
        }
        let back = match [bytes.square::<V>()?, bytes.square::<V>()?] {
            [None, None] => None,
            [Some(from), Some(to)] if is_line::<V>(from, to) => Some((from, to)),
            _ => return None,
        };
        let own = &mut self.seats[seat];
        (own.line, own.hand, own.exchange) = (FaceDown::unordered(sets[0]), sets[1], sets[2]);
        own.back = back;
        Some(())
    }

    fn unpack_piece(
        &mut self,
        seat: usize,
        piece: ZokaPiece,
        square: Square,
        owned: &mut PieceSet,
    ) -> Option<()> {
        let is_free = V::Grid::BOARD.contains(square) && self.piece_at(square).is_none();
        (is_free && owned.add(piece)).then(|| self.put(seat, piece, square))
    }

    /// Whether turn, clocks and solo seat fit each other and the pieces.
    fn is_possible(&self) -> bool {
        let is_solo_possible = match (V::SOLO, self.solo) {
            (SoloRule::Nobody, solo) => solo.is_none(),
            (SoloRule::SeatOne, solo) => solo == Some(0),
            (SoloRule::FirstToPlace, solo) => solo.is_some() || self.board_key == 0,
        };
        let has_finished = |seat: usize| self.seats[seat % V::SEATS].has_placed_all();
        let is_left_possible = match self.left {
            None => !(0..V::SEATS).any(has_finished),
            // After `left` turns, the next seat is one that has placed its last piece.
            Some(left) => has_finished(usize::from(self.turn) + usize::from(left)) && !self.again,
        };
        is_solo_possible
            && is_left_possible
            && (!self.again || self.solo == Some(self.turn))
            && self.quiet <= QUIET_TURNS
            && usize::from(self.passes) <= (2 * V::SEATS).min(self.quiet.into())
    }
}

/// Whether two squares differ and share a file or rank.
pub(super) fn is_line<V: ZokaVariant>(from: Square, to: Square) -> bool {
    let size = V::Grid::SIZE;
    from != to && (from.file(size) == to.file(size) || from.rank(size) == to.rank(size))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use zugi_game::{Chance, Game, Hidden, conformance};

    use super::*;
    use crate::rules::{FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats};

    fn packed<V: ZokaVariant>(position: &ZokaPosition<V>) -> Vec<u8> {
        let mut bytes = vec![0; ZokaPosition::<V>::PACKED_BYTES];
        position.pack(&mut bytes);
        bytes
    }

    /// Unpacking gives a seat's knowledge and nothing else: positions with another order have the
    /// same bytes.
    fn check<V: ZokaVariant>() {
        let mut rng = Rng::with_seed(1);
        for seed in 0..20 {
            let start = ZokaPosition::<V>::start_with(seed);
            for position in conformance::random_game(&start, &mut rng) {
                let (bytes, known) = (packed(&position), position.observation_for(0));
                let unpacked = ZokaPosition::<V>::unpack(&bytes);
                assert_eq!(unpacked.as_ref(), Some(&known), "{}", position.text());
                assert_eq!(unpacked.map(|it| it.key()), Some(known.key()));
                assert_eq!(packed(&position.guess(0, &mut rng)), bytes);
                // Changed bytes never give an impossible position.
                let mut damaged = bytes.clone();
                damaged[rng.usize(..bytes.len())] = rng.u8(..);
                if let Some(other) = ZokaPosition::<V>::unpack(&damaged) {
                    assert_eq!(other.text().parse().as_ref(), Ok(&other));
                    assert_eq!(other.key(), other.key_from_scratch());
                    assert_eq!(packed(&other), damaged);
                }
            }
        }
    }

    #[test]
    fn what_a_seat_knows_is_packed() {
        check::<TwoSeats>();
        check::<ThreeSeats>();
        check::<FourSeats>();
        check::<OneAgainstTwo>();
        check::<TwoAgainstTwo>();
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let text = "......../......../......../......../......../......../bZ......./a5bZ..a4.aZ. \
                    1 - 1/2 3/1 -/4 0:3 e1d1/- 1:0:-";
        let position = ZokaPosition::<TwoSeats>::from_text(text).unwrap();
        let bytes = packed(&position);
        assert_eq!(ZokaPosition::<TwoSeats>::unpack(&bytes), Some(position));
        let seat = seat_bytes::<TwoSeats>();
        for (at, wrong, what) in [
            (0, 1, "a Zoker on the square of a Scorer"),
            (seat, 1, "a Zoker on the square of a Scorer of another seat"),
            (8, 64, "a Scorer off the board, on no square"),
            (8, 4, "two Scorers on one square"),
            (14, 7, "more Zokers than a seat has"),
            (15, 2, "a set with an unknown piece"),
            (16, 8, "a Scorer that is face down, too"),
            (20, 255, "half a move back"),
            (21, 18, "a move back along no line"),
            (2 * seat, 2, "a seat too many"),
            (2 * seat + 1, 1, "another turn of a seat that is not alone"),
            (2 * seat + 2, 0, "a seat that plays alone"),
            (2 * seat + 7, 201, "too many quiet turns"),
            (2 * seat + 8, 2, "more passes than quiet turns"),
            (2 * seat + 9, 1, "a last turn while all have pieces"),
        ] {
            let mut bytes = bytes.clone();
            bytes[at] = wrong;
            assert_eq!(ZokaPosition::<TwoSeats>::unpack(&bytes), None, "{what}");
        }
        assert_eq!(ZokaPosition::<TwoSeats>::unpack(&bytes[1..]), None);
    }
}
