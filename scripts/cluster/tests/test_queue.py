"""The queue of a cluster, here by commands of Slurm that run jobs on this machine.

How dask-jobqueue uses `--job` and replaces lost jobs is tested as with a real queue; the choice of
machines is not tested.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import run_client, start_client, wait_for_shards, wait_until
from support import match, same_as_single

# The script is deleted when sbatch ends, so it is copied. A job is a process group, whose id is the
# job number.
SBATCH = """#!/bin/sh
cat "$1" >> {folder}/scripts
cp "$1" {folder}/job.$$
setsid sh {folder}/job.$$ >>{folder}/jobs.log 2>&1 &
echo $! >> {folder}/jobs
echo "Submitted batch job $!"
"""
SCANCEL = "#!/bin/sh\nkill -KILL -- -$1\n"
REFUSES = """#!/bin/sh
echo "sbatch: error: Memory specification can not be satisfied" >&2
exit 1
"""


class Queue:
    """Its commands in a folder, and the jobs that were submitted."""

    def __init__(self, folder: Path) -> None:
        """With commands that run each job at once."""
        self.folder = folder
        self.command("sbatch", SBATCH.format(folder=folder))
        self.command("scancel", SCANCEL)

    def command(self, name: str, script: str) -> None:
        """Makes or replaces one of the commands."""
        path = self.folder / name
        path.write_text(script)
        path.chmod(0o755)

    def jobs(self) -> list[int]:
        """The numbers of the jobs submitted so far."""
        path = self.folder / "jobs"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def kill(self, job: int) -> None:
        """Kills a job, as a queue does when its time has run out."""
        try:
            os.killpg(job, signal.SIGKILL)
        except ProcessLookupError:
            return


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    """A queue on the PATH of the client; its jobs are killed afterwards."""
    folder = tmp_path / "queue"
    folder.mkdir()
    queue = Queue(folder)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    # Lost workers are requested again after a while, so that slow ones can return.
    monkeypatch.setenv("DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT", "1s")
    yield queue
    for job in queue.jobs():
        queue.kill(job)


def words_of_queue(zugi: Path, out: Path, games: int = 200) -> list[object]:
    """A match by two jobs."""
    words = [*match(zugi, games), "--scheduler", "slurm", "--workers", 2, "--zugi", zugi]
    words += ["--shard-games", 4, "--out", out]
    return [*words, "--job", "queue=long", "walltime=00:20:00", "memory=1GB"]


def test_a_job_that_ends_is_asked_for_again(zugi: Path, queue: Queue, tmp_path: Path) -> None:
    out = tmp_path / "many"
    client = start_client(*words_of_queue(zugi, out))
    wait_for_shards(client, tmp_path / "many.work", 4)
    first = queue.jobs()
    assert len(first) == 2, "as many as --workers"
    queue.kill(first[0])
    # Kills both jobs, so that the work continues only with a new job.
    queue.kill(first[1])
    _, errors = client.communicate(timeout=300)
    assert client.returncode == 0, errors
    assert len(queue.jobs()) >= 3, errors
    script = (queue.folder / "scripts").read_text()
    assert "#SBATCH -p long" in script
    assert "#SBATCH -t 00:20:00" in script
    same_as_single(zugi, match(zugi, 200), out)


def test_a_queue_that_refuses_jobs_is_heard(zugi: Path, queue: Queue, tmp_path: Path) -> None:
    queue.command("sbatch", REFUSES)
    code, _, errors = run_client(*words_of_queue(zugi, tmp_path / "many"), timeout=60)
    assert code == 2, errors
    assert "Memory specification can not be satisfied" in errors


def test_jobs_are_asked_for_as_long_as_there_is_work(
    zugi: Path, queue: Queue, tmp_path: Path
) -> None:
    # The match takes longer than the start of the jobs.
    words = words_of_queue(zugi, tmp_path / "many", 1000)
    words[words.index("--workers") + 1] = "1..3"
    client = start_client(*words)
    wait_until(client, lambda: len(queue.jobs()) >= 3)
    _, errors = client.communicate(timeout=300)
    assert client.returncode == 0, errors
    same_as_single(zugi, match(zugi, 1000), tmp_path / "many")
