//! The pieces of a seat: one piece, a set, and a face-down line.

use fastrand::Rng;
use zugi_game::random;

/// A Zoker, or a Scorer of a value from 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ZokaPiece(u8);

impl ZokaPiece {
    pub const ZOKER: ZokaPiece = ZokaPiece(0);

    /// The Zoker, and the Scorers by rising value.
    pub const ALL: [ZokaPiece; 7] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The piece with this index in [`ZokaPiece::ALL`].
    #[inline(always)]
    pub(super) const fn of(index: u32) -> Option<ZokaPiece> {
        if index < 7 { Some(ZokaPiece(index as u8)) } else { None }
    }

    /// The value of a Scorer, 1 to 6; 0 for a Zoker.
    #[must_use]
    #[inline(always)]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// `Z`, or the value of a Scorer.
    #[must_use]
    pub const fn letter(self) -> char {
        if self.0 == 0 { 'Z' } else { (b'0' + self.0) as char }
    }

    /// The piece with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<ZokaPiece> {
        let letter = letter.to_ascii_uppercase();
        ZokaPiece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

/// A set of pieces of one seat: up to six Zokers, and each Scorer at most once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceSet(u16);

impl PieceSet {
    /// The number of Zokers of a seat.
    pub const ZOKERS: u32 = 6;

    /// All pieces of a seat.
    pub const FULL: PieceSet = PieceSet(0b1_1111_1000 | 6);

    pub const EMPTY: PieceSet = PieceSet(0);

    const COUNT: u16 = 0b111;

    #[inline(always)]
    const fn scorer(piece: ZokaPiece) -> u16 {
        1 << (2 + piece.0)
    }

    #[must_use]
    #[inline(always)]
    pub fn count_of(self, piece: ZokaPiece) -> u32 {
        match piece {
            ZokaPiece::ZOKER => u32::from(self.0 & Self::COUNT),
            scorer => u32::from(self.0 & Self::scorer(scorer) != 0),
        }
    }

    #[must_use]
    #[inline(always)]
    pub fn count(self) -> u32 {
        u32::from(self.0 & Self::COUNT) + (self.0 & !Self::COUNT).count_ones()
    }

    #[must_use]
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    #[inline(always)]
    pub fn contains(self, piece: ZokaPiece) -> bool {
        self.count_of(piece) > 0
    }

    /// Adds a piece; returns false and changes nothing if a seat does not have so many.
    #[inline(always)]
    pub fn add(&mut self, piece: ZokaPiece) -> bool {
        match piece {
            ZokaPiece::ZOKER if self.count_of(piece) < Self::ZOKERS => self.0 += 1,
            scorer if scorer != ZokaPiece::ZOKER && !self.contains(scorer) => {
                self.0 |= Self::scorer(scorer);
            }
            _ => return false,
        }
        true
    }

    /// Removes a piece, if the set has it.
    #[inline(always)]
    pub fn remove(&mut self, piece: ZokaPiece) {
        match piece {
            ZokaPiece::ZOKER => self.0 -= u16::from(self.contains(piece)),
            scorer => self.0 &= !Self::scorer(scorer),
        }
    }

    /// The kinds of pieces in the set: the Zoker first, then Scorers by value.
    #[inline(always)]
    pub fn kinds(self) -> impl Iterator<Item = ZokaPiece> {
        ZokaPiece::ALL.into_iter().filter(move |&piece| self.contains(piece))
    }

    /// All pieces, in the same order.
    pub fn pieces(self) -> impl Iterator<Item = ZokaPiece> {
        self.kinds().flat_map(move |piece| (0..self.count_of(piece)).map(move |_| piece))
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The set with these bits; `None` if they are not valid.
    pub(super) fn of_bits(bits: u16) -> Option<PieceSet> {
        let is_set = bits & !Self::FULL.0 & !Self::COUNT == 0;
        (is_set && u32::from(bits & Self::COUNT) <= Self::ZOKERS).then_some(PieceSet(bits))
    }
}

/// The face-down pieces of a seat, with or without their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FaceDown {
    set: PieceSet,
    /// Four bits for each piece, the next piece lowest: one more than its index. 0 if the order is
    /// unknown or there are no pieces.
    order: u64,
}

impl FaceDown {
    const BITS: u32 = 4;

