//! How Zola explains itself.

use super::{Size, Zola};
use crate::game::Explain;

impl<S: Size> Explain for Zola<S> {
    const RULES: &'static str = "\
Zola, by Mark Steere. Red moves first. Who takes the last enemy checker wins.
- A step goes to any of the eight squares around, if it is empty and farther from
  the centre of the board.
- A capture goes like a chess queen onto the first checker in its way, an enemy,
  that is not farther from the centre than you were. It is taken off the board.
- Captures are not compulsory. Who has no move passes, and only then.
A move is its two squares: c3d4.";
}
