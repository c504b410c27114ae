"""Commands of zugi as tasks of Dask: ahead of the workers, and again where they were lost.

What is here knows nothing of matches, data or proofs: a source hands out jobs and takes their
results. Whatever fails below it, the scheduler included, costs the jobs under way and no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .adaptive import Demand
from .checks import ProgramBundle
from .jobs import (
    ClusterError,
    JobSource,
    OwnFileError,
    ProgressReporter,
    SchedulerLostError,
    file_fault,
)
from .logs import DETAILS
from .retries import Retries
from .scheduler_session import LOOK_EVERY, SchedulerSession, by_value
from .schedulers import Connect
from .worker import run_command

#: Seconds between two attempts to reach the scheduler.
PAUSE = 2.0


class Pool:
    """Workers that do jobs."""

    def __init__(
        self,
        connect: Connect,
        bundle: ProgramBundle | None,
        ahead: float = 2.0,
        attempts: int = 3,
        losses: int = 50,
        outage: float = 3600.0,
        task: Callable[..., Any] = run_command,
        demand: Demand | None = None,
    ) -> None:
        """A pool that has `ahead` times as many jobs under way as the workers have threads.

        A job that fails is tried `attempts` times, one whose worker was lost `losses` times; a
        scheduler is waited for `outage` seconds. Without a bundle the arguments go to the task
        as they are. How many jobs there are to do at a time is written into `demand`.
        """
        self.connect = connect
        self.bundle = bundle
        self.ahead = ahead
        self.retries = Retries(attempts, losses)
        self.outage = outage
        self.task = by_value(task)
        self.demand = demand or Demand()
        self.reporter = ProgressReporter()
        #: Workers on which a job has failed: others try it first.
        self.failed_on: dict[str, set[str]] = {}
        #: Whether a job was done with these arguments, which are right then.
        self.is_accepted = False
        #: Whether the bundle must be sent to all workers, though the scheduler knows it.
        self.send_again = False
        #: CPU seconds of all finished tasks.
        self.cpu = 0.0
        #: Bytes that came back, compressed.
        self.received = 0

    def run(self, source: JobSource) -> None:
        """Does all jobs of a source."""
        answered = time.monotonic()
        while not source.is_done():
            try:
                with self.connect() as client:
                    answered = time.monotonic()
                    try:
                        SchedulerSession(self, client, source).work()
                    finally:
                        answered = max(answered, time.monotonic() - LOOK_EVERY)
            except (OSError, SchedulerLostError) as error:
                if (fault := file_fault(error)) is not None:
                    raise OwnFileError(fault) from error
                if time.monotonic() - answered > self.outage:
                    raise ClusterError(f"the scheduler is out of reach: {error}") from error
                DETAILS.warning("the scheduler is lost", exc_info=error)
                message = f"waiting for the scheduler: {error}"
                self.reporter.report(lambda text=message: text, now=True)  # type: ignore[misc]
                time.sleep(PAUSE)
