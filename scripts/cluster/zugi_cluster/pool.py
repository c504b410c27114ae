"""Commands of zugi as tasks of Dask: ahead of the workers, and again where they were lost.

What is here knows nothing of matches, data or proofs: a source hands out jobs and takes their
results. Whatever fails below it, the scheduler included, costs the jobs under way and no more.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import time
import zlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any, Protocol

from distributed import KilledWorker

from .schedulers import Connect
from .worker import Parcel, Porter, porter_fault, run_command

#: How often the workers are counted, in seconds.
LOOK_EVERY = 2.0
#: Seconds between two attempts to reach the scheduler.
PAUSE = 2.0


class ClusterError(Exception):
    """Work that cannot be done."""


class SchedulerLostError(Exception):
    """The scheduler does not answer any more."""


@dataclass(frozen=True)
class Job:
    """A command: its name, which no other job has, its arguments, and the file that it makes."""

    name: str
    arguments: tuple[str, ...]
    output: str | None = None
    #: Whether a command without the file has failed.
    must_make: bool = True


@dataclass(frozen=True)
class Result:
    """What became of a command."""

    code: int
    stdout: str
    stderr: str
    cpu: float
    seconds: float
    output: bytes | None


class Source(Protocol):
    """Where jobs come from, and where their results go."""

    def next(self) -> Job | None:
        """The next job; none if there is none now."""

    def finish(self, job: Job, result: Result) -> None:
        """Takes the result of a job."""

    def give_back(self, job: Job) -> None:
        """Takes back a job that nobody did: it is to be handed out again."""

    def is_done(self) -> bool:
        """Whether no more results are wanted."""

    def progress(self) -> str:
        """How far the work is, in a few words."""


@dataclass
class Teller:
    """Says on standard error how far the work is, in one line every now and then."""

    every: float = 10.0
    last: float = field(default_factory=time.monotonic)

    def tell(self, text: Callable[[], str], now: bool = False) -> None:
        """Says it, unless it was said a moment ago."""
        if now or time.monotonic() - self.last >= self.every:
            print(text(), file=sys.stderr, flush=True)
            self.last = time.monotonic()


def by_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """A task that is sent with all of its code: what is nested has no name to be found by."""

    def task(*arguments: Any) -> Any:
        return function(*arguments)

    return task


class Pool:
    """Workers that do jobs."""

    def __init__(
        self,
        connect: Connect,
        parcel: Parcel | None,
        ahead: float = 1.5,
        attempts: int = 3,
        losses: int = 50,
        outage: float = 3600.0,
        task: Callable[..., dict[str, Any]] = run_command,
    ) -> None:
        """A pool that has `ahead` times as many jobs under way as the workers have threads.

        A job that fails is tried `attempts` times, one whose worker was lost `losses` times; a
        scheduler is waited for `outage` seconds. Without a parcel the arguments go to the task
        as they are.
        """
        self.connect = connect
        self.parcel = parcel
        self.ahead = ahead
        self.attempts = attempts
        self.losses = losses
        self.outage = outage
        self.task = by_value(task)
        self.teller = Teller()
        self._failed: dict[str, int] = {}
        self._lost: dict[str, int] = {}
        #: CPU seconds of all finished tasks.
        self.cpu = 0.0
        #: Bytes that came back, compressed.
        self.received = 0

    def run(self, source: Source) -> None:
        """Does all jobs of a source."""
        answered = time.monotonic()
        while not source.is_done():
            try:
                with self.connect() as client:
                    answered = time.monotonic()
                    try:
                        _Shift(self, client, source).work()
                    finally:
                        answered = max(answered, time.monotonic() - LOOK_EVERY)
            except (OSError, SchedulerLostError) as error:
                if time.monotonic() - answered > self.outage:
                    raise ClusterError(f"the scheduler is out of reach: {error}") from error
                message = f"waiting for the scheduler: {error}"
                self.teller.tell(lambda text=message: text, now=True)  # type: ignore[misc]
                time.sleep(PAUSE)

    def count_loss(self, job: Job, why: str) -> None:
        """A worker was lost with the job, which is no fault of the job at first."""
        self._lost[job.name] = self._lost.get(job.name, 0) + 1
        if self._lost[job.name] >= self.losses:
            raise ClusterError(f"{job.name} was lost {self.losses} times: {why}")

    def count_failure(self, job: Job, why: str) -> None:
        """A job has failed where it ran."""
        self._failed[job.name] = self._failed.get(job.name, 0) + 1
        print(f"{job.name} failed: {why}", file=sys.stderr, flush=True)
        if self._failed[job.name] >= self.attempts:
            raise ClusterError(f"{job.name} failed {self.attempts} times: {why}")


class _Shift:
    """The work from one connection to the scheduler to its loss."""

    def __init__(self, pool: Pool, client: Any, source: Source) -> None:
        self.pool = pool
        self.client = client
        self.source = source
        self.flight: dict[Any, Job] = {}
        self.events: queue.Queue[Any] = queue.Queue()
        self.threads = 0
        self.looked = 0.0
        self.shunned: set[str] = set()

    def work(self) -> None:
        """Hands out jobs and takes results until no more are wanted."""
        try:
            self._prepare()
            while not self.source.is_done():
                self._look()
                self._hand_out()
                try:
                    self._take(self.events.get(timeout=0.5))
                except queue.Empty:
                    continue
        finally:
            for job in self.flight.values():
                self.source.give_back(job)
            self._cancel()

    def _cancel(self) -> None:
        """What is not wanted any more is not begun."""
        if self.flight and self.client.status == "running":
            try:
                self.client.cancel(list(self.flight), force=True)
            except Exception as error:
                print(f"tasks could not be cancelled: {error}", file=sys.stderr)

    def _prepare(self) -> None:
        """Sends the program; a worker with another one is found before any work is done."""
        if self.pool.parcel is None:
            return
        token = self.pool.parcel.token
        self._ask(self.client.register_plugin, Porter(self.pool.parcel))
        wrong = {address: fault for address, fault in self._faults(token).items() if fault}
        if wrong:
            lines = "".join(f"\n  {address}: {fault}" for address, fault in sorted(wrong.items()))
            raise ClusterError(f"no work was done: {len(wrong)} workers cannot do it{lines}")

    def _faults(self, token: str) -> dict[str, str | None]:
        """What each worker says of its program; one that is lost meanwhile says nothing."""
        ask = by_value(porter_fault)
        asked = {
            address: self.client.submit(ask, token, workers=[address], pure=False)
            for address in self._ask(self.client.ncores)
        }
        faults: dict[str, str | None] = {}
        while asked:
            there = self._ask(self.client.ncores)
            for address, future in list(asked.items()):
                if future.done() or address not in there:
                    del asked[address]
                    with contextlib.suppress(OSError, CancelledError, KilledWorker, TimeoutError):
                        if future.status == "finished":
                            faults[address] = future.result(timeout=10)
                    future.cancel()
            time.sleep(0.05)
        return faults

    def _ask(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Asks the scheduler; one that does not answer is lost."""
        try:
            return function(*arguments, **more)
        except (OSError, RuntimeError, TimeoutError) as error:
            raise SchedulerLostError(str(error) or type(error).__name__) from error

    def _look(self) -> None:
        """Counts the workers, and asks by that whether the scheduler is there."""
        if self.client.status != "running":
            raise SchedulerLostError(f"the connection is {self.client.status}")
        if time.monotonic() - self.looked >= LOOK_EVERY:
            self.threads = sum(self._ask(self.client.ncores).values())
            self.looked = time.monotonic()
            if self.threads == 0:
                self.pool.teller.tell(lambda: "there is no worker: expected one to come")
        self.pool.teller.tell(
            lambda: f"{self.source.progress()}, {self.threads} workers, {len(self.flight)} ahead"
        )

    def _hand_out(self) -> None:
        """Keeps a queue ahead of the workers."""
        wanted = int(self.threads * self.pool.ahead + 0.999)
        while len(self.flight) < wanted and (job := self.source.next()) is not None:
            if self.pool.parcel is None:
                arguments: list[Any] = list(job.arguments)
            else:
                arguments = [self.pool.parcel.token, list(job.arguments), job.output]
            future = self.client.submit(
                self.pool.task,
                *arguments,
                key=f"{job.name}-{time.monotonic_ns()}",
                pure=False,
                retries=0,
                workers=self._others(),
                allow_other_workers=False,
            )
            self.flight[future] = job
            future.add_done_callback(self.events.put)

    def _others(self) -> list[str] | None:
        """The workers that have the right program, if some have not."""
        if not self.shunned:
            return None
        all_workers = set(self._ask(self.client.ncores))
        return sorted(all_workers - self.shunned) or None

    def _take(self, future: Any) -> None:
        """Takes what became of a task."""
        job = self.flight.pop(future, None)
        if job is None:
            return
        if future.status in ("cancelled", "lost"):
            self.source.give_back(job)
            return
        try:
            result = future.result(timeout=60)
        except (OSError, TimeoutError, CancelledError, KilledWorker) as error:
            # Its worker was lost, or what it had before it was fetched.
            self.source.give_back(job)
            self.pool.count_loss(job, f"{type(error).__name__}: {error}")
            return
        except Exception as error:
            self.source.give_back(job)
            self.pool.count_failure(job, f"{type(error).__name__}: {error}")
            return
        finally:
            future.release()
        if result.get("fault"):
            self._shun(job, result)
            return
        self._finish(job, result)

    def _shun(self, job: Job, result: dict[str, Any]) -> None:
        """A worker that came later and has another program gets no more work."""
        print(f"{result['worker']} gets no work: {result['fault']}", file=sys.stderr, flush=True)
        self.shunned.add(result["worker"])
        self.source.give_back(job)
        self.pool.count_loss(job, result["fault"])

    def _finish(self, job: Job, result: dict[str, Any]) -> None:
        content = result["output"]
        self.pool.cpu += result["cpu"]
        self.pool.received += len(content or b"")
        if result["code"] != 0 or (job.output and job.must_make and content is None):
            last = result["stderr"].strip().splitlines()[-3:]
            self.source.give_back(job)
            self.pool.count_failure(job, f"exit code {result['code']}: {'; '.join(last)}")
            return
        output = None if content is None else zlib.decompress(content)
        done = Result(
            result["code"],
            result["stdout"],
            result["stderr"],
            result["cpu"],
            result["seconds"],
            output,
        )
        self.source.finish(job, done)
