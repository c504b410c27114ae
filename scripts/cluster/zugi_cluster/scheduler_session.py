"""The work during one connection to the scheduler."""

from __future__ import annotations

import asyncio
import inspect
import queue
import shlex
import sys
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from distributed import KilledWorker

from .copies import LateJobs
from .failures import loss_of, reason_line, worker_of
from .jobs import ClusterError, Job, JobSource, OwnFileError, Result, SchedulerLostError
from .logs import DETAILS
from .updates import WorkerUpdates
from .worker import CANNOT_WRITE, NO_PROGRAM_YET, UploadPlugin, upload_fault

if TYPE_CHECKING:
    from .pool import Pool

#: Seconds between two counts of the workers.
COUNT_INTERVAL = 2.0
#: Seconds between two searches for useless jobs, and the largest share of time for them.
DROP_INTERVAL, DROP_SHARE = 0.05, 0.1
#: Seconds for a result from its worker to the client.
FETCH_TIME = 60.0
#: Seconds for which a worker may be silent before the others begin without it.
PATIENCE = 20.0
#: A worker gets no more jobs after this many failures in a row, if another worker is left or the
#: cause is trouble of the worker itself, such as a full disk.
FAILURES = 3
#: The exit code of zugi for wrong arguments.
REFUSED = 2
#: The errors in place of a result whose worker was lost.
LOST = (OSError, TimeoutError, asyncio.TimeoutError, CancelledError, KilledWorker)


