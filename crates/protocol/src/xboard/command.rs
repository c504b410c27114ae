//! The commands of XBoard's protocol, as typed values.

use std::fmt;
use std::time::Duration;

/// One command of a GUI, complete and well formed, but not yet checked
/// against a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XBoardCommand {
    /// `protover N`: asks for the features.
    ProtocolVersion,
    /// Commands without an effect: `xboard`, `accepted`, `rejected`, `random`, `name`, `rating`,
    /// `ics`, and `draw`, an offer that is not accepted.
    Nothing,
    /// `computer`: the opponent is a program, too.
    Computer,
    /// `new`: the start of a game, in which the engine plays the second player.
    New,
    /// `variant NAME`: of this game.
    Variant(String),
    /// `quit`: end the process.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white` or `black`: the first or the second player is to move, and the engine
    /// plays the other one.
    ToMove {
        /// It is the first player.
        first: bool,
    },
    /// `level MOVES BASE INC`: a clock for the game.
    Level(Level),
    /// `st SECONDS`: the time for each move.
    MoveTime(Duration),
    /// `sd PLIES` or `depth PLIES`: the greatest depth.
    Depth(u32),
    /// `time N`: the time left on the engine's clock.
    Time(Duration),
    /// `otim N`: the time left on the opponent's clock.
    OpponentTime(Duration),
    /// `usermove MOVE`, or the move alone.
    Move(Ply),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer when all before is done.
    Ping(u64),
    /// `result RESULT {COMMENT}`: the game is over, whatever the position.
    Result,
    /// `setboard FEN`: a position.
    SetBoard(String),
    /// `hint`: which move would you play?
    Hint,
    /// `bk`: show the opening book.
    Book,
    /// `undo`: take one ply back.
    Undo,
    /// `remove`: take a move of either player back, and play on.
    Remove,
    /// `hard` or `easy`: think on the opponent's time, or do not.
    Ponder(bool),
    /// `post` or `nopost`: show lines of thinking, or do not.
    Post(bool),
    /// `analyze`: search every position until the next command.
    Analyze,
    /// `exit`: no more analysis.
    Exit,
    /// `.`: how far is the analysis?
    Status,
    /// `memory N`: the most memory to use, in MiB.
    Memory(u64),
    /// `cores N`: the most threads to use.
    Cores(u64),
    /// `option NAME[=VALUE]`: change an option.
    Option {
        /// The option's name, as it was declared.
        name: String,
        /// Its new value; none for a button.
        value: Option<String>,
    },
    /// `lift SQUARE`: the user has taken a piece, from the hand if that is no square of
    /// the board.
    Lift(Option<XBoardSquare>),
    /// `put SQUARE`: the user has put it down.
    Put(XBoardSquare),
    /// `hover SQUARE`: the mouse, with a piece, is over a square marked red.
    Hover(XBoardSquare),
}

/// The arguments of `level`. All times of the protocol are at most 2^32 seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The moves of a session, after which each player gets the base again; `None` if
    /// the base is for the whole game.
    pub moves: Option<u32>,
    /// The time on each clock at the start.
    pub base: Duration,
    /// The time that a move adds to its player's clock.
    pub increment: Duration,
}

/// A square as a GUI writes it: a letter and a number. On a board with ten
/// ranks, XBoard counts them from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct XBoardSquare {
    /// The file, from 0.
    pub file: u8,
    /// The rank as written.
    pub rank: u8,
}

impl fmt::Display for XBoardSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file % 26), self.rank)
    }
}

/// The action of a user in one turn, as a GUI writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply {
    /// `@@@@`: nothing.
    Pass,
    /// `P@d4`: a piece comes from the hand.
    Drop {
        /// Its letter, in upper case.
        piece: char,
        /// The target square.
        to: XBoardSquare,
    },
    /// `a1b2`, `a1b2q`, `a1b2,b2c3`: a piece goes from square to square.
    Path {
        /// Two squares or more, the one that it leaves first.
        squares: Vec<XBoardSquare>,
        /// The letter of the promoted piece, in lower case. GUIs add it if they see a
        /// pawn.
        promotion: Option<char>,
    },
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Pass => f.write_str("@@@@"),
            Ply::Drop { piece, to } => write!(f, "{piece}@{to}"),
            Ply::Path { squares, promotion } => {
                for (i, leg) in squares.windows(2).enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    let ends: String = leg.iter().map(XBoardSquare::to_string).collect();
                    write!(f, "{comma}{ends}")?;
                }
                promotion.map_or(Ok(()), |letter| write!(f, "{letter}"))
            }
        }
    }
}
