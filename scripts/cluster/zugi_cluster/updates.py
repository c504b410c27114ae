"""Messages to workers at work: results of other workers, and jobs to stop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

from .worker import update_worker

#: The most results in one message to a worker.
BATCH = 20_000


def _on_worker(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function, so that Dask sends its code along and runs it on each worker.

    The wrapper is a coroutine, because Dask would wait for the answer of a plain function.
    """

    async def call(*arguments: Any, dask_worker: Any) -> Any:
        return await asyncio.to_thread(function, *arguments, dask_worker)

    return call


class WorkerUpdates:
    """Sends messages to workers, one after the other beside the loop; some may be lost."""

    def __init__(self, client: Any, token: str) -> None:
        """Sends to the workers that have the bundle of this token."""
        self.client = client
        self.token = token
        #: Jobs that have begun and are now useless.
        self.stopped: set[str] = set()
        #: The number of shared results that each worker has.
        self._sent: dict[str, int] = {}
        self._thread: threading.Thread | None = None

    def send(self, workers: Iterable[str], shared: list[Any]) -> None:
        """Sends each worker the results that it lacks, and the jobs to stop."""
        if self._thread is not None and self._thread.is_alive():
            return
        lacking: dict[int, list[str]] = {}
        for address in workers:
            if self._sent.setdefault(address, 0) < len(shared) or self.stopped:
                lacking.setdefault(self._sent[address], []).append(address)
        if not lacking:
            return
        stopped, self.stopped = sorted(self.stopped), set()
        batches = [(shared[at : at + BATCH], some) for at, some in lacking.items()]
        for known, some in batches:
            for address in some:
                self._sent[address] += len(known)
        self._thread = threading.Thread(target=self._send, args=(batches, stopped), daemon=True)
        self._thread.start()

    def _send(self, batches: list[tuple[list[Any], list[str]]], stopped: list[str]) -> None:
        for known, some in batches:
            with contextlib.suppress(Exception):
                self.client.run(
                    _on_worker(update_worker),
                    self.token,
                    known,
                    stopped,
                    workers=some,
                    wait=False,
                    on_error="ignore",
                )
