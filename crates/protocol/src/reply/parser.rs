//! From a line of an engine to a [`Reply`].
//!
//! Lenient where engines differ and nothing depends on it: white space, unknown words of
//! `info` lines, whatever follows a `ponder`. A line that is no UGI is a [`Reply::Text`].

use std::str::FromStr;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, eof, opt, recognize, rest, value, verify};
use nom::error::context;
use nom::multi::{fold_many0, many1_count};
use nom::sequence::{preceded, terminated};

use super::{Info, Reply, ScoreBound, UgiScore};
use crate::declaration::declaration;
use crate::dialect::Dialect;
use crate::error::{ParseError, quote};
use crate::lexer::{Parsed, is_blank, keyword, read_line, with, word, words};

/// Reads one line of an engine; `Ok(None)` if it is blank. Unusable parts of an `info` line are in
/// [`Info::rejected`].
///
/// # Errors
/// A `bestmove` without a move or with more than one, or a declaration of an option that
/// does not follow the grammar.
pub fn parse_reply(line: &str) -> Result<Option<Reply>, ParseError> {
    read_line(line, reply)
}

fn reply(input: &str) -> Parsed<'_, Reply> {
    let fixed = |reply: Reply, name| value(reply, terminated(keyword(name), eof));
    let id = |key| preceded((keyword("id"), keyword(key)), rest.map(String::from));
    alt((
        fixed(Reply::HandshakeDone(Dialect::Ugi), "ugiok"),
        fixed(Reply::HandshakeDone(Dialect::Uci), "uciok"),
        fixed(Reply::ReadyOk, "readyok"),
        id("name").map(Reply::Name),
        id("author").map(Reply::Author),
        with("option", declaration.map(Reply::OptionDeclaration)),
        preceded(keyword("response"), rest.map(String::from)).map(Reply::Response),
        with("bestmove", best_move),
        preceded((keyword("info"), keyword("string")), rest).map(remark),
        preceded(keyword("info"), info).map(Reply::Info),
        rest.map(|text: &str| Reply::Text(text.into())),
    ))
    .parse(input)
}

/// The move, and the expected answer if there is one.
fn best_move(input: &str) -> Parsed<'_, Reply> {
    let ponder = preceded(keyword("ponder"), cut((opt(word), rest))).map(|(mv, _)| mv);
    (context("a move", word), context("\"ponder\" or the end of the line", opt(ponder)))
        .map(|(mv, ponder)| Reply::BestMove {
            mv: mv.into(),
            ponder: ponder.flatten().map(String::from),
        })
        .parse(input)
}

fn remark(text: &str) -> Reply {
    let error =
        text.strip_prefix("error").filter(|more| more.is_empty() || more.starts_with([':', ' ']));
    match error {
        Some(why) => Reply::Error(why.strip_prefix(':').unwrap_or(why).trim_start().into()),
        None => text.parse().map_or_else(|_| Reply::Message(text.into()), Reply::Progress),
    }
}

/// What stores a number of an `info` line.
type Setter = fn(&mut Info, i128);

/// The keys that stand before one integer; the last two have no field.
const NUMERIC: [(&str, Setter); 11] = [
    ("depth", |info, n| info.depth = Some(clamp(n))),
    ("seldepth", |info, n| info.seldepth = Some(clamp(n))),
    ("multipv", |info, n| info.multipv = Some(clamp(n))),
    ("nodes", |info, n| info.nodes = Some(clamp_long(n))),
    ("nps", |info, n| info.nps = Some(clamp_long(n))),
    ("hashfull", |info, n| info.hashfull = Some(clamp(n))),
    ("tbhits", |info, n| info.tbhits = Some(clamp_long(n))),
    ("time", |info, n| info.time = Some(Duration::from_millis(clamp_long(n)))),
    ("currmovenumber", |info, n| info.currmovenumber = Some(clamp(n))),
    ("sbhits", |_, _| ()),
    ("cpuload", |_, _| ()),
];

/// The other keys.
const SCORE: &str = "score";
const WDL: &str = "wdl";
const CURRMOVE: &str = "currmove";
const PV: &str = "pv";
const STRING: &str = "string";

