"""Calls that are cut short, engines that are dropped, other event loops and other processes."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import sys
import threading
import unittest
from collections.abc import Callable, Iterable
from typing import Any

import ugi
from ugi import Limit
from ugi.testing import Script

from .programs import LONG, TIC_TAC_TOE, ends, run_script, start_script, tic_tac_toe

COMMAND = (sys.executable, str(TIC_TAC_TOE))


class Interrupt(Exception):
    """What the handler of a signal raises."""


def answers(line: str) -> Iterable[str]:
    """The answers of an engine whose searches end only by `stop`, except the one of depth 2."""
    known = {
        "ugi": ["option name UGI_Variant type combo default a var a", "ugiok"],
        "isready": ["readyok"],
        "query gameover": ["response false"],
        "query result": ["response none"],
        "stop": ["bestmove stopped"],
        "go depth 2": ["bestmove right"],
    }
    return known.get(line, ["response true"] if line.startswith("query") else [])


@unittest.skipUnless(hasattr(signal, "pthread_kill"), "needs signals of POSIX")
class Interrupts(unittest.TestCase):
    """A handler of a signal that raises, as that of the interrupt key does."""

    def setUp(self) -> None:
        """Lets the signal SIGUSR1 raise `Interrupt`."""

        def interrupt(*_: object) -> None:
            raise Interrupt

        before = signal.signal(signal.SIGUSR1, interrupt)
        self.addCleanup(signal.signal, signal.SIGUSR1, before)

    def test_the_engine_is_ready_for_the_next_call(self) -> None:
        """The engine works after an interrupt in any call at any line."""
        main = threading.main_thread().ident
        assert main is not None
        at: list[str] = []

        def answer(line: str) -> Iterable[str]:
            if line not in at:
                return answers(line)
            at.clear()
            signal.pthread_kill(main, signal.SIGUSR1)
            return []

        def search(engine: ugi.blocking.Engine) -> None:
            with engine.go() as search:
                list(search)

        calls: tuple[tuple[str, Callable[[ugi.blocking.Engine], Any]], ...] = (
            ("go movetime 9999999", lambda engine: engine.play(Limit(movetime=9999999))),
            ("query p1turn", lambda engine: engine.play(Limit(infinite=True), timeout=LONG)),
            ("go infinite", lambda engine: engine.game().think(Limit(infinite=True), LONG)),
            ("go", search),
            ("go", lambda engine: engine.go().wait()),
            ("query fen", lambda engine: engine.fen()),
            ("position startpos moves a", lambda engine: engine.position(moves=["a"])),
            ("position startpos moves a", lambda engine: engine.game().play("a")),
            ("setoption name UGI_Variant value a", lambda e: e.configure(UGI_Variant="a")),
        )
        for line, call in calls:
            with (
                self.subTest(line),
                ugi.blocking.Engine.attach(Script(answer), timeout=LONG) as one,
            ):
                at.append(line)
                with self.assertRaises(Interrupt):
                    call(one)
                self.assertEqual(one.play(Limit(depth=2)).move, "right")
                self.assertIsNone(one.result())

    def test_a_start_or_an_end_that_is_interrupted_ends_the_engine(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        for at in ("ugi", "quit"):

            def answer(line: str, at: str = at) -> Iterable[str]:
                if line == at:
                    signal.pthread_kill(main, signal.SIGUSR1)
                    return []
                return answers(line)

            script = Watched(answer)
            with self.subTest(at), self.assertRaises(Interrupt):
                ugi.blocking.Engine.attach(script, timeout=LONG).close()
            self.assertTrue(script.ended.wait(LONG))


class Watched(Script):
    """A script that notes when it was stopped and ended."""

    def __init__(self, answers: Any) -> None:
        super().__init__(answers)
        self.ended = threading.Event()
        self.stopped = threading.Event()

    async def send(self, line: str) -> None:
        """Sends as `Script` does, and notes `stop`."""
        await super().send(line)
        if line == "stop":
            self.stopped.set()

    async def close(self, patience: float) -> None:
        """Closes as `Script` does, and notes the end."""
        await super().close(patience)
        self.ended.set()


class Dropped(unittest.TestCase):
    """An unreachable engine or search ends, as if it had been closed."""

    def test_engines_and_searches_without_an_end(self) -> None:
        """The engine lives as long as one of its games or searches."""
        for kind in ("engine", "game"):
            script = Watched(answers)
            engine: Any = ugi.blocking.Engine.attach(script, timeout=LONG)
            kept = engine.game() if kind == "game" else engine
            del engine
            gc.collect()
            self.assertTrue(kept.play() is None if kind == "game" else kept.over() is False)
            del kept
            gc.collect()
            self.assertTrue(script.ended.wait(LONG), kind)
            self.assertIn("quit", script.said)
        script = Watched(answers)
        with ugi.blocking.Engine.attach(script, timeout=LONG) as other:
            search = other.go()
            self.assertIsNone(search.best)
            del search
            gc.collect()
            self.assertTrue(script.stopped.wait(LONG))
            self.assertEqual(other.play(Limit(depth=2)).move, "right")

    @unittest.skipUnless(hasattr(os, "pidfd_open"), "waits for processes of Linux")
    def test_processes(self) -> None:
        """The process ends, with asyncio and without."""

        async def dropped() -> int | None:
            engine: ugi.Engine | None = await ugi.Engine.start(*COMMAND, timeout=LONG)
            assert engine is not None
            number = engine.pid
            engine = None
            gc.collect()
            assert number is not None
            self.assertTrue(await asyncio.get_running_loop().run_in_executor(None, ends, number))
            return number

        asyncio.run(dropped())
        number = tic_tac_toe().pid
        assert number is not None
        gc.collect()
        self.assertTrue(ends(number))


class Tasks(unittest.IsolatedAsyncioTestCase):
    """Tasks that are cancelled."""

    async def test_a_task_is_cancelled_at_any_time(self) -> None:
        """No cancellation is lost, and a cancelled call does not disturb the next one."""
        for steps in range(60):
            async with await ugi.Engine.attach(Script(answers), timeout=LONG) as engine:
                call = engine.play(Limit(infinite=True), timeout=LONG)
                task = asyncio.ensure_future(call)
                for _ in range(steps):
                    await asyncio.sleep(0)
                task.cancel()
                with self.subTest(steps):
                    with self.assertRaises(asyncio.CancelledError):
                        await asyncio.wait_for(task, LONG)
                    best = await asyncio.wait_for(engine.play(Limit(depth=2)), LONG)
                    self.assertEqual(best.move, "right")
                    self.assertIsNone(await engine.result())


class OtherLoops(unittest.TestCase):
    """An engine belongs to the event loop and the process in which it was started."""

    def test_a_second_loop(self) -> None:
        """Each call raises one error at once, and no process is left."""
        engine, game = asyncio.run(self.start())
        number = engine.pid
        assert number is not None
        for call in (engine.fen, lambda: engine.play(Limit(depth=1)), lambda: game.play("a1")):
            with self.subTest(call), self.assertRaisesRegex(RuntimeError, "another event loop"):
                asyncio.run(call())
        asyncio.run(engine.close())
        if hasattr(os, "pidfd_open"):
            self.assertTrue(ends(number))

    async def start(self) -> tuple[ugi.Engine, ugi.Game]:
        """Starts an engine that is not closed."""
        engine = await ugi.Engine.start(*COMMAND, timeout=LONG)
        return engine, await engine.game()

    def test_what_is_sent_to_other_processes(self) -> None:
        """Errors can be pickled; engines cannot, and the error says so."""
        for error in (
            ugi.Refused("no"),
            ugi.Timeout("go", 1.5, "hello"),
            ugi.Terminated("ended", 3, ["a bug"]),
            ugi.Malformed("bestmove", "a move"),
        ):
            found = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(found), str(found)), (type(error), str(error)))
            self.assertEqual(vars(found), vars(error))
        with ugi.blocking.Engine.attach(Script(answers), timeout=LONG) as engine:
            for wrong in (engine, engine.game()):
                with self.assertRaisesRegex(TypeError, "start one there"):
                    pickle.dumps(wrong)


FORKS = """
import gc, os, sys, threading, ugi
parent = ugi.open(*sys.argv[1:])
game = parent.game()

