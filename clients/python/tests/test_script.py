"""The conversation, with a stand-in for the engine."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import unittest
from collections.abc import Callable, Iterable
from typing import Any
from unittest import mock

import ugi
from ugi import Limit
from ugi.testing import Script

from .programs import LONG

# The limit for answers that never come: so short that a test hardly waits.
SHORT = 0.05


def attach(script: Script, timeout: float = LONG) -> ugi.blocking.Engine:
    """The engine that this script stands for."""
    return ugi.blocking.Engine.attach(script, timeout=timeout)


class Conversation(unittest.TestCase):
    """The client assigns each answer to its question."""

    def test_a_late_answer_is_dropped(self) -> None:
        """The late answer to an abandoned question is not taken for the next answer."""
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
        """The error has the engine's own words."""
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
            with self.assertRaisesRegex(ValueError, "moves are 'a1b1': expected a list of moves"):
                engine.position(moves="a1b1")
            with self.assertRaisesRegex(ValueError, "list of moves"):
                engine.game(moves="a1b1")
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
            "query result": ["response is p1win"],
            "go depth 1": ["bestmove"],
            "go depth 2": ["bestmove a b c"],
            "go depth 3": ["bestmove a b"],
        }
        with attach(Script(answers)) as engine:
            asked = (engine.turn, engine.over, engine.board, engine.result)
            for wrong in (*asked, *(lambda n=n: engine.play(Limit(depth=n)) for n in (1, 2, 3))):
                with self.assertRaisesRegex(ugi.Malformed, "expected"):
                    wrong()

    def test_a_finished_game_has_no_moves(self) -> None:
        """The word "none" is not a move."""
        with attach(Script({"query legalmoves": ["response none"]})) as engine:
            self.assertEqual(engine.moves(), [])

    def test_a_start_that_fails_ends_the_engine(self) -> None:
        """For each kind of failure."""
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
        """Later calls fail too."""
        with attach(Script(lambda line: None if line == "go depth 1" else ready(line))) as engine:
            with self.assertRaises(ugi.Terminated):
                engine.play(Limit(depth=1))
            with self.assertRaises(ugi.Terminated):
                engine.query("fen")

    def test_options(self) -> None:
        """Option names match regardless of case and blanks, and invalid values are not sent."""
        declared = ["option name Move Overhead type spin default 1 min 0 max 9", "ugiok"]
        more = ["option name Clear type button", "option name File type string"]
        script = Script({"ugi": [declared[0], *more, declared[1]]})
        with attach(script) as engine:
            engine.configure({"move overhead": 3}, Clear=None, File="")
            for wrong in ({"Move Overhead": 10}, {"Hash": 1}):
                with self.assertRaisesRegex(ugi.Refused, "expected"):
                    engine.configure(wrong)
        sent = [line for line in script.said if line.startswith("setoption")]
        self.assertEqual(
            [line.removeprefix("setoption name ") for line in sent],
            ["Move Overhead value 3", "Clear", "File value <empty>"],
        )

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
        """`stop` is sent once, and the late move is not taken for the move of the next search."""
        script = Script(lambda line: moves.get(line) or ready(line))
        late = ["bestmove late", "info depth 2 score cp 5", "bestmove right"]
        moves = {"go depth 1": ["bestmove a"], "go depth 2": late}
        with attach(script) as engine:
            # After this search the client knows the side to move.
            engine.play(Limit(depth=1))
            engine.timeout = SHORT
            with self.assertRaises(ugi.Timeout):
                engine.play(Limit(movetime=1), timeout=0)
            self.assertEqual(script.said.count("stop"), 1)
            engine.timeout = LONG
            best = engine.play(Limit(depth=2))
            self.assertEqual((best.move, best.info.depth), ("right", 2))

    def test_the_block_of_a_search_stops_it(self) -> None:
        """An error in the block also stops the search, and is the error that is raised."""
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


VARIANT = "option name UGI_Variant type combo default Small var Small var Large"


def counting(dies: Callable[[str], bool] = lambda line: False) -> Script:
    """A game in which each move is the number of the moves before it."""
    count = 0

    def answer(line: str) -> Iterable[str] | None:
        nonlocal count
        words = line.split()
        if dies(line):
            return None
        if words[0] == "position":
            moves = words[3:]
            if moves != [str(number) for number in range(len(moves))]:
                return [f"info string error: illegal move {moves[-1]}"]
            count = len(moves)
        told = {
            "ugi": [VARIANT, "ugiok"],
            "query p1turn": [f"response {str(count % 2 == 0).lower()}"],
            "query gameover": ["response false"],
            "query result": ["response none"],
            "query legalmoves": [f"response {count}"],
            "query fen": [f"response after {count}"],
            "go depth 1": [f"bestmove {count}"],
            "stop": [f"bestmove {count}"],
        }
        return told.get(line) or ready(line)

    return Script(answer)


