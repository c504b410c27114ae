"""Adapts the number of workers to the work, between two bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from distributed.deploy.adaptive import Adaptive

#: Seconds between two checks of the work.
INTERVAL = 2.0
#: A worker is closed after this many checks in a row that find it superfluous.
WAIT_COUNT = 5


@dataclass(frozen=True)
class WorkerRange:
    """The bounds of the number of workers; equal if it is fixed."""

    least: int
    most: int

    @staticmethod
    def parse(text: str) -> WorkerRange:
        """Reads `N` or `MIN..MAX`; both at least 1, MIN at most MAX."""
        first, dots, second = text.partition("..")
        numbers = [first, second] if dots else [first]
        bounds = [int(word) if word.isdecimal() and len(word) < 10 else 0 for word in numbers]
        if bounds[0] < 1 or bounds[-1] < bounds[0]:
            raise ValueError(f"{text!r}: expected a number such as 8, or a range such as 4..200")
        return WorkerRange(bounds[0], bounds[-1])


@dataclass
class Demand:
    """The number of jobs that can run at the same time; `None` if unlimited.

    The session writes it; the cluster that was started for the work reads it.
    """

    jobs: int | None = None


class AdaptiveToDemand(Adaptive):  # type: ignore[misc]
    """Starts and closes workers by the demand of the session.

    Dask's own class counts waiting tasks. There are never many, because jobs are submitted when a
    worker needs one.
    """

    def __init__(self, cluster: Any, demand: Demand, threads: int, **more: Any) -> None:
        """Takes the number of jobs that a worker runs at the same time."""
        super().__init__(cluster, interval=INTERVAL, wait_count=WAIT_COUNT, **more)
        self.demand = demand
        self.threads = threads

    async def target(self) -> int:
        """The number of workers for the jobs; the caller applies the bounds."""
        jobs = self.demand.jobs
        return int(self.maximum) if jobs is None else -(-jobs // self.threads)
