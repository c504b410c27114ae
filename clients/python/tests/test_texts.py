"""Lines, scores and limits, without an engine; and the examples of the docs."""

from __future__ import annotations

import doctest
import importlib
import math
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import ugi
from ugi import Info, Limit, Option, Score


def load_tests(
    loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None
) -> unittest.TestSuite:
    """The examples in the docs of the modules are tests as well."""
    names = "aio blocking errors game lines matches score session testing transport"
    for name in names.split():
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"ugi.{name}")))
    return tests


class Openings(unittest.TestCase):
    """Files of openings, and what a match takes."""

    def test_a_file_is_read_without_its_comments(self) -> None:
        """As zugi reads it, also with a byte order mark."""
        text = (
            "# zugi openings 3\r\nstartpos moves d2c2 b3b2  # good\n\n; one\n// two\n"
            "% three\n  startpos\nstartpos moves a1b1 ; four\nstartpos moves a1c1 // five\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "openings.txt"
            # With and without byte order marks, as editors of Windows and PowerShell write them.
            little, big = "\ufeff".encode("utf-16-le"), "\ufeff".encode("utf-16-be")
            for data in (
                text.encode(),
                text.encode("utf-8-sig"),
                little + text.encode("utf-16-le"),
                big + text.encode("utf-16-be"),
            ):
                path.write_bytes(data)
                found = ugi.read_openings(str(path))
                self.assertEqual(found, [["d2c2", "b3b2"], [], ["a1b1"], ["a1c1"]])
            self.assertEqual(ugi.parse_openings("\ufeff" + text), found)
            for data in (b"startpos # \xe9", little + b"a"):
                path.write_bytes(data)
                with self.assertRaisesRegex(ValueError, 'openings.txt" cannot be read: .* UTF-16'):
                    ugi.read_openings(path)

    def test_a_wrong_line_is_named(self) -> None:
        """The error quotes the number and the text of the line."""
        for wrong in ("6/6/1br3/6/6/6 b moves a1b1", "startpos a1b1", "a1b1"):
            with self.assertRaisesRegex(ValueError, f'line 2 "{wrong}": expected startpos moves'):
                ugi.parse_openings(f"# one\n{wrong}\n")

    def test_wrong_openings_and_limits_of_a_match(self) -> None:
        """They are refused at once, before a game begins."""
        engine: Any = mock.Mock()
        with self.assertRaisesRegex(ValueError, "an opening is 'a1b1': expected a list of moves"):
            ugi.match(engine, engine, Limit(depth=1), ["a1b1", "a1a2"])
        with self.assertRaisesRegex(ValueError, "expected a list of openings"):
            ugi.match(engine, engine, Limit(depth=1), "a1b1")
        limits: Any = (Limit(depth=1),) * 3
        with self.assertRaisesRegex(ValueError, "3 limits: expected one, or one for each"):
            ugi.match(engine, engine, limits)


class Texts(unittest.TestCase):
    """Reading and writing of lines, scores, limits and options."""

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

    def test_a_known_score_says_who_wins(self) -> None:
        """A `cp` from 30000 on is known, unless it is a bound on the wrong side."""
        for score, known, text in (
            (Score(cp=29999), False, "+299.99"),
            (Score(cp=30000), True, "winning"),
            (Score(cp=-31759), True, "losing"),
            (Score(cp=31759, bound="lower"), True, "winning"),
            (Score(cp=31759, bound="upper"), False, "+317.59"),
            (Score(cp=-31759, bound="lower"), False, "-317.59"),
            (Score(mate=0), True, "loss in 0 plies"),
            (Score(mate=1), True, "win in 1 ply"),
            (Score(cp=0), False, "+0.00"),
        ):
            self.assertEqual((score.is_known, str(score)), (known, text))

    def test_the_expectation_is_that_of_the_records(self) -> None:
        """`winning_chances` in crates/records/src/move_mark.rs, unless a scale is given."""
        for cp in (0, 1, 50, 220, 400, -35, -1000, 20000):
            found = Score(cp=cp).expectation()
            self.assertAlmostEqual(found, 1 / (1 + math.exp(-cp / 220)), places=12)
            self.assertAlmostEqual(found + Score(cp=-cp).expectation(), 1, places=12)
        ten_to_one = 400 / math.log(10)
        self.assertAlmostEqual(Score(cp=400).expectation(ten_to_one), 10 / 11)
        info = Info.parse("info depth 1 score cp 400 pv a1")
        self.assertAlmostEqual(info.expectation(ten_to_one) or 0, 10 / 11)
        self.assertEqual(Score(cp=-29999).expectation(0.01), 0.0)
        with self.assertRaisesRegex(ValueError, "above 0"):
            Score(cp=1).expectation(0)

    def test_a_score_is_for_a_side(self) -> None:
        """For the other side the score is negated."""
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
        """All limits are written; values that are not whole numbers are refused."""
        limit = Limit(p1time=1, p2time=2, p1inc=3, p2inc=4, movestogo=5, mate=6, nodes=7)
        self.assertEqual(
            limit.words(), "nodes 7 p1time 1 p2time 2 p1inc 3 p2inc 4 movestogo 5 mate 6"
        )
        self.assertEqual(
            Limit(infinite=True, searchmoves=["a1"]).words(), "infinite searchmoves a1"
        )
        self.assertTrue(Limit().endless and not limit.endless)
        self.assertTrue(Limit(movestogo=0).endless)
        self.assertFalse(Limit(movestogo=5).endless or Limit(p1inc=9).endless)
        self.assertEqual(Limit(movetime=500, depth=3).seconds, 0.5)
        for wrong in (-1, 1.5, "9"):
            with self.assertRaisesRegex(ValueError, "whole number"):
                Limit(depth=wrong).words()  # type: ignore[arg-type]

    def test_options_know_their_values(self) -> None:
        """An impossible value is refused before it is sent."""
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
