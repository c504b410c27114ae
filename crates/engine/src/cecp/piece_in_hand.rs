//! The path of the piece that the user is moving, from square to square.

use zugi_protocol::cecp::CecpSquare;

/// The squares clicked for a move that is not complete.
///
/// A move with several legs is entered by a click on each of its squares. XBoard sends `put` for
/// the end of a leg, and `lift` for the same square if another leg begins there.
#[derive(Default, Debug)]
pub(super) struct HeldPiece {
    squares: Vec<CecpSquare>,
    /// The square where the piece was last put.
    put: Option<CecpSquare>,
}

impl HeldPiece {
    /// Puts the piece on a square; returns its path to there.
    pub fn put(&mut self, square: CecpSquare) -> Vec<CecpSquare> {
        self.put = Some(square);
        self.squares.iter().copied().chain([square]).collect()
    }

    /// Lifts a piece from a square or (`None`) from the hand, or continues with its next leg if
    /// that `fits`; returns the path so far.
    pub fn lift(
        &mut self,
        from: Option<CecpSquare>,
        fits: impl Fn(&[CecpSquare]) -> bool,
    ) -> &[CecpSquare] {
        let put = self.put.take();
        self.squares.extend(from);
        if put.is_none() || put != from || !fits(&self.squares) {
            self.squares = from.into_iter().collect();
        }
        &self.squares
    }
}
