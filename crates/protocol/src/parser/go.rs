//! The grammar of `go`, the one command with lenient parsing: an unknown word must not lose a game.
//! `limits.rs` has the words.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::cut;
use nom::sequence::preceded;

use super::{Command, Line, ParseError, depth};
use crate::fields::{self, Lenient};
use crate::lexer::{Parsed, is_blank, keyword, saturating};
use crate::limits::{GoLimits, LIMITS};

/// Parses what follows the word `go`.
pub fn go(input: &str) -> Parsed<'_, Line> {
    let perft = preceded(keyword("perft"), cut(depth));
    alt((
        perft.map(|depth| Command::GoPerft(depth).into()),
        fields::read(LIMITS, "go", "a limit such as depth or movetime").map(bounded),
    ))
    .parse(input)
}

/// A search with an unusable limit must still end, so it gets depth 1.
fn bounded((mut limits, skipped): Lenient<GoLimits>) -> Line {
    // `movestogo 0` says nothing about the clock.
    limits.moves_to_go = limits.moves_to_go.filter(|&moves| moves > 0);
    let is_meant_to_end = skipped.iter().any(names_a_number);
    if is_meant_to_end && !limits.infinite && !limits.ponder && !limits.is_bounded() {
        limits.depth = Some(1);
    }
    Line { command: Command::Go(limits), skipped }
}

/// Whether the skipped words are a limit without a usable number, or contain a number, as a
/// misspelt limit does: `depht 4`.
fn names_a_number(skipped: &ParseError) -> bool {
    match skipped {
        ParseError::UnknownText { found, .. } => {
            found.split(is_blank).any(|word| saturating(word).is_some())
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{complaint, parse, parse_line};
    use super::*;
    use crate::fields::Extent;
    use crate::limits::Limit;

    fn millis(number: u64) -> Option<Duration> {
        Some(Duration::from_millis(number))
    }

    fn read(line: &str) -> (GoLimits, Vec<String>) {
        match parse_line(line) {
            Ok(Some(Line { command: Command::Go(limits), skipped })) => {
                (limits, skipped.iter().map(ParseError::to_string).collect())
            }
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    fn clean(line: &str) -> GoLimits {
        let (limits, skipped) = read(line);
        assert_eq!(skipped, Vec::<String>::new(), "{line:?}");
        limits
    }

    #[test]
    fn all_limits_together_in_any_order() {
        let argument = |limit: &Limit, number: u32| match limit.value.extent {
            Extent::Words(0) => String::new(),
            Extent::Words(_) => format!(" {number}"),
            Extent::UpToKey | Extent::Rest => " a1a2 b1b2".to_owned(),
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
    }

    #[test]
    fn other_words_may_say_the_same() {
        for (line, same) in [
            ("go movestogo 0", "go"),
            ("go movestogo -3", "go"),
            ("go searchmoves", "go"),
            ("go depth +0005", "go depth 5"),
            ("go depth 3 depth 5", "go depth 5"),
            ("go searchmoves a depth 1 searchmoves b", "go depth 1 searchmoves a b"),
        ] {
            assert_eq!(clean(line), clean(same), "{line}");
        }
        assert_eq!(clean("go"), GoLimits::default());
    }

    #[test]
    fn what_is_wrong_is_reported_and_never_makes_a_search_endless() {
        let unknown = |text: &str| {
            format!("unknown text \"{text}\" in \"go\": expected a limit such as depth or movetime")
        };
        let no_number = |found: &str| format!("{found}: expected a whole number");
        let broken = || no_number("bad number \"x\" after \"movetime\"");
        for (line, rest, problems) in [
            ("go foo  bar depth 4 baz", "go depth 4", vec![unknown("foo  bar"), unknown("baz")]),
            ("go depth 4 5", "go depth 4", vec![unknown("5")]),
            ("go depth 3 perft 5", "go depth 3", vec![unknown("perft 5")]),
            ("go movetime x", "go depth 1", vec![broken()]),
            ("go movetime", "go depth 1", vec![no_number("nothing after \"movetime\"")]),
            ("go movetime depth 3", "go depth 3", vec![no_number("nothing after \"movetime\"")]),
            ("go wtime 1e3", "go depth 1", vec![no_number("bad number \"1e3\" after \"wtime\"")]),
            ("go depth -", "go depth 1", vec![no_number("bad number \"-\" after \"depth\"")]),
            ("go movetime x movestogo 3", "go movestogo 3", vec![broken()]),
            ("go movetime x nodes 5", "go nodes 5", vec![broken()]),
            ("go depht 4", "go depth 1", vec![unknown("depht 4")]),
            ("go 4", "go depth 1", vec![unknown("4")]),
            ("go foo bar -1 baz", "go depth 1", vec![unknown("foo bar -1 baz")]),
            ("go depht 4 nodes 5", "go nodes 5", vec![unknown("depht 4")]),
            (
                "go depht\t4 searchmoves a1b1",
                "go depth 1 searchmoves a1b1",
                vec![unknown("depht\\t4")],
            ),
            // The client will send `stop`.
            ("go movetime x infinite", "go infinite", vec![broken()]),
            ("go depth ponder", "go ponder", vec![no_number("nothing after \"depth\"")]),
            ("go depht 4 infinite", "go infinite", vec![unknown("depht 4")]),
            ("go ponder depht 4", "go ponder", vec![unknown("depht 4")]),
            ("go depht", "go", vec![unknown("depht")]),
            ("go a1b1", "go", vec![unknown("a1b1")]),
        ] {
            assert_eq!(read(line), (clean(rest), problems), "{line}");
        }
    }

    #[test]
    fn a_complaint_is_short() {
        let complaint = |line| complaint(&parse_line(line).unwrap().unwrap().skipped);
        assert_eq!(complaint("go depth 3"), None);
        let expected = "a limit such as depth or movetime";
        let of =
            |found: &str| ParseError::UnknownText { found: found.into(), start: "go", expected };
        let [a, b] = [of("a"), of("b")];
        assert_eq!(complaint("go a"), Some(a.to_string()));
        assert_eq!(complaint("go a depth 3 b"), Some(format!("{a}; {b}")));
        let long = "go a depth 3 b depth 3 c depth 3 d";
        assert_eq!(complaint(long), Some(format!("{a}; {b}; and 2 more")));
    }

    #[test]
    fn go_perft_stands_alone() {
        for line in ["go perft", "go perft x", "go perft -1", "go perft 5 depth 3"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
