"""Matches the lines of an engine to the questions that they answer."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal, NoReturn, TypeVar

from .errors import EngineError, Malformed, Refused, Terminated, Timeout
from .lines import Best, Info
from .transport import Transport

T = TypeVar("T")
_REFUSAL = "info string error:"
# Lines of a search that are kept for a slow reader.
BACKLOG = 10000


class Exchange:
    """Lines that were sent together, and the lines of the answer."""

    def __init__(self, end: str) -> None:
        self.end = end
        self.lines: list[str] = []
        # Answers to queries and refusals, in their order.
        self.answers: list[tuple[str, str]] = []
        self.stray = ""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def take(self, line: str) -> bool:
        """Keeps a line; returns whether it was the last one."""
        word = line.split(None, 1)[:1]
        if word == [self.end]:
            return True
        if line.startswith(_REFUSAL):
            self.answers.append(("refused", line[len(_REFUSAL) :].strip()))
        elif word == ["response"]:
            self.answers.append(("response", line.strip()[len("response") :].strip()))
        elif word in (["id"], ["option"]):
            self.lines.append(line)
        elif word != ["info"] and line.strip():
            self.stray = self.stray or line
        return False

    @property
    def refusals(self) -> list[str]:
        return [text for kind, text in self.answers if kind == "refused"]


class Running:
    """A search in progress."""

    def __init__(self, side: str | None) -> None:
        self.side = side
        self.infos: deque[Info] = deque(maxlen=BACKLOG)
        self.lines: dict[int, Info] = {}
        self.refusals: list[str] = []
        self.stray = ""
        self.news = asyncio.Event()
        self.done: asyncio.Future[Best] = asyncio.get_running_loop().create_future()

    def take(self, line: str) -> bool:
        """Keeps a line; returns whether it was the last one."""
        word = line.split(None, 1)[:1]
        if word == ["bestmove"]:
            if not self.done.done():
                try:
                    self.done.set_result(Best.parse(line, self.lines.get(1, Info())))
                except Malformed as error:
                    self.fail(error)
            self.news.set()
            return True
        if word == ["info"]:
            info = Info.parse(line, self.side)
            if info.score is not None:
                self.lines[info.multipv] = info
            self.infos.append(info)
            self.news.set()
        return False

    def fail(self, error: EngineError) -> None:
        """Ends the search by an error."""
        if not self.done.done():
            self.done.set_exception(error)
            # Marks the error as retrieved, because it may never be asked for.
            self.done.exception()
        self.news.set()


class Session:
    """Sends lines, and assigns each received line to its question.

    Answers come in the order of the questions. A question that was given up keeps its place in the
    queue, so its late answer is never taken for the answer to the next question.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._exchanges: deque[Exchange] = deque()
        self._searches: deque[Running] = deque()
        self._ended: EngineError | None = None
        self._closed = False
        # The loop itself holds its tasks only weakly.
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()
        self._process = os.getpid()
        self._reader = asyncio.ensure_future(self._read())

    def __reduce__(self) -> NoReturn:
        """Refuses `pickle`, with which a process pool would copy the engine."""
        raise TypeError("an engine cannot be sent to another process: start one there")

    @property
    def is_here(self) -> bool:
        """Whether this is the event loop in which the engine was started."""
        return asyncio.get_running_loop() is self._loop

    def check_loop(self) -> None:
        """Refuses a call in another event loop than the engine's, where it would wait forever."""
        if self.is_here:
            return
        if os.getpid() != self._process:
            raise RuntimeError(
                f"the engine was started in process {self._process}, and this is process"
                f" {os.getpid()}: start an engine in each process"
            )
        raise RuntimeError(
            "the engine was started in another event loop, perhaps by an earlier asyncio.run:"
            " start an engine in each of them"
        )

    def run_later(self, work: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Runs a function in the engine's loop; for any thread and for finalizers.

        Nothing happens if that loop is closed, or in a fork of its process.
        """
        if os.getpid() != self._process:
            return False
        try:
            self._loop.call_soon_threadsafe(lambda: self._spawn(work()))
        except RuntimeError:
            # The loop is closed.
            return False
        return True

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # The caller may have been cancelled.
            task.exception()

    async def exchange(self, lines: Sequence[str], end: str, timeout: float) -> Exchange:
        """Sends lines, and waits for the line that begins with `end`."""
        check(lines)
        exchange = Exchange(end)
        await self._send(lines, exchange, self._exchanges, timeout)
        await self._wait(exchange.done, lines[0], timeout, exchange)
        return exchange

    async def ask(self, lines: Sequence[str], timeout: float) -> list[tuple[str, str]]:
        """Sends lines and `isready`; returns answers and refusals, or else the first stray line."""
        exchange = await self.exchange([*lines, "isready"], "readyok", timeout)
        if exchange.stray and not exchange.answers:
            exchange.answers.append(("stray", exchange.stray))
        return exchange.answers

    async def tell(self, lines: Sequence[str], timeout: float) -> None:
        """Sends lines without an answer; raises `Refused` if one was refused."""
        exchange = await self.exchange([*lines, "isready"], "readyok", timeout)
        if exchange.refusals:
            raise Refused("; ".join(exchange.refusals))

    async def go(self, line: str, running: Running, timeout: float) -> None:
        """Begins a search with a line that `check` has passed."""
        await self._send([line], running, self._searches, timeout)

    async def stop(self, running: Running, what: str, timeout: float) -> Best:
        """Stops a search, and returns its result."""
        if not running.done.done():
            await self._send(["stop"], None, None, timeout)
        return await self.best(running, what, timeout)

    async def best(self, running: Running, what: str, timeout: float | None) -> Best:
        """The result of a search."""
        return await self._wait(running.done, what, timeout, running)

    async def close(self, patience: float) -> None:
        """Sends `quit`, and ends the engine."""
        if not self.is_here:
            self.abandon(patience)
            return
        try:
            if self._ended is None:
                self._ended = Terminated("the engine was closed")
                await asyncio.wait([self._spawn(self.transport.send("quit"))], timeout=patience)
        finally:
            await self.transport.close(patience)
            self._closed = True
            for task in (self._reader, *self._tasks):
                if task is not asyncio.current_task():
                    task.cancel()
            self._fail(self._ended or Terminated("the engine was closed"))

    def abandon(self, patience: float) -> None:
        """Ends the engine without waiting; for any thread and for finalizers."""
        if self.run_later(lambda: self.close(patience)) or os.getpid() != self._process:
            return
        kill: Callable[[], None] | None = getattr(self.transport, "kill", None)
        if kill is not None:
            kill()

    async def _send(
        self,
        lines: Sequence[str],
        source: T | None,
        row: deque[T] | None,
        timeout: float,
    ) -> None:
        self.check_loop()
        if self._ended is not None:
            raise self._ended
        # Queued before anything is sent, because the answer may come at once.
        if row is not None and source is not None:
            row.append(source)
        # A task of its own: the queued lines are sent even if the caller is cancelled now.
        await within(self._spawn(self.transport.send("\n".join(lines))), lines[0], timeout)

    async def _wait(
        self,
        future: asyncio.Future[T],
        what: str,
        timeout: float | None,
        source: Exchange | Running,
    ) -> T:
        self.check_loop()
        return await within(future, what, timeout, source)

    async def _read(self) -> None:
        error: EngineError
        try:
            while True:
                line = await self.transport.receive()
                if line is None:
                    break
                self._take(line)
        except asyncio.CancelledError:
            if not self._closed:
                # The event loop ends, and so does the engine.
                self._fail(Terminated("the engine was ended, as its event loop was"))
                await self.transport.close(0)
            raise
        except EngineError as problem:
            error = problem
            await self.transport.close(0)
        else:
            # An engine that has closed its output ends soon, or is ended.
            await self.transport.close(1)
            error = self.transport.ending()
        self._fail(error)

    def _take(self, line: str) -> None:
        word = line.split(None, 1)[:1]
        of_search = word in (["info"], ["bestmove"]) and not line.startswith(_REFUSAL)
        if of_search:
            if self._searches and self._searches[0].take(line):
                self._searches.popleft()
        elif self._exchanges:
            if self._exchanges[0].take(line):
                exchange = self._exchanges.popleft()
                if not exchange.done.done():
                    exchange.done.set_result(None)
        elif self._searches:
            if line.startswith(_REFUSAL):
                self._searches[0].refusals.append(line[len(_REFUSAL) :].strip())
            else:
                self._searches[0].stray = line

    def _fail(self, error: EngineError) -> None:
        if self._ended is None:
            self._ended = error
        for exchange in self._exchanges:
            if not exchange.done.done():
                exchange.done.set_exception(self._ended)
                exchange.done.exception()
        for search in self._searches:
            search.fail(self._ended)
        self._exchanges.clear()
        self._searches.clear()


class Lock(asyncio.Lock):
    """A lock of an engine, for calls in its event loop."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    async def acquire(self) -> Literal[True]:
        self._session.check_loop()
        return await super().acquire()


async def within(
    future: asyncio.Future[T],
    what: str,
    timeout: float | None,
    source: Exchange | Running | None = None,
) -> T:
    """Waits for something, which continues after a timeout or a cancellation.

    `asyncio.wait_for` may miss a cancellation before Python 3.12.
    """
    await asyncio.wait([future], timeout=timeout)
    if not future.done():
        raise Timeout(what, timeout or 0, source.stray if source else "")
    return future.result()


def check(lines: Sequence[str]) -> None:
    """Refuses text that has more than one line, or cannot be sent."""
    for line in lines:
        line.encode()
        if any(end in line for end in "\r\n\0"):
            raise ValueError(f"{line!r} has an end of a line in it: expected one line")
