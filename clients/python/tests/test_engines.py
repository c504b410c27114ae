"""The package with engines that are processes."""

from __future__ import annotations

import asyncio
import signal
import sys
import unittest
import warnings
from pathlib import Path

import ugi
from ugi import Limit

from .programs import (
    BAD,
    LONG,
    TIC_TAC_TOE,
    ZUGI,
    bad,
    ends,
    needs_bad,
    needs_zugi,
    run_script,
    tic_tac_toe,
    zugi,
)

ON_LINUX = sys.platform == "linux"


class TicTacToe(unittest.TestCase):
    """An engine that is not zugi."""

    def test_a_game_and_its_undo(self) -> None:
        """The rules are those of the engine."""
        with tic_tac_toe() as engine:
            game = engine.game()
            self.assertEqual(len(game.legal or []), 9)
            game.play("a1", "b1", "a2", "b2")
            with self.assertRaisesRegex(ugi.Refused, "illegal move"):
                game.play("a1")
            self.assertEqual(game.moves, ["a1", "b1", "a2", "b2"])
            self.assertEqual(game.think(Limit(depth=9)).move, "a3")
            game.play("a3")
            self.assertEqual((game.over, game.result, game.legal), (True, "p1win", []))
            game.undo(2)
            self.assertEqual((game.over, game.turn, game.fen), (False, "p2", "xo.x....."))
            with self.assertRaisesRegex(ugi.Refused, "cannot undo"):
                game.undo(9)

    def test_a_position_that_is_none(self) -> None:
        """The engine refuses it, and goes on."""
        with tic_tac_toe() as engine:
            for wrong in ("{}", "5", '{"squares": 5}', '{"squares": {"a1": 5}}'):
                with self.assertRaisesRegex(ugi.Refused, "expected"):
                    engine.query(f"text {wrong}")
            self.assertEqual(engine.query('text {"squares": {"a1": "x"}}'), "x........")

    def test_a_match_is_drawn_or_won(self) -> None:
        """Each opening is played from both seats."""
        with tic_tac_toe() as one, tic_tac_toe() as two:
            games = list(ugi.match(one, two, Limit(depth=9), [[], ["b2"]]))
            won = list(ugi.match(one, two, Limit(depth=9), [["a1", "b1", "a2", "b2"]]))
        self.assertEqual([game.points for game in games], [0.5] * 4)
        self.assertEqual([game.swapped for game in games], [False, True] * 2)
        self.assertTrue(all(len(game.moves) == 9 and not game.reason for game in games))
        self.assertEqual([game.points for game in won], [1.0, 0.0])


