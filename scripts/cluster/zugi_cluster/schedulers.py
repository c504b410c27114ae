"""Where the work is done: a scheduler that is there already, or one that is started for it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any

from distributed import Client, LocalCluster

#: Clusters of `dask-jobqueue` by the name of their scheduler.
JOB_QUEUES = {
    "slurm": "SLURMCluster",
    "pbs": "PBSCluster",
    "sge": "SGECluster",
    "lsf": "LSFCluster",
    "htcondor": "HTCondorCluster",
    "oar": "OARCluster",
    "moab": "MoabCluster",
}
EXPECTED = f"an address such as tcp://host:8786, local, ssh, {', '.join(JOB_QUEUES)}"
#: Seconds to wait for a scheduler that does not answer, at a time.
PATIENCE = 10

Connect = Callable[[], "contextlib.AbstractContextManager[Any]"]


class SchedulerError(Exception):
    """A scheduler that cannot be had."""


def connector(options: Namespace) -> Connect:
    """What connects to the scheduler of the options: once, and again after it was lost."""
    name: str = options.scheduler
    if name == "local":
        return lambda: _own(_local(options))
    if name == "ssh":
        if not options.hosts:
            raise SchedulerError("--scheduler ssh: expected --hosts HOST,HOST,...")
        return lambda: _own(_ssh(options))
    if name in JOB_QUEUES:
        return lambda: _own(_job_queue(name, options))
    if ":" in name:
        return lambda: _connected(Client(name, timeout=PATIENCE))
    raise SchedulerError(f"--scheduler {name}: expected {EXPECTED}")


def check_scheduler(options: Namespace) -> None:
    """Refuses options with which nothing could be started, without starting anything."""
    connector(options)
    needed = {"ssh": "asyncssh", **dict.fromkeys(JOB_QUEUES, "dask_jobqueue")}
    package = needed.get(options.scheduler)
    if package is not None and importlib.util.find_spec(package) is None:
        extra = "ssh" if package == "asyncssh" else "jobqueue"
        expected = f"expected pip install 'zugi-cluster[{extra}]'"
        raise SchedulerError(f"{options.scheduler}: {expected}: there is no {package}")
    _pairs(options.job)


@contextlib.contextmanager
def _connected(client: Any) -> Iterator[Any]:
    """A client that is closed at the end, whatever has become of its scheduler."""
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


@contextlib.contextmanager
def _own(cluster: Any) -> Iterator[Any]:
    """A client of a cluster that ends with it."""
    with cluster, _connected(Client(cluster)) as client:
        yield client


def _local(options: Namespace) -> Any:
    workers, threads = options.workers, options.worker_threads
    if options.command == "solve" and workers is None:
        # The jobs of a proof share what they find out in one process.
        workers, threads = 1, threads or os.cpu_count()
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=threads or 1,
        processes=True,
        dashboard_address=options.dashboard,
        local_directory=options.scratch,
    )


def _ssh(options: Namespace) -> Any:
    try:
        from distributed import SSHCluster
    except ImportError as error:
        raise SchedulerError(f"ssh: expected pip install 'zugi-cluster[ssh]': {error}") from error
    hosts = options.hosts.split(",")
    workers = {"nthreads": options.worker_threads or 1, "n_workers": options.workers or 1}
    if options.scratch:
        workers["local_directory"] = options.scratch
    # The first one holds the scheduler, too.
    return SSHCluster(
        [hosts[0], *hosts],
        worker_options=workers,
        scheduler_options={"dashboard_address": options.dashboard or ":0"},
        remote_python=options.remote_python,
    )


def _job_queue(name: str, options: Namespace) -> Any:
    try:
        import dask_jobqueue
    except ImportError as error:
        message = f"{name}: expected pip install 'zugi-cluster[jobqueue]': {error}"
        raise SchedulerError(message) from error
    settings = {"cores": 1, "processes": 1, "memory": "2GB", **_pairs(options.job)}
    cluster = getattr(dask_jobqueue, JOB_QUEUES[name])(**settings)
    jobs = options.workers or 1
    try:
        cluster.sync(_submitted, cluster, jobs)
    except RuntimeError as error:
        # Cancels the others. It then asserts that each has ended, which one refused never does.
        with contextlib.suppress(AssertionError):
            cluster.close()
        raise SchedulerError(f"{name} refuses a job: {error}") from error
    # What is lost is asked for again. Never fewer, whatever there is to do: nothing is handed out
    # before there is a worker, and so none would ever be asked for.
    cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
    return cluster


async def _submitted(cluster: Any, jobs: int) -> None:
    """Submits the jobs. A cluster only logs what the queue answers; each of its jobs raises it."""
    cluster.scale(jobs=jobs)
    await cluster
    for job in cluster.workers.values():
        await job


def _pairs(words: list[str]) -> dict[str, Any]:
    """`KEY=VALUE` for a job of the queue; numbers are numbers."""
    pairs: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise SchedulerError(f"--job {word}: expected KEY=VALUE, such as walltime=08:00:00")
        pairs[key] = int(value) if value.isdigit() else value
    return pairs
