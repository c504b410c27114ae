"""The conversation, with a stand-in for the engine."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Iterable

import ugi
from ugi import Limit
from ugi.testing import Script

from .programs import LONG

# So short that a test need not wait, for answers that never come.
SHORT = 0.05


def attach(script: Script, timeout: float = LONG) -> ugi.blocking.Engine:
    """An engine of lines."""
    return ugi.blocking.Engine.attach(script, timeout=timeout)


class Conversation(unittest.TestCase):
    """Which line answers what."""

    def test_a_late_answer_is_dropped(self) -> None:
        """The answer to a question that was given up is not taken for the next one."""
        script = Script(lambda line: {"ugi": ["ugiok"], "isready": ready}.get(line, said))
        ready, said = ["readyok"], ["response first"]
        with attach(script) as engine:
            engine.timeout = SHORT
            ready, said = [], []
            with self.assertRaises(ugi.Timeout) as caught:
                engine.query("fen")
            self.assertEqual(
                (caught.exception.what, caught.exception.seconds), ("query fen", SHORT)
            )
            engine.timeout = LONG
            ready = ["response first", "readyok", "response second", "readyok"]
            self.assertEqual(engine.query("fen"), "second")

    def test_refusals_belong_to_what_was_asked(self) -> None:
        """Errors are told as the engine told them."""
        refusal = ["info string error: bad move"]
        with attach(
            Script({"position startpos moves a1": refusal, "query fen": refusal})
        ) as engine:
            for wrong in (lambda: engine.position(moves=["a1"]), engine.fen):
                with self.assertRaises(ugi.Refused) as caught:
                    wrong()
                self.assertEqual(caught.exception.text, "bad move")

    def test_a_question_without_an_answer_is_refused(self) -> None:
        """An engine that knows no extension may say nothing at all."""
        with attach(Script({})) as engine:
            with self.assertRaisesRegex(ugi.Refused, "expected 1"):
                engine.moves()

    def test_text_of_several_lines_is_never_sent(self) -> None:
        """A move of a user cannot be a command."""
        script = Script({})
        with attach(script) as engine:
            for wrong in ("a1\nquit", "a1\rquit"):
                with self.assertRaisesRegex(ValueError, "end of a line"):
                    engine.position(moves=[wrong])
            with self.assertRaisesRegex(ValueError, "list of moves"):
                engine.position(moves="a1b1")
            with self.assertRaisesRegex(ValueError, "end of a line"):
                engine.play(Limit(depth=1, searchmoves=["a1\nquit"]))
            engine.position()
        self.assertEqual(script.said.count("quit"), 1)

    def test_malformed_answers(self) -> None:
        """Each tells the line and what was expected."""
        answers = {
            "query p1turn": ["response perhaps"],
            "query gameover": ["true"],
            "query board": ["response []"],
            "query result": ["response p3win"],
            "go depth 1": ["bestmove"],
            "go depth 2": ["bestmove a b c"],
        }
        with attach(Script(answers)) as engine:
            asked = (engine.turn, engine.over, engine.board, engine.result)
            for wrong in (*asked, *(lambda n=n: engine.play(Limit(depth=n)) for n in (1, 2))):
                with self.assertRaisesRegex(ugi.Malformed, "expected"):
                    wrong()

    def test_a_finished_game_has_no_moves(self) -> None:
        """The word "none" is not a move."""
        with attach(Script({"query legalmoves": ["response none"]})) as engine:
            self.assertEqual(engine.moves(), [])

    def test_a_start_that_fails_ends_the_engine(self) -> None:
        """Whatever it fails by."""
        for answers, error in (
            ({"ugi": []}, ugi.Timeout),
            ({"isready": []}, ugi.Timeout),
            ({"ugi": ["option name X", "ugiok"]}, ugi.Malformed),
            ({"ugi": [None]}, ugi.Terminated),
        ):
            script = Script(answers)  # type: ignore[arg-type]
            with self.assertRaises(error):
                attach(script, SHORT if error is ugi.Timeout else LONG)
            self.assertTrue(script.closed)

    def test_an_engine_that_ends_fails_all_that_wait(self) -> None:
        """And everything after it."""
        with attach(Script(lambda line: None if line == "go depth 1" else ready(line))) as engine:
            with self.assertRaises(ugi.Terminated):
                engine.play(Limit(depth=1))
            with self.assertRaises(ugi.Terminated):
                engine.query("fen")

    def test_options(self) -> None:
        """Names are found without regard to case and blanks, and nothing wrong is sent."""
        declared = ["option name Move Overhead type spin default 1 min 0 max 9", "ugiok"]
        script = Script({"ugi": [*declared[:1], "option name Clear type button", declared[1]]})
        with attach(script) as engine:
            engine.configure({"move overhead": 3}, Clear=None)
            for wrong in ({"Move Overhead": 10}, {"Hash": 1}):
                with self.assertRaisesRegex(ugi.Refused, "expected"):
                    engine.configure(wrong)
        sent = [line for line in script.said if line.startswith("setoption")]
        self.assertEqual(sent, ["setoption name Move Overhead value 3", "setoption name Clear"])

    def test_a_search_that_would_never_end_is_not_played(self) -> None:
        """It needs a limit or a timeout."""
        with attach(Script({})) as engine:
            for endless in (Limit(), Limit(infinite=True, depth=3), Limit(searchmoves=["a1"])):
                with self.assertRaisesRegex(ValueError, "never ends"):
                    engine.play(endless)

    def test_a_slow_search_is_stopped(self) -> None:
        """After its time `stop` is sent, and the move is taken."""
        script = Script({"stop": ["bestmove a1"]})
        with attach(script) as engine:
            self.assertEqual(engine.play(Limit(movetime=1), timeout=SHORT).move, "a1")
        self.assertEqual(script.said.count("stop"), 1)

    def test_a_search_that_does_not_obey_is_a_timeout(self) -> None:
        """It is asked once to stop; and its late move is not that of the next search."""
        script = Script(lambda line: moves.get(line) or ready(line))
        late = ["bestmove late", "info depth 2 score cp 5", "bestmove right"]
        moves = {"go depth 1": ["bestmove a"], "go depth 2": late}
        with attach(script) as engine:
            # From here on it is known whose turn it is.
            engine.play(Limit(depth=1))
            engine.timeout = SHORT
            with self.assertRaises(ugi.Timeout):
                engine.play(Limit(movetime=1), timeout=0)
            self.assertEqual(script.said.count("stop"), 1)
            engine.timeout = LONG
            best = engine.play(Limit(depth=2))
            self.assertEqual((best.move, best.info.depth), ("right", 2))

    def test_the_block_of_a_search_stops_it(self) -> None:
        """By an error, too; and the error is the one that is told."""
        script = Script({"stop": ["bestmove a1"]})
        with attach(script) as engine:
            with self.assertRaisesRegex(KeyError, "mine"), engine.go():
                raise KeyError("mine")
            self.assertIn("stop", script.said)
            with engine.go(Limit(infinite=True)) as search:
                self.assertIsNone(search.best)
            self.assertEqual(search.best and search.best.move, "a1")
            self.assertEqual(list(search), [])


def ready(line: str) -> Iterable[str]:
    """The answers that every engine has."""
    return {"ugi": ["ugiok"], "isready": ["readyok"]}.get(line, [])


class Tasks(unittest.IsolatedAsyncioTestCase):
    """Several tasks with one engine."""

    async def test_searches_of_two_tasks_come_one_after_the_other(self) -> None:
        """And each has its own move."""
        script = Script({f"go depth {n}": [f"bestmove m{n}"] for n in range(1, 9)})
        async with await ugi.Engine.attach(script) as engine:
            plays = (engine.play(Limit(depth=n)) for n in range(1, 9))
            moves = [best.move for best in await asyncio.gather(*plays)]
        self.assertEqual(moves, [f"m{n}" for n in range(1, 9)])

    async def test_a_search_within_a_search_is_an_error(self) -> None:
        """It would wait for itself."""
        async with await ugi.Engine.attach(Script({"stop": ["bestmove a1"]})) as engine:
            async with await engine.go():
                with self.assertRaisesRegex(RuntimeError, "searches already"):
                    await engine.go()

    async def test_a_cancelled_question_keeps_its_place(self) -> None:
        """Its answer is not taken for that of the next one."""
        script = Script(lambda line: [] if "fen" in line else ready(line))
        async with await ugi.Engine.attach(script) as engine:
            before = len(script.said)
            task = asyncio.ensure_future(engine.query("first"))
            while len(script.said) < before + 1:
                await asyncio.sleep(0)
            task.cancel()
            script.say("response old", "readyok")
            with self.assertRaises((asyncio.CancelledError, ugi.Refused)):
                await task
            with self.assertRaises(ugi.Refused):
                await engine.query("fen")

    async def test_lines_of_a_search_are_an_iterator(self) -> None:
        """Scores are for the player to move, who is known."""
        answers = {
            "query p1turn": ["response false"],
            "go depth 2": [
                "info depth 1 multipv 1 score cp 5 pv a",
                "info depth 1 multipv 2 score cp 4 pv b",
                "info depth 2 currmove a currmovenumber 1",
                "bestmove a ponder b",
            ],
        }
        async with await ugi.Engine.attach(Script(answers)) as engine:
            async with await engine.go(Limit(depth=2)) as search:
                infos = [info async for info in search]
            best = await search.wait()
        self.assertEqual([info.depth for info in infos], [1, 1, 2])
        self.assertEqual(search.lines[2].pv, ("b",))
        assert best.info.score is not None
        self.assertEqual((best.ponder, best.info.score.for_("p1").cp), ("b", -5))
