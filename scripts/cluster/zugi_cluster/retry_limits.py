"""Limits how often `scheduler_session` tries a job again after a failure or a lost worker."""

from __future__ import annotations

import sys

from .jobs import ClusterError, Job


class RetryLimits:
    """Counts failures and losses of jobs, and ends the run when a job reaches a limit."""

    def __init__(self, attempts: int, losses: int) -> None:
        """Allows a job `attempts - 1` failures, and `losses - 1` lost workers."""
        self.attempts = attempts
        self.losses = losses
        #: The number of failures of each job, by its name.
        self.failed: dict[str, int] = {}
        #: The number of lost workers of each job, by its name.
        self.lost: dict[str, int] = {}

    def count_loss(self, job: Job, why: str) -> None:
        """Counts a worker that was lost while it had the job; the job may be without fault."""
        self.lost[job.name] = self.lost.get(job.name, 0) + 1
        if self.lost[job.name] >= self.losses:
            raise ClusterError(f"{job.name} was lost {self.losses} times: {why}")

    def count_failure(self, job: Job, why: str) -> None:
        """Counts a failure of the job on its worker."""
        self.failed[job.name] = self.failed.get(job.name, 0) + 1
        count = f"attempt {self.failed[job.name]} of {self.attempts}"
        print(f"{job.name} failed {why}; {count}", file=sys.stderr, flush=True)
        if self.failed[job.name] >= self.attempts:
            raise ClusterError(f"{job.name} failed {self.attempts} times, at last {why}")
