"""Copies of late jobs for idle workers.

At the end of a run one slow worker would delay the result. A job that takes much longer than the
last ones is submitted once more, and the first result counts (backup tasks: J. Dean and S.
Ghemawat, MapReduce, 2004).
"""

from __future__ import annotations

import time
from collections import deque

from .jobs import Job

#: A job is late after FACTOR times the time that nine of ten of the last jobs took, and at least
#: LEAST_SECONDS.
FACTOR, LEAST_SECONDS = 2.0, 5.0
#: The number of job times that are kept, and that are needed.
KEPT, NEEDED = 100, 3


class LateJobs:
    """The jobs under way by name with their start times, and the times of the last jobs."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}
        self._copied: set[str] = set()
        self._times: deque[float] = deque(maxlen=KEPT)

    def begin(self, job: Job) -> None:
        """Notes a submitted job, or its copy if it is already under way."""
        if job.name in self._began:
            self._copied.add(job.name)
        self._began.setdefault(job.name, time.monotonic())

    def end(self, job: Job, is_finished: bool) -> None:
        """Notes the end of a job and its copies."""
        began = self._began.pop(job.name, None)
        self._copied.discard(job.name)
        if is_finished and began is not None:
            self._times.append(time.monotonic() - began)

    def lose(self, job: Job) -> None:
        """Notes that a late job or its copy was lost, and the other one runs on."""
        self._copied.discard(job.name)

    def names(self) -> list[str]:
        """The late jobs without a copy, the oldest first."""
        if len(self._times) < NEEDED:
            return []
        usual = sorted(self._times)[(len(self._times) * 9) // 10]
        before = time.monotonic() - max(FACTOR * usual, LEAST_SECONDS)
        late = [(began, name) for name, began in self._began.items() if began < before]
        return [name for _, name in sorted(late) if name not in self._copied]
