"""Measures the cost of tasks with many workers that only wait.

    python task_cost.py --workers 1000 --seconds 30 --rounds 4

The workers are real workers of Dask, all in one process with the scheduler and the client. The
profiling that workers do on their own machines is switched off.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import time
from typing import Any

import cloudpickle
import dask
from distributed import LocalCluster

from zugi_cluster import worker
from zugi_cluster.jobs import Job, Result
from zugi_cluster.pool import Pool

#: A thousand workers on one machine must not each run a profiler and a system monitor.
ALONE = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.tick.interval": "10s",
    "distributed.worker.memory.monitor-interval": "60s",
    "distributed.scheduler.worker-ttl": "1 hour",
}


class Waits:
    """A source of jobs that only wait."""

    def __init__(self, count: int, seconds: float) -> None:
        """Takes the number of jobs, and the seconds of each."""
        self.names = [f"wait-{number}" for number in range(count)]
        self.count = count
        self.seconds = seconds
        self.done = 0
        self.first = time.monotonic()

    def next(self) -> Job | None:
        if not self.names:
            return None
        return Job(self.names.pop(), (self.seconds,))  # type: ignore[arg-type]

    def finish(self, job: Job, result: Result) -> None:
        self.done += 1

    def requeue(self, job: Job) -> None:
        self.names.append(job.name)

    def wants(self, job: Job) -> bool:
        """Every job counts."""
        return True

    def shared(self) -> list[Any]:
        return []

    def is_done(self) -> bool:
        return self.done == self.count

    def progress(self) -> str:
        return f"{self.done} of {self.count} after {time.monotonic() - self.first:.1f} s"


def main() -> None:
    """Measures, and prints one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    cloudpickle.register_pickle_by_value(worker)
    dask.config.set(ALONE)
    workers, seconds = options.workers, options.seconds
    began = time.monotonic()
    cluster = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        memory_limit=0,
    )
    print(f"{workers} workers came in {time.monotonic() - began:.1f} s", flush=True)
    waits = Waits(options.rounds * workers, seconds)
    pool = Pool(lambda: contextlib.nullcontext(cluster.get_client()), None, task=worker.wait_only)
    before, waits.first = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    pool.run(waits)
    elapsed = time.monotonic() - waits.first
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    busy = waits.count * seconds / (elapsed * workers)
    print(
        f"{workers} workers, {waits.count} tasks of {seconds} s: {elapsed:.1f} s, "
        f"{100 * busy:.1f} % busy, {1000 * cpu / waits.count:.2f} ms of CPU a task"
    )
    cluster.close()


if __name__ == "__main__":
    main()
