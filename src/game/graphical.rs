//! What a board program that does not know the rules is told, so that people can play
//! the game there by mouse.

use super::Game;

/// How a variant looks on a board program of the family of XBoard.
///
/// There are pieces of two colours, told apart by the case of their letters: player one
/// has the upper case, and is called White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The variant's name there.
    pub name: &'static str,
    /// The number of files, which is that of ranks.
    pub size: u8,
    /// The number of kinds of pieces that can be held in hand.
    pub hand: u8,
    /// What is in the hands at the start, as in FEN; empty if nothing can be.
    pub stock: &'static str,
    /// The variant of chess whose other rules the board program applies.
    pub parent: &'static str,
    /// The letters of its pictures, see `-pieceToCharTable` of XBoard.
    pub pictures: &'static str,
    /// Each letter of the rows of a position text, and the letter there.
    pub letters: &'static [(char, char)],
    /// The letters of player one and player two in the second field of a position text.
    pub sides: [char; 2],
    /// How the pieces move as far as the board program can know, in Betza's notation.
    pub moves: &'static [(&'static str, &'static str)],
}

/// What a player does in one turn of a board program. Squares are numbered from `a1`,
/// rank by rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing.
    Pass,
    /// Puts a piece of this letter from the hand onto a square.
    Drop(char, u8),
    /// Takes a piece from the first square to the last one, by way of the others. What
    /// stands on the others is captured, and so is an enemy on the last one.
    Path {
        /// Two squares or more.
        squares: Vec<u8>,
        /// What the piece becomes, if that is not what it was.
        promotion: Option<char>,
    },
}

/// A game that can be played on a board program without knowledge of the rules.
pub trait Graphical: Game {
    /// How the variant looks there.
    const SHEET: Sheet;

    /// A legal move as turns of a board program: one, or several between which the other
    /// side passes, for what cannot be shown in one.
    ///
    /// ```
    /// use zugi::game::{Game, Graphical, Step};
    /// use zugi::games::zola::Zola4;
    ///
    /// let start = Zola4::start();
    /// let mv = start.parse_move("a1b1").unwrap();
    /// let path = Step::Path { squares: vec![0, 1], promotion: None };
    /// assert_eq!(start.steps(mv), [path]);
    /// ```
    fn steps(&self, mv: Self::Move) -> Vec<Step>;
}
