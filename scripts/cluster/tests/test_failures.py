"""The messages about failures."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from distributed import KilledWorker

from zugi_cluster import worker
from zugi_cluster.failures import loss_of, reason_line, worker_of
from zugi_cluster.jobs import ClusterError, Job
from zugi_cluster.retry_limits import RetryLimits


def test_a_worker_has_its_address_and_its_process() -> None:
    assert worker_of({}) == "a worker"
    assert worker_of({"worker": "tcp://one:1"}) == "tcp://one:1"
    here = {"worker": "tcp://one:1", "process": "Slurm-3, node:7"}
    assert worker_of(here) == "tcp://one:1 (Slurm-3, node:7)"


def test_the_name_of_dask_is_said_where_it_is_another_one() -> None:
    process = f"{socket.gethostname()}:{os.getpid()}"
    for name, said in [("tcp://one:1", process), (None, process), ("job-2", f"job-2, {process}")]:
        it = SimpleNamespace(name=name, address="tcp://one:1")
        assert worker.process_name(it) == said


def test_a_lost_job_names_the_last_worker() -> None:
    last = SimpleNamespace(address="tcp://one:1")
    error = KilledWorker("job-1", last, 3)
    assert "tcp://one:1" in loss_of(error)
    assert loss_of(OSError("gone")) == "OSError: gone"


def test_the_line_with_the_reason() -> None:
    assert reason_line("more\nerror: it is dark\nless\n") == "error: it is dark"
    assert reason_line("one\ntwo\n\n") == "two"
    assert reason_line("") == ""


def test_each_attempt_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    retries, job = RetryLimits(2, 2), Job("job-1", ())
    retries.count_failure(job, "on tcp://one:1 (node:7): exit code 1")
    assert capsys.readouterr().err == (
        "job-1 failed on tcp://one:1 (node:7): exit code 1; attempt 1 of 2\n"
    )
    with pytest.raises(ClusterError, match="failed 2 times, at last on tcp://one:1"):
        retries.count_failure(job, "on tcp://one:1 (node:7): exit code 1")


def test_an_error_of_a_task_is_said_with_its_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> dict[str, Any]:
        raise ValueError("no JSON")

    here = SimpleNamespace(
        name="job-2", address="tcp://one:1", plugins={"zugi-t": None}, local_directory=tmp_path
    )
    monkeypatch.setattr(worker, "get_worker", lambda: here)
    monkeypatch.setattr(worker, "upload_fault", lambda _: None)
    monkeypatch.setattr(worker, "_command", broken)
    said = worker.run_command("t", [], None)
    assert said["raised"] == "ValueError: no JSON"
    assert worker_of(said).startswith("tcp://one:1 (job-2, ")
    assert "Traceback" in said["trace"]
