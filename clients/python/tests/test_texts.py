"""Lines, scores and limits, without an engine; and the examples of the docs."""

from __future__ import annotations

import doctest
import importlib
import unittest

import ugi
from ugi import Info, Limit, Option, Score


def load_tests(
    loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None
) -> unittest.TestSuite:
    """The examples in the docs of the modules are tests as well."""
    for name in ("aio", "blocking", "errors", "lines", "score", "session", "testing", "transport"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"ugi.{name}")))
    return tests


class Texts(unittest.TestCase):
    """What is read and written."""

    def test_odd_lines_of_a_search_are_read_as_far_as_they_go(self) -> None:
        """No line of a search is an error."""
        for line in (
            "info",
            "info depth",
            "info score",
            "info score cp",
            "info score cp x",
            "info score mate 99999999999999999999999",
            "info wdl 1 2",
            "info pv",
            "info string",
            "info \u0663 \u0664",
            "info depth \u0663",
        ):
            info = Info.parse(line)
            self.assertIsNone(info.score, line)
            self.assertIsNone(info.depth, line)
        self.assertEqual(Info.parse("info string a  b").string, "a b")
        self.assertEqual(Info.parse("info wdl 200 600 200").expectation(), 0.5)

    def test_scores_are_ordered(self) -> None:
        """Wins, the quickest first, then estimates, then losses, the slowest first."""
        order = [
            Score(mate=0, lost=False),
            Score(mate=1),
            Score(mate=9),
            Score(cp=40000),
            Score(cp=0, bound="lower"),
            Score(cp=0),
            Score(cp=0, bound="upper"),
            Score(cp=-40000),
            Score(mate=-9),
            Score(mate=-1),
            Score(mate=0),
        ]
        self.assertEqual(sorted(order, reverse=True), order)
        self.assertEqual(sorted(-score for score in order), [-score for score in order])
        self.assertEqual(len(set(order)), len(order))
        values = [score.expectation() for score in order]
        self.assertEqual(values, sorted(values, reverse=True))

    def test_a_score_is_for_a_side(self) -> None:
        """It is turned round for the other one."""
        score = Score(mate=-3, side="p2")
        self.assertEqual(score.for_("p1").mate, 3)
        self.assertIs(score.for_("p2"), score)
        with self.assertRaisesRegex(ValueError, "not known whose"):
            Score(cp=1).for_("p1")
        with self.assertRaisesRegex(ValueError, "expected p1 or p2"):
            score.for_("white")
        with self.assertRaisesRegex(ValueError, "either cp or mate"):
            Score()

    def test_limits_are_words(self) -> None:
        """All of them, and only what is a whole number."""
        limit = Limit(p1time=1, p2time=2, p1inc=3, p2inc=4, movestogo=5, mate=6, nodes=7)
        self.assertEqual(
            limit.words(), "nodes 7 p1time 1 p2time 2 p1inc 3 p2inc 4 movestogo 5 mate 6"
        )
        self.assertEqual(
            Limit(infinite=True, searchmoves=["a1"]).words(), "infinite searchmoves a1"
        )
        self.assertTrue(Limit().endless and not limit.endless)
        self.assertEqual(Limit(movetime=500, depth=3).seconds, 0.5)
        for wrong in (-1, 1.5, "9"):
            with self.assertRaisesRegex(ValueError, "whole number"):
                Limit(depth=wrong).words()  # type: ignore[arg-type]

    def test_options_know_their_values(self) -> None:
        """A value that cannot be is refused before it is sent."""
        spin = Option("Hash", "spin", "16", 1, 64)
        self.assertEqual(spin.text(64), "64")
        for wrong in (0, 65, "many", "", None, True):
            with self.assertRaises(ValueError):
                spin.text(wrong)
        combo = Option("Style", "combo", "a", var=("Calm", "Very wild"))
        self.assertEqual(combo.text("very wild"), "very wild")
        with self.assertRaisesRegex(ValueError, "Calm, Very wild"):
            combo.text("mild")
        self.assertEqual(Option("Clear", "button").text(None), "")
        with self.assertRaises(ugi.Malformed):
            Option.parse("option name X")
        with self.assertRaises(ugi.Malformed):
            Option.parse("option name X type spin min few")
