"""A stand-in for an engine, for tests of programs that use engines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Callable, Optional, Union

from .errors import Terminated

Answers = Union[Mapping[str, Iterable[str]], Callable[[str], Optional[Iterable[str]]]]


class Script:
    """Answers lines from a mapping of lines to answers, or by a function.

    A mapping has default answers to `ugi` and `isready`; a function has none. An answer that is
    None ends the engine.
    `said` are the lines that were sent to it.

    >>> import ugi
    >>> script = Script({"query p1turn": ["response true"], "go depth 1": ["bestmove a1b1"]})
    >>> with ugi.blocking.Engine.attach(script) as engine:
    ...     engine.play(ugi.Limit(depth=1)).move
    'a1b1'
    >>> script.said
    ['ugi', 'isready', 'query p1turn', 'isready', 'go depth 1', 'quit']
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._lines: asyncio.Queue[str | None] | None = None
        self.said: list[str] = []
        self.closed = False

    @property
    def _queue(self) -> asyncio.Queue[str | None]:
        # Made in the loop in which it is used.
        if self._lines is None:
            self._lines = asyncio.Queue()
        return self._lines

    def say(self, *lines: str | None) -> None:
        """Sends lines unasked; None ends the engine. Call it in the engine's loop."""
        for line in lines:
            self._queue.put_nowait(line)

    async def send(self, line: str) -> None:
        """Answers one line, or several."""
        for each in line.split("\n"):
            self.said.append(each)
            known = {"ugi": ["ugiok"], "isready": ["readyok"]}.get(each, [])
            if callable(self._answers):
                answer = self._answers(each)
            else:
                answer = self._answers.get(each, known)
            self.say(*([None] if answer is None else answer))

    async def receive(self) -> str | None:
        return await self._queue.get()

    async def close(self, patience: float) -> None:
        """Records that the engine was ended."""
        self.closed = True

    def ending(self) -> Terminated:
        """The reason of an engine that ends by itself."""
        return Terminated("the engine ended with code 0", 0)