    #[must_use]
    pub fn unordered(set: PieceSet) -> FaceDown {
        FaceDown { set, order: 0 }
    }

    /// Pieces in this order, the next one first; `None` if a seat does not have them.
    #[must_use]
    pub fn ordered(pieces: &[ZokaPiece]) -> Option<FaceDown> {
        let mut line = FaceDown::default();
        for &piece in pieces.iter().rev() {
            if !line.set.add(piece) {
                return None;
            }
            line.order = line.order << Self::BITS | u64::from(piece.0 + 1);
        }
        Some(line)
    }

    #[must_use]
    pub fn shuffled(set: PieceSet, rng: &mut Rng) -> FaceDown {
        let mut pieces: Vec<ZokaPiece> = set.pieces().collect();
        random::shuffle(&mut pieces, rng);
        FaceDown::ordered(&pieces).unwrap_or_default()
    }

    /// The pieces without their order.
    #[must_use]
    #[inline(always)]
    pub fn set(self) -> PieceSet {
        self.set
    }

    /// The next piece, if the order is known.
    #[must_use]
    #[inline(always)]
    pub fn next(self) -> Option<ZokaPiece> {
        ZokaPiece::of((self.order as u32 & 0xf).wrapping_sub(1))
    }

    /// The pieces in order; none if it is unknown.
    pub fn order(self) -> impl Iterator<Item = ZokaPiece> {
        let after = |line: &u64| Some(line >> Self::BITS);
        let lines = std::iter::successors(Some(self.order), after);
        lines.map_while(|line| ZokaPiece::of((line as u32 & 0xf).wrapping_sub(1)))
    }

    /// Removes the next piece or, if the order is unknown, this one. `piece` must be the next one
    /// if the order is known.
    #[inline(always)]
    pub fn take(&mut self, piece: ZokaPiece) {
        self.set.remove(piece);
        self.order >>= Self::BITS;
    }

    #[inline(always)]
    pub(super) const fn order_bits(self) -> u64 {
        self.order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pieces: impl Iterator<Item = ZokaPiece>) -> String {
        pieces.map(ZokaPiece::letter).collect()
    }

    #[test]
    fn a_seat_has_six_zokers_and_six_scorers() {
        assert_eq!(
            (PieceSet::FULL.count(), text(PieceSet::FULL.pieces()).as_str()),
            (12, "ZZZZZZ123456")
        );
        let mut full = PieceSet::default();
        ZokaPiece::ALL.into_iter().for_each(|piece| assert!(full.add(piece)));
        (0..5).for_each(|_| assert!(full.add(ZokaPiece::ZOKER)));
        assert_eq!(full, PieceSet::FULL);
        ZokaPiece::ALL.into_iter().for_each(|piece| assert!(!full.add(piece)));
        full.remove(ZokaPiece::ALL[3]);
        full.remove(ZokaPiece::ALL[3]);
        full.remove(ZokaPiece::ZOKER);
        assert_eq!(text(full.pieces()), "ZZZZZ12456");
        assert_eq!(text(full.kinds()), "Z12456");
    }

    #[test]
    fn a_line_is_turned_over_in_its_order() {
        let mut line = FaceDown::shuffled(PieceSet::FULL, &mut Rng::with_seed(1));
        let order: Vec<ZokaPiece> = line.order().collect();
        assert_eq!(FaceDown::ordered(&order), Some(line));
        for (turned, &piece) in order.iter().enumerate() {
            assert_eq!(line.next(), Some(piece));
            line.take(piece);
            assert_eq!(line.set().count() as usize, 11 - turned);
        }
        assert_eq!(line, FaceDown::default());
        assert_eq!(FaceDown::ordered(&[ZokaPiece::ALL[2]; 2]), None);
    }
}
