"""The errors of an engine."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import Any


class EngineError(Exception):
    """The engine did not do what was asked. The base of all errors here.

    `stderr` are the last lines of the engine's standard error, if it ended or failed to start.
    """

    stderr: list[str]

    def __init__(self, text: str, stderr: Sequence[str] = ()) -> None:
        super().__init__("\n".join([text, *stderr]))
        self.stderr = list(stderr)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: the arguments of the constructors are not those of `Exception`."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]

    def _explain(self, stderr: Sequence[str]) -> None:
        """Adds the standard error, unless the error already has it."""
        if not self.stderr:
            EngineError.__init__(self, str(self), stderr)


class Refused(EngineError):
    """The engine refused a line, and this line changed nothing.

    `text` is the engine's reason, several lines joined by "; ".
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Timeout(EngineError):
    """The engine did not answer in time.

    `what` is the question, `seconds` the time that the client waited. A later answer is dropped,
    and never taken for the answer to another question.
    """

    def __init__(self, what: str, seconds: float, said: str = "") -> None:
        told = f'; it said "{said}"' if said else ""
        super().__init__(f'no answer to "{what}" within {seconds:g} s{told}')
        self.what = what
        self.seconds = seconds


class Terminated(EngineError):
    """The engine ended, or could not be started.

    `code` is its exit code: negative for a signal, None if unknown.
    """

    def __init__(self, text: str, code: int | None = None, stderr: Sequence[str] = ()) -> None:
        super().__init__(text, stderr)
        self.code = code


class Malformed(EngineError):
    """The engine sent `line`, which has no meaning in its place."""

    def __init__(self, line: str, expected: str) -> None:
        shown = line if len(line) <= 200 else line[:200] + "…"
        super().__init__(f'the engine said "{shown}": expected {expected}')
        self.line = line