def own():
    with ugi.open(*sys.argv[1:]) as engine:
        print(engine.play(ugi.Limit(depth=9)).move)
    left_open = ugi.open(*sys.argv[1:])

def used():
    for call in (parent.fen, parent.go, lambda: game.play("a1")):
        try:
            call()
        except RuntimeError as error:
            print(str(error).split(": ")[1])

def unwound():
    with parent, search:
        sys.exit()

def collected():
    global parent, game, search
    parent = game = search = None
    gc.collect()

search = parent.go()
for work in (own, used, unwound, collected):
    sys.stdout.flush()
    child = os.fork()
    if not child:
        work()
        sys.exit()
    print(work.__name__, os.waitpid(child, 0)[1])
print(search.stop().move, parent.turn())
"""


@unittest.skipUnless(hasattr(os, "pidfd_open"), "forks, and looks at the processes of Linux")
class Forks(unittest.TestCase):
    """A fork starts with fresh state, and does not touch the engines of its parent."""

    def test_what_a_fork_does(self) -> None:
        """A fork can use its own engines but not those of its parent, and does not end them."""
        _, out, errors = run_script(FORKS, *COMMAND)
        refusals = 3 * ["start an engine in each process"]
        expected = ["c3", "own 0", *refusals, "used 0", "unwound 0", "collected 0", "c3 p1"]
        self.assertEqual((out.splitlines(), errors), (expected, ""))

    def test_a_fork_holds_no_pipe_of_its_parent(self) -> None:
        """The engine of a parent that is killed ends, though the fork lives."""
        text = (
            "import os, signal, sys, ugi\ne = ugi.open(*sys.argv[1:])\nchild = os.fork()\n"
            "if child: print(e.pid, child, flush=True); os.kill(os.getpid(), signal.SIGKILL)\n"
            "sys.stdin.read()"
        )
        with start_script(text, *COMMAND) as process:
            assert process.stdout and process.stdin
            engine, child = map(int, process.stdout.readline().split())
            self.assertTrue(ends(engine))
            # The fork lives: it waits for the end of its input.
            os.kill(child, 0)
            process.stdin.close()
            self.assertTrue(ends(child))
