//! The typed commands, and one table of their words, arguments and help.
//!
//! `Display` writes the line of a command, with blanks for control characters. The engine checks
//! whether a command makes sense. The examples of the help use moves of Zola.

use std::fmt;
use std::time::Duration;

use nom::Parser;
use nom::combinator::{opt, success};

use super::dialect::Dialect;
use super::lexer::{Parsed, word, words};
use super::limits::GoLimits;
use super::parser::{
    Line, depth, go, on_or_off, optional, position, query, set_option, solve, undo,
};
use super::query::Query;
use super::text::one_line;

type Arguments = for<'a> fn(&'a str) -> Parsed<'a, Line>;

/// A row of the table: a command, or two with the same help.
pub(super) struct CommandSpec {
    /// The words that begin the command, UGI's first, and the parsers of their arguments.
    pub words: &'static [(&'static str, Arguments)],
    /// Keywords are in lower case, placeholders in upper case.
    pub arguments: &'static str,
    /// The purpose, in a few words.
    pub summary: &'static str,
    /// Paragraphs, separated by line ends.
    pub details: &'static str,
    /// A line with the command.
    pub example: &'static str,
}

impl CommandSpec {
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().map(|(name, _)| *name)
    }

    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        keywords_of(self.arguments)
    }

    /// The keywords that may come first: the alternatives of the first word, or all keywords if the
    /// arguments are in brackets (optional).
    pub fn first_keywords(&self) -> impl Iterator<Item = &'static str> {
        let first = self.arguments.split(' ').next().unwrap_or_default();
        keywords_of(if first.starts_with('[') { self.arguments } else { first })
    }
}

fn keywords_of(arguments: &'static str) -> impl Iterator<Item = &'static str> {
    let words = arguments.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

pub(super) fn find_command(name: &str) -> Option<&'static CommandSpec> {
    commands().find(|command| command.names().any(|other| other == name))
}

/// In the order of the help.
pub(super) fn commands() -> impl Iterator<Item = &'static CommandSpec> {
    GROUPS.iter().flat_map(|(_, commands)| *commands)
}

