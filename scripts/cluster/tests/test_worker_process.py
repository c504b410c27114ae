"""Processes that answer lines, with a script in place of the program."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from zugi_cluster.checks import ProgramBundle
from zugi_cluster.worker import KNOWN_OF_LINE, UploadPlugin, WorkerProcess

#: Answers a job at once, except jobs that wait until they are stopped.
PROGRAM = f"""#!{sys.executable}
import json, sys
def say(**answer):
    print(json.dumps(answer), flush=True)
with open(sys.argv[1], "a") as starts:
    starts.write("started\\n")
known = 0
for line in sys.stdin:
    asked = json.loads(line)
    number, position = asked.get("id"), asked.get("position")
    if "known" in asked:
        assert len(asked["known"]) <= {KNOWN_OF_LINE}
        known += len(asked["known"])
    elif "stop" in asked:
        say(id=asked["stop"], stopped=True)
    elif position == "wrong":
        say(id=number, error="found wrong: expected right")
    elif position == "die":
        sys.exit("it is too much")
    elif position != "wait":
        if "certificate" in asked:
            open(asked["certificate"], "w").write(position)
        say(id=number, of=position, known=known)
"""


@pytest.fixture
def uploader(tmp_path: Path) -> UploadPlugin:
    program = tmp_path / "program"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    bundle = ProgramBundle("token", {}, str(program), "", "", None)
    uploader = UploadPlugin(bundle)
    uploader.folder = tmp_path
    return uploader


def job(position: str) -> str:
    return json.dumps({"position": position})


def worker_process(uploader: UploadPlugin, folder: Path) -> WorkerProcess:
    return uploader.worker_process([str(folder / "starts"), "--threads", "2"], str(folder))


def test_one_process_does_all_jobs_at_the_same_time(uploader: UploadPlugin, tmp_path: Path) -> None:
    waiting = worker_process(uploader, tmp_path)
    answers: list[str] = []
    thread = threading.Thread(
        target=lambda: answers.append(waiting.ask(job("wait"), None, "slow")["stdout"])
    )
    thread.start()
    for position in ["a", "b", "c"]:
        it = worker_process(uploader, tmp_path)
        assert it is waiting
        answer = it.ask(job(position), None)
        assert json.loads(answer["stdout"])["of"] == position
        assert (answer["code"], answer["output"]) == (0, None)
        uploader.release(it)
    assert not answers
    # A stop applies only to running jobs of this name.
    while thread.is_alive():
        uploader.send([], {"slow", "of another worker"})
        thread.join(0.05)
    assert json.loads(answers[0])["stopped"]
    uploader.release(waiting)
    assert (tmp_path / "starts").read_text() == "started\n"
    uploader.teardown(None)
    assert not psutil.pid_exists(waiting.process.pid)


def test_results_of_others_are_told_also_to_what_starts_later(
    uploader: UploadPlugin, tmp_path: Path
) -> None:
    results = [["position", "p1", 5]] * (KNOWN_OF_LINE + 1)
    uploader.send(results, set())
    it = worker_process(uploader, tmp_path)
    assert json.loads(it.ask(job("a"), None)["stdout"])["known"] == len(results)
    uploader.send(results, set())
    assert json.loads(it.ask(job("a"), None)["stdout"])["known"] == 2 * len(results)
    uploader.release(it)
    uploader.teardown(None)


def test_what_a_job_makes_is_taken_once(uploader: UploadPlugin, tmp_path: Path) -> None:
    it = worker_process(uploader, tmp_path)
    assert it.ask(job("a"), "out.zugi")["output"] is not None
    assert it.ask(job("b"), None)["output"] is None
    assert not list(it.folder.glob("*.zugi"))
    it.end()


def test_a_wrong_job_is_told_and_a_process_that_ends_is_a_fault(
    uploader: UploadPlugin, tmp_path: Path
) -> None:
    it = worker_process(uploader, tmp_path)
    answer = it.ask(job("wrong"), None)
    assert (answer["code"], answer["stderr"]) == (1, "found wrong: expected right")
    fault = 'exit code 1 instead of an answer to {"position": "die"}: it is too much'
    for position in ["die", "die"]:
        # A process that has ended is reported at once.
        with pytest.raises(RuntimeError, match=fault):
            it.ask(job(position), None)
    uploader.remove(it)
    uploader.release(it)
    assert not it.folder.exists()
    # The next job gets another process.
    again = worker_process(uploader, tmp_path)
    assert again is not it
    assert again.ask(job("a"), None)["code"] == 0
    again.end()


def test_who_waits_for_too_long_is_ended(uploader: UploadPlugin, tmp_path: Path) -> None:
    uploader.idle_time = 0.2
    it = worker_process(uploader, tmp_path)
    it.ask(job("a"), None)
    uploader.release(it)
    until = time.monotonic() + 10
    while it.process.returncode is None or it.folder.exists():
        assert time.monotonic() < until, "it still waits, or its folder is left over"
        time.sleep(0.05)
    # The next process starts afresh.
    again = worker_process(uploader, tmp_path)
    assert again.ask(job("b"), None)["code"] == 0
    again.end()
