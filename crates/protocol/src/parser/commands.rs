//! The one table of commands: the words and arguments by which each is read and written, and its
//! help. The examples use moves of Zola as plain text.

use nom::Parser;
use nom::combinator::{opt, success};

use super::go::go;
use super::{Line, depth, on_or_off, optional, position, query, set_option, solve, undo};
use crate::command::Command;
use crate::dialect::Dialect;
use crate::lexer::{Parsed, word, words};

/// Reads the arguments of a command.
pub type Arguments = for<'a> fn(&'a str) -> Parsed<'a, Line>;

/// A row of the table: a command, or two with the same help.
pub struct CommandSpec {
    /// The words that begin it, UGI's first, and the parsers of what follows them.
    pub words: &'static [(&'static str, Arguments)],
    /// Its arguments: keywords in lower case, placeholders in upper case.
    pub arguments: &'static str,
    /// Its purpose, in a few words.
    pub summary: &'static str,
    /// Paragraphs, separated by line ends.
    pub details: &'static str,
    /// A line that gives it.
    pub example: &'static str,
}

impl CommandSpec {
    /// The words that begin it, UGI's first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().map(|(name, _)| *name)
    }

    /// The keywords among its arguments.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        keywords_of(self.arguments)
    }

    /// The keywords that may come first: one of several, or any of those in brackets.
    pub fn first_keywords(&self) -> impl Iterator<Item = &'static str> {
        let first = self.arguments.split(' ').next().unwrap_or_default();
        keywords_of(if first.starts_with('[') { self.arguments } else { first })
    }
}

fn keywords_of(arguments: &'static str) -> impl Iterator<Item = &'static str> {
    let words = arguments.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The command that this word begins.
pub fn find_command(name: &str) -> Option<&'static CommandSpec> {
    commands().find(|command| command.names().any(|other| other == name))
}

/// All commands, in the order of the help.
pub fn commands() -> impl Iterator<Item = &'static CommandSpec> {
    GROUPS.iter().flat_map(|(_, commands)| *commands)
}

/// Makes the table of the rows, by group. A row begins with the commands of which it has the words,
/// so that a command without a row does not compile. Without an `example` the first word is one.
macro_rules! commands {
    ($($group:literal { $($command:pat => {
        $($word:literal: $parser:expr,)+
        $(arguments: $arguments:literal,)?
        summary: $summary:literal,
        details: $details:literal,
        $(example: $example:literal,)?
    })* })*) => {
        /// All commands, by group.
        pub const GROUPS: &[(&str, &[CommandSpec])] = &[$(($group, &[$(CommandSpec {
            words: &[$(($word, |input| $parser.map(Line::from).parse(input))),+],
            arguments: concat!($($arguments)?),
            summary: $summary,
            details: $details,
            example: commands!(@first $($example)? $($word)+),
        }),*])),*];

        impl Command {
            /// The words that begin the command: UGI's, and UCI's if it has another one.
            pub(crate) fn words(&self) -> &'static [&'static str] {
                match self {
                    $($($command => &[$($word),+],)*)*
                }
            }
        }
    };
    (@first $first:literal $($more:literal)*) => { $first };
}

