"""The number of workers follows the work."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path

import pytest
from distributed import Client

from zugi_cluster.adaptive import Demand, WorkerRange
from zugi_cluster.schedulers import connector


@pytest.mark.parametrize(
    ("text", "bounds"),
    [("1", (1, 1)), ("16", (16, 16)), ("1..3", (1, 3)), ("200..200", (200, 200))],
)
def test_a_number_of_workers_is_read(text: str, bounds: tuple[int, int]) -> None:
    """One number, or the least and the greatest one."""
    assert WorkerRange.parse(text) == WorkerRange(*bounds)


@pytest.mark.parametrize("text", ["", "0", "-1", "0..4", "4..3", "..4", "4..", "1..2..3", "9" * 10])
def test_what_is_no_number_of_workers_is_refused(text: str) -> None:
    """The error quotes the text and says what was expected."""
    with pytest.raises(ValueError, match=r"expected a number such as 8, or a range") as raised:
        WorkerRange.parse(text)
    assert repr(text) in str(raised.value)


def wait_for_count(client: Client, count: int) -> None:
    ends = time.monotonic() + 120
    while len(client.ncores()) != count:
        assert time.monotonic() < ends, f"expected {count} workers: {client.ncores()}"
        time.sleep(0.1)


def test_workers_come_and_go_with_the_work(tmp_path: Path) -> None:
    """The greatest number of workers while jobs wait, the least number without work."""
    demand = Demand()
    options = Namespace(
        scheduler="local", workers=WorkerRange(1, 3), worker_threads=None, command="match",
        dashboard=":0", scratch=str(tmp_path), tls=None, hosts=None,
    )  # fmt: skip
    with connector(options, demand)() as client:
        wait_for_count(client, 3)
        demand.jobs = 2
        wait_for_count(client, 2)
        demand.jobs = 0
        wait_for_count(client, 1)
        demand.jobs = None
        wait_for_count(client, 3)
