"""Jobs by workers in this process, where what is rare can be made to happen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cloudpickle
import pytest
from distributed import Client, LocalCluster

from zugi_cluster import shift, worker
from zugi_cluster.jobs import Job, Result
from zugi_cluster.pool import Pool
from zugi_cluster.program import Outfit


class Versions:
    """Jobs that say the version of the program."""

    def __init__(self, count: int) -> None:
        """So many."""
        self.waiting = [f"version-{number}" for number in range(count)]
        self.count = count
        self.said: dict[str, str] = {}

    def next(self) -> Job | None:
        """The next one."""
        return Job(self.waiting.pop(), ("--version",)) if self.waiting else None

    def finish(self, job: Job, result: Result) -> None:
        """Keeps what it said."""
        assert job.name not in self.said, "no job counts twice"
        self.said[job.name] = result.stdout

    def give_back(self, job: Job) -> None:
        """It waits again."""
        self.waiting.append(job.name)

    def wants(self, job: Job) -> bool:
        """Each one counts."""
        return True

    def is_done(self) -> bool:
        """Whether all have said it."""
        return len(self.said) == self.count

    def progress(self) -> str:
        """How many have."""
        return f"{len(self.said)} of {self.count}"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A scheduler and two workers."""
    cloudpickle.register_pickle_by_value(worker)
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        local_directory=tmp_path,
        protocol="tcp",
    ) as cluster:
        yield cluster.scheduler_address


def run(zugi: Path, address: str, count: int = 10) -> Versions:
    """Does jobs there; a scheduler may be out of reach for a short time only."""
    source = Versions(count)

    @contextlib.contextmanager
    def connect() -> Iterator[Any]:
        with Client(address, timeout=10) as client:
            yield client

    Pool(connect, Outfit(zugi, [zugi], None, False).parcel, outage=20).run(source)
    return source


def test_a_worker_that_dies_when_it_gets_the_program_is_not_waited_for(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where workers die all the time, one of them does whenever the program is sent."""
    register = Client.register_plugin

    def fail(client: Any, plugin: Any) -> None:
        register(client, plugin)
        raise OSError("Stream is closed")

    monkeypatch.setattr(Client, "register_plugin", fail)
    assert len(set(run(zugi, address).said.values())) == 1


def test_a_result_that_does_not_come_holds_nobody_up(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first result of all never comes: its job is done again, and the others meanwhile."""
    gather, waits = Client.gather, [True]

    def hang(client: Any, future: Any, **more: Any) -> Any:
        if str(getattr(future, "key", "")).startswith("version-") and waits:
            waits.pop()
            return never()
        return gather(client, future, **more)

    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Client, "gather", hang)
    monkeypatch.setattr(shift, "FETCH_TIME", 2.0)
    assert len(run(zugi, address).said) == 10
    assert not waits


def test_a_scheduler_that_forgot_the_program_gets_it_again(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was started again, faster than the client saw."""
    register, forgets = Client.register_plugin, [True]

    def forget(client: Any, plugin: Any) -> None:
        if forgets:
            forgets.pop()
        else:
            register(client, plugin)

    monkeypatch.setattr(Client, "register_plugin", forget)
    monkeypatch.setattr(worker, "PARCEL_TIME", 1.0)
    assert len(run(zugi, address).said) == 10
    assert not forgets