commands! {
    "Session" {
        Command::Handshake(_) => {
            "ugi": success(Command::Handshake(Dialect::Ugi)),
            "uci": success(Command::Handshake(Dialect::Uci)),
            summary: "introduce the engine, list the options",
            details: "Answers with the engine's name, one line for each option, and ugiok or \
                uciok.",
        }
        Command::IsReady => {
            "isready": success(Command::IsReady),
            summary: "wait until all is done",
            details: "Answers readyok, in order, also during a search.",
        }
        Command::NewGame => {
            "uginewgame": success(Command::NewGame),
            "ucinewgame": success(Command::NewGame),
            summary: "forget all earlier games",
            details: "Empties the hash table and whatever else was learnt. There is no answer.",
        }
        Command::SetOption { .. } => {
            "setoption": set_option,
            arguments: "name N [value V]",
            summary: "change an option",
            details: "The options and their possible values are listed by ugi. In a name, case, \
                blanks, hyphens and underscores do not matter. Buttons need no value.\n\
                To play against people: UGI_LimitStrength true, and UGI_Elo from 600 (a \
                beginner) to 2600.",
            example: "setoption name Hash value 256",
        }
        Command::Debug(_) => {
            "debug": on_or_off.map(Command::Debug),
            arguments: "on|off",
            summary: "say more, or less",
            details: "Switches additional info string lines on or off.",
            example: "debug on",
        }
        Command::XBoard => {
            "xboard": success(Command::XBoard),
            summary: "go on in the protocol of XBoard",
            details: "For GUIs of the family of XBoard and WinBoard, as the first line of a \
                session only. From then on the commands of their protocol, CECP, are understood, \
                and none of these.",
        }
        Command::Help(_) => {
            "help": opt(word).map(|topic| Command::Help(topic.map(String::from))),
            arguments: "[COMMAND]",
            summary: "this text, or all about one command",
            details: "Without an argument, lists the commands.",
            example: "help go",
        }
        Command::Quit => {
            "quit": success(Command::Quit),
            summary: "end the program",
            details: "Stops a search, which still prints its bestmove. A perft, divide or bench \
                may finish.",
        }
    }
    "Position" {
        Command::Position { .. } => {
            "position": position,
            arguments: "startpos|fen F [moves M...]",
            summary: "set the position",
            details: "Sets the start position of the variant, or the one described by F, and \
                plays the moves from there. If anything is wrong, the old position stays.",
            example: "position startpos moves b6c6 f1e1",
        }
        Command::Moves(_) => {
            "moves": words.map(Command::Moves),
            arguments: "M...",
            summary: "play moves",
            details: "Plays the moves in the current position: all of them or, if one is not \
                legal, none.",
            example: "moves b6c6 f1e1",
        }
        Command::Undo(_) => {
            "undo": undo,
            arguments: "[N]",
            summary: "take back one move, or N",
            details: "Goes back to an earlier position of the game.",
            example: "undo 2",
        }
        Command::Display => {
            "d": success(Command::Display),
            summary: "draw the board",
            details: "Shows the board, the position as text, the side to move, the hash key and \
                the result.",
        }
    }
    "Search" {
        Command::Go(_) | Command::GoPerft(_) => {
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
        Command::Solve { .. } => {
            "solve": solve,
            arguments: "[nodes N] [movetime MS]",
            summary: "prove who wins",
            details: "Finds out for certain who wins the position, with a winning line; nothing \
                in it is a guess. Prints how far it is every second, and at the end the result. \
                Without a limit it goes on until it knows or until stop. The options Threads, \
                Hash and TablePath count. Not all games have it.",
            example: "solve movetime 10000",
        }
        Command::Stop => {
            "stop": success(Command::Stop),
            summary: "end the search now",
            details: "The search prints its bestmove. A solve, perft, divide or bench is ended \
                too. If nothing runs, nothing happens.",
        }
        Command::PonderHit => {
            "ponderhit": success(Command::PonderHit),
            summary: "the expected move was played",
            details: "Turns a search begun with go ponder into one that obeys its limits.",
        }
    }
    "Ask" {
        Command::Query(_) => {
            "query": query.map(Command::Query),
            arguments: "QUESTION",
            summary: "ask about the position",
            details: "Answers with one response line.",
            example: "query legalmoves",
        }
    }
    "Console tools" {
        Command::Eval => {
            "eval": success(Command::Eval),
            summary: "show the static evaluation",
            details: "Shows the value of the position without a search, for the player to move.",
        }
        Command::Perft(_) => {
            "perft": depth.map(Command::Perft),
            arguments: "N",
            summary: "count the lines of N moves",
            details: "Counts all sequences of exactly N moves from the position: the usual test \
                of a move generator.",
            example: "perft 4",
        }
        Command::Divide(_) => {
            "divide": depth.map(Command::Divide),
            arguments: "N",
            summary: "the same for each first move",
            details: "Counts like perft, with one line for each first move.",
            example: "divide 3",
        }
        Command::Bench(_) => {
            "bench": optional(depth).map(Command::Bench),
            arguments: "[DEPTH]",
            summary: "measure the speed",
            details: "Searches a fixed set of positions. The number of nodes is the same on \
                every machine, and differs only if the engine plays differently.",
            example: "bench 8",
        }
    }
}
