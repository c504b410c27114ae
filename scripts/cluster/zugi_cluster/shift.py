"""The work from one connection to the scheduler to its loss."""

from __future__ import annotations

import asyncio
import inspect
import queue
import sys
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from distributed import KilledWorker

from .jobs import ClusterError, Job, Result, SchedulerLostError, Source
from .worker import MISSING, Porter, porter_fault

if TYPE_CHECKING:
    from .pool import Pool

#: How often the workers are counted, in seconds.
LOOK_EVERY = 2.0
#: How long a result may take from its worker to the client, in seconds.
FETCH_TIME = 60.0
#: How long a worker may be silent before the others begin without it, in seconds.
PATIENCE = 20.0
#: What comes instead of a result whose worker was lost.
LOST = (OSError, TimeoutError, asyncio.TimeoutError, CancelledError, KilledWorker)


def by_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """A task that is sent with all of its code: what is nested has no name to be found by."""

    async def waiting(*arguments: Any) -> Any:
        return await function(*arguments)

    def task(*arguments: Any) -> Any:
        return function(*arguments)

    return waiting if inspect.iscoroutinefunction(function) else task


@dataclass(frozen=True)
class _Fetched:
    """What has come of a task that was done: its result, or why there is none."""

    future: Any
    job: Job
    result: Any


class Shift:
    """The work from one connection to the scheduler to its loss.

    Nothing here waits for a worker, which may be dead: results are fetched beside the loop, and
    the parcel is sent beside it.
    """

    def __init__(self, pool: Pool, client: Any, source: Source) -> None:
        """Of these jobs, by a client that is connected."""
        self.pool = pool
        self.client = client
        self.source = source
        #: Tasks under way, and the workers that may do them where not all may.
        self.flight: dict[Any, tuple[Job, frozenset[str] | None]] = {}
        #: Tasks that are done, and whose results are on their way.
        self.fetching: dict[Any, Job] = {}
        self.events: queue.Queue[Any] = queue.Queue()
        self.workers: dict[str, int] = {}
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
                    event = self.events.get(timeout=0.5)
                except queue.Empty:
                    continue
                if isinstance(event, _Fetched):
                    self._take(event)
                else:
                    self._fetch(event)
        finally:
            for job in [*(job for job, _ in self.flight.values()), *self.fetching.values()]:
                self.source.give_back(job)
            self._cancel(list(self.flight))

    def _cancel(self, futures: list[Any]) -> None:
        """What is not wanted any more is not begun."""
        if futures and self.client.status == "running":
            try:
                self.client.cancel(futures, force=True)
            except Exception as error:
                print(f"tasks could not be cancelled: {error}", file=sys.stderr)

    def _prepare(self) -> None:
        """Sends the program; a worker with another one is found before any work is done."""
        parcel = self.pool.parcel
        if parcel is None:
            return
        # A worker that dies while it gets the parcel makes this fail or wait, which is of no
        # importance: the scheduler keeps the parcel for who joins, and all others are asked.
        porter = Porter(parcel, self.pool.send_again)
        threading.Thread(target=self._send, args=(porter,), daemon=True).start()
        faults = self._faults(parcel.token)
        wrong = {at: fault for at, fault in faults.items() if fault not in (None, MISSING)}
        if wrong:
            lines = "".join(f"\n  {address}: {fault}" for address, fault in sorted(wrong.items()))
            raise ClusterError(f"no work was done: {len(wrong)} workers cannot do it{lines}")
        if MISSING in faults.values():
            self._lack_parcel()
        self.pool.send_again = False

    def _send(self, porter: Porter) -> None:
        try:
            self.client.register_plugin(porter)
        except Exception as error:
            print(f"a worker was lost before it had the program: {error}", file=sys.stderr)

    def _lack_parcel(self) -> None:
        """A scheduler without the parcel is another one than that to which it was sent."""
        self.pool.send_again = True
        raise SchedulerLostError("workers have not got the program")

    def _faults(self, token: str) -> dict[str, str | None]:
        """What each worker says of its program; one that is lost meanwhile says nothing.

        One that hangs holds nobody up: if it ever wakes, its first task finds its program out.
        """
        ask = by_value(porter_fault)
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
            self.workers = self._ask(self.client.ncores)
            self.looked = time.monotonic()
            self._free()
            self._drop()
            if not self.workers:
                self.pool.teller.tell(lambda: "there is no worker: expected one to come")
        self.pool.teller.tell(
            lambda: (
                f"{self.source.progress()}, {len(self.workers)} workers, {len(self.flight)} ahead"
            )
        )

    def _free(self) -> None:
        """Takes back tasks that wait for workers all of which are gone."""
        there = self.workers.keys()
        gone = [it for it, (_, may) in self.flight.items() if may is not None and not may & there]
        self._take_back(gone)

    def _drop(self) -> None:
        """Takes back what is of no use any more; what has begun goes on to its end all the same."""
        self._take_back([it for it, (job, _) in self.flight.items() if not self.source.wants(job)])

    def _take_back(self, futures: list[Any]) -> None:
        for future in futures:
            self.source.give_back(self.flight.pop(future)[0])
        self._cancel(futures)

    def _hand_out(self) -> None:
        """Keeps a queue ahead of the workers that have the right program."""
        may = frozenset(self.workers.keys() - self.shunned)
        wanted = int(sum(self.workers[at] for at in may) * self.pool.ahead + 0.999)
        while len(self.flight) < wanted and (job := self.source.next()) is not None:
            if self.pool.parcel is None:
                arguments: list[Any] = list(job.arguments)
            else:
                arguments = [self.pool.parcel.token, list(job.arguments), job.output, job.line]
            future = self.client.submit(
                self.pool.task,
                *arguments,
                key=f"{job.name}-{time.monotonic_ns()}",
                pure=False,
                retries=0,
                workers=sorted(may) if self.shunned else None,
                allow_other_workers=False,
            )
            self.flight[future] = (job, may if self.shunned else None)
            future.add_done_callback(self.events.put)

    def _fetch(self, future: Any) -> None:
        """Has the result of a task fetched, if it has one."""
        job, _ = self.flight.pop(future, (None, None))
        if job is None:
            return
        if future.status in ("cancelled", "lost"):
            self.source.give_back(job)
            return
        self.fetching[future] = job
        self._get(future, job)

    def _get(self, future: Any, job: Job) -> None:
        """Fetches a result beside the loop: its worker may be dead by now."""

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
        """Takes what became of a task."""
        job, result = fetched.job, fetched.result
        if self.fetching.pop(fetched.future, None) is None:
            return
        fetched.future.release()
        if isinstance(result, LOST):
            # Its worker was lost, or what it had before it was fetched.
            self.source.give_back(job)
            self.pool.count_loss(job, f"{type(result).__name__}: {result}")
        elif isinstance(result, Exception):
            self.source.give_back(job)
            self.pool.count_failure(job, f"{type(result).__name__}: {result}")
        elif result.get("fault"):
            self._shun(job, result)
        else:
            self._finish(job, result)

    def _shun(self, job: Job, result: dict[str, Any]) -> None:
        """A worker that came later and has another program gets no more work."""
        self.source.give_back(job)
        self.pool.count_loss(job, result["fault"])
        if result["fault"] == MISSING:
            self._lack_parcel()
        print(f"{result['worker']} gets no work: {result['fault']}", file=sys.stderr, flush=True)
        self.shunned.add(result["worker"])

    def _finish(self, job: Job, result: dict[str, Any]) -> None:
        content = result["output"]
        self.pool.cpu += result["cpu"]
        self.pool.received += len(content or b"")
        if result["code"] != 0 or (job.output and content is None):
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
