//! Parses a line from an engine as a [`Reply`].
//!
//! Tolerates differences between engines that do not matter: white space, unknown words of `info`
//! lines, text after a `ponder`. A line that is not UGI is a [`Reply::Text`].

use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, eof, not, opt, rest, value};
use nom::error::context;
use nom::sequence::{preceded, terminated};

use super::{INFO, Info, Reply, UgiScore};
use crate::declaration::declaration;
use crate::dialect::Dialect;
use crate::error::ParseError;
use crate::fields::{self, Lenient};
use crate::lexer::{Parsed, keyword, read_line, with, word};

/// Parses one line from an engine; `Ok(None)` if it is blank. Unusable parts of an `info` line are
/// skipped.
///
/// # Errors
/// A `bestmove` has no move or more than one, or the declaration of an option does not follow the
/// grammar.
pub fn parse_reply(line: &str) -> Result<Option<Reply>, ParseError> {
    Ok(parse_reply_line(line)?.map(|(reply, _)| reply))
}

/// Parses one line like [`parse_reply`], and reports which parts of an `info` line were skipped.
pub fn parse_reply_line(line: &str) -> Result<Option<(Reply, Vec<ParseError>)>, ParseError> {
    let info = info.map(|(info, skipped)| (Reply::Info(info), skipped));
    read_line(line, alt((info, reply.map(|reply| (reply, Vec::new())))))
}

/// Any reply but an `info` line of keys.
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
        rest.map(|text: &str| Reply::Text(text.into())),
    ))
    .parse(input)
}

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
        None => Reply::Message(text.into()),
    }
}

/// An `info` line of keys. One that begins with `string` is a message.
fn info(input: &str) -> Parsed<'_, Lenient<Info>> {
    let expected = "a key such as depth or pv";
    let missing = || ParseError::Missing { after: "info".to_owned(), expected };
    let nothing = eof.map(|_| (Info::default(), vec![missing()]));
    let keys = alt((nothing, fields::read(INFO, "info", expected)));
    preceded((keyword("info"), not(keyword("string"))), keys).parse(input)
}

/// A text that is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected cp or mate, and an integer")]
pub struct ScoreError;

impl FromStr for UgiScore {
    type Err = ScoreError;

    /// Parses the output of `Display`: `cp 12` or `mate -4`. Numbers beyond the range are clamped.
    fn from_str(text: &str) -> Result<UgiScore, ScoreError> {
        let (kind, number) = text.split_once(' ').ok_or(ScoreError)?;
        let number: i128 = number.trim().parse().map_err(|_| ScoreError)?;
        let number = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        match kind {
            "cp" => Ok(UgiScore::Cp(number)),
            "mate" => Ok(UgiScore::Mate(number)),
            _ => Err(ScoreError),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::select;

    use std::time::Duration;

    use super::*;
    use crate::{OptionDeclaration, OptionKind, ScoreBound};

    fn read(line: &str) -> Reply {
        parse_reply(line).expect(line).expect("not blank")
    }

    /// The fields of an `info` line, and why parts of it were skipped.
    fn read_info(line: &str) -> (Info, Vec<String>) {
        match parse_reply_line(line) {
            Ok(Some((Reply::Info(info), skipped))) => {
                (info, skipped.iter().map(ParseError::to_string).collect())
            }
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
                   hashfull 3 tbhits 5 sbhits 0 time 7 currmove a1a2 currmovenumber 3 lostmoves 1 \
                   rootmoves 9 pv a1a2 b1b2";
        let clean = |line: &str| {
            let (info, skipped) = read_info(line);
            assert_eq!(skipped, Vec::<String>::new(), "{line}");
            info
        };
        assert_eq!(clean(all).to_string(), all.replace("sbhits 0 ", ""));
        clean("info depth 3 string depth x");
        let time = Some(Duration::from_micros(7_999));
        assert_eq!(Info { time, ..Info::default() }.to_string(), "info time 7");
        for (line, bound) in [
            ("info score cp 5 lowerbound nodes 3", Some(ScoreBound::Lower)),
            ("info score mate -5 upperbound", Some(ScoreBound::Upper)),
            ("info score cp 5 wdl 1 2 3 upperbound pv a1a2", Some(ScoreBound::Upper)),
            ("info score cp 5 pv upperbound", None),
        ] {
            assert_eq!(clean(line).bound, bound, "{line}");
        }
        let (key, score) = ("a key such as depth or pv", "cp or mate, and a whole number");
        let (number, numbers) = ("a whole number", "three whole numbers");
        for (line, problem, expected, kept) in [
            ("info", "nothing after \"info\"", key, "info"),
            ("info depth", "nothing after \"depth\"", number, "info"),
            ("info depth x", "bad number \"x\" after \"depth\"", number, "info"),
            ("info depth score cp 5", "nothing after \"depth\"", number, "info score cp 5"),
            ("info nodes 4 nps 1.5", "bad number \"1.5\" after \"nps\"", number, "info nodes 4"),
            ("info score", "nothing after \"score\"", score, "info"),
            ("info score 5", "bad number \"5\" after \"score\"", score, "info"),
            ("info score cp x pv a", "bad number \"cp x\" after \"score\"", score, "info pv a"),
            (
                "info colour  red depth 2",
                "unknown text \"colour  red\" in \"info\"",
                key,
                "info depth 2",
            ),
            ("info wdl 1 2 nodes 3", "bad number \"1 2\" after \"wdl\"", numbers, "info nodes 3"),
            (
                "info wdl 1 2 x nodes 3",
                "bad number \"1 2 x\" after \"wdl\"",
                numbers,
                "info nodes 3",
            ),
            ("info depth 9 currmove", "nothing after \"currmove\"", "a move", "info depth 9"),
            (
                "info currmove currmovenumber 1",
                "nothing after \"currmove\"",
                "a move",
                "info currmovenumber 1",
            ),
        ] {
            let (info, skipped) = read_info(line);
            assert_eq!(skipped, [format!("{problem}: expected {expected}")], "{line}");
            assert_eq!(info.to_string(), kept, "{line}");
        }
    }

    #[test]
    fn numbers_are_moved_into_range() {
        let line =
            "info depth -1 nodes 99999999999999999999 score cp -9999999999 wdl -1 0 9999999999";
        assert_eq!(
            read_info(line).0.to_string(),
            "info depth 0 score cp -2147483648 wdl 0 0 4294967295 nodes 18446744073709551615"
        );
    }

    /// Words joined by one blank.
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
        let bounds = [ScoreBound::Lower, ScoreBound::Upper];
        let bound = move || option::of(select(bounds.to_vec()));
        let scores = (option::of((score(), bound())), option::of(any::<[u32; 3]>()));
        let first = (1..u32::MAX, small(), small(), scores, large(), large());
        let proof = (small(), small());
        (first, (small(), large(), time(), option::of(mv()), small(), proof, pv())).prop_map(
            |(first, second)| {
                let (depth, seldepth, multipv, (score, wdl), nodes, nps) = first;
                let (hashfull, tbhits, time, currmove, currmovenumber, proof, pv) = second;
                let (lostmoves, rootmoves) = proof;
                let depth = Some(depth);
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
                    lostmoves,
                    rootmoves,
                    pv,
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
