//! The questions after `query`: one table that makes the type, and parses, writes, explains and
//! completes questions.
//!
//! A new question needs a row here and an answer in `crates/engine/src/query.rs`.

use std::fmt;

use super::dialect::Origin;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The word after `query`.
    pub word: &'static str,
    /// The protocol that defines it.
    pub origin: Origin,
    /// Its meaning, and the possible answers.
    pub meaning: &'static str,
    /// The form of the text after the word: `M`, one word; `M [TO]`, one or two; `JSON`, the rest
    /// of the line; empty for none.
    pub argument: &'static str,
    /// Builds the question, with this text if it takes one.
    pub ask: fn(String) -> Query,
}

impl Question {
    /// The word with its argument: `islegal M`.
    pub fn form(&self) -> String {
        format!("{} {}", self.word, self.argument).trim_end().to_owned()
    }
}

/// Makes the type and the table from rows. A row has the variant, then the name and the form of its
/// text if it takes one, then the word, its origin and its meaning.
macro_rules! questions {
    ($($variant:ident $(($text:ident $form:literal))?, $word:literal, $origin:ident, $meaning:literal;)*) => {
        /// A question of the client, mostly about the current position.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Query {
            $(#[doc = $meaning] $variant $((questions!(@type $text)))?,)*
        }

        /// All questions, in the order in which help and answers list them.
        pub const QUESTIONS: &[Question] = &[$(Question {
            word: $word,
            origin: Origin::$origin,
            meaning: $meaning,
            argument: concat!($($form)?),
            ask: questions!(@ask $variant $($text)?),
        },)*];

        impl fmt::Display for Query {
            /// The words after `query`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Query::$variant $(($text))? => {
                        f.write_str($word)?;
                        $(write!(f, " {}", $text)?;)?
                    })*
                }
                Ok(())
            }
        }
    };
    (@type $text:ident) => { String };
    (@ask $variant:ident) => { |_| Query::$variant };
    (@ask $variant:ident $text:ident) => { Query::$variant };
}

questions! {
    GameOver, "gameover", Ugi, "Is the game over? `true` or `false`.";
    PlayerOneTurn, "p1turn", Ugi, "Is it player one's turn, or would it be in a finished game? `true` or `false`.";
    PlayerTwoTurn, "p2turn", Ugi, "Is it player two's turn, or would it be in a finished game? `true` or `false`.";
    Result, "result", Ugi, "`p1win`, `p2win`, `draw`, or `none` while the game goes on.";
    Fen, "fen", Extension, "The text of the position.";
    Shown, "shown", Extension, "The text of the position as the seat to move may know it, without hidden orders; the same as `fen` in games without hidden pieces.";
    Variant, "variant", Extension, "The name of the variant.";
    IsLegal(mv "M"), "islegal", Extension, "Is this move legal? `true` or `false`; also `false` for text that is no move.";
    LegalMoves, "legalmoves", Extension, "The legal moves, sorted, with one blank between them; the word `none`, which is not a move, if the game is over.";
    Board, "board", Extension, "The board, the pieces and the actions of each legal move, as JSON.";
    State, "state", Extension, "Text, turn, result, legal moves and board of the position in one JSON.";
    Text(setup "JSON"), "text", Extension, "The text of the position with these pieces and this turn.";
    Sheet, "sheet", Extension, "The words of the game as JSON: title, aim, names, sentences, rules; or `none`.";
    Why(mv "M [TO]"), "why", Extension, "The reason why this move is refused, or why no move leads from the square or place M to TO, as JSON; `none` if it is legal or the reason is unknown.";
    Refusal, "refusal", Extension, "Why the last `position`, `moves`, `undo` or `setoption` was refused, as JSON; `none` if it was not.";
    Ended, "ended", Extension, "The reason why the game is over; `none` while it goes on or if the reason is unknown.";
    Puzzles, "puzzles", Extension, "Positions of the variant in which one move wins, as JSON; or `none`.";
    Variants, "variants", Extension, "The variants, what can be set in them, and their puzzles, as JSON.";
    Levels, "levels", Extension, "Names of playing strengths, and the scale of scores, as JSON.";
    Tables, "tables", Extension, "The endgame tables that searches have: `up to N pieces from the cache`, `from TablePath` or `in memory`, or `none`; a search with a clock may build more.";
    Extensions, "extensions", Extension, "The questions beyond UGI that are answered, with one blank between them.";
}
