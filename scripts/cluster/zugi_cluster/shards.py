"""Matches and data as shards: independent commands whose files `zugi merge` joins."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .jobs import Job, Result
from .store import Store

#: The test of a match may take this share of the time.
SHARE_OF_TEST = 0.05


class ShardError(Exception):
    """Shards that cannot be merged."""


def file_name(number: int, extension: str) -> str:
    """The name of a shard's file; shards are counted from 0."""
    return f"shard-{number + 1:06}.{extension}"


class Shards:
    """The shards of a match or of data, without those that are finished."""

    def __init__(
        self,
        store: Store,
        count: int,
        extension: str,
        arguments: Callable[[int], tuple[str, ...]],
        verdict: Callable[[list[Path]], str | None] | None = None,
    ) -> None:
        """Takes the number of shards; `verdict` decides whether the first ones are enough.

        It gets the files of all shards up to the first missing one, so that its view does not
        depend on the speed of shards: a fast shard may have short games.
        """
        self.store = store
        self.count = count
        self.extension = extension
        self.arguments = arguments
        self.verdict = verdict
        #: The verdict of the test, if any.
        self.said: str | None = None
        self._next = 0
        self._again: list[int] = []
        self._finished = {n for n in range(count) if store.has(self.name(n))}
        self._first_missing = 0
        self._asked_at = 0
        self._ask_after = 0.0
        self._started = time.monotonic()
        self._before = len(self._finished)
        self._advance()

    def name(self, number: int) -> str:
        """The file of a shard, counted from 0."""
        return file_name(number, self.extension)

    def files(self) -> list[Path]:
        """The finished files, in order."""
        return [self.store.path(self.name(number)) for number in sorted(self._finished)]

    def next(self) -> Job | None:
        """The next shard; lost ones come first, so that the order has no gaps."""
        if self.said is not None:
            return None
        while self._again or self._next < self.count:
            if self._again:
                number = self._again.pop(0)
            else:
                number, self._next = self._next, self._next + 1
            if number not in self._finished:
                name = self.name(number)
                return Job(name, self.arguments(number), f"out.{self.extension}")
        return None

    def finish(self, job: Job, result: Result) -> None:
        """Keeps a shard. A second copy is ignored."""
        if result.output is None:
            raise ShardError(f"{job.name} came without its file")
        number = self._number(job)
        if number not in self._finished:
            self.store.put(job.name, result.output)
            self._finished.add(number)
        self._advance()

    def requeue(self, job: Job) -> None:
        """Submits the shard again, before later ones."""
        self._again = sorted({*self._again, self._number(job)})

    def wants(self, job: Job) -> bool:
        """Every shard counts."""
        return True

    def shared(self) -> list[Any]:
        """Shards are independent."""
        return []

    def is_done(self) -> bool:
        """Whether all shards exist, or the test has a verdict."""
        return self.said is not None or len(self._finished) == self.count

    def progress(self) -> str:
        """The number of finished shards, and the estimated time left."""
        done = len(self._finished)
        spent = time.monotonic() - self._started
        now = done - self._before
        left = f", {spent / now * (self.count - done):.0f} s left" if now else ""
        return f"{done} of {self.count} shards{left}"

    def _number(self, job: Job) -> int:
        return int(job.name.partition("-")[2].partition(".")[0]) - 1

    def _advance(self) -> None:
        """Runs the test if more shards are finished without a gap."""
        while self._first_missing in self._finished:
            self._first_missing += 1
        all_there = self._first_missing == self.count
        if self.verdict is None or self._first_missing == self._asked_at:
            return
        start = time.monotonic()
        if start < self._ask_after and not all_there:
            return
        self._asked_at = self._first_missing
        self.said = self.verdict(self.files()[: self._first_missing])
        # The test takes longer with more games, and is then run less often.
        now = time.monotonic()
        self._ask_after = now + (now - start) / SHARE_OF_TEST


def merge(zugi: Path, files: list[Path], out: Path, more: list[str]) -> int:
    """Merges files by `zugi merge`, which prints the result; returns its exit code."""
    command = [str(zugi), "merge", "--out", str(out), *[str(file) for file in files], *more]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def verdict_of(zugi: Path, sprt: list[str]) -> Callable[[list[Path]], str | None]:
    """The verdict of `zugi merge` after these shards; None without one."""

    def verdict(files: list[Path]) -> str | None:
        command = [str(zugi), "merge", *[str(file) for file in files], "--partial"]
        command += ["--sprt", *sprt]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode == 3:
            # Games are missing, and there is no verdict.
            return None
        if done.returncode != 0:
            raise ShardError(f"zugi merge: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    return verdict
