//! The typed replies: everything that an engine can print.
//!
//! `Display` writes exactly the text of the lines, without a final line end or trailing blanks.
//! Control characters become blanks, except in a [`Reply::Text`], so foreign text cannot break a
//! line. The session writes and flushes.

mod parser;

use std::fmt;
use std::time::Duration;

use super::declaration::OptionDeclaration;
use super::dialect::Dialect;
use super::fields::Extent::{Rest, Words};
use super::fields::{self, Field, fields};
use super::lexer::{is_blank, saturating};
use super::text::one_line;

pub use parser::{ScoreError, parse_reply, parse_reply_line};

/// One reply: one line, except for a [`Reply::Text`].
///
/// ```
/// use zugi_protocol::{Reply, parse_reply};
/// let reply = parse_reply("response true").unwrap();
/// assert_eq!(reply, Some(Reply::Response("true".to_owned())));
/// assert_eq!(Reply::Response("true".to_owned()).to_string(), "response true");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`: the engine's name and version.
    Name(String),
    /// `id author …`: the authors.
    Author(String),
    /// `option name …`: one of the options.
    OptionDeclaration(OptionDeclaration),
    /// `ugiok` or `uciok`.
    HandshakeDone(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `response …`: the answer to a query.
    Response(String),
    /// `info …`: the progress of a search.
    Info(Info),
    /// `info string …`: a remark for a person.
    Message(String),
    /// `info string error: …`: why a line was refused or its work failed.
    Error(String),
    /// `bestmove …`: the end of a search.
    BestMove {
        /// The move to play; `0000` for a pass or without a legal move.
        mv: String,
        /// The expected answer. Sent only with the option `Ponder`, because some clients hang
        /// otherwise.
        ponder: Option<String>,
    },
    /// Text of one or more lines for a person at a console.
    Text(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reply::Name(name) => one_line(format_args!("id name {name}")),
            Reply::Author(author) => one_line(format_args!("id author {author}")),
            Reply::OptionDeclaration(declaration) => one_line(declaration),
            Reply::HandshakeDone(Dialect::Ugi) => "ugiok".into(),
            Reply::HandshakeDone(Dialect::Uci) => "uciok".into(),
            Reply::ReadyOk => "readyok".into(),
            Reply::Response(answer) => one_line(format_args!("response {answer}")),
            Reply::Info(info) => one_line(info),
            Reply::Message(text) => one_line(format_args!("info string {text}")),
            Reply::Error(text) => one_line(format_args!("info string error: {text}")),
            Reply::BestMove { mv, ponder: None } => one_line(format_args!("bestmove {mv}")),
            Reply::BestMove { mv, ponder: Some(ponder) } => {
                one_line(format_args!("bestmove {mv} ponder {ponder}"))
            }
            Reply::Text(text) => text.trim_end_matches(is_blank).into(),
        };
        f.write_str(&text)
    }
}

/// The state of a search, an `info` line. All fields are optional, but at least one must be set:
/// some clients fail on a bare `info`. Fields are printed in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The completed depth, in plies; with `currmove`, the depth under way.
    pub depth: Option<u32>,
    /// The selective depth: the longest line searched, in plies.
    pub seldepth: Option<u32>,
    /// The rank of this line among the best, from 1.
    pub multipv: Option<u32>,
    /// For the player to move.
    pub score: Option<UgiScore>,
    /// The kind of bound if the score is only a bound, as in UCI.
    pub bound: Option<ScoreBound>,
    /// The chances of the player to move to win, draw and lose, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes visited since the search began.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The filled part of the hash table, in thousandths.
    pub hashfull: Option<u32>,
    /// The number of values from endgame tables and other exact sources.
    pub tbhits: Option<u64>,
    /// The time since the search began; printed in whole milliseconds.
    pub time: Option<Duration>,
    /// The root move that is being searched.
    pub currmove: Option<String>,
    /// The number of that root move, from 1.
    pub currmovenumber: Option<u32>,
    /// The number of root moves proven to lose, in a proof.
    pub lostmoves: Option<u32>,
    /// The number of root moves, in a proof.
    pub rootmoves: Option<u32>,
    /// The best line, from the move to play; not printed if empty.
    pub pv: Vec<String>,
}

