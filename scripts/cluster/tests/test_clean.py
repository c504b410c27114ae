"""The remains of interrupted runs: what `clean` lists and deletes."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

import pytest

from zugi_cluster.clean import NAMES, leftovers
from zugi_cluster.cli import main
from zugi_cluster.ending import END, Ending, files_of
from zugi_cluster.logs import LOG
from zugi_cluster.shards import file_name
from zugi_cluster.solve import JOURNAL, STRATEGY, certificate_name
from zugi_cluster.store import Store

PLAN = {"command": "data", "arguments": ["--games", "9"], "program": "abc"}
DELETED, KEPT = " (deleted)\n", " (in use: kept)\n"


def clean(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["clean", *map(str, words)]) == 0
    return capsys.readouterr().out


def interrupted(folder: Path, command: str = "data") -> Path:
    """A work folder with a finished part, half a file and a log."""
    with Store(folder, {**PLAN, "command": command}) as store:
        store.put("shard-000002.data", b"x" * 1000)
    (folder / ".shard-000003.data.new").write_bytes(b"half")
    (folder / "log.txt").write_text("a log")
    return folder


def test_all_files_of_a_run_have_known_names() -> None:
    names = [Store.PLAN, Store.LOCK, LOG, END, JOURNAL, STRATEGY, certificate_name("x")]
    for name in [*names, file_name(0, "jsonl"), file_name(10**6, "data")]:
        assert NAMES.fullmatch(name)
        assert NAMES.fullmatch(f".{name}.new")
    for name in ["plan", "shard.data", "games.jsonl", "proof-1.zugi", "lock", "end.json"]:
        assert NAMES.fullmatch(name) is None


def test_a_work_folder_is_deleted_with_yes_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = interrupted(tmp_path / "out.data.work")
    out = tmp_path / "out.data"
    out.write_text("a result")
    before = sorted(tmp_path.rglob("*"))
    said = clean(capsys, tmp_path)
    assert f"{work}  data, interrupted, finished shards 1\n" in said
    assert said.endswith("1 to delete with --yes\n")
    assert sorted(tmp_path.rglob("*")) == before
    # A work folder is also found by its own path, and listed once.
    said = clean(capsys, work, tmp_path, "--yes")
    assert said.count(str(work)) == 1
    assert f"finished shards 1{DELETED}" in said
    assert sorted(tmp_path.iterdir()) == [out]
    assert "0 deleted" in clean(capsys, tmp_path, "--yes")


def test_what_others_have_made_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def folder(name: str, **files: str) -> None:
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file.replace("_", ".")).write_text(text)

    folder("a.work", plan_json="{}", shard="x")
    folder("b.work", plan_json=json.dumps({**PLAN, "command": "bake"}))
    folder("c.work", _lock="", notes_txt="of somebody")
    folder("d", _lock="", log_txt="")
    folder("e.work")
    (tmp_path / "f.unchecked").write_text("something else")
    (tmp_path / "g").symlink_to(interrupted(tmp_path / "elsewhere" / "g.work"))
    before = sorted(tmp_path.rglob("*"))
    assert "0 deleted" in clean(capsys, tmp_path, "--yes")
    assert sorted(tmp_path.rglob("*")) == before
    # A foreign file in the work folder of a run.
    work = interrupted(tmp_path / "h.work")
    (work / "notes.txt").write_text("of somebody")
    assert f"(kept, other files are in it: {work})" in clean(capsys, tmp_path, "--yes")
    assert [it.name for it in work.iterdir()] == ["notes.txt"]


def test_a_run_that_has_finished_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = tmp_path / "out.work"
    work.mkdir()
    (work / ".lock").touch()
    (work / "log.txt").touch()
    assert f"run, interrupted, finished shards 0{DELETED}" in clean(capsys, tmp_path, "--yes")
    assert list(tmp_path.iterdir()) == []


def test_what_is_in_use_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work = interrupted(tmp_path / "proof.work", "solve")
    (work / "shard-000002.data").rename(work / "jobs.jsonl")
    unchecked = tmp_path / "proof.unchecked"
    unchecked.write_bytes(b"zugi certificate 2\n")
    before = sorted(tmp_path.rglob("*"))
    with Store(work, {**PLAN, "command": "solve"}):
        said = clean(capsys, tmp_path, "--yes")
    assert said.count(KEPT) == 2
    assert "solve, interrupted, finished jobs 0, certificates 0" in said
    assert sorted(tmp_path.rglob("*")) == before
    said = clean(capsys, tmp_path, "--yes")
    assert f"{unchecked}  certificate, not verified{DELETED}" in said
    assert list(tmp_path.iterdir()) == []
    # There is no lock that shows whether a run still writes it.
    unchecked.write_bytes(b"zugi certificate 2\n")
    assert "(kept: there is no proof.work)" in clean(capsys, tmp_path, "--yes")
    assert unchecked.exists()


def test_a_finished_run_stays_unless_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.data"
    with Store(tmp_path / "out.data.work", PLAN) as store:
        Ending(store, files_of("data", out)).make(lambda: out.write_text("a result") * 0)
    said = clean(capsys, tmp_path, "--yes")
    assert "data, finished, finished shards 0 (kept without --finished)\n" in said
    assert store.folder.exists()
    clean(capsys, tmp_path, "--yes", "--finished")
    assert list(tmp_path.iterdir()) == [out]


def test_folders_of_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    space = tmp_path / "scratch" / "dask-scratch-space"
    worker = space / "worker-abc"
    program, task = worker / f"zugi-{'0a' * 8}", worker / "task-x_1y2z3w"
    task.mkdir(parents=True)
    program.mkdir()
    (program / "zugi").write_bytes(b"a program")
    (task / "sent").symlink_to(program)
    (task / "out.data").write_bytes(b"half")
    other = worker / "task-somebody"
    other.mkdir()
    (worker / "storage").mkdir()
    # Without the lock of Dask it is not the folder of a worker.
    assert "0 to delete" in clean(capsys, tmp_path, tmp_path / "scratch")
    lock = space / "worker-abc.dirlock"
    lock.touch()
    with lock.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert clean(capsys, tmp_path, "--yes").count(KEPT) == 2
    assert task.exists()
    for folder in [tmp_path / "scratch", space, worker]:
        assert [it.path for it in leftovers(folder)] == [task, program]
    said = clean(capsys, tmp_path, "--yes")
    assert f"{task}  task of a worker{DELETED}" in said
    assert f"{program}  program on a worker{DELETED}" in said
    assert sorted(worker.iterdir()) == [worker / "storage", other]


def test_a_folder_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clean", str(tmp_path / "nowhere")]) == 2
    assert "nowhere is not a folder" in capsys.readouterr().err
