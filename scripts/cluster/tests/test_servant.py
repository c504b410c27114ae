"""Processes that answer lines, with shell scripts in place of the program."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import psutil
import pytest

from zugi_cluster.checks import ProgramBundle
from zugi_cluster.worker import UploadPlugin, WorkerProcess

ECHO = """#!/bin/sh
echo started >>"$1"
while read -r line; do
  case $line in
  certificate*) echo "of $line" >out.zugi; echo '{"winner": "p1"}' ;;
  wrong) echo '{"error": "found wrong: expected right"}' ;;
  die) echo 'it is too much' >&2; exit 7 ;;
  *) echo "{\\"line\\": \\"$line\\"}" ;;
  esac
done
"""


@pytest.fixture
def uploader(tmp_path: Path) -> UploadPlugin:
    program = tmp_path / "program"
    program.write_text(ECHO)
    program.chmod(0o755)
    bundle = ProgramBundle("token", {}, str(program), "", "", None)
    uploader = UploadPlugin(bundle)
    uploader.folder = tmp_path
    return uploader


def worker_process(uploader: UploadPlugin, folder: Path) -> WorkerProcess:
    return uploader.worker_process([str(folder / "starts")], str(folder))


def test_one_process_does_many_jobs(uploader: UploadPlugin, tmp_path: Path) -> None:
    for line in ["a", "b", "c"]:
        it = worker_process(uploader, tmp_path)
        answer = it.ask(line, None)
        assert answer["stdout"] == f'{{"line": "{line}"}}\n'
        assert (answer["code"], answer["output"]) == (0, None)
        uploader.put_back(it)
    assert (tmp_path / "starts").read_text() == "started\n"
    # Of the timers of jobs that are over nothing is left.
    timers = [it for it in threading.enumerate() if isinstance(it, threading.Timer)]
    assert sum(not timer.finished.is_set() for timer in timers) == 1
    # Two at the same time are two processes.
    pair = [worker_process(uploader, tmp_path), worker_process(uploader, tmp_path)]
    assert pair[0].ask("d", None)["code"] == pair[1].ask("e", None)["code"] == 0
    assert (tmp_path / "starts").read_text() == "started\n" * 2
    for it in pair:
        uploader.put_back(it)
    uploader.teardown(None)
    assert not any(psutil.pid_exists(it.process.pid) for it in pair)


def test_what_a_job_makes_is_taken_once(uploader: UploadPlugin, tmp_path: Path) -> None:
    it = worker_process(uploader, tmp_path)
    assert it.ask("certificate", "out.zugi")["output"] is not None
    assert it.ask("other", "out.zugi")["output"] is None
    it.end()


def test_a_wrong_job_is_told_and_a_process_that_ends_is_a_fault(
    uploader: UploadPlugin, tmp_path: Path
) -> None:
    it = worker_process(uploader, tmp_path)
    answer = it.ask("wrong", None)
    assert (answer["code"], answer["stderr"]) == (1, "found wrong: expected right")
    with pytest.raises(RuntimeError, match="exit code 7 instead of an answer to die: it is too"):
        it.ask("die", None)
    it.end()


def test_who_waits_for_too_long_is_ended(uploader: UploadPlugin, tmp_path: Path) -> None:
    uploader.idle_time = 0.2
    it = worker_process(uploader, tmp_path)
    it.ask("a", None)
    uploader.put_back(it)
    until = time.monotonic() + 10
    while it.process.returncode is None:
        assert time.monotonic() < until, "it still waits"
        time.sleep(0.05)
    while it.folder.exists():
        assert time.monotonic() < until, "its folder is left over"
        time.sleep(0.05)
    # The next one begins anew.
    again = worker_process(uploader, tmp_path)
    assert again.ask("b", None)["code"] == 0
    again.end()
