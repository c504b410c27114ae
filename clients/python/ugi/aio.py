"""Engines for asyncio. `ugi.blocking` has the same names without `await`."""

from __future__ import annotations

import asyncio
import json
import os
import weakref
from collections.abc import AsyncIterator, Coroutine, Generator, Mapping, Sequence
from contextvars import ContextVar
from threading import Thread
from typing import Any, NoReturn

from .errors import EngineError, Malformed, Refused, Timeout
from .game import Game, move_list, position_line
from .lines import Best, Info, Limit, Option, Value
from .matches import Played, match, pairing
from .session import Lock, Running, Session, check
from .transport import Process, Transport

# Seconds that an engine may take to end after `quit` before it is killed.
PATIENCE = 2.0
# The option that selects the rules of a game.
_VARIANT = "UGI_Variant"
# The thread that calls the blocking interface. There each call is a task of its own, so only the
# thread identifies the caller that searches.
THREAD: ContextVar[Thread | None] = ContextVar("THREAD", default=None)


class Engine:
    """An engine that speaks UGI, for scripts with asyncio.

    A script without asyncio starts one by `ugi.open`, or `ugi.blocking.Engine.start`: see
    `help(ugi.blocking.Engine)`.

    Failures of the engine are `EngineError`s; a mistake of the script is a `ValueError` or a
    `RuntimeError`. A block ends the engine, whatever happens in it:

        async with ugi.Engine.start("zugi") as engine:
            await engine.position(moves=["a1b1"])
            best = await engine.play(ugi.Limit(movetime=100))
    """

    def __init__(self, session: Session, timeout: float) -> None:
        self._session = session
        self._searching = Lock(session)
        # The task or thread that searches by `go`; None while only `play` or `think` searches.
        self._searcher: asyncio.Task[Any] | Thread | None = None
        # Held from a position up to the questions or the search about it. Acquired last if both
        # locks are needed.
        self._setting = Lock(session)
        self._turn: str | None = None
        self._turn_known = False
        # The value of UGI_Variant; None without that option, or if unknown.
        self._variant: str | None = None
        # In seconds, for each answer.
        self.timeout = timeout
        # The engine's "name" and "author".
        self.id: dict[str, str] = {}
        # By name.
        self.options: dict[str, Option] = {}
        # Ends the engine when it is no longer reachable.
        self._finalizer = weakref.finalize(self, session.abandon, PATIENCE)
        self._finalizer.atexit = False

    @classmethod
    def start(
        cls,
        program: str | os.PathLike[str],
        *arguments: str,
        timeout: float = 10,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> StartingEngine:
        """Starts a program and waits until it is ready; ends it if it fails.

        The program and its arguments are separate words. Use `await` for the engine, or `async
        with` for a block that ends it.
        """

        async def started() -> Engine:
            process = await Process.start(os.fspath(program), *arguments, cwd=cwd, env=env)
            return await cls.attach(process, timeout=timeout)

        return StartingEngine(started())

    @classmethod
    async def attach(cls, transport: Transport, *, timeout: float = 10) -> Engine:
        """An engine behind another transport; see `ugi.testing.Script`."""
        session = Session(transport)
        try:
            engine = cls(session, timeout)
            await engine._greet()
        except BaseException as error:
            await session.close(0)
            if isinstance(error, EngineError):
                error._explain(transport.ending().stderr)
            raise
        return engine

    async def _greet(self) -> None:
        exchange = await self._session.exchange(["ugi"], "ugiok", self.timeout)
        for line in exchange.lines:
            words = line.split(None, 2)
            if words[0] == "option":
                option = Option.parse(line)
                self.options[option.name] = option
                if option.name == _VARIANT:
                    self._variant = option.default
            elif len(words) == 3:
                self.id[words[1]] = words[2]
        await self._session.tell([], self.timeout)

    @property
    def pid(self) -> int | None:
        """The process id; None if the engine is not a process."""
        pid: int | None = getattr(self._session.transport, "pid", None)
        return pid

    async def close(self) -> None:
        """Ends the engine: by `quit`, or by force if it does not obey."""
        self._finalizer.detach()
        await self._session.close(min(self.timeout, PATIENCE))

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def configure(self, options: Mapping[str, Value] | None = None, **more: Value) -> None:
        """Sets options; put names with a blank into the mapping. None presses a button.

        Nothing is sent if the engine lacks an option or a value is not possible. After a change of
        `UGI_Variant`, the engine cannot be used for its earlier games.
        """
        lines = []
        variant = self._variant
        for name, value in {**(options or {}), **more}.items():
            option = self._option(name)
            try:
                text = option.text(value)
            except ValueError as error:
                raise Refused(str(error)) from None
            # An empty text is written as in UCI.
            words = "" if value is None else f" value {text or '<empty>'}"
            lines.append(f"setoption name {option.name}{words}")
            if option.name == _VARIANT:
                known = {choice.lower(): choice for choice in option.var}
                variant = known.get(text.lower(), text)
        async with self._setting:
            self._turn_known = False
            if variant != self._variant:
                # After an error it is unknown whether this option was set.
                self._variant = None
            await self._session.tell(lines, self.timeout)
            self._variant = variant

    def _option(self, name: str) -> Option:
        def plain(text: str) -> str:
            return "".join(letter for letter in text.lower() if letter not in " -_")

        for option in self.options.values():
            if plain(option.name) == plain(name):
                return option
        known = ", ".join(self.options) or "none"
        raise Refused(f'unknown option "{name}": expected one of {known}')

    async def new_game(self) -> None:
        """Clears the results of earlier searches."""
        await self._session.tell(["uginewgame"], self.timeout)

    async def position(self, fen: str | None = None, moves: Sequence[str] = ()) -> None:
        """Sets the start position or another one and plays moves, all or nothing."""
        async with self._setting:
            await self._position(fen, moves)

    async def _position(self, fen: str | None, moves: Sequence[str]) -> None:
        self._turn_known = False
        await self._session.tell([position_line(fen, moves)], self.timeout)

    async def _position_of(self, game: Game, moves: Sequence[str]) -> None:
        ours, its = self._variant, game.variant
        if ours is not None and its is not None and ours != its:
            raise ValueError(f"the engine is set to {ours}: expected {its}, as the game is")
        await self._position(game.start, moves)

    async def query(self, question: str) -> str:
        """The answer to `query QUESTION`."""
        return (await self._queries([question]))[0]

    async def _queries(self, questions: Sequence[str]) -> list[str]:
        lines = [f"query {question}" for question in questions]
        answers = await self._session.ask(lines, self.timeout)
        for kind, text in answers:
            if kind == "refused":
                raise Refused(text)
            if kind == "stray":
                raise Malformed(text, "response ANSWER")
        if len(answers) != len(questions):
            raise Refused(f'{len(answers)} answers to "{"; ".join(lines)}": expected {len(lines)}')
        return [text for _, text in answers]

    async def _word(self, question: str, words: Mapping[str, Any]) -> Any:
        answer = await self.query(question)
        if answer not in words:
            raise Malformed(f"response {answer}", f"one of {', '.join(words)}")
        return words[answer]

    async def over(self) -> bool:
        """Whether the game is over."""
        return bool(await self._word("gameover", {"true": True, "false": False}))

    async def result(self) -> str | None:
        """The result "p1win", "p2win" or "draw"; None while the game goes on."""
        words = {"p1win": "p1win", "p2win": "p2win", "draw": "draw", "none": None}
        found: str | None = await self._word("result", words)
        return found

    async def turn(self) -> str:
        """The side to move, "p1" or "p2"."""
        return str(await self._word("p1turn", {"true": "p1", "false": "p2"}))

    async def moves(self) -> list[str]:
        """The legal moves; empty in a finished game."""
        return listed(await self.query("legalmoves"))

    async def is_legal(self, move: str) -> bool:
        """Whether this is a legal move."""
        return bool(await self._word(f"islegal {move}", {"true": True, "false": False}))

    async def fen(self) -> str:
        """The text of the position."""
        return await self.query("fen")

    async def board(self) -> dict[str, Any]:
        """The visible state of the game, from the engine's JSON."""
        answer = await self.query("board")
        try:
            board = json.loads(answer)
        except ValueError:
            board = None
        if not isinstance(board, dict):
            raise Malformed(f"response {answer}", "an object in JSON")
        return board

    async def game(self, fen: str | None = None, moves: Sequence[str] = ()) -> Game:
        """A game with the rules of this engine."""
        game = Game(self, fen)
        await game._set(move_list(moves))
        return game

    async def go(self, limit: Limit | None = None) -> Search:
        """Begins a search; use it in a block, which stops it at its end."""
        return await self._go(limit, None, is_block=True)

    async def _go(self, limit: Limit | None, game: Game | None, is_block: bool = False) -> Search:
        """Begins a search of a game's position, or of the engine's."""
        self._session.check_loop()
        searcher = THREAD.get() or asyncio.current_task()
        if self._searcher is searcher and self._searching.locked():
            raise RuntimeError("this task searches already, or this thread: leave that block first")
        limit = limit or Limit()
        line = f"go {limit.words()}".rstrip()
        check([line])
        await self._searching.acquire()
        held: list[asyncio.Lock] = [self._searching]
        running: Running | None = None
        try:
            if game is not None:
                # Acquired after the lock of the search, so that the task that holds the search can
                # play in the game while this one waits.
                await game._calling.acquire()
                held.append(game._calling)
            async with self._setting:
                if game is not None:
                    await self._position_of(game, game.moves)
                if not self._turn_known:
                    self._turn, self._turn_known = await self._mover(), True
                running = Running(self._turn)
                await self._session.go(line, running, self.timeout)
        except BaseException:
            # The search may have begun.
            await self._leave(running, line, held)
            raise
        if is_block:
            self._searcher = searcher
        return Search(self, running, line, held)

    async def _mover(self) -> str | None:
        try:
            return await self.turn()
        except (Refused, Malformed):
            return None

    def _abandon(self, running: Running, line: str, held: list[asyncio.Lock]) -> None:
        """Stops a search that is no longer reachable; called by a finalizer."""
        self._searcher = None
        self._session.run_later(lambda: self._leave(running, line, held))

    async def _leave(self, running: Running | None, line: str, held: list[asyncio.Lock]) -> None:
        """Stops a search, ignores its result, and releases the locks."""
        try:
            if running is not None:
                await self._session.stop(running, line, min(self.timeout, PATIENCE))
        except EngineError:
            pass
        finally:
            while held:
                held.pop().release()

    async def play(self, limit: Limit, timeout: float | None = None) -> Best:
        """Searches, and returns the move.

        The search is stopped after the time of the limits plus `timeout`, by default the engine's.
        An engine that then does not answer raises `Timeout`. Limits without a time allow any time,
        unless `timeout` is given.
        """
        return await self._play(limit, timeout, None)

    async def _play(self, limit: Limit, timeout: float | None, game: Game | None) -> Best:
        if limit.endless and timeout is None:
            raise ValueError("such a search never ends: expected a limit, or a timeout")
        allowed = limit.seconds
        if allowed is not None:
            allowed += self.timeout if timeout is None else timeout
        else:
            allowed = timeout
        async with await self._go(limit, game) as search:
            try:
                return await search.wait(allowed)
            except Timeout:
                return await search.stop()


class StartingEngine(Coroutine[Any, Any, Engine]):
    """A starting engine: `await` returns it; `async with` also ends it."""

    def __init__(self, work: Coroutine[Any, Any, Engine]) -> None:
        self._work = work
        self._engine: Engine | None = None

    def send(self, value: Any) -> Any:
        """Part of the coroutine protocol."""
        return self._work.send(value)

    def throw(self, *error: Any) -> Any:
        """Part of the coroutine protocol."""
        return self._work.throw(*error)

    def close(self) -> None:
        """Part of the coroutine protocol."""
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Engine]:
        """Waits until the engine is ready."""
        return self._work.__await__()

    async def __aenter__(self) -> Engine:
        """The engine, once it is ready."""
        self._engine = await self._work
        return self._engine

    async def __aexit__(self, *error: object) -> None:
        assert self._engine is not None
        await self._engine.close()

    def __enter__(self) -> NoReturn:
        """Explains that `async with` is needed."""
        self._work.close()
        raise TypeError(
            "ugi.Engine is for asyncio: expected async with ugi.Engine.start(…), or without asyncio"
            " with ugi.open(…)"
        )

    def __exit__(self, *error: object) -> None:
        """`with` looks for this method before it calls `__enter__`, so it must exist."""