@needs_zugi
class Zugi(unittest.TestCase):
    def test_the_sketch_of_the_guide(self) -> None:
        """Options, positions, searches and questions."""
        with zugi() as engine:
            self.assertTrue(engine.id["name"].startswith("zugi"))
            self.assertEqual(engine.options["Hash"].type, "spin")
            engine.configure(UGI_Variant="zola-4", MultiPV=3, Hash=4)
            engine.position(moves=["a1b1"])
            before = engine.fen()
            with self.assertRaisesRegex(ugi.Refused, "number 2"):
                engine.position(moves=["a1b1", "a1b1"])
            self.assertEqual(engine.fen(), before)
            best = engine.play(Limit(nodes=2000))
            self.assertTrue(engine.is_legal(best.move))
            self.assertIn(best.move, engine.moves())
            with engine.go(Limit(infinite=True)) as search:
                for info in search:
                    if info.multipv == 3:
                        break
            self.assertEqual(sorted(search.lines), [1, 2, 3])
            self.assertEqual(search.best and search.best.move, search.lines[1].pv[0])
            self.assertEqual(search.lines[1].score and search.lines[1].score.side, "p2")
            self.assertEqual(engine.board()["variant"], "zola-4")
            self.assertEqual((engine.over(), engine.result(), engine.turn()), (False, None, "p2"))

    def test_unknown_words_of_a_limit_are_refused(self) -> None:
        """The error has zugi's reason."""
        with zugi() as engine, self.assertRaisesRegex(ugi.Refused, "searchmoves"):
            engine.play(Limit(depth=1, searchmoves=["a1a1"]))

    def test_many_games_share_an_engine(self) -> None:
        """Each has its own moves, whatever the others do meanwhile."""

        async def play(engine: ugi.Engine, start: str) -> ugi.Game:
            game = await engine.game(moves=[start])
            while not game.over:
                await game.play((await game.think(ugi.Limit(nodes=50))).move)
            return game

        async def all_games() -> None:
            async with await ugi.Engine.start(ZUGI, "--variant", "zola-4", timeout=LONG) as engine:
                starts = (await engine.moves())[:6]
                games = await asyncio.gather(*(play(engine, start) for start in starts))
                for start, game in zip(starts, games):
                    self.assertEqual(game.moves[0], start)
                    again = await engine.game(moves=game.moves)
                    self.assertEqual((again.result, again.fen), (game.result, game.fen))

        asyncio.run(all_games())

    def test_both_faces_have_the_same_names(self) -> None:
        """Each class of `ugi.blocking` has all public names of its class in `ugi.aio`."""
        for name in ("Engine", "Search", "Game"):
            faces = (getattr(ugi.aio, name), getattr(ugi.blocking, name))
            a, b = ({word for word in dir(face) if word[0] != "_"} for face in faces)
            self.assertLessEqual(a, b)


class Starts(unittest.TestCase):
    """Engines that start, or fail to."""

    def test_a_failed_start_shows_the_standard_error(self) -> None:
        """For each kind of error."""
        say = "import sys, time; print('no variant zola-5', file=sys.stderr, flush=True); "
        refuse = (
            "answers = {'ugi': 'ugiok', 'isready': 'info string error: no\\nreadyok'}; "
            "[print(answers.get(line.strip()), flush=True) for line in sys.stdin]"
        )
        for then, timeout, error in (
            ("sys.exit(2)", LONG, ugi.Terminated),
            ("print('option name X\\nugiok', flush=True); time.sleep(99)", LONG, ugi.Malformed),
            ("time.sleep(99)", 2, ugi.Timeout),
            (refuse, LONG, ugi.Refused),
        ):
            with self.subTest(then), self.assertRaises(error) as caught:
                ugi.open(sys.executable, "-c", say + then, timeout=timeout)
            assert isinstance(caught.exception, ugi.EngineError)
            self.assertEqual(caught.exception.stderr, ["no variant zola-5"])
            self.assertEqual(str(caught.exception).splitlines()[1:], ["no variant zola-5"])
            if isinstance(caught.exception, ugi.Terminated):
                self.assertEqual(caught.exception.code, 2)

    def test_blocks_of_asyncio(self) -> None:
        """`async with` may contain the start; `with` raises an error that explains it."""
        program = (sys.executable, str(TIC_TAC_TOE))

        async def play() -> int | None:
            async with ugi.Engine.start(*program, timeout=LONG) as engine:
                self.assertEqual((await engine.play(Limit(depth=9))).move, "c3")
                number = engine.pid
            async with await ugi.Engine.start(*program, timeout=LONG) as engine:
                self.assertNotEqual(engine.pid, number)
            task = asyncio.create_task(ugi.Engine.start(*program, timeout=LONG))
            await (await task).close()
            return number

        number = asyncio.run(play())
        self.assertIsInstance(number, int)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(TypeError, "for asyncio: .* ugi.open"):
                with ugi.Engine.start(*program):
                    pass


# The error that the client raises for each fault of the engine.
MOVE: dict[str, type[ugi.EngineError]] = {
    "exits-on-go": ugi.Terminated,
    "closes-stdout": ugi.Terminated,
    "orphans-child": ugi.Terminated,
}
MOVE_LATE = ("never-answers", "garbage", "endless-garbage", "stops-reading")
FINE = (
    "banner",
    "chatter",
    "third-word",
    "crlf",
    "garbage-lines",
    "short-line",
    "two-bestmoves",
    "no-blank-after-moves",
    "dies-of-crlf",
)


