//! The typed commands: everything that a line of input can mean.
//!
//! Plain data. `Display` gives the line that means it, control characters as blanks. How it
//! is read is in the `parser`; whether it makes sense is for the engine to say.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::text::{field, one_line};

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
    Go(Go),
    /// `perft N` or `go perft N`: count the lines of exactly N moves.
    Perft(u32),
    /// `divide N`: the same, for each first move separately.
    Divide(u32),
    /// `solve [nodes N] [movetime MS]`: prove who wins.
    Solve(SolveLimits),
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
        match (dialect, self) {
            (Dialect::Uci, Command::NewGame) => "ucinewgame".into(),
            (Dialect::Uci, Command::Go(go)) => {
                let mut line = "go".to_owned();
                // Writing to a string cannot fail.
                let _ = go.limits.write(&mut line, &Dialect::Uci.clocks());
                one_line(line)
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Command {
    /// The line in UGI's own words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves_after = |moves: &[String]| match moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        let line = match self {
            Command::Handshake(dialect) => dialect.to_string(),
            Command::XBoard => "xboard".into(),
            Command::IsReady => "isready".into(),
            Command::NewGame => "uginewgame".into(),
            Command::SetOption { name, value: None } => format!("setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                format!("setoption name {name} value {value}")
            }
            Command::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Command::Position { start: Start::StartPos, moves } => {
                format!("position startpos{}", moves_after(moves))
            }
            Command::Position { start: Start::Fen(fen), moves } => {
                format!("position fen {fen}{}", moves_after(moves))
            }
            Command::Moves(moves) => format!("moves {}", moves.join(" ")),
            Command::Go(go) => format!("go{}", go.limits),
            Command::Perft(depth) => format!("perft {depth}"),
            Command::Divide(depth) => format!("divide {depth}"),
            Command::Solve(limits) => format!("solve{limits}"),
            Command::Stop => "stop".into(),
            Command::PonderHit => "ponderhit".into(),
            Command::Quit => "quit".into(),
            Command::Query(query) => format!("query {query}"),
            Command::Display => "d".into(),
            Command::Eval => "eval".into(),
            Command::Bench(None) => "bench".into(),
            Command::Bench(Some(depth)) => format!("bench {depth}"),
            Command::Help(None) => "help".into(),
            Command::Help(Some(topic)) => format!("help {topic}"),
            Command::Undo(count) => format!("undo {count}"),
        };
        f.write_str(&one_line(line))
    }
}

/// Which of the two handshakes was used, and so how to end it, and which words are used
/// for what both protocols have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// `ugi` … `ugiok`.
    #[default]
    Ugi,
    /// `uci` … `uciok`.
    Uci,
}

impl Dialect {
    /// The words after `go` for the clocks of both players and for what moves add to them.
    fn clocks(self) -> [&'static str; 4] {
        match self {
            Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
            Dialect::Uci => ["wtime", "btime", "winc", "binc"],
        }
    }
}

impl fmt::Display for Dialect {
    /// The word that begins the handshake: `ugi` or `uci`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        })
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

/// A question about the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over? `true` or `false`.
    GameOver,
    /// Is it player one's turn? `true` or `false`.
    PlayerOneTurn,
    /// Is it player two's turn? `true` or `false`.
    PlayerTwoTurn,
    /// `p1win`, `p2win`, `draw` or `none`.
    Result,
    /// The position as text.
    Fen,
    /// The position as text, as the one to move may know it.
    Shown,
    /// The name of the game and its size.
    Variant,
    /// Is this move legal? `true` or `false`.
    IsLegal(String),
    /// All legal moves, sorted.
    LegalMoves,
    /// All that is to be seen, as JSON.
    Board,
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::GameOver => f.write_str("gameover"),
            Query::PlayerOneTurn => f.write_str("p1turn"),
            Query::PlayerTwoTurn => f.write_str("p2turn"),
            Query::Result => f.write_str("result"),
            Query::Fen => f.write_str("fen"),
            Query::Shown => f.write_str("shown"),
            Query::Variant => f.write_str("variant"),
            Query::IsLegal(mv) => write!(f, "islegal {mv}"),
            Query::LegalMoves => f.write_str("legalmoves"),
            Query::Board => f.write_str("board"),
        }
    }
}

/// A `go` command: what was understood of it, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The limits that were understood. If none bounds the search although
    /// the line tried to set one, a depth of 1 was added: a misspelt number
    /// must not make a search endless.
    pub limits: GoLimits,
    /// The problems of the line in its order, each one line of text that quotes
    /// the words it is about. Empty for a clean command.
    pub rejected: Vec<String>,
}

impl Go {
    /// The problems as the text of one error line, `None` if there are none.
    ///
    /// Only the first two are spelt out, so that no input makes a long line.
    pub fn complaint(&self) -> Option<String> {
        match self.rejected.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [one, two] => Some(format!("{one}; {two}")),
            [one, two, more @ ..] => Some(format!("{one}; {two}; and {} more", more.len())),
        }
    }
}

