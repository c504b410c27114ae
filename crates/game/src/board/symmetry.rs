//! The eight symmetries of the square.

use super::{Bits, Square};

/// One of the eight rotations and reflections of a square board, as three bits: the first mirrors
/// the files, the second the ranks, and then the third exchanges both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All symmetries; the first is the identity.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// The image of a square on a board of `size` files and ranks.
    #[must_use]
    pub const fn square(self, square: Square, size: u8) -> Square {
        let (mut file, mut rank) = (square.file(size), square.rank(size));
        if self.0 & 1 != 0 {
            file = size - 1 - file;
        }
        if self.0 & 2 != 0 {
            rank = size - 1 - rank;
        }
        if self.0 & 4 != 0 {
            (file, rank) = (rank, file);
        }
        Square::at(file, rank, size)
    }

    /// The image of a set of squares on a board of `size` files and ranks.
    #[must_use]
    pub fn bits<B: Bits>(self, set: B, size: u8) -> B {
        set.squares().fold(B::EMPTY, |image, square| image | B::of(self.square(square, size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn eight_different_permutations() {
        for size in [4, 6, 8, 10] {
            let images: HashSet<Vec<Square>> = Symmetry::ALL
                .iter()
                .map(|symmetry| {
                    let squares = (0..size * size).map(Square::new);
                    squares.map(|square| symmetry.square(square, size)).collect()
                })
                .collect();
            assert_eq!(images.len(), 8);
            for image in images {
                let squares: HashSet<Square> = image.into_iter().collect();
                assert_eq!(squares.len(), usize::from(size * size));
            }
        }
    }

    #[test]
    fn sets_move_with_their_squares() {
        let [a, b] = [3, 97].map(Square::new);
        let set = u128::of(a) | u128::of(b);
        for symmetry in Symmetry::ALL {
            let image = u128::of(symmetry.square(a, 10)) | u128::of(symmetry.square(b, 10));
            assert_eq!(symmetry.bits(set, 10), image);
        }
    }
}
