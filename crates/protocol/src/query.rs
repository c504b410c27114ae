//! The questions after `query`: one table, from which the type is made, and by which questions
//! are read, written, explained and completed.
//!
//! The answers are the engine's. A new question is a row here and an answer there.

use std::fmt;

use super::dialect::Origin;

/// A row of the table: a question.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The word after `query`.
    pub word: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// Its meaning, and the possible answers.
    pub meaning: &'static str,
    /// Whether a move follows the word.
    pub takes_move: bool,
    /// The question, about this move if it is about one.
    pub ask: fn(String) -> Query,
}

impl Question {
    /// The word with its argument: `islegal M`.
    pub fn form(&self) -> String {
        format!("{}{}", self.word, if self.takes_move { " M" } else { "" })
    }
}

/// Makes the type and the table of the rows: the variant, with a name for the move if it is
/// about one, the word, its origin, and its meaning.
macro_rules! questions {
    ($($variant:ident $(($mv:ident))?, $word:literal, $origin:ident, $meaning:literal;)*) => {
        /// A question about the current position.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Query {
            $(#[doc = $meaning] $variant $((questions!(@type $mv)))?,)*
        }

        /// All questions, in the order in which they are listed.
        pub const QUESTIONS: &[Question] = &[$(Question {
            word: $word,
            origin: Origin::$origin,
            meaning: $meaning,
            takes_move: questions!(@takes_move $($mv)?),
            ask: questions!(@ask $variant $($mv)?),
        },)*];

        impl fmt::Display for Query {
            /// The words after `query`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Query::$variant $(($mv))? => {
                        f.write_str($word)?;
                        $(write!(f, " {}", $mv)?;)?
                    })*
                }
                Ok(())
            }
        }
    };
    (@type $mv:ident) => { String };
    (@takes_move) => { false };
    (@takes_move $mv:ident) => { true };
    (@ask $variant:ident) => { |_| Query::$variant };
    (@ask $variant:ident $mv:ident) => { Query::$variant };
}

questions! {
    GameOver, "gameover", Ugi, "Is the game over? `true` or `false`.";
    PlayerOneTurn, "p1turn", Ugi, "Is it player one's turn, or would it be in a finished game? `true` or `false`.";
    PlayerTwoTurn, "p2turn", Ugi, "Is it player two's turn, or would it be in a finished game? `true` or `false`.";
    Result, "result", Ugi, "`p1win`, `p2win`, `draw`, or `none` while the game goes on.";
    Fen, "fen", Extension, "The text of the position.";
    Shown, "shown", Extension, "The text of the position as the seat to move may know it, without hidden orders; the same as `fen` in games without hidden pieces.";
    Variant, "variant", Extension, "The name of the variant.";
    IsLegal(mv), "islegal", Extension, "Is this move legal? `true` or `false`; also `false` for text that is no move.";
    LegalMoves, "legalmoves", Extension, "The legal moves, sorted, with one blank between them; the word `none`, which is not a move, if the game is over.";
    Board, "board", Extension, "The board, the pieces and the actions of each legal move, as JSON.";
    Sheet, "sheet", Extension, "The words of the game as JSON: title, aim, names, sentences, rules; or `none`.";
    Why(mv), "why", Extension, "The reason why this move is refused; `none` if it is legal or the reason is unknown.";
    Ended, "ended", Extension, "The reason why the game is over; `none` while it goes on or if the reason is unknown.";
    Puzzles, "puzzles", Extension, "Positions of the variant in which one move wins, as JSON; or `none`.";
    Tables, "tables", Extension, "The endgame tables that searches have: `up to N pieces from the cache`, `up to N pieces from TablePath`, or `none`; a search with a clock may build more.";
    Extensions, "extensions", Extension, "The questions beyond UGI that are answered, with one blank between them.";
}
