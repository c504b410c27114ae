"""Engines for scripts without asyncio: the names of `ugi.aio`, without `await`.

The engine's lines are read in another thread, also while the script is busy. Several threads may
use an engine or a game: calls that would disturb each other run one after the other.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from . import aio
from .lines import Best, Info, Limit, Option, Value
from .matches import pairing, schedule
from .transport import Transport

T = TypeVar("T")
_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
# The loops of the parent processes of this fork. If they were collected, their tasks would print
# complaints on standard error.
_of_parents: list[asyncio.AbstractEventLoop] = []


def _running_loop() -> asyncio.AbstractEventLoop:
    """The loop of the engines, in its thread."""
    global _loop
    if _loop is not None:
        return _loop
    with _lock:
        if _loop is None:
            loop = _new_loop()
            threading.Thread(target=loop.run_forever, name="ugi", daemon=True).start()
            _loop = loop
        return _loop


def _new_loop() -> asyncio.AbstractEventLoop:
    if os.name != "posix":
        return asyncio.new_event_loop()
    # `epoll` would share its registered files with forks of this process.
    return asyncio.SelectorEventLoop(selectors.PollSelector())


def _begin_anew() -> None:
    """Resets the state in a fork, which has no threads of its parent."""
    global _lock, _loop
    if _loop is not None:
        _of_parents.append(_loop)
    _lock, _loop = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


class _Call(Generic[T]):
    """A coroutine that the engines' thread runs for another thread."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work
        self._caller = threading.current_thread()
        self.task: asyncio.Task[T] | None = None
        # Released at the end, even after an interrupt at any time. A `concurrent.futures.Future`
        # would not do: an interrupt could leave its inner lock locked, and the other thread would
        # wait for it.
        self.ended = threading.Lock()
        self.ended.acquire()

    def begin(self) -> None:
        """Runs in the loop."""
        self.task = asyncio.ensure_future(_called(self._work, self._caller))
        self.task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[T]) -> None:
        if not task.cancelled():
            # An interrupted call returns no error.
            task.exception()
        self.ended.release()

    def cancel(self) -> None:
        """Runs in the loop."""
        if self.task is not None:
            # After the task's first step: a cancellation before it would skip the task's cleanup.
            asyncio.get_running_loop().call_soon(self.task.cancel)
        else:
            self._work.close()
            self.ended.release()

    @property
    def is_over(self) -> bool:
        """Whether it has a result or an error."""
        return self.task is not None and self.task.done()


async def _called(work: Coroutine[Any, Any, T], caller: threading.Thread) -> T:
    aio.THREAD.set(caller)
    return await work


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in the engines' thread, and waits for it.

    Ctrl-C, or a signal handler that raises, cancels it, and is raised once the coroutine has
    ended, for instance when its search has stopped. An engine that does not obey delays it by
    `PATIENCE`.
    """
    loop, call = _running_loop(), _Call(work)
    try:
        loop.call_soon_threadsafe(call.begin)
        call.ended.acquire()
        assert call.task is not None
        return call.task.result()
    except BaseException:
        if not call.is_over:
            loop.call_soon_threadsafe(call.cancel)
            call.ended.acquire(timeout=aio.PATIENCE)
        raise
    finally:
        # An error holds this frame, which would keep the call's result alive.
        del call


class Engine:
    """An engine that speaks UGI; see `ugi.aio.Engine`.

    with ugi.open("zugi") as engine:
        engine.position(moves=["a1b1"])
        best = engine.play(ugi.Limit(movetime=100))
    """

    def __init__(self, inner: aio.Engine) -> None:
        self._inner = inner

    @classmethod
    def start(
        cls,
        program: str | os.PathLike[str],
        *arguments: str,
        timeout: float = 10,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Engine:
        """Starts a program and waits until it is ready; ends it if it fails.

        The program and its arguments are separate words.
        """
        start = aio.Engine.start(program, *arguments, timeout=timeout, cwd=cwd, env=env)
        return cls(run(start))

    @classmethod
    def attach(cls, transport: Transport, *, timeout: float = 10) -> Engine:
        """An engine behind another transport; see `ugi.testing.Script`."""
        return cls(run(aio.Engine.attach(transport, timeout=timeout)))

    @property
    def id(self) -> dict[str, str]:
        """The engine's "name" and "author"."""
        return self._inner.id

    @property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return self._inner.options

    @property
    def pid(self) -> int | None:
        """The process id; None if the engine is not a process."""
        return self._inner.pid

    @property
    def timeout(self) -> float:
        """The time for each answer, in seconds."""
        return self._inner.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._inner.timeout = seconds

    def close(self) -> None:
        """Ends the engine: by `quit`, or by force if it does not obey."""
        run(self._inner.close())

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def configure(self, options: Mapping[str, Value] | None = None, **more: Value) -> None:
        """Sets options; put names with a blank into the mapping. None presses a button."""
        run(self._inner.configure(options, **more))

    def new_game(self) -> None:
        """Clears the results of earlier searches."""
        run(self._inner.new_game())

    def position(self, fen: str | None = None, moves: Sequence[str] = ()) -> None:
        """Sets the start position or another one and plays moves, all or nothing."""
        run(self._inner.position(fen, moves))

    def query(self, question: str) -> str:
        """The answer to `query QUESTION`."""
        return run(self._inner.query(question))

    def over(self) -> bool:
        """Whether the game is over."""
        return run(self._inner.over())

    def result(self) -> str | None:
        """The result "p1win", "p2win" or "draw"; None while the game goes on."""
        return run(self._inner.result())

    def turn(self) -> str:
        """The side to move, "p1" or "p2"."""
        return run(self._inner.turn())

    def moves(self) -> list[str]:
        """The legal moves; empty in a finished game."""
        return run(self._inner.moves())

    def is_legal(self, move: str) -> bool:
        """Whether this is a legal move."""
        return run(self._inner.is_legal(move))

    def fen(self) -> str:
        """The text of the position."""
        return run(self._inner.fen())

    def board(self) -> dict[str, Any]:
        """The visible state of the game, from the engine's JSON."""
        return run(self._inner.board())

    def game(self, fen: str | None = None, moves: Sequence[str] = ()) -> Game:
        """A game with the rules of this engine."""
        return Game(run(self._inner.game(fen, moves)))

    def go(self, limit: Limit | None = None) -> Search:
        """Begins a search; use it in a block, which stops it at its end."""
        return Search(run(self._inner.go(limit)))

    def play(self, limit: Limit, timeout: float | None = None) -> Best:
        """Searches, and returns the move; see `ugi.aio.Engine.play`."""
        return run(self._inner.play(limit, timeout))


