//! The typed commands: everything that a line of input can mean.
//!
//! Plain data. `Display` gives the line that means it, control characters as blanks. How it
//! is read is in the `parser`; whether it makes sense is for the engine to say.

use std::fmt;
use std::time::Duration;

use super::dialect::Dialect;
use super::limits::GoLimits;
use super::query::Query;
use super::text::one_line;

/// One command, complete and well formed, but not yet checked against a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi` or `uci`: introduce yourself and list the options.
    Handshake(Dialect),
    /// `xboard`: go on in CECP, see [`cecp`](super::cecp).
    XBoard,
    /// `isready`: answer `readyok`, also during a search.
    IsReady,
    /// `uginewgame` or `ucinewgame`: forget everything of earlier games.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The words of the name, joined by one blank.
        name: String,
        /// The text after `value`, inner blanks as they were; empty when
        /// nothing followed the word, absent when the word was absent.
        value: Option<String>,
    },
    /// `debug on|off`.
    Debug(bool),
    /// `position startpos|fen F [moves M...]`: all of it, or nothing.
    Position {
        /// Where the game starts.
        start: Start,
        /// The moves from there, possibly none.
        moves: Vec<String>,
    },
    /// `moves M...`: apply moves, possibly none, to the current position.
    Moves(Vec<String>),
    /// `go [LIMIT...]`: search.
    Go(GoLimits),
    /// `perft N`: count the lines of exactly N moves.
    Perft(u32),
    /// `go perft N`: the same; after `uci` as [`Command::Divide`], as UCI engines do.
    GoPerft(u32),
    /// `divide N`: the same, for each first move separately.
    Divide(u32),
    /// `solve [nodes N] [movetime MS]`: prove who wins. Without a limit the proof ends when the
    /// winner is known, or by `stop`. The last value of a repeated limit counts, and numbers are
    /// read as those of [`GoLimits`].
    Solve {
        /// The greatest number of positions to expand.
        nodes: Option<u64>,
        /// The longest time (in milliseconds).
        move_time: Option<Duration>,
    },
    /// `stop`: end the search now.
    Stop,
    /// `ponderhit`: the expected move was played, the clock runs.
    PonderHit,
    /// `quit`: end the process.
    Quit,
    /// `query QUESTION`: answered by one `response` line.
    Query(Query),
    /// `d`: draw the board.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `bench [DEPTH]`: search the fixed positions, and count.
    Bench(Option<u32>),
    /// `help [COMMAND]`: the overview, or one command in detail.
    Help(Option<String>),
    /// `undo [N]`: take back N moves, one if not said.
    Undo(u32),
}

impl Command {
    /// The line that means this command in a dialect. Those of UCI are `ucinewgame` and,
    /// after `go`, `wtime`, `btime`, `winc` and `binc`; all others are the same in both.
    ///
    /// ```
    /// use zugi_protocol::{Command, Dialect};
    /// assert_eq!(Command::NewGame.line(Dialect::Ugi), "uginewgame");
    /// assert_eq!(Command::NewGame.line(Dialect::Uci), "ucinewgame");
    /// ```
    #[must_use]
    pub fn line(&self, dialect: Dialect) -> String {
        let dialect = match self {
            Command::Handshake(dialect) => *dialect,
            _ => dialect,
        };
        let word = match (dialect, self.words()) {
            (Dialect::Uci, [_, word]) | (_, [word, ..]) => word,
            (_, []) => "",
        };
        one_line(format_args!("{word}{}", self.arguments(dialect)))
    }

    /// The words after the first one, with a blank before each.
    fn arguments(&self, dialect: Dialect) -> String {
        match self {
            Command::SetOption { name, value: None } => format!(" name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                format!(" name {name} value {value}")
            }
            Command::Debug(on) => format!(" {}", if *on { "on" } else { "off" }),
            Command::Position { start, moves } => {
                let moves = match moves.as_slice() {
                    [] => String::new(),
                    moves => format!(" moves {}", moves.join(" ")),
                };
                format!(" {start}{moves}")
            }
            Command::Moves(moves) => format!(" {}", moves.join(" ")),
            Command::Go(limits) => limits.words(dialect),
            Command::GoPerft(depth) => format!(" perft {depth}"),
            Command::Solve { nodes, move_time } => {
                let nodes = nodes.map(|nodes| format!(" nodes {nodes}"));
                let time = move_time.map(|time| format!(" movetime {}", time.as_millis()));
                nodes.into_iter().chain(time).collect()
            }
            Command::Query(query) => format!(" {query}"),
            Command::Perft(number)
            | Command::Divide(number)
            | Command::Bench(Some(number))
            | Command::Undo(number) => format!(" {number}"),
            Command::Help(Some(topic)) => format!(" {topic}"),
            _ => String::new(),
        }
    }
}

impl fmt::Display for Command {
    /// The line in UGI's own words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Dialect::Ugi))
    }
}

/// The position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The variant's usual start.
    StartPos,
    /// A position text, its words joined by one blank, never empty.
    Fen(String),
}

impl fmt::Display for Start {
    /// The words after `position`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::StartPos => f.write_str("startpos"),
            Start::Fen(fen) => write!(f, "fen {fen}"),
        }
    }
}
