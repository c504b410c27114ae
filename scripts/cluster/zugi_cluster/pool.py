"""Runs commands of zugi as tasks of Dask, submitted ahead of need and again after losses.

This module knows nothing of matches, data or proofs: a source supplies jobs and takes their
results. A failure below it, even of the scheduler, costs only the jobs under way.
`scheduler_session.py` submits the jobs to the workers.
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
from .retry_limits import RetryLimits
from .scheduler_session import COUNT_INTERVAL, SchedulerSession, by_value
from .schedulers import Connect
from .worker import run_command

#: Seconds between two attempts to reach the scheduler.
PAUSE = 2.0


class Pool:
    """Runs the jobs of a source on workers."""

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
        """Keeps `ahead` jobs under way for each thread of the workers.

        A job is tried again until it has failed `attempts` times or lost its worker `losses`
        times; `outage` is the time in seconds to wait for a scheduler. Without a bundle the
        arguments go to the task unchanged. `demand` receives the number of jobs that can run at a
        time.
        """
        self.connect = connect
        self.bundle = bundle
        self.ahead = ahead
        self.retries = RetryLimits(attempts, losses)
        self.outage = outage
        self.task = by_value(task)
        self.demand = demand or Demand()
        self.reporter = ProgressReporter()
        #: Workers on which a job has failed: other workers try it first.
        self.failed_on: dict[str, set[str]] = {}
        #: Whether a job was done with these arguments, which are then right.
        self.is_accepted = False
        #: Whether to send the bundle to all workers although the scheduler has it.
        self.send_again = False
        #: CPU seconds of all finished tasks.
        self.cpu = 0.0
        #: Bytes received, compressed.
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
                        answered = max(answered, time.monotonic() - COUNT_INTERVAL)
            except (OSError, SchedulerLostError) as error:
                if (fault := file_fault(error)) is not None:
                    raise OwnFileError(fault) from error
                if time.monotonic() - answered > self.outage:
                    raise ClusterError(f"the scheduler is out of reach: {error}") from error
                DETAILS.warning("the scheduler is lost", exc_info=error)
                message = f"waiting for the scheduler: {error}"
                self.reporter.report(lambda text=message: text, now=True)  # type: ignore[misc]
                time.sleep(PAUSE)