/// The limits of a search. All are optional and independent; whichever is
/// reached first ends the search. A limit that was given twice has its last
/// value.
///
/// Negative numbers were read as 0, which means "as little as possible", and
/// numbers beyond a field's range as its largest value. Times can therefore be
/// as long as 2^64 - 1 milliseconds: add them with checked or saturating
/// arithmetic only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// The time left on the clocks of player one and player two
    /// (`p1time`/`wtime`, `p2time`/`btime`, in milliseconds).
    pub time: [Option<Duration>; 2],
    /// What a move adds to these clocks (`p1inc`/`winc`, `p2inc`/`binc`, in
    /// milliseconds).
    pub increment: [Option<Duration>; 2],
    /// Moves until the clocks are refilled, at least 1; 0 is read as absent.
    pub moves_to_go: Option<u32>,
    /// The time for this move (in milliseconds).
    pub move_time: Option<Duration>,
    /// The depth to complete, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// Look for a win within this many plies.
    pub mate: Option<u32>,
    /// Search until `stop`, whatever else is set.
    pub infinite: bool,
    /// Search on the opponent's time: until `stop`, or with the other limits
    /// from `ponderhit` on.
    pub ponder: bool,
    /// The only first moves to consider; empty for all.
    pub search_moves: Vec<String>,
}

impl GoLimits {
    /// Will the search end by itself, whoever is to move?
    ///
    /// Not with `infinite` or `ponder`; otherwise with any limit but
    /// `searchmoves`. One player's clock is enough, so a search for the player
    /// whose clock is missing has to fall back to the other one.
    pub fn is_bounded(&self) -> bool {
        !self.infinite && !self.ponder && (self.has_halting_limit() || self.shares_clock())
    }

    /// Is there an increment or a number of moves? Who sends one plays by a clock, so
    /// that the search has to end even if nothing else is said.
    pub fn shares_clock(&self) -> bool {
        self.increment.iter().any(Option::is_some) || self.moves_to_go.is_some()
    }

    /// Is there a limit that ends a search by itself: a clock, `movetime`, `depth`,
    /// `nodes` or `mate`?
    pub fn has_halting_limit(&self) -> bool {
        self.time.iter().any(Option::is_some)
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// The words after `go`, each with a blank before it, with these ones for the clocks.
    fn write(&self, f: &mut impl fmt::Write, clocks: &[&'static str; 4]) -> fmt::Result {
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
        let ([one, two], [one_inc, two_inc]) = (self.time, self.increment);
        for (name, time) in clocks.iter().zip([one, two, one_inc, two_inc]) {
            field(f, name, millis(time))?;
        }
        field(f, "movestogo", self.moves_to_go)?;
        field(f, "movetime", millis(self.move_time))?;
        field(f, "depth", self.depth)?;
        field(f, "nodes", self.nodes)?;
        field(f, "mate", self.mate)?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        let moves = (!self.search_moves.is_empty()).then(|| self.search_moves.join(" "));
        field(f, "searchmoves", moves)
    }
}

impl fmt::Display for GoLimits {
    /// The words after `go`, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &Dialect::Ugi.clocks())
    }
}

/// What a proof may take; without any of it, it goes on until it is found or stopped. What
/// was given twice has its last value, and numbers are read as those of [`GoLimits`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveLimits {
    /// The positions to expand.
    pub nodes: Option<u64>,
    /// The time (in milliseconds).
    pub move_time: Option<Duration>,
}

impl fmt::Display for SolveLimits {
    /// The words after `solve`, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        field(f, "nodes", self.nodes)?;
        field(f, "movetime", self.move_time.map(|time| time.as_millis()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_is_unbounded() {
        assert!(!GoLimits::default().is_bounded());
    }

    #[test]
    fn every_real_limit_bounds() {
        let bound = |set: fn(&mut GoLimits)| {
            let mut limits = GoLimits::default();
            set(&mut limits);
            limits.is_bounded()
        };
        assert!(bound(|l| l.time[0] = Some(Duration::ZERO)));
        assert!(bound(|l| l.time[1] = Some(Duration::ZERO)));
        assert!(bound(|l| l.move_time = Some(Duration::ZERO)));
        assert!(bound(|l| l.depth = Some(0)));
        assert!(bound(|l| l.nodes = Some(0)));
        assert!(bound(|l| l.mate = Some(0)));
        assert!(bound(|l| l.increment[0] = Some(Duration::ZERO)));
        assert!(bound(|l| l.increment[1] = Some(Duration::ZERO)));
        assert!(bound(|l| l.moves_to_go = Some(1)));
        assert!(!bound(|l| l.search_moves = vec!["a1a2".into()]));
    }

    #[test]
    fn infinite_and_ponder_win_over_every_limit() {
        for (infinite, ponder) in [(true, false), (false, true), (true, true)] {
            let limits = GoLimits { depth: Some(1), infinite, ponder, ..GoLimits::default() };
            assert!(!limits.is_bounded());
        }
    }

    #[test]
    fn a_complaint_is_short() {
        let mut go = Go::default();
        assert_eq!(go.complaint(), None);
        go.rejected = ["a", "b", "c", "d"].map(String::from).to_vec();
        assert_eq!(go.complaint().as_deref(), Some("a; b; and 2 more"));
        go.rejected.truncate(2);
        assert_eq!(go.complaint().as_deref(), Some("a; b"));
        go.rejected.truncate(1);
        assert_eq!(go.complaint().as_deref(), Some("a"));
    }
}
