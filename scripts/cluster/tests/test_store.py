"""Finished files on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from zugi_cluster.jobs import Result
from zugi_cluster.shards import Shards
from zugi_cluster.store import Store, StoreError


def result(output: bytes) -> Result:
    return Result(0, "", "", 1.0, 1.0, output)


def test_a_folder_belongs_to_one_plan_and_one_process(tmp_path: Path) -> None:
    store = Store(tmp_path / "work", {"games": 5})
    with pytest.raises(StoreError, match="in use"):
        Store(tmp_path / "work", {"games": 5})
    store.put("a", b"x")
    store.close()
    with pytest.raises(StoreError, match="games is 5 there, expected 6"):
        Store(tmp_path / "work", {"games": 6})
    again = Store(tmp_path / "work", {"games": 5})
    assert again.has("a")
    assert not again.has("b")


def test_shards_are_handed_out_once_and_lost_ones_first(tmp_path: Path) -> None:
    store = Store(tmp_path, {})
    shards = Shards(store, 4, "x", lambda number: (str(number),))
    jobs = [shards.next() for _ in range(3)]
    first, second, third = (job for job in jobs if job is not None)
    shards.give_back(second)
    shards.give_back(first)
    again = shards.next()
    assert again == first
    shards.finish(first, result(b"1"))
    shards.finish(first, result(b"other"))
    assert store.path(first.name).read_bytes() == b"1", "it counts once"
    shards.finish(third, result(b"3"))
    assert shards.next() == second
    last = shards.next()
    assert last is not None
    assert shards.next() is None
    shards.finish(last, result(b"4"))
    assert not shards.is_done()
    store.close()
    # Another process goes on with what is missing.
    after = Shards(Store(tmp_path, {}), 4, "x", lambda number: (str(number),))
    assert after.next() == second
    assert after.next() is None
    after.finish(second, result(b"2"))
    assert after.is_done()
    assert [path.read_bytes() for path in after.files()] == [b"1", b"2", b"3", b"4"]


def test_a_test_sees_shards_without_a_gap_only(tmp_path: Path) -> None:
    seen: list[int] = []

    def verdict(files: list[Path]) -> str | None:
        seen.append(len(files))
        return "decided" if len(files) >= 3 else None

    shards = Shards(Store(tmp_path, {}), 5, "x", lambda _: (), verdict)
    jobs = [job for job in (shards.next() for _ in range(5)) if job is not None]
    for number in [4, 2, 1]:
        shards.finish(jobs[number], result(b""))
        assert seen == []
        assert not shards.is_done()
    shards.finish(jobs[0], result(b""))
    assert seen == [3]
    assert shards.said == "decided"
    assert shards.is_done()
    assert shards.next() is None