class Search:
    """A search in progress: an iterator of `Info`. Its block stops it at the end."""

    def __init__(
        self, engine: Engine, running: Running, line: str, held: list[asyncio.Lock]
    ) -> None:
        self._engine = engine
        self._held = held
        self._running = running
        self._line = line
        self._open = True
        self._told = False
        # Stops a search that was dropped without a block, or by an interrupt before its block
        # began.
        self._finalizer = weakref.finalize(self, engine._abandon, running, line, held)
        self._finalizer.atexit = False

    @property
    def lines(self) -> dict[int, Info]:
        """The last line of each rank, from 1; several with the option MultiPV."""
        return self._running.lines

    @property
    def best(self) -> Best | None:
        """The move; None during the search."""
        done = self._running.done
        return done.result() if done.done() else None

    async def wait(self, timeout: float | None = None) -> Best:
        """Waits for the end of the search."""
        return self._checked(await self._engine._session.best(self._running, self._line, timeout))

    def _checked(self, best: Best) -> Best:
        if self._running.refusals:
            raise Refused("; ".join(self._running.refusals))
        return best

    async def stop(self) -> Best:
        """Stops the search, and returns the move."""
        return await self._stop(self._engine.timeout)

    async def _stop(self, timeout: float) -> Best:
        self._told = self._told or not self._running.done.done()
        session = self._engine._session
        return self._checked(await session.stop(self._running, self._line, timeout))

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        """The next line of the search. A slow reader misses the oldest lines."""
        running = self._running
        self._engine._session.check_loop()
        while not running.infos:
            if running.done.done():
                running.done.result()
                raise StopAsyncIteration
            running.news.clear()
            await running.news.wait()
        return running.infos.popleft()

    async def __aenter__(self) -> Search:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Stops the search. An error in the block takes precedence over one from stopping."""
        engine = self._engine
        if not self._open or not engine._session.is_here:
            return
        self._open = False
        self._finalizer.detach()
        engine._searcher = None
        is_interrupt = kind is not None and not issubclass(kind, Exception)
        try:
            # Do not ask again if it did not obey.
            if kind is None or not self._told:
                await self._stop(min(engine.timeout, PATIENCE) if is_interrupt else engine.timeout)
        except EngineError:
            if kind is None:
                raise
        finally:
            while self._held:
                self._held.pop().release()


def listed(answer: str) -> list[str]:
    """A list of moves; the engine writes "none" in a finished game."""
    return [] if answer == "none" else answer.split()


open = Engine.start

__all__ = ["Engine", "Game", "Played", "Search", "match", "open", "pairing"]
