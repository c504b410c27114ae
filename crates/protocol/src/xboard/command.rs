//! The commands of XBoard's protocol, as typed values.

use std::fmt;
use std::time::Duration;

/// A complete and well-formed command of a GUI, not yet checked against a game.
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
    /// `variant NAME`: selects the variant of this game.
    Variant(String),
    /// `quit`: end the process.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white` or `black`: the first or the second player is to move, and the engine plays the
    /// other.
    ToMove {
        /// Whether the first player is to move.
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
    Move(XBoardMove),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer `pong N` when all earlier commands are done.
    Ping(u64),
    /// `result RESULT {COMMENT}`: the game is over, whatever the position.
    Result,
    /// `setboard FEN`: a position.
    SetBoard(String),
    /// `hint`: show the best move.
    Hint,
    /// `bk`: show the opening book.
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back a move of each player, and play on.
    Remove,
    /// `hard` or `easy`: ponder, or do not.
    Ponder(bool),
    /// `post` or `nopost`: show lines of thinking, or do not.
    Post(bool),
    /// `analyze`: search the current position, and each later one, until `exit`.
    Analyze,
    /// `exit`: stop analysing.
    Exit,
    /// `.`: show the progress of the analysis.
    Status,
    /// `memory N`: the most memory to use, in MiB.
    Memory(u64),
    /// `cores N`: the most threads to use.
    Cores(u64),
    /// `option NAME[=VALUE]`: change an option.
    Option {
        /// The option's name, as declared.
        name: String,
        /// The new value; `None` for a button.
        value: Option<String>,
    },
    /// `lift SQUARE`: the user lifts a piece, from the hand if SQUARE is not on the board.
    Lift(Option<XBoardSquare>),
    /// `put SQUARE`: the user puts the piece down.
    Put(XBoardSquare),
    /// `hover SQUARE`: the mouse holds a piece over a square marked red.
    Hover(XBoardSquare),
}

/// The arguments of `level`. All times are at most 2^32 seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of moves after which each player gets the base time again; `None` if the base
    /// time is for the whole game.
    pub moves: Option<u32>,
    /// The time on each clock at the start.
    pub base: Duration,
    /// The time added to a player's clock after a move.
    pub increment: Duration,
}

/// A square as a GUI writes it: a letter and a number. XBoard counts ranks from 0 if the board has
/// ten.
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

/// A user's action in one turn, as a GUI writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XBoardMove {
    /// `@@@@`: a pass.
    Pass,
    /// `P@d4`: a piece comes from the hand.
    Drop {
        /// Its letter, in upper case.
        piece: char,
        /// The target square.
        to: XBoardSquare,
    },
    /// `a1b2`, `a1b2q`, `a1b2,b2c3`: a piece moves along these squares.
    Path {
        /// At least two squares, the first of which is the piece's start.
        squares: Vec<XBoardSquare>,
        /// The letter of the promoted piece, in lower case. GUIs add it to moves of pieces that
        /// look like pawns.
        promotion: Option<char>,
    },
}

impl fmt::Display for XBoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XBoardMove::Pass => f.write_str("@@@@"),
            XBoardMove::Drop { piece, to } => write!(f, "{piece}@{to}"),
            XBoardMove::Path { squares, promotion } => {
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