@needs_bad
class BadEngine(unittest.TestCase):
    """The test engine with one fault at a time: one clear error, or none if it is harmless."""

    def test_faults_of_a_search(self) -> None:
        """Each fault raises the expected class of error."""
        for fault, error in MOVE.items():
            with self.subTest(fault), bad(fault) as engine, self.assertRaises(error):
                engine.play(Limit(movetime=10))
        for fault in MOVE_LATE:
            with self.subTest(fault), bad(fault) as engine:
                engine.timeout = 0.3
                with self.assertRaises(ugi.Timeout):
                    engine.play(Limit(movetime=10))

    def test_what_is_no_fault(self) -> None:
        """Lines that answer no question are ignored."""
        for fault in FINE:
            with self.subTest(fault), bad(fault) as engine:
                for _ in range(2):
                    engine.position()
                    self.assertTrue(engine.is_legal(engine.play(Limit(movetime=10)).move))

    def test_a_flood_does_not_fill_the_memory(self) -> None:
        """Many lines are read, one without an end is an error."""
        with bad("floods-infos", "5") as engine:
            self.assertTrue(engine.play(Limit(movetime=10), timeout=LONG).move)
        with bad("floods-line", "40") as engine, self.assertRaises(ugi.EngineError):
            engine.play(Limit(movetime=10), timeout=LONG)


@unittest.skipUnless(ON_LINUX, "looks at the processes of Linux")
class Children(unittest.TestCase):
    """No engine outlives the script that started it."""

    @needs_bad
    def test_an_error_of_the_script(self) -> None:
        """In a block, outside, in a search. The engine ignores `quit`, signals, end of input."""
        number = "print(e.pid, flush=True)"
        for body in (
            f"e = ugi.open(*sys.argv[1:]); {number}; 1 / 0",
            f"e = ugi.open(*sys.argv[1:])\nwith e:\n  {number}\n  1 / 0",
            f"e = ugi.open(*sys.argv[1:]); {number}; e.go(); sys.exit(3)",
        ):
            code, out, _ = run_script(f"import sys, ugi\n{body}", BAD, "ignores-quit")
            self.assertNotEqual(code, 0)
            self.assertTrue(ends(int(out)), body)

    @needs_zugi
    def test_a_script_that_is_killed(self) -> None:
        """Zugi ends with its input."""
        text = (
            "import os, signal, sys, ugi\ne = ugi.open(sys.argv[1]); e.go()\n"
            "print(e.pid, flush=True)\n"
            "os.kill(os.getpid(), signal.SIGKILL)"
        )
        code, out, _ = run_script(text, ZUGI)
        self.assertEqual(code, -signal.SIGKILL)
        # `run_script` waits until the output of the script is closed. Zugi does not hold it open,
        # so only this call waits for zugi.
        self.assertTrue(ends(int(out)))

    @needs_bad
    def test_what_an_engine_has_started_ends_with_it(self) -> None:
        """The children end with the process group of the engine."""
        with bad("spawns-child") as engine:
            engine.play(Limit(movetime=1))
            pid = engine.pid
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
        self.assertTrue(children)
        self.assertTrue(all(ends(int(child)) for child in children))

    def test_a_program_that_is_not_there(self) -> None:
        """The error names the program, and suggests separate words for a command line."""
        for program, meant in (
            ("./no-such-engine", ""),
            ("./no such engine", '; expected separate words: "./no", "such", "engine"'),
            ("zugi --variant zola-4", '; expected separate words: "zugi", "--variant", "zola-4"'),
            ("it's", ""),
        ):
            with self.assertRaises(ugi.Terminated) as caught:
                ugi.open(program)
            text = str(caught.exception)
            self.assertTrue(text.startswith(f'cannot start "{program}": '), text)
            self.assertTrue(text.endswith(f"directory{meant}"), text)


if __name__ == "__main__":
    unittest.main()
