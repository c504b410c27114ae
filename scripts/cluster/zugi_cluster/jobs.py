"""Jobs, their sources, and their results."""

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
    """A local file can no longer be used; a retry would not help."""

    def __init__(self, error: OSError) -> None:
        """Takes the file, if the error names one, and the reason."""
        file = "" if error.filename is None else f"{error.filename}: "
        reason = error.strerror or str(error) or type(error).__name__
        kept = "what was finished is kept, and the same command goes on"
        super().__init__(f"cannot use a file here: {file}{reason}; {kept}")


#: Errors of files, which connections never have.
_OF_FILES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}


def file_fault(error: BaseException | None) -> OSError | None:
    """The file error behind an error, if any; errors of connections name no files."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and (error.filename or error.errno in _OF_FILES):
            return error
        error = error.__cause__ or error.__context__
    return None


class SchedulerLostError(Exception):
    """The scheduler no longer answers."""


@dataclass(frozen=True)
class Job:
    """A command: its unique name, its arguments, and the file that it makes."""

    name: str
    arguments: tuple[str, ...]
    #: Without this file, the command has failed.
    output: str | None = None
    #: The line for the standard input of a process. The process answers with a line and then waits
    #: for the next job with the same arguments.
    line: str | None = None


@dataclass(frozen=True)
class Result:
    """The result of a command."""

    code: int
    stdout: str
    stderr: str
    cpu: float
    seconds: float
    output: bytes | None


class JobSource(Protocol):
    """Supplies jobs, and takes their results."""

    def next(self) -> Job | None:
        """The next job; None if there is none now."""

    def finish(self, job: Job, result: Result) -> None:
        """Takes the result of a job."""

    def requeue(self, job: Job) -> None:
        """Takes back a job that was not done, to submit it again."""

    def wants(self, job: Job) -> bool:
        """Whether the result of a submitted job is still useful."""

    def shared(self) -> list[Any]:
        """The results that all workers may use, a list that grows; empty once they are useless."""

    def is_done(self) -> bool:
        """Whether no more results are needed."""

    def progress(self) -> str:
        """The progress, in a few words."""


@dataclass
class ProgressReporter:
    """Prints the progress on standard error, at most one line per interval."""

    every: float = 10.0
    last: float = field(default_factory=time.monotonic)

    def report(self, text: Callable[[], str], now: bool = False) -> None:
        """Prints the progress; without `now`, only if no line was printed recently."""
        if now or time.monotonic() - self.last >= self.every:
            print(text(), file=sys.stderr, flush=True)
            self.last = time.monotonic()
