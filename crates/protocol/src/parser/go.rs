//! The grammar of `go`, the one command that is read leniently.
//!
//! An unknown word must not lose a match, so the parser uses the limits of [`LIMITS`] and records
//! the rest. The search computes with the clocks.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, fail, opt, recognize, verify};
use nom::multi::{fold_many0, many0, many1_count};
use nom::sequence::preceded;

use super::{Command, Go, GoLimits, ParseError, depth, quote};
use crate::lexer::{Parsed, is_blank, keyword, saturating, word};
use crate::limits::{LIMITS, Limit, LimitValue};

/// What may follow the word `go`.
pub(super) fn go(input: &str) -> Parsed<'_, Command> {
    alt((
        preceded(keyword("perft"), cut(depth)).map(Command::Perft),
        fold_many0(term, Draft::default, Draft::with).map(|draft| Command::Go(draft.finish())),
    ))
    .parse(input)
}

/// One limit with its arguments, or words that are none.
#[derive(Clone)]
enum Term<'a> {
    Number { word: &'a str, set: fn(&mut GoLimits, u64), number: Option<&'a str> },
    Flag(fn(&mut GoLimits)),
    Moves(fn(&mut GoLimits, Vec<String>), Vec<String>),
    Unknown(&'a str),
}

fn term(input: &str) -> Parsed<'_, Term<'_>> {
    alt((limit, recognize(many1_count(argument)).map(Term::Unknown))).parse(input)
}

/// A limit and the words after it, unless those begin the next limit.
fn limit(input: &str) -> Parsed<'_, Term<'_>> {
    let (rest, word) = verify(word, |word: &str| find(word).is_some()).parse(input)?;
    match find(word).map(|limit| limit.value) {
        Some(LimitValue::Number { set, .. }) => {
            opt(argument).map(|number| Term::Number { word, set, number }).parse(rest)
        }
        Some(LimitValue::Flag(_, set)) => Ok((rest, Term::Flag(set))),
        Some(LimitValue::Moves(_, add)) => {
            many0(argument.map(String::from)).map(|moves| Term::Moves(add, moves)).parse(rest)
        }
        None => fail().parse(input),
    }
}

/// A word that does not begin a limit.
fn argument(input: &str) -> Parsed<'_, &str> {
    verify(word, |word: &str| find(word).is_none()).parse(input)
}

fn find(word: &str) -> Option<&'static Limit> {
    LIMITS.iter().find(|limit| [limit.word, limit.uci].contains(&word))
}

/// A `go` command while its line is read.
#[derive(Default)]
struct Draft {
    go: Go,
    /// A number was meant, but there is no usable one for a limit that is known.
    broken: bool,
}

impl Draft {
    fn with(mut self, term: Term<'_>) -> Self {
        let limits = &mut self.go.limits;
        match term {
            Term::Number { word, set, number } => match number.and_then(saturating) {
                Some(number) => set(limits, number),
                None => self.reject_number(word, number),
            },
            Term::Flag(set) => set(limits),
            Term::Moves(add, moves) => add(limits, moves),
            Term::Unknown(text) => {
                // A number means a limit, however its name is misspelt: `depht 4`.
                self.broken |= text.split(is_blank).any(|word| saturating(word).is_some());
                self.go.rejected.push(format!(
                    "unknown text {} in \"go\": expected a limit such as depth or movetime",
                    quote(text.trim_end_matches(is_blank))
                ));
            }
        }
        self
    }

    fn reject_number(&mut self, name: &str, number: Option<&str>) {
        let after = name.to_owned();
        let expected = "a whole number";
        let problem = match number.map(str::to_owned) {
            None => ParseError::Missing { after, expected },
            Some(found) => ParseError::BadNumber { found, after, expected },
        };
        self.go.rejected.push(problem.to_string());
        self.broken = true;
    }

