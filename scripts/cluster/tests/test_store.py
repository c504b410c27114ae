"""Finished files on the disk."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from zugi_cluster.ending import Ending, files_of
from zugi_cluster.jobs import OwnFileError, Result
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


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Limits the size of files, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_what_was_finished_and_nothing_else(tmp_path: Path) -> None:
    store = Store(tmp_path / "work", {"games": 5})
    store.put("a", b"old")
    store.append("lines", b"one\n")
    for write, name in [(store.put, "a"), (store.append, "lines")]:
        with largest_file(50), pytest.raises(OwnFileError, match=f"work/{name}: File too large; "):
            write(name, b"x" * 100)
    assert store.path("a").read_bytes() == b"old"
    assert store.path("lines").read_bytes() == b"one\n"
    names = {path.name for path in store.folder.iterdir()}
    assert names == {"plan.json", "a", "lines", ".lock"}
    store.append("lines", b"two\n")
    assert store.path("lines").read_bytes() == b"one\ntwo\n"


def test_a_plan_binds_nobody_before_something_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    with Store(folder, {"games": "x"}):
        assert not (folder / "plan.json").exists()
    assert not folder.exists()
    # A folder as an older version leaves it after a kill.
    folder.mkdir()
    (folder / "plan.json").write_text('{"games": "x"}')
    (folder / "jobs.jsonl").touch()
    (folder / "log.txt").write_text("a log")
    with Store(folder, {"games": 5}) as store:
        assert not store.is_accepted
        assert "x" in (folder / "plan.json").read_text()
        store.put("a", b"x")
        assert "5" in (folder / "plan.json").read_text()
    with Store(folder, {"games": 5}) as store:
        assert store.is_accepted
    with pytest.raises(StoreError, match="games is 5 there, expected 6"):
        Store(folder, {"games": 6})
    for damaged in ["{", "[]", ""]:
        (folder / "plan.json").write_text(damaged)
        with pytest.raises(StoreError, match=r"plan.json .*expected"):
            Store(folder, {"games": 5})


def test_the_end_is_made_once(tmp_path: Path) -> None:
    out, made = tmp_path / "new folder" / "out", []

    def make(code: int = 0) -> int:
        made.append(files[0].exists())
        files[0].write_text("made")
        return code

    files = files_of("match", out)
    assert [file.name for file in files[:2]] == ["out.jsonl", "out.pgn"]
    with Store(tmp_path / "work", {}) as store:
        # The final file was interrupted by a kill or a full disk.
        assert Ending(store, files).make(lambda: make(1)) == 1
        again = Ending(store, files)
        assert again.code is None
        assert again.make(make) == 0
        assert made == [False, False], "what was left over is made again"
        assert Ending(store, files).code == 0
        # The files were moved away, or other names are requested.
        files[0].unlink()
        assert Ending(store, files).code is None
        assert Ending(store, files).make(make) == 0
        assert Ending(store, files_of("match", tmp_path / "other")).code is None
    with Store(tmp_path / "new", {}) as store, pytest.raises(StoreError, match="exists already"):
        Ending(store, files)


def test_shards_are_handed_out_once_and_lost_ones_first(tmp_path: Path) -> None:
    store = Store(tmp_path, {})
    shards = Shards(store, 4, "x", lambda number: (str(number),))
    jobs = [shards.next() for _ in range(3)]
    first, second, third = (job for job in jobs if job is not None)
    shards.requeue(second)
    shards.requeue(first)
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
