"""The conversation with an engine: which of its lines answers what."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence

from .errors import EngineError, Malformed, Refused, Terminated, Timeout
from .lines import Best, Info
from .transport import Transport

_REFUSAL = "info string error:"
# How many lines of a search are kept for a reader that is slower than the engine.
BACKLOG = 10000


class Exchange:
    """Lines that were sent together, and what came up to the line that ends the answer."""

    def __init__(self, end: str) -> None:
        self.end = end
        self.lines: list[str] = []
        # Answers to queries and refusals, in their order.
        self.answers: list[tuple[str, str]] = []
        self.stray = ""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def take(self, line: str) -> bool:
        """Keeps a line, and says whether it was the last one."""
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
        """What was refused."""
        return [text for kind, text in self.answers if kind == "refused"]


class Running:
    """A search under way."""

    def __init__(self, side: str | None) -> None:
        self.side = side
        self.infos: deque[Info] = deque(maxlen=BACKLOG)
        self.lines: dict[int, Info] = {}
        self.refusals: list[str] = []
        self.stray = ""
        self.news = asyncio.Event()
        self.done: asyncio.Future[Best] = asyncio.get_running_loop().create_future()

    def take(self, line: str) -> bool:
        """Keeps a line, and says whether it was the last one."""
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
            # It may be that nobody asks for it.
            self.done.exception()
        self.news.set()


class Session:
    """Sends lines, reads what comes, and hands each line to what it answers.

    Answers come in the order of the questions. So one that was given up keeps its place in the
    row, and its late answer is never taken for that of the next one.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._exchanges: deque[Exchange] = deque()
        self._searches: deque[Running] = deque()
        self._ended: EngineError | None = None
        self._reader = asyncio.ensure_future(self._read())

    async def exchange(self, lines: Sequence[str], end: str, timeout: float) -> Exchange:
        """Sends lines, and waits for the one that begins with `end`."""
        check(lines)
        exchange = Exchange(end)
        await self._send(lines, exchange, None, lines[0], timeout)
        await self._wait(exchange.done, lines[0], timeout, exchange)
        return exchange

    async def ask(self, lines: Sequence[str], timeout: float) -> list[tuple[str, str]]:
        """Sends lines and `isready`; gives the answers and refusals in their order."""
        exchange = await self.exchange([*lines, "isready"], "readyok", timeout)
        if exchange.stray and not exchange.answers:
            exchange.answers.append(("stray", exchange.stray))
        return exchange.answers

    async def tell(self, lines: Sequence[str], timeout: float) -> None:
        """Sends lines that have no answer; `Refused` if one was refused."""
        exchange = await self.exchange([*lines, "isready"], "readyok", timeout)
        if exchange.refusals:
            raise Refused("; ".join(exchange.refusals))

    async def go(self, line: str, side: str | None, timeout: float) -> Running:
        """Begins a search."""
        check([line])
        running = Running(side)
        await self._send([line], None, running, line, timeout)
        return running

    async def stop(self, timeout: float) -> None:
        """Sends `stop`."""
        await self._send(["stop"], None, None, "stop", timeout)

    async def best(self, running: Running, what: str, timeout: float | None) -> Best:
        """The end of a search."""
        return await self._wait(running.done, what, timeout, running)

    async def close(self, patience: float) -> None:
        """Says `quit`, and ends the engine."""
        try:
            if self._ended is None:
                self._ended = Terminated("the engine was closed")
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self.transport.send("quit"), patience)
        finally:
            await self.transport.close(patience)
            self._reader.cancel()
            self._fail(self._ended or Terminated("the engine was closed"))

    async def _send(
        self,
        lines: Sequence[str],
        exchange: Exchange | None,
        running: Running | None,
        what: str,
        timeout: float,
    ) -> None:
        if self._ended is not None:
            raise self._ended
        # In the row before anything is sent, for the answer may come at once.
        if exchange is not None:
            self._exchanges.append(exchange)
        if running is not None:
            self._searches.append(running)
        try:
            await asyncio.wait_for(self.transport.send("\n".join(lines)), timeout)
        except asyncio.TimeoutError:
            raise Timeout(what, timeout) from None

    async def _wait(
        self,
        future: asyncio.Future,  # type: ignore[type-arg]
        what: str,
        timeout: float | None,
        source: Exchange | Running,
    ) -> Best:
        try:
            return await asyncio.wait_for(asyncio.shield(future), timeout)
        except asyncio.TimeoutError:
            raise Timeout(what, timeout or 0, source.stray) from None

    async def _read(self) -> None:
        error: EngineError
        try:
            while True:
                line = await self.transport.receive()
                if line is None:
                    break
                self._take(line)
        except EngineError as problem:
            error = problem
            await self.transport.close(0)
        else:
            # What has closed its output ends soon, or is ended.
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


def check(lines: Sequence[str]) -> None:
    """Refuses text that would be more than one line."""
    for line in lines:
        if any(end in line for end in "\r\n\0"):
            raise ValueError(f"{line!r} has an end of a line in it: expected one line")
