"""Connects to a running scheduler, or starts a cluster."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import ssl
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any

from distributed import Client, LocalCluster
from distributed.comm.core import FatalCommClosedError
from distributed.security import Security

from .adaptive import AdaptiveToDemand, Demand, WorkerRange

#: The clusters of `dask-jobqueue` by the name of their scheduler.
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
    """No scheduler can be reached or started."""


def connector(options: Namespace, demand: Demand) -> Connect:
    """Returns a function that connects to the scheduler: once, and again after a loss.

    A cluster that is started here has as many workers as the demand needs, within the bounds of
    `--workers`.
    """
    name: str = options.scheduler
    security = _security(options)
    if name == "local":
        return lambda: _own(_local(options, demand, security), security)
    if name == "ssh":
        if not options.hosts:
            raise SchedulerError("--scheduler ssh: expected --hosts HOST,HOST,...")
        if _is_range(options.workers):
            raise SchedulerError("--workers of ssh: expected one number: its workers are fixed")
        if security is not None:
            expected = "expected the address of a scheduler that was started with TLS"
            raise SchedulerError(f"--tls with --scheduler ssh: {expected}")
        return lambda: _own(_ssh(options), None)
    if name in JOB_QUEUES:
        return lambda: _own(_job_queue(name, options, demand, security), security)
    if ":" in name:
        _check_address(name, security)
        return lambda: _connected(_client(name, security))
    raise SchedulerError(f"--scheduler {name}: expected {EXPECTED}")


def _client(address: str, security: Security | None) -> Client:
    try:
        return Client(address, timeout=PATIENCE, security=security)
    except FatalCommClosedError as error:
        # Waiting would not help.
        raise SchedulerError(f"{address}: the certificates do not fit: {error}") from error


def _check_address(address: str, security: Security | None) -> None:
    """Refuses an address that contradicts the options about TLS."""
    is_encrypted = address.startswith("tls://")
    if security is not None and not is_encrypted:
        raise SchedulerError(f"--tls with {address}: expected an address that begins with tls://")
    # Without the option, the user's configuration of Dask may name the files.
    context = Security().get_connection_args("client").get("ssl_context")
    if is_encrypted and security is None and context is None:
        raise SchedulerError(f"{address}: expected --tls CA CERTIFICATE KEY")


def _security(options: Namespace) -> Security | None:
    """The certificates of `--tls`, each of which must exist and be valid."""
    if options.tls is None:
        return None
    for path in options.tls:
        try:
            with open(path, "rb"):
                pass
        except OSError as error:
            raise SchedulerError(f"--tls {path}: {error.strerror}") from error
    # Dask needs absolute names of files where it passes them on.
    authority, certificate, key = (os.path.abspath(path) for path in options.tls)
    roles = ("client", "scheduler", "worker")
    security = Security(
        require_encryption=True,
        tls_ca_file=authority,
        **{f"tls_{role}_cert": certificate for role in roles},
        **{f"tls_{role}_key": key for role in roles},
    )
    try:
        security.get_connection_args("client")
    except (OSError, ssl.SSLError) as error:
        files = " ".join(options.tls)
        expected = "expected an authority, a certificate and its key in PEM files"
        raise SchedulerError(f"--tls {files}: {expected}: {error}") from error
    return security


def _is_range(workers: WorkerRange | None) -> bool:
    """Whether the number of workers may change."""
    return workers is not None and workers.least < workers.most


def check_scheduler(options: Namespace) -> None:
    """Refuses options with which nothing could be started, without starting anything."""
    connector(options, Demand())
    needed = {"ssh": "asyncssh", **dict.fromkeys(JOB_QUEUES, "dask_jobqueue")}
    package = needed.get(options.scheduler)
    if package is not None and importlib.util.find_spec(package) is None:
        extra = "ssh" if package == "asyncssh" else "jobqueue"
        expected = f"expected pip install 'zugi-cluster[{extra}]'"
        raise SchedulerError(f"{options.scheduler}: {expected}: there is no {package}")
    _pairs(options.job)


@contextlib.contextmanager
def _connected(client: Any) -> Iterator[Any]:
    """A client that is closed at the end, even if its scheduler is lost."""
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


@contextlib.contextmanager
def _own(cluster: Any, security: Security | None) -> Iterator[Any]:
    """A client of a cluster that is started here, and ends with the client."""
    with cluster, _connected(Client(cluster, security=security)) as client:
        yield client


def _local(options: Namespace, demand: Demand, security: Security | None) -> Any:
    workers, threads = options.workers, options.worker_threads
    if options.command == "solve" and workers is None:
        # The jobs of a proof share their results in one process.
        workers, threads = WorkerRange(1, 1), threads or os.cpu_count()
    cluster = LocalCluster(
        n_workers=workers and workers.least,
        threads_per_worker=threads or 1,
        processes=True,
        dashboard_address=options.dashboard,
        local_directory=options.scratch,
        security=security,
        protocol=None if security is None else "tls://",
    )
    if _is_range(workers):
        cluster.adapt(
            Adaptive=AdaptiveToDemand,
            minimum=workers.least,
            maximum=workers.most,
            demand=demand,
            threads=threads or 1,
        )
    return cluster


def _ssh(options: Namespace) -> Any:
    try:
        from distributed import SSHCluster
    except ImportError as error:
        raise SchedulerError(f"ssh: expected pip install 'zugi-cluster[ssh]': {error}") from error
    hosts = options.hosts.split(",")
    number = options.workers.least if options.workers else 1
    workers = {"nthreads": options.worker_threads or 1, "n_workers": number}
    if options.scratch:
        workers["local_directory"] = options.scratch
    # The first host also runs the scheduler.
    return SSHCluster(
        [hosts[0], *hosts],
        worker_options=workers,
        scheduler_options={"dashboard_address": options.dashboard or ":0"},
        remote_python=options.remote_python,
    )


def _job_queue(name: str, options: Namespace, demand: Demand, security: Security | None) -> Any:
    try:
        import dask_jobqueue
    except ImportError as error:
        message = f"{name}: expected pip install 'zugi-cluster[jobqueue]': {error}"
        raise SchedulerError(message) from error
    settings = {"cores": 1, "processes": 1, "memory": "2GB", **_pairs(options.job)}
    cluster = getattr(dask_jobqueue, JOB_QUEUES[name])(security=security, **settings)
    jobs = options.workers or WorkerRange(1, 1)
    try:
        cluster.sync(_submitted, cluster, jobs.least)
    except RuntimeError as error:
        # Closing cancels the other jobs, and then asserts that each job has ended, which a refused
        # one never does.
        with contextlib.suppress(AssertionError):
            cluster.close()
        raise SchedulerError(f"{name} refuses a job: {error}") from error
    # Lost workers are requested again. At least one is needed, because nothing is submitted before
    # there is a worker.
    cluster.adapt(
        Adaptive=AdaptiveToDemand,
        minimum_jobs=jobs.least,
        maximum_jobs=jobs.most,
        demand=demand,
        threads=max(1, settings["cores"] // settings["processes"]),
    )
    return cluster


async def _submitted(cluster: Any, jobs: int) -> None:
    """Submits the jobs.

    Raises the queue's refusal of a job, which the cluster itself would only log.
    """
    cluster.scale(jobs=jobs)
    await cluster
    for job in cluster.workers.values():
        await job


def _pairs(words: list[str]) -> dict[str, Any]:
    """`KEY=VALUE` options for a job of the queue; numbers are converted."""
    pairs: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise SchedulerError(f"--job {word}: expected KEY=VALUE, such as walltime=08:00:00")
        pairs[key] = int(value) if value.isdigit() else value
    return pairs