class Search:
    """A search in progress: an iterator of `Info`. Its block stops it at the end."""

    def __init__(self, inner: aio.Search) -> None:
        self._inner = inner

    @property
    def lines(self) -> dict[int, Info]:
        """The last line of each rank, from 1; several with the option MultiPV."""
        return dict(self._inner.lines)

    @property
    def best(self) -> Best | None:
        """The move; None during the search."""
        return self._inner.best

    def wait(self, timeout: float | None = None) -> Best:
        """Waits for the end of the search."""
        return run(self._inner.wait(timeout))

    def stop(self) -> Best:
        """Stops the search, and returns the move."""
        return run(self._inner.stop())

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        """The next line of the search. A slow reader misses the oldest lines."""
        # A StopIteration cannot pass through a future.
        info = run(self._following())
        if info is None:
            raise StopIteration
        return info

    async def _following(self) -> Info | None:
        try:
            return await self._inner.__anext__()
        except StopAsyncIteration:
            return None

    def __enter__(self) -> Search:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Stops the search. An error in the block takes precedence over one from stopping."""
        run(self._inner.__aexit__(kind, *error))


class Game:
    """A game with the rules of an engine; see `ugi.aio.Game`."""

    def __init__(self, inner: aio.Game) -> None:
        self._inner = inner

    @property
    def start(self) -> str | None:
        """The text of the first position; None for the start position."""
        return self._inner.start

    @property
    def variant(self) -> str | None:
        """The option `UGI_Variant` when the game began; None if it was not known."""
        return self._inner.variant

    @property
    def moves(self) -> list[str]:
        """The moves so far, as a copy."""
        return self._inner.moves

    @property
    def legal(self) -> list[str] | None:
        """The legal moves, as a copy; None if the engine does not list them."""
        return self._inner.legal

    @property
    def turn(self) -> str:
        """The side to move, "p1" or "p2"."""
        return self._inner.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._inner.over

    @property
    def result(self) -> str | None:
        """The result "p1win", "p2win" or "draw"; None while the game goes on."""
        return self._inner.result

    @property
    def fen(self) -> str | None:
        """The text of the position; None if the engine does not tell it."""
        return self._inner.fen

    def play(self, *moves: str) -> None:
        """Plays moves, all or nothing."""
        run(self._inner.play(*moves))

    def undo(self, count: int = 1) -> None:
        """Takes back this number of moves; see `ugi.aio.Game.undo`."""
        run(self._inner.undo(count))

    def think(
        self, limit: Limit, timeout: float | None = None, engine: Engine | None = None
    ) -> Best:
        """The move that this or another engine would play here, without playing it."""
        return run(self._inner.think(limit, timeout, engine._inner if engine else None))


def match(
    first: Engine,
    second: Engine,
    limit: Limit | tuple[Limit, Limit],
    openings: Sequence[Sequence[str]] = ((),),
) -> Iterator[aio.Played]:
    """Plays each opening twice, with the seats swapped; see `ugi.aio.match`."""
    engines = first._inner, second._inner
    games = schedule(limit, openings)
    return (run(pairing(*engines, limits, opening, swap)) for limits, opening, swap in games)


open = Engine.start