class Games(unittest.TestCase):
    """Games whose engine fails, or has another variant by now."""

    def state(self, game: Any) -> tuple[Any, ...]:
        """All that a game tells."""
        return game.moves, game.legal, game.turn, game.over, game.result, game.fen

    def test_an_engine_that_ends_changes_no_game(self) -> None:
        """At any question of the call; moves can be taken back without the engine."""
        for last in ("position startpos moves 0 1 2", "query result", "query fen"):
            deadly: list[str] = []
            with self.subTest(last), attach(counting(deadly.__contains__)) as engine:
                game = engine.game()
                game.play("0")
                game.play("1")
                before = self.state(game)
                deadly.append(last)
                with self.assertRaises(ugi.Terminated):
                    game.play("2")
                with self.assertRaises(ugi.Terminated):
                    game.think(Limit(depth=1))
                self.assertEqual(self.state(game), before)
                self.assertEqual(before[0], ["0", "1"])
                game.undo()
                self.assertEqual(self.state(game), (["0"], ["1"], "p2", False, None, "after 1"))
                with attach(counting()) as other:
                    again = other.game(game.start, game.moves)
                    self.assertEqual(self.state(again), self.state(game))

    def test_what_the_engine_never_told_needs_it(self) -> None:
        """To take back one of several moves that were played in one call needs the engine."""
        dead = False
        with attach(counting(lambda line: dead)) as engine:
            game = engine.game(moves=["0"])
            game.play("1", "2")
            dead = True
            with self.assertRaises(ugi.Terminated):
                game.undo()
            self.assertEqual(game.moves, ["0", "1", "2"])
            game.undo(2)
            self.assertEqual((game.moves, game.fen), (["0"], "after 1"))
            with self.assertRaises(ugi.Terminated):
                game.undo()

    def test_there_is_nothing_to_take_back(self) -> None:
        """The error says so."""
        with attach(counting()) as engine:
            game = engine.game()
            game.undo(0)
            for count, text in ((1, "1 move"), (2, "2 moves")):
                with self.assertRaises(ugi.Refused) as caught:
                    game.undo(count)
                self.assertEqual(str(caught.exception), f"cannot undo {text}: nothing to take back")
            game.play("0")
            with self.assertRaisesRegex(ugi.Refused, "cannot undo 2 moves: expected 0 to 1"):
                game.undo(2)

    def test_lists_of_a_game_are_copies(self) -> None:
        """Changing the lists does not change the game."""
        with attach(counting()) as engine:
            game = engine.game()
            game.moves.append("9")
            (game.legal or []).clear()
            self.assertEqual((game.moves, game.legal), ([], ["0"]))

    def test_an_engine_of_another_variant(self) -> None:
        """The error says so, and the game is unchanged."""
        script = counting()
        with attach(script) as engine, attach(counting()) as other:
            game = engine.game(moves=["0"])
            self.assertEqual(game.variant, "Small")
            engine.configure(UGI_Variant="large")
            calls: tuple[Callable[[], Any], ...] = (
                lambda: game.play("1"),
                lambda: game.undo(),
                lambda: game.think(Limit(depth=1)),
            )
            before = len(script.said)
            for call in calls:
                with self.assertRaisesRegex(ValueError, "set to Large: expected Small"):
                    call()
            self.assertEqual(len(script.said), before)
            self.assertEqual(game.moves, ["0"])
            self.assertEqual(game.think(Limit(depth=1), engine=other).move, "1")
            large = engine.game()
            self.assertEqual(large.variant, "Large")
            with self.assertRaisesRegex(ValueError, "set to Small: expected Large"):
                large.think(Limit(depth=1), engine=other)
            engine.configure({"UGI_Variant": "Small"})
            game.play("1")
            self.assertEqual(game.moves, ["0", "1"])

    def test_threads_that_use_one_game(self) -> None:
        """No move is lost: each is played after the others."""
        with attach(counting()) as engine:
            game = engine.game()

            def play() -> None:
                while len(game.moves) < 20:
                    with contextlib.suppress(ugi.Refused):
                        game.play(game.think(Limit(depth=1)).move)

            threads = [threading.Thread(target=play) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(game.moves[:20], [str(number) for number in range(20)])

    def test_a_search_within_a_search_of_a_thread(self) -> None:
        """A second search in the same thread would wait for itself; another thread may wait."""
        with attach(Script({"stop": ["bestmove a1"], "go depth 1": ["bestmove b1"]})) as engine:
            found: list[str] = []
            thread = threading.Thread(target=lambda: found.append(engine.play(Limit(depth=1)).move))
            with engine.go(Limit(infinite=True)):
                with self.assertRaisesRegex(RuntimeError, "searches already"):
                    engine.play(Limit(depth=1))
                thread.start()
            thread.join()
            self.assertEqual(found, ["b1"])

    def test_the_number_of_the_process(self) -> None:
        """An engine that is no process has no process id."""
        with attach(counting()) as engine:
            self.assertIsNone(engine.pid)

    def test_limits_of_a_match(self) -> None:
        """Each engine has its own limit, in both seats."""
        # The first move of each game is refused.
        one, two = (
            Script(
                {
                    "query p1turn": ["response true"],
                    "query result": ["response none"],
                    "position startpos moves a": ["info string error: lost"],
                    go: ["bestmove a"],
                }
            )
            for go in ("go depth 1", "go nodes 2")
        )
        with attach(one) as first, attach(two) as second:
            games = list(ugi.match(first, second, (Limit(depth=1), Limit(nodes=2))))
        told = [(game.points, game.result, game.reason) for game in games]
        self.assertEqual(told, [(0.0, "p2win", "lost"), (1.0, "p2win", "lost")])
        self.assertEqual([line for line in one.said if line[:2] == "go"], ["go depth 1"])
        self.assertEqual([line for line in two.said if line[:2] == "go"], ["go nodes 2"])

    def test_an_engine_that_ends_loses_its_games(self) -> None:
        """At any line that a match sends to it, also when the opponent moves."""
        said = {
            "query p1turn": ["response true"],
            "query result": ["response none"],
            "go depth 1": ["bestmove a"],
        }
        for last in ("uginewgame", "position startpos", "position startpos moves a"):
            with self.subTest(last), attach(Script(said)) as one:
                deadly = Script({**said, last: None})  # type: ignore[dict-item]
                with attach(deadly) as two:
                    games = list(ugi.match(one, two, Limit(depth=1)))
                self.assertEqual([game.points for game in games], [1.0, 1.0])
                self.assertTrue(all(game.reason for game in games))


class Tasks(unittest.IsolatedAsyncioTestCase):
    """Several tasks with one engine."""

    async def test_a_cancelled_search_that_does_not_obey(self) -> None:
        """Waits for `PATIENCE`, not for the time limit of answers."""
        script = Script({"query p1turn": ["response true"]})
        with mock.patch.object(ugi.aio, "PATIENCE", SHORT):
            async with await ugi.Engine.attach(script, timeout=LONG) as engine:
                task = asyncio.create_task(engine.play(Limit(depth=1)))
                while "go depth 1" not in script.said:
                    await asyncio.sleep(0)
                task.cancel()
                self.assertTrue((await asyncio.wait([task], timeout=LONG / 2))[0])

    async def test_searches_of_two_tasks_come_one_after_the_other(self) -> None:
        """Each search gets its own move."""
        script = Script({f"go depth {n}": [f"bestmove m{n}"] for n in range(1, 9)})
        async with await ugi.Engine.attach(script) as engine:
            plays = (engine.play(Limit(depth=n)) for n in range(1, 9))
            moves = [best.move for best in await asyncio.gather(*plays)]
        self.assertEqual(moves, [f"m{n}" for n in range(1, 9)])

    async def test_moves_of_two_tasks_come_one_after_the_other(self) -> None:
        """No move is lost: each is checked after the earlier ones."""
        async with await ugi.Engine.attach(counting()) as engine:
            game = await engine.game()
            await asyncio.gather(*(game.play(str(number)) for number in range(5)))
            self.assertEqual(game.moves, ["0", "1", "2", "3", "4"])
            same = await asyncio.gather(game.play("5"), game.play("5"), return_exceptions=True)
            self.assertIsNone(same[0])
            self.assertIsInstance(same[1], ugi.Refused)
            self.assertEqual((game.moves[-1], game.fen), ("5", "after 6"))
            best, *_ = await asyncio.gather(
                game.think(Limit(depth=1)), game.play("6"), game.undo(2), game.play("5")
            )
            self.assertEqual((best.move, game.moves), ("6", ["0", "1", "2", "3", "4", "5"]))

    async def test_a_game_is_played_within_a_search(self) -> None:
        """Another task that waits for that search does not hold the game."""
        script = counting()
        async with await ugi.Engine.attach(script) as engine:
            game = await engine.game()
            async with await engine.go(Limit(depth=1)):
                task = asyncio.ensure_future(game.think(Limit(depth=1)))
                await asyncio.sleep(0)
                await asyncio.wait_for(game.play("0"), LONG)
            self.assertEqual((await task).move, "1")
            task = asyncio.ensure_future(game.think(Limit(infinite=True), timeout=LONG))
            while script.said[-1] != "go infinite":
                await asyncio.sleep(0)
            # Lets the task go on from sending the line to waiting for the move.
            for _ in range(100):
                await asyncio.sleep(0)
            waiting = asyncio.ensure_future(game.play("1"))
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            # A search that was given up leaves the game to the next call.
            await asyncio.wait_for(waiting, LONG)
            self.assertEqual(game.moves, ["0", "1"])

    async def test_a_search_within_a_search_is_an_error(self) -> None:
        """The second search would wait for the first one, which the same task holds."""
        async with await ugi.Engine.attach(Script({"stop": ["bestmove a1"]})) as engine:
            async with await engine.go():
                with self.assertRaisesRegex(RuntimeError, "searches already"):
                    await engine.go()

    async def test_lines_of_a_search_are_an_iterator(self) -> None:
        """Scores have the player to move as their side."""
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