fields! {
    /// In the order in which they are written.
    const INFO: [Field<Info>];

    "depth" => number(u32, depth);
    "seldepth" => number(u32, seldepth);
    "multipv" => number(u32, multipv);
    "score" => value(Words(2), "cp or mate, and a whole number", read_score, UgiScore::to_string, score);
    // The bounds have rows of their own, because some engines write `wdl` between a score and its
    // bound.
    "lowerbound" => flag(bound, Some(ScoreBound::Lower));
    "upperbound" => flag(bound, Some(ScoreBound::Upper));
    "wdl" => value(Words(3), "three whole numbers", read_wdl, write_wdl, wdl);
    "nodes" => number(u64, nodes);
    "nps" => number(u64, nps);
    "hashfull" => number(u32, hashfull);
    "tbhits" => number(u64, tbhits);
    "time" => millis(time);
    "currmove" => value(Words(1), "a move", read_word, String::clone, currmove);
    "currmovenumber" => number(u32, currmovenumber);
    "lostmoves" => number(u32, lostmoves);
    "rootmoves" => number(u32, rootmoves);
    "sbhits" => ignored(Words(1));
    "cpuload" => ignored(Words(1));
    "pv" => words(Rest, pv);
    "string" => ignored(Rest);
}

fn read_score(words: &[&str]) -> Option<UgiScore> {
    words.join(" ").parse().ok()
}

fn read_wdl(words: &[&str]) -> Option<[u32; 3]> {
    let numbers = words.iter().map(|word| saturating(word)?.try_into().ok().or(Some(u32::MAX)));
    numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
}

fn write_wdl([win, draw, loss]: &[u32; 3]) -> String {
    format!("{win} {draw} {loss}")
}

fn read_word(words: &[&str]) -> Option<String> {
    words.first().map(ToString::to_string)
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info{}", fields::write(INFO, self, Dialect::Ugi))
    }
}

/// The kind of bound that a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// `lowerbound`: the value is at least the score.
    Lower,
    /// `upperbound`: the value is at most the score.
    Upper,
}

/// The value of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiScore {
    /// An estimate, in hundredths of the approximate value of a checker.
    Cp(i32),
    /// A proven result: plies to the end of the game, negative if the player to move loses.
    Mate(i32),
}

impl UgiScore {
    /// Writes an estimate in checkers, with sign and two decimals.
    ///
    /// ```
    /// use zugi_protocol::UgiScore;
    /// assert_eq!(UgiScore::checkers(87), "+0.87");
    /// assert_eq!(UgiScore::checkers(-250), "-2.50");
    /// ```
    #[must_use]
    pub fn checkers(hundredths: i32) -> String {
        format!("{:+.2}", f64::from(hundredths) / 100.0)
    }

    /// Converts proven results from UCI, which counts moves of the winner, to plies: a win in 2
    /// moves is a win in 3 plies, a loss in 2 moves a loss in 4 plies.
    ///
    /// ```
    /// use zugi_protocol::UgiScore::{Cp, Mate};
    /// assert_eq!([Mate(2), Mate(-2), Mate(0), Cp(2)].map(|it| it.moves_to_plies()), [Mate(3), Mate(-4), Mate(0), Cp(2)]);
    /// ```
    #[must_use]
    pub fn moves_to_plies(self) -> UgiScore {
        match self {
            UgiScore::Mate(moves) => {
                UgiScore::Mate(moves.saturating_mul(2).saturating_sub(i32::from(moves > 0)))
            }
            UgiScore::Cp(_) => self,
        }
    }

    /// Converts proven results to UCI: the reverse of [`UgiScore::moves_to_plies`]. Assumes that
    /// players take turns, even in games where they do not.
    #[must_use]
    pub fn plies_to_moves(self) -> UgiScore {
        match self {
            UgiScore::Mate(plies) => UgiScore::Mate(plies / 2 + plies % 2),
            UgiScore::Cp(_) => self,
        }
    }
}

impl fmt::Display for UgiScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UgiScore::Cp(value) => write!(f, "cp {value}"),
            UgiScore::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reply: Reply, text: &str) {
        assert_eq!(reply.to_string(), text);
    }

    #[test]
    fn messages_stay_on_one_line() {
        check(Reply::Message("a\r\nb\tc\0d\u{85}".into()), "info string a  b c d");
        check(Reply::Message(String::new()), "info string");
        check(Reply::Error("x\ny\n".into()), "info string error: x y");
        check(Reply::Author("the zugi\nauthors".into()), "id author the zugi authors");
    }

    #[test]
    fn text_keeps_its_inner_lines() {
        check(Reply::Text("  a\n\n  b\n\n".into()), "  a\n\n  b");
    }
}
