"""Jobs, where they come from, and what becomes of them."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol


class ClusterError(Exception):
    """Work that cannot be done."""


class OwnFileError(ClusterError):
    """A file of this machine that cannot be used any more. Nothing is to be gained by waiting."""

    def __init__(self, error: OSError) -> None:
        """With the file, where the error names one, and the reason."""
        file = "" if error.filename is None else f"{error.filename}: "
        reason = error.strerror or str(error) or type(error).__name__
        kept = "what was finished is kept, and the same command goes on"
        super().__init__(f"cannot use a file here: {file}{reason}; {kept}")


#: What the system says of files and never of connections.
_OF_FILES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}


def file_fault(error: BaseException | None) -> OSError | None:
    """The error about a file that is behind an error, if one is; connections name no files."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and (error.filename or error.errno in _OF_FILES):
            return error
        error = error.__cause__ or error.__context__
    return None


class SchedulerLostError(Exception):
    """The scheduler does not answer any more."""


@dataclass(frozen=True)
class Job:
    """A command: its name, which no other job has, its arguments, and the file that it makes."""

    name: str
    arguments: tuple[str, ...]
    #: A command without it has failed.
    output: str | None = None
    #: What it is told on its standard input, a line that it answers in a line, and goes on: the
    #: next job of the same arguments is told to the same process.
    line: str | None = None


@dataclass(frozen=True)
class Result:
    """What became of a command."""

    code: int
    stdout: str
    stderr: str
    cpu: float
    seconds: float
    output: bytes | None


class JobSource(Protocol):
    """Where jobs come from, and where their results go."""

    def next(self) -> Job | None:
        """The next job; none if there is none now."""

    def finish(self, job: Job, result: Result) -> None:
        """Takes the result of a job."""

    def requeue(self, job: Job) -> None:
        """Takes back a job that nobody did: it is to be handed out again."""

    def wants(self, job: Job) -> bool:
        """Whether the result of a job that was handed out is still of use."""

    def shared(self) -> list[Any]:
        """What jobs have found out that all workers may use: a list that only grows."""

    def is_done(self) -> bool:
        """Whether no more results are wanted."""

    def progress(self) -> str:
        """How far the work is, in a few words."""


@dataclass
class ProgressReporter:
    """Says on standard error how far the work is, in one line every now and then."""

    every: float = 10.0
    last: float = field(default_factory=time.monotonic)

    def report(self, text: Callable[[], str], now: bool = False) -> None:
        """Says it, unless it was said a moment ago."""
        if now or time.monotonic() - self.last >= self.every:
            print(text(), file=sys.stderr, flush=True)
            self.last = time.monotonic()