/// One key and what belongs to it, or words that are none.
#[derive(Clone)]
enum Term<'a> {
    Number { name: &'a str, set: Setter, number: Option<&'a str> },
    UgiScore(Option<&'a str>, Option<&'a str>),
    Bound(ScoreBound),
    Chances([Option<&'a str>; 3]),
    CurrentMove(Option<&'a str>),
    Variation(Vec<String>),
    Text,
    Unknown(&'a str),
}

fn info(input: &str) -> Parsed<'_, Info> {
    let nothing = |_| Info { rejected: vec!["nothing after info".into()], ..Info::default() };
    alt((eof.map(nothing), fold_many0(term, Info::default, Info::with))).parse(input)
}

fn term(input: &str) -> Parsed<'_, Term<'_>> {
    let numeric = (word.map_opt(find_numeric), opt(argument));
    alt((
        numeric.map(|((name, set), number)| Term::Number { name, set, number }),
        preceded(keyword(SCORE), (opt(argument), opt(argument)))
            .map(|(kind, number)| Term::UgiScore(kind, number)),
        // Some engines write `wdl` between a score and this word.
        word.map_opt(find_bound).map(Term::Bound),
        preceded(keyword(WDL), (opt(argument), opt(argument), opt(argument)))
            .map(|(win, draw, loss)| Term::Chances([win, draw, loss])),
        preceded(keyword(CURRMOVE), opt(argument)).map(Term::CurrentMove),
        preceded(keyword(PV), words).map(Term::Variation),
        value(Term::Text, (keyword(STRING), rest)),
        recognize(many1_count(argument)).map(Term::Unknown),
    ))
    .parse(input)
}

/// A word that is no key.
fn argument(input: &str) -> Parsed<'_, &str> {
    let is_key = |word: &str| {
        [SCORE, WDL, CURRMOVE, PV, STRING].contains(&word)
            || find_numeric(word).is_some()
            || find_bound(word).is_some()
    };
    verify(word, move |word: &str| !is_key(word)).parse(input)
}

fn find_bound(word: &str) -> Option<ScoreBound> {
    ScoreBound::ALL.into_iter().find(|bound| bound.to_string() == word)
}

fn find_numeric(word: &str) -> Option<(&'static str, Setter)> {
    NUMERIC.into_iter().find(|(name, _)| *name == word)
}

impl Info {
    fn with(mut self, term: Term<'_>) -> Self {
        if let Err(problem) = self.take(term) {
            self.rejected.push(problem);
        }
        self
    }

    /// Takes what the term says; the last of two counts.
    fn take(&mut self, term: Term<'_>) -> Result<(), String> {
        match term {
            Term::Number { name, set, number } => {
                let number = number.and_then(|word| word.parse().ok());
                set(self, number.ok_or_else(|| format!("no integer after {name}"))?);
            }
            Term::UgiScore(kind, number) => {
                let score =
                    kind.zip(number).and_then(|(kind, number)| UgiScore::read(kind, number));
                self.score = Some(score.ok_or("neither cp nor mate and an integer after score")?);
            }
            Term::Bound(bound) => self.bound = Some(bound),
            Term::Chances(words) => {
                let read = |word: Option<&str>| Some(clamp(word?.parse().ok()?));
                let [win, draw, loss] = words.map(read);
                let chances = win.zip(draw).zip(loss).map(|((win, draw), loss)| [win, draw, loss]);
                self.wdl = Some(chances.ok_or("no three integers after wdl")?);
            }
            Term::CurrentMove(mv) => {
                self.currmove = Some(mv.ok_or("no move after currmove")?.into());
            }
            Term::Variation(moves) => self.pv = moves,
            Term::Text => {}
            Term::Unknown(text) => {
                let text = quote(text.trim_end_matches(is_blank));
                return Err(format!("no client knows {text}"));
            }
        }
        Ok(())
    }
}

impl UgiScore {
    /// The score of these two words; numbers beyond the range become its ends.
    fn read(kind: &str, number: &str) -> Option<UgiScore> {
        let number: i128 = number.parse().ok()?;
        let number = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        match kind {
            "cp" => Some(UgiScore::Cp(number)),
            "mate" => Some(UgiScore::Mate(number)),
            _ => None,
        }
    }
}

/// A text that is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected cp or mate, and an integer")]
pub struct ScoreError;

impl FromStr for UgiScore {
    type Err = ScoreError;

    /// Reads what `Display` writes: `cp 12` or `mate -4`.
    fn from_str(text: &str) -> Result<UgiScore, ScoreError> {
        let (kind, number) = text.split_once(' ').ok_or(ScoreError)?;
        UgiScore::read(kind, number.trim()).ok_or(ScoreError)
    }
}

fn clamp(number: i128) -> u32 {
    number.clamp(0, u32::MAX.into()) as u32
}

fn clamp_long(number: i128) -> u64 {
    number.clamp(0, u64::MAX.into()) as u64
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::{OptionDeclaration, OptionKind};

    fn read(line: &str) -> Reply {
        parse_reply(line).expect(line).expect("not blank")
    }

    fn read_info(line: &str) -> Info {
        match read(line) {
            Reply::Info(info) => info,
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    #[test]
    fn answers_are_read_and_written() {
        let best = |mv: &str, ponder: Option<&str>| Reply::BestMove {
            mv: mv.into(),
            ponder: ponder.map(String::from),
        };
        for (line, reply) in [
            ("ugiok", Reply::HandshakeDone(Dialect::Ugi)),
            (" uciok\r", Reply::HandshakeDone(Dialect::Uci)),
            ("readyok", Reply::ReadyOk),
            ("readyok now", Reply::Text("readyok now".into())),
            ("id name A  B", Reply::Name("A  B".into())),
            ("id author", Reply::Author(String::new())),
            ("id country x", Reply::Text("id country x".into())),
            ("response true", Reply::Response("true".into())),
            ("bestmove a1a2", best("a1a2", None)),
            ("bestmove  (none)", best("(none)", None)),
            ("bestmove a1a2 ponder", best("a1a2", None)),
            ("bestmove a1a2 ponder b1b2 and more", best("a1a2", Some("b1b2"))),
            ("info string any text depth x", Reply::Message("any text depth x".into())),
            ("info string error: no", Reply::Error("no".into())),
            ("info string errors: 0", Reply::Message("errors: 0".into())),
            ("Welcome!", Reply::Text("Welcome!".into())),
        ] {
            assert_eq!(read(line), reply, "{line}");
        }
        for line in [
            "ugiok",
            "uciok",
            "id name zugi 0.1.0",
            "id author the zugi authors",
            "response p1win",
            "option name Clear type button",
            "bestmove a1a2",
            "bestmove a1a2 ponder b1b2",
            "info score mate -5 upperbound",
        ] {
            assert_eq!(read(line).to_string(), line);
        }
        assert_eq!(parse_reply(" \t"), Ok(None));
        for line in ["bestmove", "bestmove a b", "option name X type y", "option"] {
            let error = parse_reply(line).expect_err(line).to_string();
            assert!(!error.contains("something else"), "{error}");
        }
    }

    #[test]
    fn infos_are_read_leniently_and_what_is_wrong_is_told() {
        let all = "info depth 9 seldepth 12 multipv 1 score cp -5 wdl 300 1 699 nodes 10 nps 20 \
                   hashfull 3 tbhits 5 sbhits 0 time 7 currmove a1a2 currmovenumber 3 pv a1a2 b1b2";
        let info = read_info(all);
        assert_eq!(info.to_string(), all.replace("sbhits 0 ", ""));
        assert_eq!(info.rejected, Vec::<String>::new());
        assert_eq!(read_info("info depth 3 string depth x").rejected, Vec::<String>::new());
        let time = Some(Duration::from_micros(7_999));
        assert_eq!(Info { time, ..Info::default() }.to_string(), "info time 7");
        for (line, bound) in [
            ("info score cp 5 lowerbound nodes 3", Some(ScoreBound::Lower)),
            ("info score mate -5 upperbound", Some(ScoreBound::Upper)),
            ("info score cp 5 wdl 1 2 3 upperbound pv a1a2", Some(ScoreBound::Upper)),
            ("info score cp 5 pv upperbound", None),
        ] {
            assert_eq!(
                (read_info(line).bound, read_info(line).rejected),
                (bound, vec![]),
                "{line}"
            );
        }
        for (line, problem, kept) in [
            ("info", "nothing after info", "info"),
            ("info depth", "no integer after depth", "info"),
            ("info depth x", "no integer after depth", "info"),
            ("info depth score cp 5", "no integer after depth", "info score cp 5"),
            ("info nodes 4 nps 1.5", "no integer after nps", "info nodes 4"),
            ("info score 5", "neither cp nor mate and an integer after score", "info"),
            ("info score cp x pv a", "neither cp nor mate and an integer after score", "info pv a"),
            ("info colour  red depth 2", "no client knows \"colour  red\"", "info depth 2"),
            ("info wdl 1 2 nodes 3", "no three integers after wdl", "info nodes 3"),
            ("info depth 9 currmove", "no move after currmove", "info depth 9"),
            ("info currmove currmovenumber 1", "no move after currmove", "info currmovenumber 1"),
        ] {
            let info = read_info(line);
            assert_eq!(info.rejected, [problem], "{line}");
            assert_eq!(info.to_string(), kept, "{line}");
        }
    }

    #[test]
    fn numbers_are_moved_into_range() {
        let line = "info depth -1 nodes 99999999999999999999 score cp -9999999999";
        assert_eq!(
            read_info(line).to_string(),
            "info depth 0 score cp -2147483648 nodes 18446744073709551615"
        );
    }

    /// Text as engines write it: words with one blank between.
    fn text() -> impl Strategy<Value = String> {
        "[a-zA-Z0-9é(){}+:./-]{1,8}( [a-z0-9]{1,8}){0,3}".prop_filter("is no other reply", |text| {
            let first = text.split(' ').next().unwrap_or_default();
            !["error", "error:", "option", "bestmove", "info", "id"].contains(&first)
        })
    }

    fn mv() -> impl Strategy<Value = String> {
        select(["a1a2", "0000", "h10h9=q", "P@e4"].as_slice()).prop_map(String::from)
    }

    fn score() -> impl Strategy<Value = UgiScore> {
        prop_oneof![any::<i32>().prop_map(UgiScore::Cp), any::<i32>().prop_map(UgiScore::Mate)]
    }

    fn infos() -> impl Strategy<Value = Info> {
        let small = || option::of(any::<u32>());
        let large = || option::of(any::<u64>());
        let time = || option::of(any::<u64>().prop_map(Duration::from_millis));
        let pv = || prop::collection::vec(mv(), 0..4);
        let bound = || option::of(select(ScoreBound::ALL.as_slice()));
        let scores = (option::of((score(), bound())), option::of(any::<[u32; 3]>()));
        let first = (1..u32::MAX, small(), small(), scores, large(), large());
        (first, (small(), large(), time(), option::of(mv()), small(), pv())).prop_map(
            |(first, second)| {
                let (depth, seldepth, multipv, (score, wdl), nodes, nps) = first;
                let (hashfull, tbhits, time, currmove, currmovenumber, pv) = second;
                let (depth, rejected) = (Some(depth), Vec::new());
                let (score, bound) =
                    score.map_or((None, None), |(score, bound)| (Some(score), bound));
                Info {
                    depth,
                    seldepth,
                    multipv,
                    score,
                    bound,
                    wdl,
                    nodes,
                    nps,
                    hashfull,
                    tbhits,
                    time,
                    currmove,
                    currmovenumber,
                    pv,
                    rejected,
                }
            },
        )
    }

    fn declarations() -> impl Strategy<Value = OptionDeclaration> {
        let spin = any::<[i64; 3]>().prop_map(|mut numbers| {
            numbers.sort_unstable();
            let [min, default, max] = numbers;
            OptionKind::Spin { default, min, max }
        });
        let combo = prop::collection::vec(text(), 1..4).prop_map(|choices| OptionKind::Combo {
            default: choices.last().cloned().unwrap_or_default(),
            choices,
        });
        let kind = prop_oneof![
            any::<bool>().prop_map(|default| OptionKind::Check { default }),
            spin,
            combo,
            Just(OptionKind::Button),
            option::of(text())
                .prop_map(|text| OptionKind::Text { default: text.unwrap_or_default() }),
        ];
        (text(), kind).prop_map(|(name, kind)| OptionDeclaration { name, kind })
    }

    fn replies() -> impl Strategy<Value = Reply> {
        prop_oneof![
            text().prop_map(Reply::Name),
            text().prop_map(Reply::Author),
            declarations().prop_map(Reply::OptionDeclaration),
            select([Dialect::Ugi, Dialect::Uci].as_slice()).prop_map(Reply::HandshakeDone),
            Just(Reply::ReadyOk),
            text().prop_map(Reply::Response),
            infos().prop_map(Reply::Info),
            text().prop_map(Reply::Message),
            text().prop_map(Reply::Error),
            (mv(), option::of(mv())).prop_map(|(mv, ponder)| Reply::BestMove { mv, ponder }),
            text().prop_map(Reply::Text),
        ]
    }

    proptest! {
        #[test]
        fn replies_are_read_back_and_any_text_makes_one_line(
            reply in replies(),
            score in score(),
            text in any::<String>(),
            line in "(info |option name |bestmove |id )?\\PC{0,60}",
        ) {
            prop_assert_eq!(parse_reply(&reply.to_string()), Ok(Some(reply)));
            prop_assert_eq!(score.to_string().parse(), Ok(score));
            if let Ok(Some(reply)) = parse_reply(&line) {
                let again = parse_reply(&reply.to_string());
                prop_assert!(again.is_ok(), "{:?}", again);
            }
            let option = OptionKind::Text { default: text.clone() };
            for reply in [
                Reply::Response(text.clone()),
                Reply::Message(text.clone()),
                Reply::Error(text.clone()),
                Reply::OptionDeclaration(OptionDeclaration { name: text.clone(), kind: option }),
                Reply::BestMove { mv: text.clone(), ponder: Some(text.clone()) },
                Reply::Info(Info { pv: vec![text], ..Info::default() }),
            ] {
                let line = reply.to_string();
                prop_assert!(!line.contains(char::is_control) && !line.ends_with(' '), "{}", line);
            }
        }
    }
}