def by_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a task that is sent with its code: nested functions have no importable name."""

    async def waiting(*arguments: Any) -> Any:
        return await function(*arguments)

    def task(*arguments: Any) -> Any:
        return function(*arguments)

    return waiting if inspect.iscoroutinefunction(function) else task


@dataclass(frozen=True)
class _Fetched:
    """The outcome of a finished task: its result, or why there is none."""

    future: Any
    job: Job
    result: Any


class SchedulerSession:
    """The work during one connection to the scheduler.

    Once the workers were asked for their faults, nothing here waits for a worker, which may be
    dead: results are fetched, and the bundle is sent, in tasks beside the loop.
    """

    def __init__(self, pool: Pool, client: Any, source: JobSource) -> None:
        """Runs the jobs of a pool by a connected client."""
        self.pool = pool
        self.client = client
        self.source = source
        #: The tasks under way, with the workers that may run them if not all may.
        self.flight: dict[Any, tuple[Job, frozenset[str] | None]] = {}
        #: The finished tasks whose results are being fetched.
        self.fetching: dict[Any, Job] = {}
        #: By the name of a job: its tasks under way and being fetched, more than one if it has a
        #: copy.
        self.futures: dict[str, set[Any]] = {}
        #: The jobs under way and being fetched, and which of them are late.
        self.late = LateJobs()
        #: The time of the next check for late jobs.
        self.copy_at = 0.0
        self.events: queue.Queue[Any] = queue.Queue()
        self.workers: dict[str, int] = {}
        self.looked = 0.0
        #: The workers that get no work, with the reasons.
        self.excluded: dict[str, str] = {}
        #: The number of jobs that have failed in a row on each worker.
        self.failures: dict[str, int] = {}
        #: All workers so far.
        self.seen: set[str] = set()
        #: Sends results and useless jobs to the workers.
        self.updates = None if pool.bundle is None else WorkerUpdates(client, pool.bundle.token)
        #: The time of the next check for useless jobs.
        self.drop_at = 0.0

    def work(self) -> None:
        """Submits jobs and takes results until no more are needed."""
        try:
            self._prepare()
            while not self.source.is_done():
                self._count_workers()
                self._submit_jobs()
                if self.updates is not None:
                    self.updates.send(self.workers, self.source.shared())
                try:
                    event = self.events.get(timeout=0.5)
                except queue.Empty:
                    continue
                if isinstance(event, _Fetched):
                    self._take(event)
                else:
                    self._fetch(event)
        finally:
            flight, self.flight = self.flight, {}
            fetching, self.fetching = self.fetching, {}
            jobs = [*(job for job, _ in flight.values()), *fetching.values()]
            for job in {job.name: job for job in jobs}.values():
                self.source.requeue(job)
            self._cancel(list(flight))

    def _requeue(self, future: Any, job: Job) -> None:
        """Returns an undone job to the source, unless a copy of it is under way."""
        futures = self.futures.get(job.name, set())
        futures.discard(future)
        if futures:
            self.late.lose(job)
        else:
            self.futures.pop(job.name, None)
            self.late.end(job, is_finished=False)
            self.source.requeue(job)

    def _cancel(self, futures: list[Any]) -> None:
        """Cancels tasks; those that have begun run on."""
        if futures and self.client.status == "running":
            try:
                self.client.cancel(futures, force=True)
            except Exception as error:
                print(f"tasks could not be cancelled: {error}", file=sys.stderr)
                DETAILS.warning("tasks could not be cancelled", exc_info=error)

    def _prepare(self) -> None:
        """Sends the program; finds workers with another program before any work is done."""
        bundle = self.pool.bundle
        if bundle is None:
            return
        # A worker that dies while it gets the bundle makes this fail or wait. That does not matter:
        # the scheduler keeps the bundle for new workers, and all others are asked.
        uploader = UploadPlugin(bundle, self.pool.send_again)
        threading.Thread(target=self._send, args=(uploader,), daemon=True).start()
        faults = self._faults(bundle.token)
        found = {at: fault for at, fault in faults.items() if fault and fault != NO_PROGRAM_YET}
        wrong = {at: fault for at, fault in found.items() if not fault.startswith(CANNOT_WRITE)}
        if wrong:
            lines = "".join(f"\n  {address}: {fault}" for address, fault in sorted(wrong.items()))
            raise ClusterError(f"no work was done: {len(wrong)} workers cannot do it{lines}")
        if NO_PROGRAM_YET in faults.values():
            self._raise_bundle_lost()
        # The other workers can do the work.
        for address, fault in sorted(found.items()):
            self._exclude(address, fault)
        self.pool.send_again = False

    def _send(self, uploader: UploadPlugin) -> None:
        try:
            self.client.register_plugin(uploader)
        except Exception as error:
            print(f"a worker was lost before it had the program: {error}", file=sys.stderr)
            DETAILS.warning("the program could not be sent", exc_info=error)

    def _raise_bundle_lost(self) -> None:
        """Ends this session, because a worker has waited in vain for the bundle.

        The scheduler that got it was an earlier one, for instance before a restart. The next
        session sends it again.
        """
        self.pool.send_again = True
        raise SchedulerLostError("workers have not got the program")

    def _faults(self, token: str) -> dict[str, str | None]:
        """The fault of each worker's program; a worker that is lost meanwhile has none.

        A worker that hangs delays the start by at most `PATIENCE` seconds once another one has
        answered; if it resumes, its first task checks its program.
        """
        ask = by_value(upload_fault)
        asked: dict[Any, str] = {}
        for address in self._ask(self.client.ncores):
            future = self.client.submit(ask, token, workers=[address], pure=False)
            asked[future] = address
            future.add_done_callback(self.events.put)
        faults: dict[str, str | None] = {}
        began = time.monotonic()
        while asked and not (faults and time.monotonic() - began > PATIENCE):
            try:
                event = self.events.get(timeout=0.5)
            except queue.Empty:
                there = self._ask(self.client.ncores)
                for future in [future for future, at in asked.items() if at not in there]:
                    del asked[future]
                    future.cancel()
                continue
            if not isinstance(event, _Fetched):
                if event in asked:
                    self._get(event, Job(asked[event], ()))
            elif (address := asked.pop(event.future, None)) is not None:
                if not isinstance(event.result, BaseException):
                    faults[address] = event.result
                event.future.release()
        for future, address in asked.items():
            print(f"{address} does not answer", file=sys.stderr, flush=True)
            future.cancel()
        return faults

    def _ask(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Asks the scheduler; raises an error if it does not answer."""
        try:
            return function(*arguments, **more)
        except (OSError, RuntimeError, TimeoutError) as error:
            raise SchedulerLostError(str(error) or type(error).__name__) from error

    def _count_workers(self) -> None:
        """Counts the workers, which also checks that the scheduler answers."""
        if self.client.status != "running":
            raise SchedulerLostError(f"the connection is {self.client.status}")
        if time.monotonic() - self.looked >= COUNT_INTERVAL:
            self.workers = self._ask(self.client.ncores)
            self.looked = time.monotonic()
            self.seen |= self.workers.keys()
            self._free()
            self._check_usable_workers()
            if not self.workers:
                self.pool.reporter.report(lambda: "there is no worker: expected one to come")
        if time.monotonic() >= self.drop_at:
            began = time.monotonic()
            self._drop()
            spent = time.monotonic() - began
            self.drop_at = began + max(DROP_INTERVAL, spent / DROP_SHARE)
        self.pool.reporter.report(
            lambda: (
                f"{self.source.progress()}, {len(self.workers)} workers, {len(self.flight)} ahead"
            )
        )

    def _check_usable_workers(self) -> None:
        """Ends the work if no worker is left that can do it, and none may return."""
        if not self.workers or self.workers.keys() - self.excluded.keys():
            return
        reasons = "; ".join(f"{at}: {self.excluded[at]}" for at in sorted(self.workers))
        if self.seen <= self.excluded.keys():
            raise ClusterError(f"no worker is left that can do the work: {reasons}")
        self.pool.reporter.report(lambda: f"expected another worker: none here can work: {reasons}")

    def _free(self) -> None:
        """Takes back tasks that wait for workers all of which are gone."""
        there = self.workers.keys()
        gone = [it for it, (_, may) in self.flight.items() if may is not None and not may & there]
        self._take_back(gone)

    def _drop(self) -> None:
        """Takes back useless jobs, and stops those that have begun."""
        useless = [it for it, (job, _) in self.flight.items() if not self.source.wants(job)]
        self._stop({self.flight[it][0].name for it in useless})
        self._take_back(useless)

    def _take_back(self, futures: list[Any]) -> None:
        for future in futures:
            self._requeue(future, self.flight.pop(future)[0])
        self._cancel(futures)

    def _submit_jobs(self) -> None:
        """Keeps a queue of jobs ahead of the workers."""
        may = frozenset(self.workers.keys() - self.excluded.keys())
        wanted = int(sum(self.workers[at] for at in may) * self.pool.ahead + 0.999)
        self.pool.demand.jobs = None
        while len(self.flight) < wanted:
            job = self.source.next()
            if job is None:
                # Without a further job, those under way are all that can run.
                self.pool.demand.jobs = len(self.flight) + len(self.fetching)
                self._copy_late(may)
                return
            try:
                self._submit(job, may)
            except BaseException:
                self._requeue(None, job)
                raise

    def _copy_late(self, may: frozenset[str]) -> None:
        """Submits late jobs once more, to idle workers."""
        if time.monotonic() < self.copy_at:
            return
        self.copy_at = time.monotonic() + COUNT_INTERVAL
        names = self.late.names()
        if not names:
            return
        held: dict[str, list[str]] = self._ask(self.client.processing)
        idle = [at for at in sorted(may) if len(held.get(at, ())) < self.workers[at]]
        jobs = {job.name: job for job, _ in self.flight.values()}
        for name in names:
            if name not in jobs:
                continue
            keys = {future.key for future in self.futures[name]}
            other = next((at for at in idle if keys.isdisjoint(held.get(at, ()))), None)
            if other is None:
                continue
            idle.remove(other)
            DETAILS.info("%s is late: %s does it, too", name, other)
            self._submit(jobs[name], frozenset([other]))

    def _submit(self, job: Job, may: frozenset[str]) -> None:
        """Submits a job; a failed one goes to workers that have not tried it, if there are any."""
        fresh = may - self.pool.failed_on.get(job.name, set()) or may
        some = fresh if len(fresh) < len(self.workers) else None
        if self.pool.bundle is None:
            arguments: list[Any] = list(job.arguments)
        else:
            arguments = [self.pool.bundle.token, list(job.arguments)]
            arguments += [job.output, job.line, job.name]
        future = self._ask(
            self.client.submit,
            self.pool.task,
            *arguments,
            key=f"{job.name}-{time.monotonic_ns()}",
            pure=False,
            retries=0,
            # In the order of submission.
            fifo_timeout=0,
            workers=sorted(some) if some else None,
            allow_other_workers=False,
        )
        self.flight[future] = (job, some)
        self.futures.setdefault(job.name, set()).add(future)
        self.late.begin(job)
        future.add_done_callback(self.events.put)

    def _fetch(self, future: Any) -> None:
        """Fetches the result of a finished task."""
        job, _ = self.flight.pop(future, (None, None))
        if job is None:
            return
        if future.status in ("cancelled", "lost"):
            self._requeue(future, job)
            return
        self.fetching[future] = job
        self._get(future, job)

    def _get(self, future: Any, job: Job) -> None:
        """Fetches a result beside the loop, because its worker may be dead."""

        async def get() -> None:
            result: Any
            try:
                coming = self.client.gather(future, asynchronous=True)
                result = await asyncio.wait_for(coming, FETCH_TIME)
            except Exception as error:
                result = error
            self.events.put(_Fetched(future, job, result))

        self.client.loop.add_callback(get)

    def _take(self, fetched: _Fetched) -> None:
        """Takes the outcome of a task: its job is done or returned to the source in any case."""
        job = fetched.job
        if self.fetching.pop(fetched.future, None) is None:
            return
        is_finished = False
        try:
            fetched.future.release()
            is_finished = self._is_finished(job, fetched.result)
        finally:
            if not is_finished:
                self._requeue(fetched.future, job)

    def _is_finished(self, job: Job, result: Any) -> bool:
        """Whether a task has done its job; counts losses and failures."""
        if isinstance(result, LOST):
            # The task's worker was lost, or the result was lost before it was fetched.
            self.pool.retries.count_loss(job, loss_of(result))
        elif isinstance(result, Exception):
            DETAILS.error("%s failed", job.name, exc_info=result)
            self.pool.retries.count_failure(
                job, f"as {type(result).__name__}: {reason_line(str(result))}"
            )
        elif result.get("fault"):
            self._exclude_late(job, result)
        elif result.get("trouble"):
            self._exclude_for_trouble(job, result)
        elif result.get("raised"):
            self._fail(job, {**result, "code": None, "stderr": result["raised"]})
        elif result["code"] != 0 or (job.output and result["output"] is None):
            self._fail(job, result)
        else:
            self._finish(job, result)
            return True
        return False

    def _exclude_late(self, job: Job, result: dict[str, Any]) -> None:
        """Excludes a worker that came later and has another program."""
        self.pool.retries.count_loss(job, f"{worker_of(result)}: {result['fault']}")
        if result["fault"] == NO_PROGRAM_YET:
            self._raise_bundle_lost()
        self._exclude(result["worker"], result["fault"])

    def _exclude(self, worker: str, why: str) -> None:
        """Submits nothing more to a worker."""
        if worker not in self.excluded:
            print(f"{worker} gets no work: {why}", file=sys.stderr, flush=True)
        self.excluded[worker] = why

    def _exclude_for_trouble(self, job: Job, result: dict[str, Any]) -> None:
        """Counts a failure such as a full disk; excludes a worker after `FAILURES` in a row."""
        worker, why = result["worker"], result["trouble"]
        name = worker_of(result)
        print(f"{job.name} failed on {name}: {why}", file=sys.stderr, flush=True)
        if "trace" in result:
            DETAILS.error("%s failed on %s\n%s", job.name, name, result["trace"])
        self._count_against(worker, job)
        if self.failures[worker] >= FAILURES:
            self._exclude(worker, why)
        self.pool.retries.count_loss(job, f"{name}: {why}")

    def _count_against(self, worker: str, job: Job) -> None:
        self.failures[worker] = self.failures.get(worker, 0) + 1
        self.pool.failed_on.setdefault(job.name, set()).add(worker)

    def _fail(self, job: Job, result: dict[str, Any]) -> None:
        """Counts a failed command, which may be the job's fault or its worker's."""
        worker, code = result.get("worker", "a worker"), result["code"]
        reason = reason_line(result["stderr"]) or f"there is no {job.output}"
        ended = "" if code is None else f"exit code {code}: "
        why = f"on {worker_of(result)}: {ended}{reason}"
        more = f" ({shlex.join(['zugi', *map(str, job.arguments)])})"
        trace = result.get("trace", result["stderr"])
        DETAILS.error("%s failed %s%s\n%s", job.name, why, more, trace)
        if code == REFUSED and not self.pool.is_accepted:
            # All jobs have these arguments, and none was done with them.
            raise ClusterError(f"wrong arguments: {job.name} {why}{more}")
        self._count_against(worker, job)
        others = self.workers.keys() - self.excluded.keys() - {worker}
        if self.failures[worker] >= FAILURES and others:
            self._exclude(worker, f"{FAILURES} jobs have failed there in a row: {reason}")
        self.pool.retries.count_failure(job, why + more)

    def _finish(self, job: Job, result: dict[str, Any]) -> None:
        content = result["output"]
        self.pool.cpu += result["cpu"]
        self.pool.received += len(content or b"")
        output = None if content is None else zlib.decompress(content)
        done = Result(
            result["code"],
            result["stdout"],
            result["stderr"],
            result["cpu"],
            result["seconds"],
            output,
        )
        try:
            self.source.finish(job, done)
        except OSError as error:
            # The error is local, not the scheduler's.
            raise OwnFileError(error) from error
        self._forget_copies(job)
        self.pool.is_accepted = True
        self.pool.failed_on.pop(job.name, None)
        self.failures.pop(result.get("worker", ""), None)

    def _forget_copies(self, job: Job) -> None:
        """Cancels the other tasks of a finished job."""
        self.late.end(job, is_finished=True)
        futures = self.futures.pop(job.name, set())
        copies = [it for it in futures if self.flight.pop(it, None) or self.fetching.pop(it, None)]
        if copies:
            self._stop({job.name})
            self._cancel(copies)

    def _stop(self, names: set[str]) -> None:
        """Marks running jobs for stopping."""
        if self.updates is not None:
            self.updates.stopped |= names