    /// A search that was meant to end does end: see [`Go::limits`].
    fn finish(mut self) -> Go {
        let limits = &mut self.go.limits;
        if self.broken && !limits.infinite && !limits.ponder && !limits.is_bounded() {
            limits.depth = Some(1);
        }
        self.go
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::parse;
    use super::*;

    fn millis(number: u64) -> Option<Duration> {
        Some(Duration::from_millis(number))
    }

    fn read(line: &str) -> Go {
        match parse(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    /// The limits of a line without problems.
    fn clean(line: &str) -> GoLimits {
        let go = read(line);
        assert_eq!(go.rejected, Vec::<String>::new(), "{line:?}");
        go.limits
    }

    fn depth_one() -> GoLimits {
        GoLimits { depth: Some(1), ..GoLimits::default() }
    }

    const UNKNOWN: &str = "in \"go\": expected a limit such as depth or movetime";

    #[test]
    fn nothing_is_no_limit() {
        assert_eq!(clean("go"), GoLimits::default());
    }

    #[test]
    fn all_limits_together_in_any_order() {
        let argument = |limit: &Limit, number: u32| match limit.value {
            LimitValue::Number { .. } => format!(" {number}"),
            LimitValue::Flag(..) => String::new(),
            LimitValue::Moves(..) => " a1a2 b1b2".to_owned(),
        };
        let terms = LIMITS.iter().zip(1..).map(|(limit, number)| {
            [limit.word, limit.uci].map(|word| format!(" {word}{}", argument(limit, number)))
        });
        let (ugi, uci): (Vec<_>, Vec<_>) = terms.map(|[ugi, uci]| (ugi, uci)).unzip();
        let limits = clean(&format!("go{}", ugi.concat()));
        assert_eq!(limits.to_string(), ugi.concat());
        let reversed: String = uci.into_iter().rev().collect();
        assert_eq!(clean(&format!("go{reversed}")), limits);
    }

    #[test]
    fn each_word_sets_its_field() {
        let limits = clean(
            "go p1time 1000 btime 2000 winc 10 p2inc 20 movestogo 40 movetime 500 depth 12 \
             nodes 18446744073709551615 mate 3 infinite ponder searchmoves a1a2 b1b2",
        );
        assert_eq!(limits.time, [millis(1000), millis(2000)]);
        assert_eq!(limits.increment, [millis(10), millis(20)]);
        assert_eq!((limits.moves_to_go, limits.move_time), (Some(40), millis(500)));
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(12), Some(u64::MAX), Some(3)));
        assert!(limits.infinite && limits.ponder);
        assert_eq!(limits.search_moves, ["a1a2", "b1b2"]);
    }

    #[test]
    fn numbers_saturate() {
        let huge =
            clean("go wtime 99999999999999999999 depth 99999999999 nodes 18446744073709551616");
        assert_eq!(huge.time[0], millis(u64::MAX));
        assert_eq!(huge.depth, Some(u32::MAX));
        assert_eq!(huge.nodes, Some(u64::MAX));
        let negative = clean(
            "go wtime -5 btime -99999999999999999999 winc -1 movetime -1 depth -1 nodes -1 mate -0",
        );
        assert_eq!(negative.time, [millis(0); 2]);
        assert_eq!(negative.increment, [millis(0), None]);
        assert_eq!(negative.move_time, millis(0));
        assert_eq!(negative.depth, Some(0));
        assert_eq!(negative.nodes, Some(0));
        assert_eq!(negative.mate, Some(0));
        assert_eq!(clean("go depth +0005").depth, Some(5));
    }

    #[test]
    fn moves_to_go_zero_is_absent() {
        assert_eq!(clean("go movestogo 0"), GoLimits::default());
        assert_eq!(clean("go movestogo -3"), GoLimits::default());
        assert_eq!(clean("go movestogo 1").moves_to_go, Some(1));
    }

    #[test]
    fn the_last_of_two_counts_and_search_moves_add_up() {
        assert_eq!(clean("go depth 3 depth 5"), clean("go depth 5"));
        assert_eq!(
            clean("go searchmoves a depth 1 searchmoves b"),
            clean("go depth 1 searchmoves a b")
        );
        assert_eq!(clean("go searchmoves"), GoLimits::default());
    }

    #[test]
    fn unknown_words_are_reported_and_the_rest_is_used() {
        let go = read("go foo  bar depth 4 baz");
        assert_eq!(go.limits, clean("go depth 4"));
        assert_eq!(
            go.rejected,
            [
                format!("unknown text \"foo  bar\" {UNKNOWN}"),
                format!("unknown text \"baz\" {UNKNOWN}"),
            ]
        );
        let go = read("go depth 4 5");
        assert_eq!(go.limits.depth, Some(4));
        assert_eq!(go.rejected, [format!("unknown text \"5\" {UNKNOWN}")]);
    }

    #[test]
    fn only_unknown_words_are_a_plain_go() {
        assert_eq!(read("go foo").limits, GoLimits::default());
        assert_eq!(read("go foo").rejected.len(), 1);
    }

    #[test]
    fn a_broken_limit_never_searches_for_ever() {
        for (line, problem) in [
            ("go movetime x", "bad number \"x\" after \"movetime\": expected a whole number"),
            ("go movetime", "nothing after \"movetime\": expected a whole number"),
            ("go wtime 1e3", "bad number \"1e3\" after \"wtime\": expected a whole number"),
            ("go depth -", "bad number \"-\" after \"depth\": expected a whole number"),
        ] {
            let go = read(line);
            assert_eq!(go.rejected, [problem]);
            assert!(go.limits.is_bounded());
            assert_eq!(go.limits.depth, Some(1));
        }
        assert_eq!(read("go movetime x").limits, depth_one());
        assert_eq!(read("go movetime x movestogo 3").limits, clean("go movestogo 3"));
    }

    #[test]
    fn a_misspelt_limit_with_a_number_never_searches_for_ever() {
        for line in ["go depht 4", "go 4", "go foo bar -1 baz", "go depht\t4 searchmoves a1b1"] {
            assert_eq!(read(line).limits.depth, Some(1), "{line}");
            assert_eq!(read(line).rejected.len(), 1, "{line}");
        }
        assert_eq!(read("go depht 4 nodes 5").limits, clean("go nodes 5"));
        // The client will say `stop`.
        for line in ["go depht 4 infinite", "go ponder depht 4", "go depht", "go a1b1"] {
            assert!(!read(line).limits.is_bounded(), "{line}");
        }
    }

    #[test]
    fn a_broken_limit_yields_to_a_good_one() {
        let go = read("go movetime x nodes 5");
        assert_eq!(go.limits, clean("go nodes 5"));
        assert_eq!(go.rejected.len(), 1);
        // The client will say `stop`.
        assert_eq!(read("go movetime x infinite").limits, clean("go infinite"));
        assert_eq!(read("go depth ponder").limits, clean("go ponder"));
    }

    #[test]
    fn the_next_limit_is_not_taken_as_a_number() {
        let go = read("go movetime depth 3");
        assert_eq!(go.limits, clean("go depth 3"));
        assert_eq!(go.rejected, ["nothing after \"movetime\": expected a whole number"]);
    }

    #[test]
    fn go_perft_stands_alone() {
        assert_eq!(parse("go perft 5"), Ok(Some(Command::Perft(5))));
        for line in ["go perft", "go perft x", "go perft -1", "go perft 5 depth 3"] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(
            read("go depth 3 perft 5").rejected,
            [format!("unknown text \"perft 5\" {UNKNOWN}")]
        );
    }
}