/// Makes the type and the table from rows in groups. A row has a variant (or two with the same
/// word), the words that begin it with the parsers of their arguments, and the help. Without an
/// `example`, the first word is the example.
macro_rules! commands {
    ($($group:literal { $(
        $variant:ident $(($type:ty))? $({
            $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)+
        })?
        $(| $(#[$other_doc:meta])* $other:ident($other_type:ty))? => {
            $($word:literal: $parser:expr,)+
            $(arguments: $arguments:literal,)?
            summary: $summary:literal,
            details: $details:literal,
            $(example: $example:literal,)?
        }
    )* })*) => {
        /// A complete and well-formed command, not yet checked against a game.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(
                #[doc = concat!($("`", $word, "`: ",)+ $summary, ". ", $details)]
                $variant $(($type))? $({ $($(#[$field_doc])* $field: $field_type,)+ })?,
                $($(#[$other_doc])* $other($other_type),)?
            )*)*
        }

        pub(super) const GROUPS: &[(&str, &[CommandSpec])] = &[$(($group, &[$(CommandSpec {
            words: &[$(($word, |input| $parser.map(Line::from).parse(input))),+],
            arguments: concat!($($arguments)?),
            summary: $summary,
            details: $details,
            example: commands!(@first $($example)? $($word)+),
        }),*])),*];

        impl Command {
            /// The words that begin the command: UGI's, and UCI's if it differs.
            fn words(&self) -> &'static [&'static str] {
                match self {
                    $($(Command::$variant { .. } $(| Command::$other(_))? => &[$($word),+],)*)*
                }
            }
        }
    };
    (@first $first:literal $($more:literal)*) => { $first };
}

commands! {
    "Session" {
        Handshake(Dialect) => {
            "ugi": success(Command::Handshake(Dialect::Ugi)),
            "uci": success(Command::Handshake(Dialect::Uci)),
            summary: "introduce the engine, list the options",
            details: "Answers with the engine's name, one line for each option, and ugiok or \
                uciok.",
        }
        IsReady => {
            "isready": success(Command::IsReady),
            summary: "wait until all is done",
            details: "Answers readyok, in order, also during a search.",
        }
        NewGame => {
            "uginewgame": success(Command::NewGame),
            "ucinewgame": success(Command::NewGame),
            summary: "forget all earlier games",
            details: "Empties the hash table and whatever else was learnt. There is no answer.",
        }
        SetOption {
            /// The words of the name, joined by one blank.
            name: String,
            /// The text after `value` with its inner blanks; empty if nothing follows the word, and
            /// `None` without the word.
            value: Option<String>,
        } => {
            "setoption": set_option,
            arguments: "name N [value V]",
            summary: "change an option",
            details: "The options and their possible values are listed by ugi. In a name, case, \
                blanks, hyphens and underscores do not matter. Buttons need no value.\n\
                To play against people: UGI_LimitStrength true, and UGI_Elo from 600 (a \
                beginner) to 2600.",
            example: "setoption name Hash value 256",
        }
        Debug(bool) => {
            "debug": on_or_off.map(Command::Debug),
            arguments: "on|off",
            summary: "say more, or less",
            details: "Switches additional info string lines on or off.",
            example: "debug on",
        }
        XBoard => {
            "xboard": success(Command::XBoard),
            summary: "go on in the protocol of XBoard",
            details: "For GUIs of the family of XBoard and WinBoard, as the first line of a \
                session only. From then on the commands of their protocol, CECP, are understood, \
                and none of these.",
        }
        Help(Option<String>) => {
            "help": opt(word).map(|topic| Command::Help(topic.map(String::from))),
            arguments: "[COMMAND]",
            summary: "this text, or all about one command",
            details: "Without an argument, lists the commands.",
            example: "help go",
        }
        Quit => {
            "quit": success(Command::Quit),
            summary: "end the program",
            details: "Stops a search, which still prints its bestmove. A perft, divide or bench \
                may finish.",
        }
    }
    "Position" {
        Position {
            /// The position in which the game starts.
            start: Start,
            /// The moves from there, possibly none.
            moves: Vec<String>,
        } => {
            "position": position,
            arguments: "startpos|fen F [moves M...]",
            summary: "set the position",
            details: "Sets the start position of the variant, or the one described by F, and \
                plays the moves from there. If anything is wrong, the old position stays.",
            example: "position startpos moves b6c6 f1e1",
        }
        Moves(Vec<String>) => {
            "moves": words.map(Command::Moves),
            arguments: "M...",
            summary: "play moves",
            details: "Plays the moves in the current position: all of them or, if one is not \
                legal, none.",
            example: "moves b6c6 f1e1",
        }
        Undo(u32) => {
            "undo": undo,
            arguments: "[N]",
            summary: "take back one move, or N",
            details: "Goes back to an earlier position of the game.",
            example: "undo 2",
        }
        Display => {
            "d": success(Command::Display),
            summary: "draw the board",
            details: "Shows the board, the position as text, the side to move, the hash key and \
                the result.",
        }
    }
    "Search" {
        Go(GoLimits) |
        /// `go perft N`: like `perft N`; after `uci` like `divide N`, as UCI engines do.
        GoPerft(u32) => {
            "go": go,
            arguments: "[LIMIT...]",
            summary: "search for the best move",
            details: "Prints info lines and, at the end, one bestmove. Any number of limits can \
                be given together, in any order; whichever is reached first ends the search. \
                Without any, it goes on until stop.\n\
                perft N: see the command perft; it cannot be combined with a limit. Times (MS) \
                are in milliseconds.",
            example: "go depth 12 movetime 5000",
        }
        Solve {
            /// The largest number of positions to expand, clamped as in [`GoLimits`].
            nodes: Option<u64>,
            /// The longest time.
            move_time: Option<Duration>,
        } => {
            "solve": solve,
            arguments: "[nodes N] [movetime MS]",
            summary: "prove who wins",
            details: "Finds out for certain who wins the position, with a winning line; nothing \
                in it is a guess. Prints how far it is every second, and at the end the result. \
                Without a limit it goes on until it knows or until stop. The options Threads, \
                Hash and TablePath count. Not all games have it.",
            example: "solve movetime 10000",
        }
        Stop => {
            "stop": success(Command::Stop),
            summary: "end the search now",
            details: "The search prints its bestmove. A solve, perft, divide or bench is ended \
                too. If nothing runs, nothing happens.",
        }
        PonderHit => {
            "ponderhit": success(Command::PonderHit),
            summary: "the expected move was played",
            details: "Turns a search begun with go ponder into one that obeys its limits.",
        }
    }
    "Ask" {
        Query(Query) => {
            "query": query.map(Command::Query),
            arguments: "QUESTION",
            summary: "ask about the position",
            details: "Answers with one response line.",
            example: "query legalmoves",
        }
    }
    "Console tools" {
        Eval => {
            "eval": success(Command::Eval),
            summary: "show the static evaluation",
            details: "Shows the value of the position without a search, for the player to move.",
        }
        Perft(u32) => {
            "perft": depth.map(Command::Perft),
            arguments: "N",
            summary: "count the lines of N moves",
            details: "Counts all sequences of exactly N moves from the position: the usual test \
                of a move generator.",
            example: "perft 4",
        }
        Divide(u32) => {
            "divide": depth.map(Command::Divide),
            arguments: "N",
            summary: "the same for each first move",
            details: "Counts like perft, with one line for each first move.",
            example: "divide 3",
        }
        Bench(Option<u32>) => {
            "bench": optional(depth).map(Command::Bench),
            arguments: "[DEPTH]",
            summary: "measure the speed",
            details: "Searches a fixed set of positions. The number of nodes is the same on \
                every machine, and differs only if the engine plays differently.",
            example: "bench 8",
        }
    }
}

impl Command {
    /// The line of this command in a dialect. UCI has its own words `ucinewgame` and, after `go`,
    /// `wtime`, `btime`, `winc` and `binc`; all others are the same in both. A handshake has the
    /// word of its own dialect.
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

    /// The words after the first one, each after a blank.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Dialect::Ugi))
    }
}

/// The position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the variant.
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
