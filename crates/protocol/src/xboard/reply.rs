//! The replies to XBoard, as typed values.

use std::fmt;
use std::time::Duration;

use super::command::XBoardMove;
use crate::UgiScore;
use crate::text::{cut, one_line};

const WIN: i64 = 100_000;

/// The length of a refused line in its error, in characters.
const LONGEST_ECHO: usize = 100;

/// One reply; one line, except for [`XBoardReply::Move`] with several legs and
/// [`XBoardReply::NoBook`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XBoardReply {
    /// `feature …`: a feature of the engine.
    Feature(String),
    /// `setup (TABLE) BOARD_PARENT FEN`: the variant's start.
    Setup {
        /// The picture of each letter, as in XBoard's `-pieceToCharTable`.
        pictures: String,
        /// The size of the board, the number of piece kinds in hand, and the parent variant, as
        /// `6x6+0_lion`; in everything else the parent's rules apply.
        board: String,
        /// The start position.
        fen: String,
    },
    /// `piece ID MOVES`: the moves of a piece, in Betza's notation.
    Piece {
        /// Its letter, with `&` for both sides.
        id: String,
        /// Its moves.
        moves: String,
    },
    /// `move …`: the engine's move.
    Move(XBoardMove),
    /// `Illegal move (REASON): MOVE`: the GUI takes the move back.
    IllegalMove {
        /// Why the move is illegal. If certain words are in the reason, such as "board", "name",
        /// "depth" or "draw", XBoard misreads the reply and does not take the move back.
        reason: String,
        /// The move.
        text: String,
    },
    /// `Error (REASON): LINE`.
    Error {
        /// The reason.
        reason: String,
        /// The refused line.
        line: String,
    },
    /// `telluser …`: a message for the user.
    UserMessage(String),
    /// `tellusererror …`: an error message for the user.
    UserError(String),
    /// `1-0 {…}`, `0-1 {…}` or `1/2-1/2 {…}`: the game is over.
    Result {
        /// The result as in PGN.
        result: &'static str,
        /// The reason of the result.
        comment: String,
    },
    /// `pong N`.
    Pong(u64),
    /// `Hint: MOVE`.
    Hint(XBoardMove),
    /// The answer to `bk`: an indented message and an empty line.
    NoBook,
    /// A line of thinking: `PLY SCORE TIME NODES` and the variation. The protocol has further
    /// numbers, but XBoard shows them as part of the variation.
    Thinking {
        /// The depth, in plies.
        depth: u32,
        /// For the side to move.
        score: UgiScore,
        /// The time since the search began.
        time: Duration,
        /// Nodes visited.
        nodes: u64,
        /// The best moves.
        pv: String,
    },
    /// `stat01: …`: the progress of the analysis.
    Status {
        /// The time since it began.
        time: Duration,
        /// Nodes visited.
        nodes: u64,
        /// The depth of the iteration, in plies.
        depth: u32,
        /// The number of root moves not yet searched in this iteration.
        left: usize,
        /// The number of root moves.
        moves: usize,
    },
    /// `highlight ROWS`: marks on the squares.
    Highlight(String),
    /// `choice …`: the letter of the promoted piece.
    Choice(char),
    /// `# …`: for the GUI's log.
    Remark(String),
}

/// In hundredths of a checker; a proven win is 100000 plus the moves of the winner, a loss its
/// negative.
fn centi(score: UgiScore) -> i64 {
    // The winner makes the last ply.
    let moves = |plies: i32| (i64::from(plies.unsigned_abs()) + 1) / 2;
    match score {
        UgiScore::Cp(value) => value.into(),
        UgiScore::Mate(plies) if plies > 0 => WIN + moves(plies),
        UgiScore::Mate(plies) => -WIN - moves(plies),
    }
}

impl fmt::Display for XBoardReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            XBoardReply::Feature(text) => one_line(format_args!("feature {text}")),
            XBoardReply::Setup { pictures, board, fen } => {
                format!("setup ({pictures}) {board} {fen}")
            }
            XBoardReply::Piece { id, moves } => format!("piece {id} {moves}"),
            // Each leg has its own line, with a comma if another leg follows.
            XBoardReply::Move(mv) => format!("move {}", mv.to_string().replace(',', ",\nmove ")),
            XBoardReply::IllegalMove { reason, text } => one_line(format_args!(
                "Illegal move ({reason}): {}",
                cut(text.trim(), LONGEST_ECHO)
            )),
            XBoardReply::Error { reason, line } => {
                one_line(format_args!("Error ({reason}): {}", cut(line.trim(), LONGEST_ECHO)))
            }
            XBoardReply::UserMessage(text) => one_line(format_args!("telluser {text}")),
            XBoardReply::UserError(text) => one_line(format_args!("tellusererror {text}")),
            XBoardReply::Result { result, comment } => format!("{result} {{{comment}}}"),
            XBoardReply::Pong(number) => format!("pong {number}"),
            XBoardReply::Hint(mv) => format!("Hint: {mv}"),
            XBoardReply::NoBook => " there is no opening book\n".to_owned(),
            XBoardReply::Thinking { depth, score, time, nodes, pv } => {
                format!("{depth} {} {} {nodes} {pv}", centi(*score), time.as_millis() / 10)
            }
            XBoardReply::Status { time, nodes, depth, left, moves } => {
                format!("stat01: {} {nodes} {depth} {left} {moves}", time.as_millis() / 10)
            }
            XBoardReply::Highlight(rows) => format!("highlight {rows}"),
            XBoardReply::Choice(letter) => format!("choice {letter}"),
            XBoardReply::Remark(text) => one_line(format_args!("# {text}")),
        };
        f.write_str(&text)
    }
}
