//! The way of the piece that the user has in hand, from square to square.

use zugi_protocol::cecp::Square;

/// The squares that were clicked on for a move that is not complete.
///
/// A move with several legs is entered by a click on each of its squares. XBoard says
/// `put` of the end of a leg, and `lift` of the same square if another leg begins there.
#[derive(Default, Debug)]
pub(super) struct HeldPiece {
    squares: Vec<Square>,
    /// Where the piece was put last.
    put: Option<Square>,
}

impl HeldPiece {
    /// The piece is put on a square; returns its way to there.
    pub fn put(&mut self, square: Square) -> Vec<Square> {
        self.put = Some(square);
        self.squares.iter().copied().chain([square]).collect()
    }

    /// A piece is taken up from a square or from the hand beside the board, or continues with its
    /// next leg if that fits; returns its squares so far.
    pub fn lift(&mut self, from: Option<Square>, fits: impl Fn(&[Square]) -> bool) -> &[Square] {
        let put = self.put.take();
        self.squares.extend(from);
        if put.is_none() || put != from || !fits(&self.squares) {
            self.squares = from.into_iter().collect();
        }
        &self.squares
    }
}
