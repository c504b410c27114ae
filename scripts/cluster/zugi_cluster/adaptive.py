"""How many workers a cluster should have: as many as there is work for, between two bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from distributed.deploy.adaptive import Adaptive

#: Seconds between two looks at the work.
INTERVAL = 2.0
#: After how many looks in a row that find a worker to be of no use it is closed.
WAIT_COUNT = 5


@dataclass(frozen=True)
class WorkerRange:
    """The least and the greatest number of workers; the same number twice if it is fixed."""

    least: int
    most: int

    @staticmethod
    def parse(text: str) -> WorkerRange:
        """Reads `N` or `MIN..MAX`; both from 1 on, MIN at most MAX."""
        first, dots, second = text.partition("..")
        numbers = [first, second] if dots else [first]
        bounds = [int(word) if word.isdecimal() and len(word) < 10 else 0 for word in numbers]
        if bounds[0] < 1 or bounds[-1] < bounds[0]:
            raise ValueError(f"{text!r}: expected a number such as 8, or a range such as 4..200")
        return WorkerRange(bounds[0], bounds[-1])


@dataclass
class Demand:
    """How many jobs there are to do at the same time; `None` as long as more could be used.

    The session writes it, and the cluster that was started for the work reads it.
    """

    jobs: int | None = None


class AdaptiveToDemand(Adaptive):  # type: ignore[misc]
    """Starts and closes workers by the demand of the session.

    The rule of Dask's own class looks at the tasks that wait. There are never many: jobs are
    handed out when a worker needs one.
    """

    def __init__(self, cluster: Any, demand: Demand, threads: int, **more: Any) -> None:
        """For workers that do so many jobs at the same time."""
        super().__init__(cluster, interval=INTERVAL, wait_count=WAIT_COUNT, **more)
        self.demand = demand
        self.threads = threads

    async def target(self) -> int:
        """How many workers the jobs need; the caller keeps to the bounds."""
        jobs = self.demand.jobs
        return int(self.maximum) if jobs is None else -(-jobs // self.threads)
